"""Gate and ranker with the real encoder on a part of the starter catalogue, by questions they have not learned from."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio

from agent.catalogue.generation import Generations
from agent.catalogue.parquet import write_titles
from agent.catalogue.search.finder import Finder
from agent.catalogue.search.gating import GATE_FEATURES
from agent.catalogue.search.ranking import LinearModel
from agent.retrieval.encoders import SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.types import FULL, PLOT, Point
from etl.documents import document, payload, plot
from etl.sources.starter import read_starter
from etl.unify import unify
from tests.agent.catalogue.gate_cases import OTHERS, REQUESTS
from tests.installation import KnowingEncoder

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory, dense: KnowingEncoder) -> Path:
    """A data folder with every second starter title, up to 250, embedded by the real encoder."""
    folder = tmp_path_factory.mktemp("starter")
    asyncio.run(_ingest(folder, dense))
    return folder


async def _ingest(folder: Path, dense: KnowingEncoder) -> None:
    titles = unify(read_starter())[::2][:250]
    generations = Generations(folder)
    generation = generations.new()
    write_titles(generation.titles, titles)
    home = EdgeHome(folder / "run")
    whole, about = ([text(title) for title in titles] for text in (document, plot))
    vectors, plots = await dense.passages(whole), await dense.passages(about)
    terms = await SparseEncoder().passages([document(title) for title in titles])
    index = await home.create(generation)
    await index.upsert(
        [
            Point(title.id, {FULL: vector, PLOT: other}, sparse, payload(title))
            for title, vector, other, sparse in zip(titles, vectors, plots, terms, strict=True)
        ]
    )
    await home.seal(index, generation)
    generations.publish(generation)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finder(data_dir: Path, dense: KnowingEncoder) -> AsyncIterator[Finder]:
    """A finder with the real encoders; it remembers nothing of a search."""
    opened = await Finder.open(data_dir, home=EdgeHome(data_dir / "run"), dense=dense, sparse=SparseEncoder())
    yield opened
    await opened.close()


async def test_the_gate_tells_requests_from_everything_else(finder: Finder) -> None:
    """Of sixty requests and sixty other questions that it has not learned from, at most one in twelve is taken wrongly."""
    wrong = [text for text in REQUESTS if not (await finder.find(finder.understand(text))).ok]
    passed = [text for text in OTHERS if (await finder.find(finder.understand(text))).ok]
    assert len(wrong) <= 5, wrong
    assert len(passed) <= 5, passed


@pytest.mark.parametrize("text", ["asdf qwer", "how do I change a car tyre", "hello there", "thanks"])
async def test_gibberish_errands_and_greetings_are_refused(finder: Finder, text: str) -> None:
    """What nobody would search films for scores below one half."""
    assert (await finder.find(finder.understand(text))).score < 0.5


@pytest.mark.parametrize(
    "text", ["a heist film from the 90s", "something tense set in one room, under two hours", "egy jó krimi sorozat", "zombies"]
)
async def test_real_requests_pass(finder: Finder, text: str) -> None:
    """Short, long and Hungarian requests score one half or more, with titles."""
    found = await finder.find(finder.understand(text))
    assert found.ok
    assert found.titles


@pytest.mark.parametrize(
    "text",
    [
        "a film from the year 1750",
        "un film de 1688",
        "a comedy rated above 9.9",
        "a Buster Keaton film from 2015",
        "a series from 1897",
    ],
)
async def test_what_no_title_can_be_is_refused_and_the_demand_named(finder: Finder, text: str) -> None:
    """A demand that had to be given up while nothing met the request is asked back."""
    found = await finder.find(finder.understand(text))
    assert not found.ok
    assert found.unmet


@pytest.mark.parametrize("text", ["do you have Copper Teapots of Ghent?", "habt ihr den Film Der letzte Kessel von Graz"])
async def test_a_title_that_is_not_there_is_refused_with_its_neighbours(finder: Finder, text: str) -> None:
    """The name is told missing, and what is nearest is still brought."""
    found = await finder.find(finder.understand(text))
    assert found.request.missing
    assert not found.ok
    assert found.titles


@pytest.mark.parametrize("text", ["revenge", "friendship", "Hitchcock", "alfred hitchcock", "thriller", "1950s", "Japanese"])
async def test_a_theme_a_person_and_a_fact_alone_are_answered(finder: Finder, text: str) -> None:
    """One word says enough, where the catalogue knows it."""
    assert (await finder.find(finder.understand(text))).ok


async def test_a_narrow_request_is_answered_with_a_note(finder: Finder) -> None:
    """Too few titles meet it, yet some do."""
    found = await finder.find(finder.understand("a thriller by Alfred Hitchcock from the fifties under two hours and a half"))
    assert found.ok
    assert not found.unmet


async def test_results_meet_hard_conditions_with_the_real_index(finder: Finder) -> None:
    """The engine's own filters keep type, years and length, for the fused candidates and for those from the facts."""
    found = await finder.find(finder.understand("a thriller film from before 2000 under two hours"), limit=10)
    assert len(found.titles) >= 3
    assert not found.notes
    for item in found.titles:
        assert item.title.media_type == "movie"
        assert item.title.year is not None
        assert item.title.year < 2000
        assert item.title.runtime is not None
        assert item.title.runtime <= 120
        assert "thriller" in item.title.genres


async def test_the_gates_weights_fit_its_features() -> None:
    """The weight file knows only features that exist, and more certainty gives a higher score."""
    gate = LinearModel.load("gate.json", GATE_FEATURES)
    assert gate.slope > 0
    assert np.isfinite(gate.weights).all()
