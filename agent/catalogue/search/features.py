"""What the ranker looks at: how each candidate answers the question, as a matrix of plain numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.evidence import Evidence, Question
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS
from agent.catalogue.understanding.words import stem, stems

Matrix = npt.NDArray[np.float32]

# What speaks for a title, so that more of it may never count against it.
RELEVANCE = (
    "full",  # cosine of the whole text to the wish, in standard deviations over the catalogue
    "plot",  # the same for the text without people
    "essence",  # the same for how the title feels; 0 where nobody said
    "sentence",  # the same for the text without people and the best sentence of a long wish
    "feeling",  # BM25 score of the wish's words, those of mood too, in what says how the title feels
    "overlap",  # share of the wish's words that the title has, rare words counting more
    "overlap_plot",  # the same for its plot
    "bm25",  # BM25 score over the square root of the wish's length
    "bm25_plot",
    "sentence_words",  # BM25 score of the best sentence
    "name",  # share of the title's own name that the wish says
    "leaning",  # share of the genres that the wish leans towards
    "anchor",  # cosine to the mean of the anchors, the catalogue's mean taken out
    "anchor_plot",
    "anchor_best",  # to the nearest anchor
    "anchor_genres",  # Jaccard index of its genres and the anchors'
    "anchor_people",  # shares a director or leading actor with an anchor
    "anchor_years",  # nearness to the anchors' years
    "lead",  # a person asked for directs it or has a leading part
    "cast",  # a person asked for is in it
)
# How far it lies behind the best candidate.
GAPS = ("full", "plot", "essence", "sentence", "overlap", "bm25", "bm25_plot", "anchor")
OTHERS = (
    "genre_share",  # share of the title's genres that were asked for or leaned to
    "genres",  # how many it has
    "votes",  # their logarithm over that of 3 million
    "rating",
    "known",  # there are votes at all
    "age",  # decades before 2020
    "years_off",  # decades from the years that a description speaks of
    "years_said",
    "series",  # it is one
    "felt",  # somebody said how it feels
)
# The same for all candidates of a question: what kind it is.
SHAPE = (
    "series_asked",
    "words",
    "said",
    "sayings",
    "anchors",
    "leanings",
    "is_description",
    "best_full",
    "best_bm25",
    "best_overlap",
)
FEATURES = (*RELEVANCE, *(f"{name}_gap" for name in GAPS), *OTHERS, *SHAPE)

_GENRE_STEMS = frozenset(stem(word) for phrase in GENRE_WORDS for word in fold(phrase).split())


def features(question: Question, evidence: Evidence, rows: npt.NDArray[np.intp], shelf: Shelf) -> Matrix:
    """One row a candidate (`rows` of the shelf), one column for each name in FEATURES."""
    columns: dict[str, Any] = {name: evidence.columns[name][rows] for name in RELEVANCE if name in evidence.columns}
    columns["lead"] = shelf.table.led_by(evidence.people)[rows]
    columns["cast"] = shelf.table.with_people(evidence.people)[rows]
    columns |= {f"{name}_gap": columns[name] - columns[name].max(initial=-np.inf) for name in GAPS}
    columns |= _facts(question, evidence, rows, shelf)
    columns |= _shape(question, evidence, columns)
    matrix = np.empty((len(rows), len(FEATURES)), np.float32)
    for at, name in enumerate(FEATURES):
        matrix[:, at] = columns[name]
    return matrix


def column(rows: Matrix, name: str) -> Matrix:
    """One feature of all rows."""
    return rows[:, FEATURES.index(name)]


def _facts(
    question: Question, evidence: Evidence, rows: npt.NDArray[np.intp], shelf: Shelf
) -> dict[str, npt.NDArray[np.float64]]:
    table = shelf.table
    asked = dict.fromkeys({*question.request.genres, *evidence.leanings}, 1.0)
    year = table.year[rows]
    off = np.zeros(len(rows))
    if evidence.years:
        low, high = evidence.years
        off = np.nan_to_num(np.maximum(np.maximum(low - year, year - high), 0) / 10, nan=2.0)
    return {
        "genre_share": table.by_genre(asked)[rows] / np.maximum(table.genre_count[rows], 1),
        "genres": table.genre_count[rows],
        "votes": table.fame[rows],
        "rating": table.merit[rows],
        "known": table.known[rows],
        "age": np.clip((2020 - np.nan_to_num(year, nan=2010)) / 10, -1, 8),
        "years_off": np.clip(off, 0, 5),
        "years_said": np.full(len(rows), float(evidence.years is not None)),
        "series": table.series[rows],
        "felt": np.zeros(len(rows)) if shelf.essence is None else shelf.essence.there[rows],
    }


def _shape(question: Question, evidence: Evidence, columns: Mapping[str, Any]) -> dict[str, float]:
    request = question.request
    said: Sequence[str] = stems(request.wish)
    return {
        "series_asked": float(request.media_type == "series"),
        "words": float(np.log1p(len(request.wish.split()))),
        "said": float(np.log1p(len(set(said) - _GENRE_STEMS))),
        "sayings": float(np.log1p(request.wish.count("\n"))),
        "anchors": float(len(request.like)),
        "leanings": float(len(evidence.leanings)),
        "is_description": float(question.is_description),
        "best_full": float(columns["full"].max(initial=0.0)),
        "best_bm25": float(columns["bm25_plot"].max(initial=0.0)),
        "best_overlap": float(columns["overlap"].max(initial=0.0)),
    }
