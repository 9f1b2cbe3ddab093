"""Where the indexes of generations live: folders of the embedded engine, or collections on a Qdrant server."""

import asyncio
import fcntl
import os
import shutil
import uuid
from pathlib import Path
from typing import Any, Protocol

from agent.retrieval.edge import EdgeIndex
from agent.retrieval.generation import Generation
from agent.retrieval.server import ServerIndex, connect, reaching
from agent.retrieval.types import IndexUnavailable, VectorIndex
from agent.troubles import no_collection, no_index


class IndexHome(Protocol):
    """Makes, opens and drops the index of a generation. Raises IndexUnavailable."""

    async def create(self, generation: Generation) -> VectorIndex:
        """An empty index to fill; what an unfinished build left is gone."""
        ...

    async def seal(self, index: VectorIndex, generation: Generation) -> None:
        """Make what was written durable and close the index; nobody writes into it again."""
        ...

    async def open(self, generation: Generation) -> VectorIndex:
        """The sealed index, to search."""
        ...

    async def drop(self, generation: Generation) -> None:
        """Remove the index; an absent one is no error."""
        ...


class EdgeHome:
    """Indexes as folders in their generations.

    The engine lets one process hold a folder, so a reader opens a private copy under `run_dir` (40 MB a catalogue of 10,000)
    and removes it at close. Each copy is held by a file lock; a copy whose lock is free was left by a killed process and is
    removed at the next open.
    """

    def __init__(self, run_dir: Path) -> None:
        self._run_dir = run_dir

    async def create(self, generation: Generation) -> VectorIndex:
        """An empty index in the generation's folder."""
        await self.drop(generation)
        return EdgeIndex(generation.index)

    async def seal(self, index: VectorIndex, generation: Generation) -> None:
        """Index the payload, flush and close."""
        if isinstance(index, EdgeIndex):
            await index.index_payload()
        await index.close()
        generation.index.mkdir(parents=True, exist_ok=True)

    async def open(self, generation: Generation) -> VectorIndex:
        """The index, on a copy of its own."""
        if not generation.index.is_dir():
            raise IndexUnavailable(no_index(str(generation.index)).mend)
        copy = await asyncio.to_thread(_PrivateCopy.make, generation.index, self._run_dir)
        try:
            return await EdgeIndex.open(copy.folder, on_close=copy.remove)
        except BaseException:
            copy.remove()
            raise

    async def drop(self, generation: Generation) -> None:
        """Remove the folder."""
        await asyncio.to_thread(shutil.rmtree, generation.index, ignore_errors=True)


class _PrivateCopy:
    def __init__(self, folder: Path, lock: int) -> None:
        self.folder = folder
        self._lock = lock

    @classmethod
    def make(cls, source: Path, run_dir: Path) -> "_PrivateCopy":
        run_dir.mkdir(parents=True, exist_ok=True)
        _remove_stale(run_dir)
        folder = run_dir / f"index-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        lock = os.open(_lock_path(folder), os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        copy = cls(folder, lock)
        try:
            shutil.copytree(source, folder)
        except OSError as error:
            copy.remove()
            raise IndexUnavailable(
                f"The vector index cannot be copied to {run_dir} ({error}): make room there, or run matinee ingest."
            ) from error
        return copy

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        _lock_path(self.folder).unlink(missing_ok=True)
        os.close(self._lock)


def _lock_path(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.lock")


def _remove_stale(run_dir: Path) -> None:
    for path in run_dir.glob("index-*.lock"):
        try:
            lock = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        else:
            shutil.rmtree(path.with_suffix(""), ignore_errors=True)
            path.unlink(missing_ok=True)
        finally:
            os.close(lock)


class ServerHome:
    """Indexes as collections `matinee_<generation>` on a Qdrant server, shared by all processes that name the same URL.

    `client` replaces the connection, for tests.
    """

    def __init__(self, url: str, *, api_key: str | None = None, client: Any = None) -> None:
        self._client = client or connect(url, api_key)

    async def create(self, generation: Generation) -> VectorIndex:
        """An empty collection (made at the first upsert)."""
        await self.drop(generation)
        return self._index(generation)

    async def seal(self, index: VectorIndex, generation: Generation) -> None:
        """Index the payload's fields."""
        if isinstance(index, ServerIndex):
            await index.index_payload()
        await index.close()

    async def open(self, generation: Generation) -> VectorIndex:
        """The collection. Raises IndexUnavailable where the server does not answer or does not have it."""
        index = self._index(generation)
        async with reaching():
            if not await self._client.collection_exists(index.collection):
                raise IndexUnavailable(no_collection(index.collection).mend)
        return index

    async def drop(self, generation: Generation) -> None:
        """Delete the collection."""
        async with reaching():
            name = self._index(generation).collection
            if await self._client.collection_exists(name):
                await self._client.delete_collection(name)

    async def close(self) -> None:
        """Close the connection."""
        await self._client.close()

    def _index(self, generation: Generation) -> ServerIndex:
        return ServerIndex(self._client, f"matinee_{generation.name}")
