"""One search of a shelf: a request to candidates, candidates to an order."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agent.catalogue.request import Request
from agent.catalogue.search.conditions import Relaxed, conditions, gives_up, relax
from agent.catalogue.search.evidence import Evidence, Question, told, weigh
from agent.catalogue.search.features import FEATURES, Matrix, features
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.table import Mask, top
from agent.catalogue.search.taste import NO_PULL, Pull
from agent.catalogue.search.variety import asks_for_the_famous, spread
from agent.retrieval.types import Hit, HybridQuery, SparseVector, Vector

Rows = npt.NDArray[np.intp]
Scores = npt.NDArray[np.float64]

# From the index as many as cost nothing to rank; half the answers of the development sets lie behind the first 50.
LEG = 150
# The nearest by meaning, however far that is, by the column that tells.
_NEAREST = {"full": 200, "plot": 150}
# What else may hold the answer, by the column that brings it: together about 600 candidates a question.
_BEST = {"bm25_plot": 100, "sentence_words": 50, "sentence": 60, "essence": 80, "anchor": 150, "anchor_plot": 50}
_BEST_KNOWN = 200
_BEST_KNOWN_OF_KIND = 60
_WITH_PEOPLE = 100
_FEW = 0.6  # of all titles


class QueryEncoder(Protocol):
    """The dense encoder, as far as a search needs it."""

    @property
    def fingerprint(self) -> str:
        """Names the encoder: two of different fingerprints give vectors that cannot be compared."""
        ...

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


class Ranker(Protocol):
    """Tells how well each candidate answers."""

    def probabilities(self, rows: Matrix) -> Scores:
        """Calibrated scores in [0, 1], one a row."""
        ...


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a search brought, best first: ids, scores in [0, 1], the features they come from; with times in milliseconds.

    `asked` is the request as it came, `request` the one that was searched (relaxed, if need be), `notes` say what was
    given up. `unmet` names the clear demands that were, where no title at all met the request as asked.
    """

    asked: Request
    request: Request
    question: Question
    ids: tuple[str, ...]
    scores: tuple[float, ...]
    rows: Matrix
    notes: tuple[str, ...]
    encode_ms: float
    search_ms: float
    rank_ms: float
    unmet: tuple[str, ...] = ()


async def search(
    shelf: Shelf,
    request: Request,
    *,
    dense: QueryEncoder,
    sparse: SparseQueryEncoder,
    ranker: Ranker,
    excluded: Iterable[str] = (),
    pull: Pull = NO_PULL,
) -> Candidates:
    """All candidates for `request` without `excluded` title ids and without the titles it names, best first; `pull` draws."""
    hidden = {*excluded, *request.like, *request.exclude, *request.lookup}
    start = perf_counter()
    # All arithmetic over the catalogue is done in threads: it takes milliseconds, which must not hold up the event loop.
    (wish, said), (stages, mask, unmet) = await asyncio.gather(
        _encoded(dense, request.wish), asyncio.to_thread(_settled, shelf, request, hidden)
    )
    relaxed = stages.request
    question = Question(relaxed, wish, said, pull)
    terms = sparse.query(request.words, request.wish_language) if request.wish else None
    encoded = perf_counter()
    evidence, hits = await asyncio.gather(
        asyncio.to_thread(weigh, question, shelf, _few(mask)),
        _with_words(shelf, relaxed, terms, hidden),
    )
    rows = await asyncio.to_thread(_candidates, shelf, question, evidence, hits, mask)
    searched = perf_counter()
    matrix, scores, order = await asyncio.to_thread(_ranked, shelf, question, evidence, rows, ranker, stages, hidden)
    ids = [shelf.table.ids[rows[at]] for at in order]
    ranked = perf_counter()
    return Candidates(
        asked=request,
        request=replace(relaxed, notes=request.notes),
        question=question,
        ids=tuple(ids),
        scores=tuple(float(scores[at]) for at in order),
        rows=matrix[order] if len(rows) else np.zeros((0, len(FEATURES)), np.float32),
        notes=stages.notes,
        encode_ms=(encoded - start) * 1000,
        search_ms=(searched - encoded) * 1000,
        rank_ms=(ranked - searched) * 1000,
        unmet=unmet,
    )


