"""A Qdrant server as vector index: one collection a generation."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import numpy as np

from agent.retrieval.fusion import Leg, fuse
from agent.retrieval.points import SPARSE, PayloadFields, point_id
from agent.retrieval.types import AnyOf, Between, Condition, Hit, HybridQuery, IndexUnavailable, NoneOf, Point, Vector

TIMEOUT_SECONDS = 10


class ServerIndex:
    """A `VectorIndex` over one collection. The collection is made at the first upsert; until then the index is empty.

    `close` does not close the client, which its home shares among indexes.
    """

    def __init__(self, client: Any, collection: str) -> None:
        self._client = client
        self.collection = collection
        self._exists = False
        self._fields = PayloadFields()

    async def upsert(self, points: Sequence[Point]) -> None:
        """Add or replace. Raises IndexUnavailable."""
        from qdrant_client import models

        if not points:
            return
        rows = [
            models.PointStruct(
                id=point_id(point.id),
                vector={name: vector.tolist() for name, vector in point.dense.items()}
                | {SPARSE: models.SparseVector(indices=list(point.sparse.indices), values=list(point.sparse.values))},
                payload={**point.payload, "id": point.id},
            )
            for point in points
        ]
        self._fields.note(point.payload for point in points)
        async with reaching():
            if not await self._there():
                await self._create(points[0])
            await self._client.upsert(self.collection, rows, wait=True)

    async def delete(self, ids: Sequence[str]) -> None:
        """Remove; unknown ids are no error. Raises IndexUnavailable."""
        async with reaching():
            if ids and await self._there():
                await self._client.delete(self.collection, [point_id(document) for document in ids], wait=True)

    async def hybrid_search(self, query: HybridQuery) -> list[Hit]:
        """The best `limit` by reciprocal rank fusion, best first. Raises IndexUnavailable."""
        from qdrant_client import models

        searches: list[tuple[str, Any]] = [(name, vector.tolist()) for name, vector in query.dense.items()]
        if query.sparse is not None:
            terms = models.SparseVector(indices=list(query.sparse.indices), values=list(query.sparse.values))
            searches.append((SPARSE, terms))
        condition = _filter(query.conditions)
        requests = [
            models.QueryRequest(query=what, using=name, filter=condition, limit=query.leg_limit, with_payload=["id"])
            for name, what in searches
        ]
        async with reaching():
            if not requests or not await self._there():
                return []
            answers = await self._client.query_batch_points(self.collection, requests)
        legs = [
            Leg("sparse" if name == SPARSE else "dense", [(hit.payload["id"], hit.score) for hit in answer.points])
            for (name, _), answer in zip(searches, answers, strict=True)
        ]
        return fuse(legs, query.limit)

    async def vectors(self, ids: Sequence[str]) -> dict[str, Mapping[str, Vector]]:
        """The dense vectors of documents, by id; unknown ids are left out. Raises IndexUnavailable."""
        async with reaching():
            if not ids or not await self._there():
                return {}
            keys = [point_id(document) for document in ids]
            records = await self._client.retrieve(self.collection, keys, with_payload=["id"], with_vectors=True)
        return {
            record.payload["id"]: {
                name: np.asarray(vector, np.float32) for name, vector in record.vector.items() if name != SPARSE
            }
            for record in records
        }

    async def count(self) -> int:
        """How many documents it holds. Raises IndexUnavailable."""
        async with reaching():
            if not await self._there():
                return 0
            return int((await self._client.count(self.collection, exact=True)).count)

    async def close(self) -> None:
        """Nothing is held."""

    async def index_payload(self) -> None:
        """Index the payload's fields, so that conditions stay fast at scale. Raises IndexUnavailable."""
        from qdrant_client import models

        async with reaching():
            if not await self._there():
                return
            for field in sorted(self._fields.words):
                await self._client.create_payload_index(self.collection, field, models.PayloadSchemaType.KEYWORD)
            for field in sorted(self._fields.numbers):
                await self._client.create_payload_index(self.collection, field, models.PayloadSchemaType.FLOAT)

    async def _there(self) -> bool:
        if not self._exists:
            self._exists = bool(await self._client.collection_exists(self.collection))
        return self._exists

    async def _create(self, like: Point) -> None:
        from qdrant_client import models

        await self._client.create_collection(
            self.collection,
            vectors_config={
                name: models.VectorParams(size=len(vector), distance=models.Distance.COSINE)
                for name, vector in like.dense.items()
            },
            sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        )
        self._exists = True


@asynccontextmanager
async def reaching() -> AsyncIterator[None]:
    """Turn the client's errors into IndexUnavailable."""
    from qdrant_client.common.client_exceptions import QdrantException
    from qdrant_client.http.exceptions import ApiException

    try:
        yield
    except (ApiException, QdrantException, OSError) as error:
        raise IndexUnavailable(f"The Qdrant server does not answer as it should ({error}): check QDRANT_URL.") from error


def connect(url: str, api_key: str | None = None) -> Any:
    """A client for the server at `url`; it connects at its first call."""
    from qdrant_client import AsyncQdrantClient

    return AsyncQdrantClient(url=url, api_key=api_key, timeout=TIMEOUT_SECONDS, check_compatibility=False)


def _filter(conditions: Sequence[Condition]) -> Any:
    from qdrant_client import models

    must: list[Any] = []
    must_not: list[Any] = []
    for condition in conditions:
        match condition:
            case AnyOf(field, values):
                must.append(models.FieldCondition(key=field, match=models.MatchAny(any=list(values))))
            case NoneOf(field, values):
                must_not.append(models.FieldCondition(key=field, match=models.MatchAny(any=list(values))))
            case Between(field, low, high):
                must.append(models.FieldCondition(key=field, range=models.Range(gte=low, lte=high)))
    return models.Filter(must=must, must_not=must_not) if must or must_not else None
