"""One search of a shelf: vectors and conditions to candidates, candidates to an order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agent.catalogue.request import Request
from agent.catalogue.search.conditions import Relaxed, conditions, relax
from agent.catalogue.search.features import FEATURES, Matrix, Question, features, leanings
from agent.catalogue.search.ranking import LinearModel
from agent.catalogue.search.shelf import Shelf
from agent.retrieval.types import FULL, HybridQuery, SparseVector, Vector

# Issue: fusion hands 15 candidates on, from 50 a leg. As many again come from the facts alone, best known first: a short
# wish ("a comedy from the 90s") has hundreds of equal matches by meaning.
FUSED = 15
LEG = 50
FROM_FACTS = 30
# The weight of what a title should be unlike (Rocchio's formula; RETRIEVAL §4 finds no measurable effect, kept for sense).
_UNLIKE = 0.5


class QueryEncoder(Protocol):
    """The dense encoder, as far as a search needs it."""

    async def query(self, text: str) -> Vector:
        """The unit vector of one question."""
        ...

    async def queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """The unit vectors of questions, shape (n, dimension)."""
        ...


class SparseQueryEncoder(Protocol):
    """The sparse encoder, as far as a search needs it."""

    def query(self, text: str, language: str = "") -> SparseVector | None:
        """The terms of one question, or None where the sparse leg is left out."""
        ...


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a search brought, best first: ids, scores in [0, 1], the features they come from; with times in milliseconds.

    `request` is the one that was searched (relaxed, if need be), `notes` say what was given up.
    """

    request: Request
    question: Question
    ids: tuple[str, ...]
    scores: tuple[float, ...]
    rows: Matrix
    notes: tuple[str, ...]
    encode_ms: float
    search_ms: float
    rank_ms: float


async def search(
    shelf: Shelf,
    request: Request,
    *,
    dense: QueryEncoder,
    sparse: SparseQueryEncoder,
    ranker: LinearModel,
    excluded: Iterable[str] = (),
    limit: int = 5,
) -> Candidates:
    """The best candidates for `request` without `excluded` title ids and without the titles it names."""
    hidden = {*excluded, *request.like, *request.exclude, *request.lookup}
    stages = relax(request, lambda wider: shelf.table.count(wider, hidden))
    relaxed = stages.request
    start = perf_counter()
    wish = await dense.query(request.wish) if request.wish else None
    terms = sparse.query(request.wish, request.language) if request.wish else None
    encoded = perf_counter()
    anchor = await _anchor(shelf, request.like, request.exclude)
    question = Question(relaxed, wish, anchor)
    pool = max(FUSED, 2 * limit)
    query = _towards(wish, anchor)
    hits = await shelf.index.hybrid_search(
        HybridQuery(
            dense={} if query is None else {FULL: query},
            sparse=terms,
            conditions=conditions(relaxed, shelf.vocabulary, hidden),
            limit=pool,
            leg_limit=max(LEG, pool),
        )
    )
    ids = list(
        dict.fromkeys([*(hit.id for hit in hits if hit.id in shelf.titles), *_from_facts(shelf, relaxed, hidden, 2 * pool)])
    )
    vectors = await shelf.index.vectors(ids)
    searched = perf_counter()
    rows = features(question, ids, shelf, vectors, {hit.id: hit.sparse or 0.0 for hit in hits})
    scores = ranker.probabilities(rows) if ids else np.zeros(0)
    order = _order(shelf, stages, hidden, ids, scores)
    ranked = perf_counter()
    return Candidates(
        request=replace(relaxed, notes=request.notes),
        question=question,
        ids=tuple(ids[i] for i in order),
        scores=tuple(float(scores[i]) for i in order),
        rows=rows[order] if ids else np.zeros((0, len(FEATURES))),
        notes=stages.notes,
        encode_ms=(encoded - start) * 1000,
        search_ms=(searched - encoded) * 1000,
        rank_ms=(ranked - searched) * 1000,
    )


async def _anchor(shelf: Shelf, like: Sequence[str], unlike: Sequence[str]) -> Vector | None:
    """mean(P) − ½ mean(N) of the anchors, at unit length; None without anchors."""
    if not like:
        return None
    vectors = await shelf.index.vectors([*like, *unlike])
    towards = [vectors[title][FULL] for title in like if title in vectors]
    if not towards:
        return None
    away = [vectors[title][FULL] for title in unlike if title in vectors]
    mean = np.mean(towards, axis=0) - (_UNLIKE * np.mean(away, axis=0) if away else 0)
    return _unit(mean)


def _towards(wish: Vector | None, anchor: Vector | None) -> Vector | None:
    if wish is None or anchor is None:
        return wish if anchor is None else anchor
    return _unit(wish + anchor)


def _unit(vector: Vector) -> Vector:
    unit: Vector = (vector / max(float(np.linalg.norm(vector)), 1e-9)).astype(np.float32)
    return unit


def _from_facts(shelf: Shelf, request: Request, hidden: Iterable[str], count: int) -> list[str]:
    """Titles that meet the conditions, by the genres that the wish and the anchors lean towards, then the better known."""
    rows = np.flatnonzero(shelf.table.mask(request, hidden))
    if not len(rows):
        return []
    wanted = set(leanings(request.wish)) or {genre for title in request.like for genre in shelf.titles[title].genres}
    share = shelf.table.in_genres(wanted)[rows] / len(wanted) if wanted else 0.0
    best = np.argsort(-(shelf.table.prior[rows] + share), kind="stable")[:count]
    return [shelf.table.ids[row] for row in rows[best]]


def _order(shelf: Shelf, relaxed: Relaxed, hidden: Iterable[str], ids: Sequence[str], scores: Matrix) -> list[int]:
    """Best first; what meets more of the conditions as asked comes before what meets fewer."""
    missed = np.zeros(len(shelf.table.ids), int)
    for stage in relaxed.stages[:-1]:
        missed += ~shelf.table.mask(stage, hidden)
    return sorted(range(len(ids)), key=lambda i: (missed[shelf.table.row[ids[i]]], -scores[i], ids[i]))
