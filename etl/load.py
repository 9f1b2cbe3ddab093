"""Items of a data set → vectors in an index: embeds what is new, then fills the index, in batches of 64."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from tenacity import AsyncRetrying, retry_if_not_exception_type, stop_after_attempt, wait_exponential

from agent.retrieval.types import Point, SparseVector, VectorIndex
from etl.embeddings import EmbeddingCache, content_key
from etl.errors import EtlError
from etl.progress import Progress

BATCH = 64
# Five tries within about 15 s: a server that restarts is back by then; one that is gone is told as such.
_TRIES = 5
_BACK_OFF = wait_exponential(multiplier=0.5, max=8)
_PROGRAMMING_ERRORS = (TypeError, ValueError, AttributeError, KeyError, AssertionError)

Sleep = Callable[[float], Awaitable[None]]


class Dense(Protocol):
    """What an ingest needs of a dense encoder."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same text would get another vector."""
        ...

    async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors, shape (n, dimension)."""
        ...


class Sparse(Protocol):
    """What an ingest needs of a sparse encoder."""

    async def passages(self, texts: Sequence[str]) -> list[SparseVector]:
        """One vector a text, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """What an index gets of one item: the texts to embed by their vectors' names, the text whose words are weighed, and what
    conditions test."""

    id: str
    texts: Mapping[str, str]
    words: str
    payload: Mapping[str, Any]


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Loader(Generic[T]):
    """The encoders, the cache of vectors, who is told, and how an item becomes an entry. `sleep` waits between two tries."""

    dense: Dense
    sparse: Sparse
    cache: EmbeddingCache
    progress: Progress
    entry: Callable[[T], Entry]
    sleep: Sleep = asyncio.sleep

    async def embed(self, items: Sequence[T]) -> int:
        """Embed the texts that have no vector yet and keep each batch at once; returns for how many items that was needed."""
        wanted = {tuple(keyed): keyed for keyed in map(self._texts, items)}
        known = await asyncio.to_thread(self.cache.known, [key for keys in wanted for key in keys])
        missing = [keyed for keys, keyed in wanted.items() if not known.issuperset(keys)]
        self.progress.report("embed", 0, len(missing))
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            fresh = {key: text for keyed in batch for key, text in keyed.items() if key not in known}
            vectors = await self.dense.passages(list(fresh.values()))
            _check(vectors, len(fresh))
            await asyncio.to_thread(self.cache.put, dict(zip(fresh, vectors, strict=True)))
            self.progress.report("embed", start + len(batch), len(missing))
        return len(missing)

    async def fill(self, index: VectorIndex, items: Sequence[T]) -> None:
        """Put every item into the index; all must be embedded. A failing batch is tried again with growing pauses."""
        # The first point names all vectors that the index will have.
        ordered = sorted(items, key=lambda item: -len(self.entry(item).texts))
        self.progress.report("index", 0, len(items))
        for start in range(0, len(items), BATCH):
            batch = ordered[start : start + BATCH]
            points = await self._points(batch)
            async for attempt in AsyncRetrying(
                stop=stop_after_attempt(_TRIES),
                wait=_BACK_OFF,
                retry=retry_if_not_exception_type((*_PROGRAMMING_ERRORS, asyncio.CancelledError)),
                sleep=self.sleep,
                reraise=True,
            ):
                with attempt:
                    await index.upsert(points)
            self.progress.report("index", start + len(batch), len(items))

    async def _points(self, items: Sequence[T]) -> list[Point]:
        entries = [self.entry(item) for item in items]
        keys = [{name: self._key(text) for name, text in entry.texts.items()} for entry in entries]
        vectors = await asyncio.to_thread(self.cache.get, [key for named in keys for key in named.values()])
        terms = await self.sparse.passages([entry.words for entry in entries])
        return [
            Point(entry.id, {name: vectors[key] for name, key in named.items()}, sparse, entry.payload)
            for entry, named, sparse in zip(entries, keys, terms, strict=True)
        ]

    def _texts(self, item: T) -> dict[bytes, str]:
        """An item's texts by the keys under which their vectors are kept."""
        return {self._key(text): text for text in self.entry(item).texts.values()}

    def _key(self, text: str) -> bytes:
        return content_key(self.dense.fingerprint, text)


def _check(vectors: npt.NDArray[np.float32], count: int) -> None:
    """A vector that is no number would make its item unfindable for ever, since it is cached."""
    if vectors.ndim != 2 or len(vectors) != count or not np.isfinite(vectors).all():
        raise EtlError("the encoder gave no usable vectors: remove its folder under the data folder's models/ and start again")
