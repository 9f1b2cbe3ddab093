"""Ingests that fail, are killed or meet another: the old catalogue serves, and nothing is done twice."""

import asyncio
import errno
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from agent.catalogue.generation import Generations
from etl import build
from etl.errors import DataFolderError, EtlError, IngestRunning, SourceError
from etl.ingest import SourceArg
from tests.etl.kitchen import Kitchen, rows
from tests.etl.tables import imdb_csv, netflix_csv
from tests.fakes.encoders import HashingEncoder
from tests.fakes.index import MemoryIndex

REPO = Path(__file__).resolve().parents[2]


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
        await kitchen.netflix(rows(150), dense=HashingEncoder(fail_after=2 * 64))
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


@pytest.mark.parametrize("damage", ["", "not json", "[]"])
async def test_a_damaged_manifest_means_building_anew(kitchen: Kitchen, damage: str) -> None:
    """Without a readable manifest nobody knows what serves: the generation is built again, from cached vectors."""
    await kitchen.netflix(rows(2))
    kitchen.current.manifest.write_text(damage, "utf-8")
    report = await kitchen.netflix(rows(2))
    assert (report.changed, report.embedded, report.titles) == (True, 0, 2)


async def test_damaged_facts_of_the_old_generation_do_not_stop_the_next(kitchen: Kitchen) -> None:
    """Nothing can be said to be removed from facts that cannot be read; the new ones serve."""
    await kitchen.netflix(rows(2))
    kitchen.current.titles.write_bytes(b"PAR1 broken")
    assert (await kitchen.netflix(rows(3))).removed == 0
    assert len(kitchen.titles()) == 3
