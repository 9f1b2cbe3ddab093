"""Essences that a model wrote, in one SQLite file beside the catalogue's generations, by what they were written from.

They were paid for: unlike vectors they cannot be computed again, so a file that is damaged is never replaced.
"""

import dataclasses
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from agent.catalogue.title import Title
from etl.enrichment.facts import facts_of, key_of
from etl.errors import EtlError

_TABLE = (
    "CREATE TABLE IF NOT EXISTS essences "
    "(key BLOB PRIMARY KEY, essence TEXT NOT NULL, reviewed BLOB NOT NULL, model TEXT NOT NULL) WITHOUT ROWID"
)


@dataclass(frozen=True, slots=True)
class Written:
    """An essence, the digest of the reviews that it was written with, and the model. An empty one was tried in vain."""

    essence: str
    reviewed: bytes = b""
    model: str = ""


class EssenceStore:
    """The file at `path`, made when it is missing. Every `put` is one committed transaction. Close it, or use `with`.

    Raises EtlError where the file is damaged.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        with self._told():
            # Each call comes from a worker thread, one at a time.
            self._connection = sqlite3.connect(path, check_same_thread=False, timeout=30)
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute(_TABLE)
            except sqlite3.DatabaseError:
                self._connection.close()
                raise

    def __enter__(self) -> "EssenceStore":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def all(self) -> dict[bytes, Written]:
        """Everything that was written, by key."""
        with self._told():
            rows = self._connection.execute("SELECT key, essence, reviewed, model FROM essences").fetchall()
        return {key: Written(*rest) for key, *rest in rows}

    def put(self, written: Mapping[bytes, Written]) -> None:
        """Keep them, durably, in place of earlier ones."""
        rows = [(key, each.essence, each.reviewed, each.model) for key, each in written.items()]
        with self._told(), self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO essences VALUES (?, ?, ?, ?)", rows)

    def put_in_vain(self, keys: Iterable[bytes]) -> None:
        """Note that these were tried in vain; an essence that is there stays."""
        with self._told(), self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO essences VALUES (?, '', x'', '')", [(key,) for key in keys])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError:
            raise  # a full or forbidden disk: etl.errors.writing_into tells it
        except sqlite3.DatabaseError as error:
            raise EtlError(
                f"The file of written essences {self._path} is damaged ({error}): put a copy of it back, "
                "or move it away to have them written anew."
            ) from error


def with_written(titles: Iterable[Title], path: Path) -> list[Title]:
    """The titles, each that has no essence with the one that a model wrote from its facts, if any. Raises EtlError."""
    if not path.exists():
        return list(titles)
    with EssenceStore(path) as store:
        written = store.all()
    return [title if title.essence else _felt(title, written) for title in titles]


def _felt(title: Title, written: Mapping[bytes, Written]) -> Title:
    found = written.get(key_of(facts_of(title)))
    return dataclasses.replace(title, essence=found.essence) if found and found.essence else title
