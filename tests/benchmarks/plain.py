"""The plain way to search: the question's vector and its words, fused by places, the best fifteen. Nothing else."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from agent.catalogue.request import Request
from agent.catalogue.search.candidates import QueryEncoder, SparseQueryEncoder
from agent.catalogue.search.finder import Finder
from agent.catalogue.search.found import Found, Scored
from agent.catalogue.title import Title
from agent.retrieval.types import FULL, AnyOf, Condition, HybridQuery, NoneOf

TOP = 15


class Plain:
    """Dense and BM25 by reciprocal rank fusion over a finder's own index: no understanding, no ranker, no gate."""

    def __init__(self, finder: Finder, dense: QueryEncoder, sparse: SparseQueryEncoder) -> None:
        self._shelf = finder._shelf
        self._dense = dense
        self._sparse = sparse

    @property
    def titles(self) -> Mapping[str, Title]:
        """All titles by id."""
        return self._shelf.titles

    def understand(self, text: str) -> Request:
        """The text, as it is."""
        return Request(text)

    async def find(self, request: Request, *, exclude: Sequence[str] = (), limit: int = TOP) -> Found:
        """The best fifteen; a medium and titles to leave out are the measure's own conditions and hold here too."""
        start = perf_counter()
        conditions: list[Condition] = [AnyOf("media_type", (request.media_type,))] if request.media_type else []
        if hidden := tuple(sorted(self._shelf.title_ids(exclude))):
            conditions.append(NoneOf("id", hidden))
        vector, terms = await self._dense.query(request.wish), self._sparse.query(request.wish)
        hits = await self._shelf.index.hybrid_search(HybridQuery({FULL: vector}, terms, conditions, limit=TOP))
        titles = tuple(Scored(self.titles[hit.id], hit.fused) for hit in hits if hit.id in self.titles)
        return Found(titles[:limit], 1.0, True, request, ms={"total": (perf_counter() - start) * 1000})
