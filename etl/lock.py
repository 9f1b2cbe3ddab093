"""One ingest of a data set at a time, and one enrichment."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from etl.errors import IngestRunning


@contextmanager
def ingest_lock(data_dir: Path, room: str = "catalogue") -> Iterator[None]:
    """Hold the ingest lock of a data set, which is in the folder `room` of the data folder.

    Raises IngestRunning when another process, or another task of this one, holds it.

    The kernel frees it when its holder dies, however it dies; the file stays and only tells who came last.
    """
    with _held(data_dir, room, "ingest"):
        yield


@contextmanager
def enrich_lock(data_dir: Path) -> Iterator[None]:
    """Hold the data folder's lock on writing essences: no two pay for the same; ingests may go on. Raises IngestRunning."""
    with _held(data_dir, "catalogue", "enrichment"):
        yield


@contextmanager
def _held(data_dir: Path, room: str, job: str) -> Iterator[None]:
    folder = data_dir / room
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{job}.lock").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read().strip() or "?"
            raise IngestRunning(
                f"Another {job} (process {holder}) is at work in {data_dir}: wait until it is through, then run this again."
            ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
