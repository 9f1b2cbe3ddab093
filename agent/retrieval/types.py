"""The plain values of hybrid search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.float32]

# The names of the dense vectors of a document, in points and queries: its whole text, what it is about without names, and how
# it feels, where that is known.
FULL, PLOT, ESSENCE = "full", "plot", "essence"


@dataclass(frozen=True, slots=True)
class SparseVector:
    """A sparse vector: `indices` are token ids, `values` their weights; same length, each index once."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """One document in the index. `id` is ours (readable); an index that needs another form derives it and keeps this one."""

    id: str
    dense: Mapping[str, Vector]  # by vector name; each of shape (dimension,), unit length
    sparse: SparseVector
    payload: Mapping[str, Any] = field(default_factory=dict)  # only what conditions test


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The field (a value or a list) shares a value with `values`."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The field (a value or a list) shares no value with `values`."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """The field is a number in [low, high]; None leaves a side open. A document without the field does not match."""

    field: str
    low: float | None = None
    high: float | None = None


Condition: TypeAlias = AnyOf | NoneOf | Between


@dataclass(frozen=True, slots=True)
class HybridQuery:
    """One search: dense and sparse legs fused, conditions applied inside both."""

    dense: Mapping[str, Vector]  # by vector name
    sparse: SparseVector | None  # None leaves the sparse leg out
    conditions: Sequence[Condition] = ()
    limit: int = 15
    leg_limit: int = 50


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate. `fused` is the RRF score; `dense` the best cosine, `sparse` the BM25 score, None where a leg missed it."""

    id: str
    fused: float
    dense: float | None = None
    sparse: float | None = None


class VectorIndex(Protocol):
    """Where vectors live. Calls never block the event loop."""

    async def upsert(self, points: Sequence[Point]) -> None:
        """Add or replace. The first point ever names all vectors; a later one may lack some."""
        ...

    async def delete(self, ids: Sequence[str]) -> None:
        """Remove; unknown ids are no error."""
        ...

    async def hybrid_search(self, query: HybridQuery) -> list[Hit]:
        """The best `limit` by reciprocal rank fusion, best first."""
        ...

    async def vectors(self, ids: Sequence[str]) -> dict[str, Mapping[str, Vector]]:
        """The dense vectors of documents, by id; unknown ids are left out."""
        ...

    async def count(self) -> int:
        """How many documents it holds."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...


class IndexUnavailable(RuntimeError):
    """The index cannot be opened or reached; the message is one plain sentence with the way out."""
