"""What an outside source said, kept for some days in a SQLite file. Without a usable file nothing is kept or broken."""

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog

_log = structlog.get_logger(__name__)

DAYS = 7
_SCHEMA = "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL, at REAL NOT NULL) WITHOUT ROWID"


class Cache:
    """JSON values by key. Several processes may share the file. `now` is in seconds since the epoch."""

    def __init__(self, path: Path, *, seconds: float = DAYS * 24 * 3600, now: Callable[[], float] = time.time) -> None:
        self._path, self._seconds, self._now = path, seconds, now
        self._connection: sqlite3.Connection | None = None
        self._is_broken = False
        self._lock = threading.Lock()

    async def get(self, key: str) -> tuple[Any] | None:
        """The value, in a tuple of one, since it may be None itself; None for what is not there or too old."""
        rows = await asyncio.to_thread(
            self._run, "SELECT value FROM kept WHERE key = ? AND at > ?", key, self._now() - self._seconds
        )
        return (json.loads(rows[0][0]),) if rows else None

    async def put(self, key: str, value: Any) -> None:
        """Keep a value from now on."""
        await asyncio.to_thread(
            self._run,
            "INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, at = excluded.at",
            key,
            json.dumps(value, ensure_ascii=False),
            self._now(),
        )

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            self._is_broken = True

    def _run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            if self._is_broken:
                return []
            try:
                if self._connection is None:
                    self._connection = self._open()
                return self._connection.execute(statement, values).fetchall()
            except (sqlite3.Error, OSError) as error:
                # A file in use by others for long is left alone once; one that is damaged or not ours to write, for good.
                self._is_broken = not (isinstance(error, sqlite3.OperationalError) and "locked" in str(error))
                _log.warning("cache_unusable", file=self._path.name, reason=str(error))
                return []

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=1.0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(_SCHEMA)
            connection.execute("DELETE FROM kept WHERE at <= ?", (self._now() - self._seconds,))
        except sqlite3.Error:
            connection.close()
            raise
        return connection
