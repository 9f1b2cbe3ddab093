"""What the light ranker looks at: how each candidate answers the request, as a matrix of plain numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
import numpy.typing as npt

from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS, LEANINGS
from agent.catalogue.understanding.understand import DESCRIPTION_WORDS
from agent.catalogue.understanding.words import stem, stems, title_text
from agent.retrieval.types import FULL, Vector

Matrix = npt.NDArray[np.float64]

_BASE = (
    "dense",  # cosine to the wish, in standard deviations over the catalogue
    "overlap",  # share of the wish's words that the title has, rare words counting more
    "bm25",  # BM25 score over the square root of the wish's length
    "name_overlap",  # share of the title's own name that the wish says
    "leaning",  # share of the genres that the wish leans towards
    "genre_share",  # share of the title's genres that were asked for
    "lead",  # a person asked for directs it or has a leading part
    "anchor",  # cosine to the mean of the anchors, in standard deviations
    "anchor_genres",  # Jaccard index of its genres and the anchors'
    "anchor_people",  # shares a director or leading actor with an anchor
    "prior",  # votes and rating
    "known",  # there are votes at all
    "age",  # decades before 2020
    "series",
)
# One weight cannot serve a short wish and a remembered plot, nor one for what is vague and what is precise.
_SITUATIONS = ("description", "vague", "anchored")
FEATURES = _BASE + tuple(f"{name}×{situation}" for situation in _SITUATIONS for name in _BASE)


@dataclass(frozen=True, slots=True)
class Question:
    """What of a request the ranker needs, ready-made. Vectors are unit length or None."""

    request: Request
    wish: Vector | None = None
    anchor: Vector | None = None

    @property
    def situations(self) -> tuple[float, float, float]:
        """How much it is a description, how vague it is, whether it has anchors: each in [0, 1]."""
        words = len(self.request.wish.split())
        said = len(set(stems(self.request.wish)) - _GENRE_STEMS)
        return float(words > DESCRIPTION_WORDS), 1 / (1 + 2 * said), float(bool(self.request.like))


def features(
    question: Question, ids: Sequence[str], shelf: Shelf, vectors: Mapping[str, Mapping[str, Vector]], bm25: Mapping[str, float]
) -> Matrix:
    """One row a candidate, one column for each name in FEATURES."""
    titles = [shelf.titles[title] for title in ids]
    rows = [shelf.table.row[title] for title in ids]
    wish = stems(question.request.wish)
    base = np.zeros((len(ids), len(_BASE)))
    base[:, 0] = _standard(question.wish, ids, shelf, vectors)
    base[:, 1], base[:, 3] = _overlaps(wish, titles, shelf)
    base[:, 2] = [bm25.get(title, 0.0) / sqrt(max(1, len(set(wish)))) / 5 for title in ids]
    base[:, 4] = _leaning(question.request.wish, titles)
    base[:, 5:10] = _asked(question, ids, titles, shelf, vectors)
    base[:, 10] = shelf.table.prior[rows]
    base[:, 11] = ~np.isnan(shelf.table.votes[rows])
    base[:, 12] = np.clip((2020 - np.nan_to_num(shelf.table.year[rows], nan=2010)) / 10, -1, 8) / 4
    base[:, 13] = shelf.table.series[rows]
    return np.concatenate([base, *(base * weight for weight in question.situations)], axis=1)


def leanings(text: str) -> dict[str, float]:
    """The genres that the words of `text` lean towards or name, each with how often."""
    plain = f" {fold(text)} "
    found: dict[str, float] = {}
    for table in (LEANINGS, GENRE_WORDS):
        for phrase, genres in table.items():
            if f" {fold(phrase)} " in plain:
                for genre in genres:
                    found[genre] = found.get(genre, 0.0) + 1
    return found


_GENRE_STEMS = frozenset(stem(word) for phrase in GENRE_WORDS for word in fold(phrase).split())


def _standard(query: Vector | None, ids: Sequence[str], shelf: Shelf, vectors: Mapping[str, Mapping[str, Vector]]) -> Matrix:
    if query is None:
        return np.zeros(len(ids))
    cosine = np.asarray([float(vectors[title][FULL] @ query) if title in vectors else np.nan for title in ids], float)
    return np.nan_to_num(shelf.standard(query, cosine), nan=0.0)


def _overlaps(wish: Sequence[str], titles: Sequence[Title], shelf: Shelf) -> tuple[Matrix, Matrix]:
    size = len(shelf.titles)
    weight = {word: log(1 + size / (1 + shelf.document_counts.get(word, 0))) for word in wish}
    total = sum(weight.values()) or 1.0
    overlap, name_overlap = [], []
    for title in titles:
        words = set(stems(title_text(title)))
        overlap.append(sum(value for word, value in weight.items() if word in words) / total)
        name = stems(title.title)
        name_overlap.append(sum(word in weight for word in name) / len(name) if name else 0.0)
    return np.asarray(overlap, float), np.asarray(name_overlap, float)


def _leaning(wish: str, titles: Sequence[Title]) -> Matrix:
    wanted = leanings(wish)
    total = sum(wanted.values()) or 1.0
    return np.asarray([sum(wanted.get(genre, 0.0) for genre in title.genres) / total for title in titles], float)


def _asked(
    question: Question, ids: Sequence[str], titles: Sequence[Title], shelf: Shelf, vectors: Mapping[str, Mapping[str, Vector]]
) -> Matrix:
    """The columns `genre_share` to `anchor_people`."""
    request = question.request
    liked = [shelf.titles[title] for title in request.like if title in shelf.titles]
    genres = {genre for title in liked for genre in title.genres}
    people = {fold(name) for title in liked for name in (*title.directors, *title.cast[:2])}
    wanted = {fold(name) for name in request.people}
    columns = np.zeros((len(titles), 5))
    for row, title in enumerate(titles):
        lead = {fold(name) for name in (*title.directors, *title.cast[:3])}
        columns[row, 0] = len(set(request.genres) & set(title.genres)) / len(title.genres) if title.genres else 0
        columns[row, 1] = bool(wanted & lead)
        columns[row, 3] = len(genres & set(title.genres)) / len(genres | set(title.genres)) if genres else 0
        columns[row, 4] = bool(people & lead)
    columns[:, 2] = _standard(question.anchor, ids, shelf, vectors)
    return columns
