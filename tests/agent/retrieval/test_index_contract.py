"""One suite for every vector index: the embedded engine, the server's client, the fake that other tests rely on."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from agent.catalogue.generation import Generation, Generations
from agent.retrieval.home import EdgeHome, IndexHome, ServerHome
from agent.retrieval.types import (
    ESSENCE,
    FULL,
    AnyOf,
    Between,
    Hit,
    HybridQuery,
    NoneOf,
    Point,
    SparseVector,
    Vector,
    VectorIndex,
)
from tests.fakes.index import MemoryHome

# qdrant-client says so of its local mode, which stands for the server here.
pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant:UserWarning")


def unit(*values: float) -> Vector:
    """A vector of unit length."""
    vector = np.asarray(values, np.float32)
    scaled: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
    return scaled


NORTH, EAST, NORTHEAST = unit(1, 0, 0), unit(0, 1, 0), unit(1, 1, 0)
POINTS = [
    Point(
        "north", {FULL: NORTH}, SparseVector((1, 2), (1.0, 1.0)), {"kind": "movie", "year": 1994, "genres": ["crime", "drama"]}
    ),
    Point("east", {FULL: EAST}, SparseVector((3,), (1.0,)), {"kind": "series", "year": 2015, "genres": ["comedy"]}),
    Point("northeast", {FULL: NORTHEAST}, SparseVector((2, 3), (1.0, 1.0)), {"kind": "movie", "genres": []}),
    Point("wordless", {FULL: unit(0, 0, 1)}, SparseVector((), ()), {"kind": "movie", "year": 2000}),
]


@pytest.fixture(params=["edge", "server", "memory"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> IndexHome:
    """Each kind of home in turn."""
    if request.param == "edge":
        return EdgeHome(tmp_path / "run")
    if request.param == "server":
        from qdrant_client import AsyncQdrantClient

        return ServerHome("", client=AsyncQdrantClient(":memory:"))
    return MemoryHome()


@pytest.fixture
def generation(tmp_path: Path) -> Generation:
    """A generation to build in."""
    return Generations(tmp_path).new()


@pytest.fixture
async def index(home: IndexHome, generation: Generation) -> AsyncIterator[VectorIndex]:
    """The sealed index of POINTS, opened."""
    filling = await home.create(generation)
    await filling.upsert(POINTS[:2])
    await filling.upsert(POINTS[2:])
    await home.seal(filling, generation)
    opened = await home.open(generation)
    yield opened
    await opened.close()


def query(*, dense: Vector | None = NORTH, sparse: SparseVector | None = None, **more: object) -> HybridQuery:
    """A query with the defaults of these tests."""
    return HybridQuery({} if dense is None else {FULL: dense}, sparse, **more)  # type: ignore[arg-type]


def ids(hits: list[Hit]) -> list[str]:
    """The ids, best first."""
    return [hit.id for hit in hits]


async def test_dense_leg_orders_by_cosine_and_reports_it(index: VectorIndex) -> None:
    """Without a sparse leg the order is that of the cosines, which the hits carry."""
    hits = await index.hybrid_search(query())
    assert ids(hits)[:2] == ["north", "northeast"]
    assert hits[0].dense == pytest.approx(1.0, abs=1e-5)
    assert hits[1].dense == pytest.approx(0.7071, abs=1e-3)
    assert hits[0].sparse is None


async def test_sparse_leg_finds_only_documents_with_a_common_word(index: VectorIndex) -> None:
    """A sparse leg alone returns the documents that share a term, the one with the rarer terms first."""
    hits = await index.hybrid_search(query(dense=None, sparse=SparseVector((1, 2), (1.0, 1.0))))
    assert ids(hits) == ["north", "northeast"]
    assert hits[0].sparse is not None
    assert hits[1].sparse is not None
    assert hits[0].sparse > hits[1].sparse > 0
    assert hits[0].dense is None


async def test_fusion_lifts_what_both_legs_find(index: VectorIndex) -> None:
    """A document second in one leg and first in the other beats one that a single leg puts first."""
    hits = await index.hybrid_search(query(dense=unit(1, 0.9, 0), sparse=SparseVector((3,), (1.0,))))
    assert ids(hits)[0] == "northeast"
    assert hits[0].fused > hits[1].fused


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (AnyOf("kind", ("series",)), {"east"}),
        (AnyOf("genres", ("comedy", "crime")), {"north", "east"}),
        (AnyOf("genres", ()), set()),
        (NoneOf("genres", ("crime",)), {"east", "northeast", "wordless"}),
        (Between("year", 1990, 2000), {"north", "wordless"}),
        (Between("year", 2001), {"east"}),
        (Between("year", None, 1994), {"north"}),
    ],
)
async def test_conditions_hold_inside_the_search(index: VectorIndex, condition: object, expected: set[str]) -> None:
    """A condition keeps what does not meet it out, and out of the places that a limit leaves."""
    wide = await index.hybrid_search(query(conditions=(condition,)))
    assert set(ids(wide)) == expected
    narrow = await index.hybrid_search(query(conditions=(condition,), limit=1, leg_limit=1))
    assert len(narrow) == min(1, len(expected))


async def test_conditions_hold_in_every_leg(index: VectorIndex) -> None:
    """The sparse leg is filtered as the dense one is."""
    hits = await index.hybrid_search(query(sparse=SparseVector((3,), (1.0,)), conditions=(AnyOf("kind", ("movie",)),)))
    assert set(ids(hits)) == {"north", "northeast", "wordless"}


async def test_vectors_come_back_by_our_ids(index: VectorIndex) -> None:
    """The dense vector of a document is returned under its own id; unknown ids are left out."""
    found = await index.vectors(["northeast", "nowhere"])
    assert list(found) == ["northeast"]
    assert found["northeast"][FULL] == pytest.approx(NORTHEAST, abs=1e-6)


async def test_an_upsert_replaces_and_a_delete_removes(home: IndexHome, generation: Generation) -> None:
    """A document written twice is there once, with its last content; a removed one is gone; unknown ids do not matter."""
    index = await home.create(generation)
    await index.upsert(POINTS)
    await index.upsert([Point("north", {FULL: EAST}, SparseVector((9,), (1.0,)), {"kind": "series"})])
    assert await index.count() == 4
    assert set(ids(await index.hybrid_search(query(conditions=(AnyOf("kind", ("series",)),))))) == {"north", "east"}
    await index.delete(["north", "nowhere"])
    assert await index.count() == 3
    await home.seal(index, generation)


async def test_an_empty_index_is_no_error(home: IndexHome, generation: Generation) -> None:
    """Before anything is written, searches find nothing and the count is 0."""
    index = await home.create(generation)
    await index.upsert([])
    await index.delete(["north"])
    assert await index.count() == 0
    assert await index.hybrid_search(query(sparse=SparseVector((1,), (1.0,)))) == []
    assert await index.vectors(["north"]) == {}
    await home.seal(index, generation)


async def test_creating_again_starts_empty(home: IndexHome, generation: Generation) -> None:
    """What an unfinished build wrote is not in the next build's index."""
    first = await home.create(generation)
    await first.upsert(POINTS)
    await first.close()
    second = await home.create(generation)
    await second.upsert(POINTS[:1])
    assert await second.count() == 1
    await home.seal(second, generation)


async def test_a_document_may_lack_a_vector_that_the_first_one_has(home: IndexHome, generation: Generation) -> None:
    """What is there comes back, what is not is absent rather than zero, and both are found by the vector that both have."""
    filling = await home.create(generation)
    terms = SparseVector((), ())
    await filling.upsert([Point("felt", {FULL: NORTH, ESSENCE: EAST}, terms)])
    await filling.upsert([Point("plain", {FULL: NORTHEAST}, terms)])
    await home.seal(filling, generation)
    index = await home.open(generation)
    found = await index.vectors(["felt", "plain"])
    assert found["felt"].keys() == {FULL, ESSENCE}
    assert found["plain"].keys() == {FULL}
    np.testing.assert_allclose(found["felt"][ESSENCE], EAST, atol=1e-6)
    assert [hit.id for hit in await index.hybrid_search(query())] == ["felt", "plain"]
    await index.close()
