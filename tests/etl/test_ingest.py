"""Whole ingests: what is embedded, what goes, what stays."""

import json
from collections.abc import Sequence
from pathlib import Path

from agent.catalogue.generation import Generations
from agent.catalogue.parquet import read_titles
from agent.retrieval.home import EdgeHome
from agent.retrieval.types import FULL, AnyOf, HybridQuery
from etl.ingest import SourceArg, ingest
from etl.progress import Stage
from tests.etl.kitchen import Kitchen, rows
from tests.etl.tables import imdb_csv, netflix_csv, story
from tests.fakes.encoders import HashingEncoder, HashingSparse


async def test_a_first_ingest_serves_every_title_by_facts_and_by_index(kitchen: Kitchen) -> None:
    """Facts, sealed index, manifest and report agree on what there is."""
    report = await kitchen.netflix(rows(3))
    assert (report.titles, report.embedded, report.removed, report.changed) == (3, 3, 0, True)
    assert kitchen.titles() == {"Film 0", "Film 1", "Film 2"}
    assert set(kitchen.index.points) == {"film-0-2019", "film-1-2019", "film-2-2019"}
    assert kitchen.home.sealed == {kitchen.current.name}
    manifest = json.loads(kitchen.current.manifest.read_text("utf-8"))
    assert manifest["titles"] == 3
    assert manifest["sources"]["netflix"]["rows"] == 3
    assert manifest["encoder"] == "hashing-1"


async def test_the_report_is_the_json_of_the_command(kitchen: Kitchen) -> None:
    """Titles, embedded, removed, rows a source, rejected rows with their reason, seconds; nothing else."""
    report = await kitchen.netflix(rows(3, release_year="abc"))
    told = report.to_json()
    assert isinstance(told.pop("seconds"), float)
    assert told == {
        "titles": 2,
        "embedded": 2,
        "removed": 0,
        "sources": {"netflix": 3},
        "rejected": [{"source": "netflix", "row": 2, "why": "column release_year holds 'abc', not a year"}],
    }
    json.dumps(told)


async def test_a_second_ingest_of_the_same_embeds_nothing_and_keeps_the_generation(kitchen: Kitchen) -> None:
    """Nothing changed: the encoder is not asked and the generation that serves stays."""
    await kitchen.netflix(rows(5))
    before = kitchen.current
    report = await kitchen.netflix(rows(5))
    assert (report.embedded, report.removed, report.changed, report.titles) == (0, 0, False, 5)
    assert kitchen.current == before
    assert kitchen.dense.encoded == 2 * 5


async def test_a_changed_row_embeds_one(kitchen: Kitchen) -> None:
    """One new description: one text is embedded, and the new generation serves it."""
    await kitchen.netflix(rows(5))
    report = await kitchen.netflix(rows(5, description=story(99)))
    assert (report.embedded, report.removed, report.changed) == (1, 0, True)
    assert {title.description for title in read_titles(kitchen.current.titles) if title.title == "Film 0"} == {story(99)}


async def test_a_changed_fact_outside_the_text_embeds_nothing_and_still_serves(kitchen: Kitchen) -> None:
    """Another certificate is no new text, but filters must see it."""
    await kitchen.netflix(rows(2))
    report = await kitchen.netflix(rows(2, rating="R"))
    assert (report.embedded, report.changed) == (0, True)
    assert kitchen.index.points["film-0-2019"].payload["from_age"] == "17"


async def test_a_withdrawn_title_goes(kitchen: Kitchen) -> None:
    """A row that the file has no more is neither in the facts nor in the index."""
    await kitchen.netflix(rows(4))
    report = await kitchen.netflix(rows(4)[:-1])
    assert (report.titles, report.removed, report.embedded) == (3, 1, 0)
    assert "film-3-2019" not in kitchen.index.points
    assert "Film 3" not in kitchen.titles()


async def test_a_source_that_is_not_named_stays_and_one_that_is_named_is_replaced(kitchen: Kitchen) -> None:
    """IMDb comes to Netflix, merges what is the same, and Netflix can change without IMDb being named."""
    await kitchen.netflix(rows(2))
    lamp = {"Series_Title": "Film 0", "Director": "Maker 0"}
    report = await kitchen.ingest(SourceArg("imdb", imdb_csv(kitchen.files / "imdb.csv", lamp, {"Overview": story(50)})))
    assert (report.titles, report.sources, report.across) == (3, {"imdb": 2}, 1)
    assert kitchen.titles() == {"Film 0", "Film 1", "The Lamp Room"}
    await kitchen.netflix(rows(3)[1:])
    by_title = {title.title: title for title in read_titles(kitchen.current.titles)}
    assert set(by_title) == {"Film 0", "Film 1", "Film 2", "The Lamp Room"}
    assert by_title["Film 0"].source_ids == ("imdb:0",)


async def test_indexes_of_generations_that_went_are_dropped(kitchen: Kitchen) -> None:
    """Only the generation that serves and the one before keep an index."""
    names = []
    for count in (1, 2, 3):
        await kitchen.netflix(rows(count))
        names.append(kitchen.current.name)
    assert set(kitchen.home.indexes) == set(names[1:])


async def test_progress_tells_every_stage(kitchen: Kitchen) -> None:
    """Reading, joining, embedding and indexing are each told from 0 to their end."""
    seen: list[tuple[Stage, int, int]] = []

    class Steps:
        def report(self, stage: Stage, done: int, total: int) -> None:
            seen.append((stage, done, total))

    path = netflix_csv(kitchen.files / "n.csv", *rows(3))
    await ingest(
        [SourceArg("netflix", path)],
        data_dir=kitchen.data,
        dense=kitchen.dense,
        sparse=HashingSparse(),
        home=kitchen.home,
        progress=Steps(),
    )
    ends = {stage: (done, total) for stage, done, total in seen}
    assert ends == {"read": (1, 1), "unify": (3, 3), "embed": (3, 3), "index": (3, 3)}


async def test_the_real_embedded_index_finds_what_was_ingested(tmp_path: Path) -> None:
    """Through qdrant-edge: a search with a filter on the payload brings the title, also after a re-ingest without it."""
    home, dense, data = EdgeHome(tmp_path / "run"), HashingEncoder(), tmp_path / "data"

    async def serve(films: Sequence[dict[str, str]]) -> list[str]:
        path = netflix_csv(tmp_path / "n.csv", *films)
        await ingest([SourceArg("netflix", path)], data_dir=data, dense=dense, sparse=HashingSparse(), home=home)
        current = Generations(data).current()
        assert current is not None
        index = await home.open(current)
        try:
            query = HybridQuery({FULL: await dense.query("lighthouse letters")}, None, (AnyOf("genres", ("horror",)),))
            return [hit.id for hit in await index.hybrid_search(query)]
        finally:
            await index.close()

    films = [*rows(3), {"title": "Fog", "listed_in": "Horror Movies"}]
    assert await serve(films) == ["fog-2019"]
    assert await serve(films[:-1]) == []
