"""Whole ingests: what is embedded, what goes, what stays when something fails."""

import asyncio
import errno
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.parquet import read_titles
from agent.retrieval.home import EdgeHome
from agent.retrieval.types import FULL, AnyOf, HybridQuery
from etl import build
from etl.errors import DataFolderError, EtlError, IngestRunning, SourceError, WrongSource
from etl.ingest import IngestReport, SourceArg, ingest, parse_source
from etl.progress import Stage
from tests.etl.tables import imdb_csv, netflix_csv, story
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome, MemoryIndex

REPO = Path(__file__).resolve().parents[2]


def rows(count: int, **changed: str) -> list[dict[str, str]]:
    """Rows of films of their own each; `changed` alters the first."""
    films = [{"title": f"Film {n}", "director": f"Maker {n}", "description": story(n)} for n in range(count)]
    films[0] |= changed
    return films


class Kitchen:
    """A data folder with encoders and an index home to ingest with."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.files = folder
        self.dense = HashingEncoder()
        self.home = MemoryHome()

    async def ingest(self, *sources: SourceArg, dense: HashingEncoder | None = None) -> IngestReport:
        return await ingest(sources, data_dir=self.data, dense=dense or self.dense, sparse=HashingSparse(), home=self.home)

    async def netflix(self, films: Sequence[dict[str, str]], dense: HashingEncoder | None = None) -> IngestReport:
        return await self.ingest(SourceArg("netflix", netflix_csv(self.files / "netflix.csv", *films)), dense=dense)

    @property
    def current(self) -> Generation:
        current = Generations(self.data).current()
        assert current is not None
        return current

    @property
    def index(self) -> MemoryIndex:
        return self.home.indexes[self.current.name]

    def titles(self) -> set[str]:
        return {title.title for title in read_titles(self.current.titles)}


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    """An empty data folder with fakes around it."""
    return Kitchen(tmp_path)


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
    assert kitchen.dense.encoded == 5


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
    assert kitchen.index.points["film-0-2019"].payload["certificate"] == "R"


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


async def test_a_malformed_file_leaves_the_old_catalogue_serving(kitchen: Kitchen) -> None:
    """A file that breaks off, and one of useless rows, raise naming row and column; nothing of the catalogue moves."""
    await kitchen.netflix(rows(3))
    before, index = kitchen.current, dict(kitchen.index.points)
    path = netflix_csv(kitchen.files / "bad.csv", *rows(3))
    path.write_text(path.read_text("utf-8")[:-120], "utf-8")
    with pytest.raises(SourceError, match=r"row 4, column"):
        await kitchen.ingest(SourceArg("netflix", path))
    useless = [{**row, "release_year": "soon"} for row in rows(3)]
    with pytest.raises(SourceError, match=r"row 2: column release_year holds 'soon'"):
        await kitchen.netflix(useless)
    assert kitchen.current == before
    assert kitchen.index.points == index
    assert sorted(path.name for path in before.folder.parent.iterdir()) == [before.name]


async def test_a_repeated_source_id_is_rejected(kitchen: Kitchen) -> None:
    """Two rows with one id: the first counts, the second is reported."""
    report = await kitchen.netflix([{"show_id": "s9", "title": "One"}, {"show_id": "s9", "title": "Two"}])
    assert kitchen.titles() == {"One"}
    assert [item.why for item in report.rejected] == ["column show_id repeats 's9' of row 2"]


async def test_a_failing_encoder_leaves_the_old_catalogue_and_its_vectors_for_the_next_try(kitchen: Kitchen) -> None:
    """What was embedded before the failure is not embedded again."""
    await kitchen.netflix(rows(2))
    before = kitchen.current
    with pytest.raises(RuntimeError, match="as the test asked"):
        await kitchen.netflix(rows(150), dense=HashingEncoder(fail_after=64))
    assert kitchen.current == before
    report = await kitchen.netflix(rows(150))
    assert report.embedded == 150 - 2 - 64


async def test_a_failing_index_leaves_nothing_half_made(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upsert that cannot work removes the unfinished generation and its index."""
    await kitchen.netflix(rows(2))
    before = kitchen.current

    async def refuse(self: MemoryIndex, points: object) -> None:
        raise TypeError("this index takes nothing")

    with monkeypatch.context() as patch:
        patch.setattr(MemoryIndex, "upsert", refuse)
        with pytest.raises(TypeError, match="takes nothing"):
            await kitchen.netflix(rows(3))
    assert kitchen.current == before
    assert [path.name for path in before.folder.parent.iterdir()] == [before.name]
    assert set(kitchen.home.indexes) == {before.name}


async def test_an_index_that_was_lost_is_built_anew_without_embedding(kitchen: Kitchen) -> None:
    """The facts are as before but the index is gone (another server, a deleted folder): it is filled from cached vectors."""
    await kitchen.netflix(rows(3))
    kitchen.home.indexes.clear()
    report = await kitchen.netflix(rows(3))
    assert (report.embedded, report.changed) == (0, True)
    assert len(kitchen.index.points) == 3


