"""A vector index in a dictionary, and a home for such: the behaviour of the real ones, by plain arithmetic."""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

from agent.retrieval.fusion import Leg, fuse
from agent.retrieval.generation import Generation
from agent.retrieval.types import AnyOf, Between, Condition, Hit, HybridQuery, NoneOf, Point, SparseVector, Vector, VectorIndex


class MemoryIndex:
    """Stands for `EdgeIndex` and `ServerIndex`. `upserts` holds the size of every batch."""

    def __init__(self) -> None:
        self.points: dict[str, Point] = {}
        self.upserts: list[int] = []
        self.closed = False

    async def upsert(self, points: Sequence[Point]) -> None:
        """Add or replace."""
        self.upserts.append(len(points))
        self.points.update({point.id: point for point in points})

    async def delete(self, ids: Sequence[str]) -> None:
        """Remove."""
        for document in ids:
            self.points.pop(document, None)

    async def hybrid_search(self, query: HybridQuery) -> list[Hit]:
        """Fuse exact scans."""
        points = [point for point in self.points.values() if all(_holds(point.payload, c) for c in query.conditions)]
        legs = []
        for name, vector in query.dense.items():
            scored = [(point.id, float(point.dense[name] @ vector)) for point in points]
            legs.append(Leg("dense", _best(scored, query.leg_limit)))
        if query.sparse is not None:
            scored = [(point.id, self._bm25(point.sparse, query.sparse)) for point in points]
            legs.append(Leg("sparse", _best([item for item in scored if item[1] > 0], query.leg_limit)))
        return fuse(legs, query.limit)

    async def vectors(self, ids: Sequence[str]) -> dict[str, Mapping[str, Vector]]:
        """The dense vectors."""
        return {document: self.points[document].dense for document in ids if document in self.points}

    async def count(self) -> int:
        """How many."""
        return len(self.points)

    async def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True

    def _bm25(self, document: SparseVector, query: SparseVector) -> float:
        weights = dict(zip(document.indices, document.values, strict=True))
        total = 0.0
        for term, weight in zip(query.indices, query.values, strict=True):
            if term in weights:
                having = sum(term in point.sparse.indices for point in self.points.values())
                total += weight * weights[term] * log(1 + (len(self.points) - having + 0.5) / (having + 0.5))
        return total


class MemoryHome:
    """Stands for `EdgeHome` and `ServerHome`: indexes by generation name."""

    def __init__(self) -> None:
        self.indexes: dict[str, MemoryIndex] = {}
        self.sealed: set[str] = set()

    async def create(self, generation: Generation) -> VectorIndex:
        """An empty one."""
        index = self.indexes[generation.name] = MemoryIndex()
        return index

    async def seal(self, index: VectorIndex, generation: Generation) -> None:
        """Remember that it was sealed."""
        await index.close()
        self.sealed.add(generation.name)

    async def open(self, generation: Generation) -> VectorIndex:
        """A copy of the sealed one, as the real ones give."""
        copy = MemoryIndex()
        copy.points = dict(self.indexes[generation.name].points)
        return copy

    async def drop(self, generation: Generation) -> None:
        """Forget it."""
        self.indexes.pop(generation.name, None)


def _best(scored: list[tuple[str, float]], limit: int) -> list[tuple[str, float]]:
    return sorted(scored, key=lambda item: -item[1])[:limit]


def _holds(payload: Mapping[str, Any], condition: Condition) -> bool:
    value = payload.get(condition.field)
    values = set(value) if isinstance(value, (list, tuple)) else {value}
    match condition:
        case AnyOf(_, wanted):
            return bool(values & set(wanted))
        case NoneOf(_, unwanted):
            return not values & set(unwanted)
        case Between(_, low, high):
            return value is not None and (low is None or value >= low) and (high is None or value <= high)