def _settled(shelf: Shelf, request: Request, hidden: set[str]) -> tuple[Relaxed, Mask, tuple[str, ...]]:
    """How the request gives way, the titles that then meet its conditions, and its demands that no title meets."""
    stages = relax(request, lambda wider: shelf.table.count(wider, hidden))
    given_up = gives_up(request, stages.request)
    # What was shown before and is left out now had met them.
    unmet = given_up if given_up and not shelf.table.count(request) else ()
    return stages, shelf.table.mask(stages.request, hidden), unmet


def _few(mask: Mask) -> Rows | None:
    """The rows of a mask, where picking them out takes less time than comparing all; None where it does not."""
    rows = np.flatnonzero(mask)
    return rows if len(rows) < _FEW * len(mask) else None


async def _encoded(dense: QueryEncoder, wish: str) -> tuple[Vector | None, npt.NDArray[np.float32] | None]:
    """The vectors of the wish and, of a long one, of its sentences."""
    said = told(wish)
    whole = await dense.query(wish) if wish else None
    # By themselves and in one batch: together with the whole text all would be padded to its length.
    return whole, await dense.queries(said) if said else None


async def _with_words(shelf: Shelf, request: Request, terms: SparseVector | None, hidden: set[str]) -> list[Hit]:
    """What the index finds by words. Nearness by meaning is not asked of it: the views give it for every title anyway."""
    if terms is None:
        return []
    query = HybridQuery({}, terms, conditions(request, shelf.vocabulary, hidden), limit=LEG, leg_limit=LEG)
    return await shelf.index.hybrid_search(query)


def _candidates(shelf: Shelf, question: Question, evidence: Evidence, hits: Sequence[Hit], mask: Mask) -> Rows:
    """Rows of the titles worth ranking: what the index finds, what is near or like the anchors, and what is well known."""
    table = shelf.table
    allowed = np.flatnonzero(mask)
    by_words = np.asarray([table.row[hit.id] for hit in hits if hit.id in table.row], np.intp)
    found = [by_words[mask[by_words]]]
    found += [evidence.best(name, allowed, count) for name, count in _BEST.items()]
    if question.has_meaning and shelf.views:
        found += [allowed[top(evidence.columns[name][allowed], count)] for name, count in _NEAREST.items()]
    known = table.by_prior[mask[table.by_prior]]
    found.append(known[:_BEST_KNOWN])
    kind = evidence.columns["leaning"][allowed] + evidence.columns["anchor_genres"][allowed]
    found.append(allowed[top(table.prior[allowed] + kind, _BEST_KNOWN_OF_KIND)])
    if evidence.people:
        found.append(known[table.with_people(evidence.people)[known]][:_WITH_PEOPLE])
    return np.unique(np.concatenate(found))


def _ranked(
    shelf: Shelf, question: Question, evidence: Evidence, rows: Rows, ranker: Ranker, stages: Relaxed, hidden: set[str]
) -> tuple[Matrix, Scores, list[int]]:
    matrix = features(question, evidence, rows, shelf)
    scores = ranker.probabilities(matrix)
    return matrix, scores, _order(shelf, stages, hidden, rows, scores)


def _order(shelf: Shelf, relaxed: Relaxed, hidden: Iterable[str], rows: Rows, scores: Scores) -> list[int]:
    """Best first; what meets more of the conditions as asked comes before what meets fewer; not the famous alone."""
    missed = np.zeros(len(rows), int)
    for stage in relaxed.stages[:-1]:
        missed += ~shelf.table.mask(stage, hidden)[rows]
    order = np.lexsort((rows, -scores, missed))
    famous = shelf.table.famous[rows[order]]
    if not famous.any() or asks_for_the_famous(relaxed.request, shelf.table):
        return [int(at) for at in order]
    return [int(at) for at in order[spread(famous)]]