async def test_indexes_of_generations_that_went_are_dropped(kitchen: Kitchen) -> None:
    """Only the generation that serves and the one before keep an index."""
    names = []
    for count in (1, 2, 3):
        await kitchen.netflix(rows(count))
        names.append(kitchen.current.name)
    assert set(kitchen.home.indexes) == set(names[1:])


async def test_kept_records_that_are_damaged_ask_for_their_source(kitchen: Kitchen) -> None:
    """Without the kept records the source would vanish silently; naming it mends it."""
    await kitchen.netflix(rows(2))
    (kitchen.current.folder / "sources" / "netflix.parquet").write_bytes(b"PAR1 broken")
    imdb = SourceArg("imdb", imdb_csv(kitchen.files / "imdb.csv", {}))
    with pytest.raises(EtlError, match="source netflix cannot be read: name it"):
        await kitchen.ingest(imdb)
    report = await kitchen.ingest(imdb, SourceArg("netflix", kitchen.files / "netflix.csv"))
    assert report.titles == 3


async def test_a_data_folder_that_cannot_be_written_says_so(kitchen: Kitchen) -> None:
    """A file where the folder should be: one sentence with the way out."""
    kitchen.data.write_text("in the way", "utf-8")
    with pytest.raises(DataFolderError, match="MATINEE_DATA_DIR"):
        await kitchen.netflix(rows(1))


async def test_a_full_disk_leaves_the_old_catalogue_serving(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    """No space left while facts are written: said plainly, nothing half made stays."""
    await kitchen.netflix(rows(1))
    before = kitchen.current

    def full(path: Path, titles: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(build, "write_titles", full)
        with pytest.raises(DataFolderError, match="No space left"):
            await kitchen.netflix(rows(2))
    assert kitchen.current == before
    assert [path.name for path in before.folder.parent.iterdir()] == [before.name]


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


async def test_two_ingests_at_once_do_not_race(kitchen: Kitchen) -> None:
    """The second says that one is at work; the first finishes undisturbed; afterwards there is room again."""
    begun, go_on = asyncio.Event(), asyncio.Event()

    class Waiting(HashingEncoder):
        async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
            begun.set()
            await go_on.wait()
            return await super().passages(texts)

    first = asyncio.create_task(kitchen.netflix(rows(3), dense=Waiting()))
    await begun.wait()
    with pytest.raises(IngestRunning, match=f"process {os.getpid()}"):
        await kitchen.netflix(rows(3))
    go_on.set()
    assert (await first).titles == 3
    assert (await kitchen.netflix(rows(4))).titles == 4


async def test_a_cancelled_ingest_leaves_no_lock_and_no_generation(kitchen: Kitchen) -> None:
    """Cancelling while texts are embedded frees the folder for the next ingest."""
    begun = asyncio.Event()

    class Endless(HashingEncoder):
        async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
            begun.set()
            await asyncio.Event().wait()
            raise AssertionError("unreachable")

    task = asyncio.create_task(kitchen.netflix(rows(3), dense=Endless()))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert Generations(kitchen.data).current() is None
    assert (await kitchen.netflix(rows(3))).embedded == 3


async def test_a_killed_ingest_blocks_others_while_it_lives_and_is_resumed_after(kitchen: Kitchen) -> None:
    """SIGKILL in the second batch: the lock goes with the process, the first batch stays, the rest is done next time."""
    path = netflix_csv(kitchen.files / "n.csv", *rows(100))
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.etl.killed_ingest",
        str(kitchen.data),
        str(path),
        cwd=REPO,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert child.stdout is not None
        assert await child.stdout.readline() == b"stuck\n"
        with pytest.raises(IngestRunning, match=f"process {child.pid}"):
            await kitchen.ingest(SourceArg("netflix", path))
    finally:
        child.send_signal(signal.SIGKILL)
        await child.communicate()
    report = await kitchen.ingest(SourceArg("netflix", path))
    assert (report.titles, report.embedded) == (100, 36)


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("netflix", SourceArg("netflix")),
        ("IMDb", SourceArg("imdb")),
        ("starter", SourceArg("starter")),
        ("netflix=/a=b/c.csv", SourceArg("netflix", Path("/a=b/c.csv"))),
        ("imdb=~/x.csv", SourceArg("imdb", Path("~/x.csv").expanduser())),
    ],
)
def test_source_arguments_are_understood(text: str, expected: SourceArg) -> None:
    """A name alone, or a name with a path that may hold an equals sign or a tilde."""
    assert parse_source(text) == expected


@pytest.mark.parametrize("text", ["hulu", "", "=x.csv", "netflix=", "starter=x.csv", "netflix_titles.csv"])
def test_a_wrong_source_argument_says_what_to_write(text: str) -> None:
    """Unknown names, missing paths and a path for the starter each name what can be written instead."""
    with pytest.raises(WrongSource, match=r"starter|netflix"):
        parse_source(text)


async def test_an_ingest_of_nothing_or_of_one_source_twice_is_wrong_use(kitchen: Kitchen) -> None:
    """Both are refused before anything is read."""
    with pytest.raises(WrongSource, match="at least one source"):
        await kitchen.ingest()
    with pytest.raises(WrongSource, match="each once"):
        await kitchen.ingest(SourceArg("starter"), SourceArg("starter"))
