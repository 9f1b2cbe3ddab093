"""Enrichments of a kitchen's catalogue."""

import asyncio
from pathlib import Path

from agent.catalogue.parquet import read_titles
from agent.llm import Llm
from agent.llm_price import Tariff
from etl.enrichment.enrich import Offer, Wish, offer, write
from etl.enrichment.store import EssenceStore, Written
from etl.enrichment.writer import Outcome
from etl.ingest import IngestReport, rebuild
from etl.progress import Silent
from tests.etl.kitchen import Kitchen
from tests.fakes.encoders import HashingSparse

# US dollars a token; a call of the fake model costs a tenth of a cent.
PRICED = Tariff("openai/cheap", 0.0000005, 0.000005)
FREE = Tariff("ollama_chat/own", 0.0, 0.0)


async def offered(kitchen: Kitchen, tariff: Tariff = PRICED, wish: Wish | None = None) -> Offer:
    """What an enrichment would take."""
    return await offer(wish or Wish(), kitchen.data, tariff, Silent())


async def write_essences(
    kitchen: Kitchen, llm: Llm, wish: Wish | None = None, *, tariff: Tariff = PRICED, stop: asyncio.Event | None = None
) -> Outcome:
    """The writing alone."""
    return await write(await offered(kitchen, tariff, wish), llm, kitchen.data, Silent(), stop or asyncio.Event())


async def enrich(kitchen: Kitchen, llm: Llm, wish: Wish | None = None) -> tuple[Outcome, IngestReport]:
    """Writing, and the catalogue with what was written."""
    outcome = await write_essences(kitchen, llm, wish)
    return outcome, await rebuild(data_dir=kitchen.data, dense=kitchen.dense, sparse=HashingSparse(), home=kitchen.home)


def kept(kitchen: Kitchen) -> list[Written]:
    """All that the store has."""
    with EssenceStore(store_path(kitchen)) as store:
        return list(store.all().values())


def store_path(kitchen: Kitchen) -> Path:
    """The store's file."""
    return kitchen.data / "catalogue" / "essences.sqlite"


def felt(kitchen: Kitchen) -> dict[str, str]:
    """The essences that serve, by the titles' names."""
    return {title.title: title.essence for title in read_titles(kitchen.current.titles) if title.essence}
