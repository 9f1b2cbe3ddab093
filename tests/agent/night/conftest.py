"""A shelf of the films of `tests.agent.night.evenings`, opened once a process."""

import asyncio

import pytest

from agent.catalogue.search.shelf import Shelf, open_shelf
from tests.agent.catalogue.test_finder import publish
from tests.agent.night.evenings import FILMS, SERIES
from tests.fakes.index import MemoryHome


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The shelf."""

    async def opened() -> Shelf:
        home = MemoryHome()
        generation = await publish(tmp_path_factory.mktemp("night"), home, (*FILMS, *SERIES))
        return await open_shelf(generation, home, generation.encoder)

    return asyncio.run(opened())
