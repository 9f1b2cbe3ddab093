"""Vectors by content, in one SQLite file that all generations share: a text is embedded once, whatever becomes of an ingest."""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType

import numpy as np

from agent.retrieval.types import Vector

# SQLite's default limit of bound variables was 999 before 3.32.
_ASKED_AT_ONCE = 500


def content_key(fingerprint: str, text: str) -> bytes:
    """The key of a text's vector: sha256 of the encoder's fingerprint and the text."""
    return hashlib.sha256(f"{fingerprint}\0{text}".encode()).digest()


class EmbeddingCache:
    """The file at `path`, made when it is missing. Every `put` is one committed transaction. Close it, or use `with`.

    A file that is no database is replaced: it holds nothing that cannot be computed again.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = _open(path)
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)
            self._connection = _open(path)

    def __enter__(self) -> "EmbeddingCache":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Those of `keys` that have a vector."""
        return {key for key, _ in self._select("key, NULL", keys)}

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        """The vectors of `keys`, each float32 of shape (dimension,); unknown keys are left out."""
        return {key: np.frombuffer(blob, dtype="<f4").astype(np.float32) for key, blob in self._select("key, vector", keys)}

    def put(self, vectors: Mapping[bytes, Vector]) -> None:
        """Keep the vectors, durably."""
        rows = [(key, np.asarray(vector, dtype="<f4").tobytes()) for key, vector in vectors.items()]
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)", rows)

    def copy_to(self, path: Path) -> None:
        """Put all vectors into the file at `path`, whatever other processes do with ours meanwhile. Raises sqlite3.Error."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path)) as target:
            self._connection.backup(target)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _select(self, columns: str, keys: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        found: list[tuple[bytes, bytes]] = []
        for start in range(0, len(keys), _ASKED_AT_ONCE):
            some = keys[start : start + _ASKED_AT_ONCE]
            marks = ", ".join("?" * len(some))
            query = f"SELECT {columns} FROM vectors WHERE key IN ({marks})"  # noqa: S608 (columns and marks are ours)
            found += self._connection.execute(query, some).fetchall()
        return found


def _open(path: Path) -> sqlite3.Connection:
    # Each call comes from a worker thread, one at a time.
    connection = sqlite3.connect(path, check_same_thread=False, timeout=30)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection
