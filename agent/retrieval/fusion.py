"""Reciprocal rank fusion: one list from several, by places alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.retrieval.types import Hit

# Cormack, Clarke, Büttcher 2009. RETRIEVAL §1: with e5 and BM25, 60 beats the server's own default of 2 on every set.
RRF_K = 60


@dataclass(frozen=True, slots=True)
class Leg:
    """One search's documents with their scores, best first."""

    kind: Literal["dense", "sparse"]
    scored: Sequence[tuple[str, float]]


def fuse(legs: Iterable[Leg], limit: int, k: int = RRF_K) -> list[Hit]:
    """The best `limit` documents by Σ 1/(k + place), best first; equal sums in the order of ids."""
    fused: dict[str, float] = {}
    best: dict[str, dict[str, float]] = {"dense": {}, "sparse": {}}
    for leg in legs:
        scores = best[leg.kind]
        for place, (document, score) in enumerate(leg.scored, start=1):
            fused[document] = fused.get(document, 0.0) + 1.0 / (k + place)
            scores[document] = max(score, scores.get(document, score))
    order = sorted(fused, key=lambda document: (-fused[document], document))
    return [Hit(doc, fused[doc], best["dense"].get(doc), best["sparse"].get(doc)) for doc in order[:limit]]
