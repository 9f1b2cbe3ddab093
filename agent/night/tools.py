"""The search agent's two tools, over the films that an evening may show: near in meaning, and by name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from pydantic import Field

from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.table import Column, Mask
from agent.catalogue.search.view import Places, Scores
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS
from agent.night.score import promised
from agent.night.written import Written
from agent.retrieval.types import Vector

MOST = 10  # results of one query
# Only so many of the nearest are ordered by quality: over all that meets the filters it would decide alone.
_NEAREST = 50
# NIGHT.md, 6: in standard deviations, quality counts four times as much as nearness.
_QUALITY = 4.0


class Query(Written):
    """One query as a model writes it: `embeddings_search(text, positive, negative, filters)` or `keyword_search(…)`.

    `positive` and `negative` are title ids; years are inclusive, `runtime` in minutes, `rating` in [0, 10].
    """

    tool: Literal["embeddings_search", "keyword_search"] = "embeddings_search"
    text: str = ""
    positive: list[str] = Field(default_factory=list)
    negative: list[str] = Field(default_factory=list)
    year_from: int | None = None
    year_to: int | None = None
    genres: list[str] = Field(default_factory=list)
    rating_min: float | None = None
    runtime_max: int | None = None
    limit: int = MOST
    director: str = ""
    actor: str = ""
    title: str = ""

    @property
    def is_keyword(self) -> bool:
        """Whether it looks for names."""
        return self.tool == "keyword_search"

    @property
    def asks(self) -> bool:
        """Whether there is anything to search for."""
        return bool(self.words or (self.positive and not self.is_keyword))

    @property
    def words(self) -> str:
        """The query as people read it."""
        if not self.is_keyword:
            return self.text
        said = (("films by", self.director), ("films with", self.actor), ("films named", self.title))
        return ", ".join(f"{how} {name}" for how, name in said if name)


@dataclass(frozen=True, slots=True)
class Hits:
    """What one query brought, best first, and which titles it compared."""

    query: Query
    films: tuple[Title, ...]
    compared: Mask


def embeddings_search(shelf: Shelf, query: Query, vector: Vector | None, fits: Mask) -> Hits:
    """The films nearest to normalize(q + mean(P) − ½ · mean(N)) among those that meet the filters, the best of them first."""
    filtered = fits & shelf.table.mask(_filters(shelf, query))
    row = shelf.table.row
    liked, unlike = ([row[title] for title in ids if title in row] for ids in (query.positive, query.negative))
    filtered[[*liked, *unlike]] = False
    rows = np.flatnonzero(filtered)
    return Hits(query, _best(shelf, rows, _nearness(shelf, vector, liked, unlike, rows), query.limit), filtered)


def keyword_search(shelf: Shelf, query: Query, fits: Mask) -> Hits:
    """The films of these people and this name, best known first."""
    table, director, actor = shelf.table, fold(query.director), fold(query.actor)
    found = fits.copy()
    for name in filter(None, (director, actor)):
        found &= table.with_people([name])
    if query.title:
        found &= _named(shelf, query.title)
    rows = np.flatnonzero(found)
    films = (shelf.titles[table.ids[row]] for row in rows[np.argsort(-table.prior[rows], kind="stable")])
    meant = [film for film in films if _is_in(director, film.directors) and _is_in(actor, film.cast)]
    return Hits(query, tuple(meant[: _limit(query.limit)]), found)


def unknown(shelf: Shelf, queries: Sequence[Query]) -> int:
    """How many of the ids that queries name the catalogue does not have."""
    return sum(title not in shelf.titles for query in queries for title in (*query.positive, *query.negative))


def _filters(shelf: Shelf, query: Query) -> Request:
    known = shelf.vocabulary.genres
    meant = (genre for word in query.genres for genre in GENRE_WORDS.get(word.strip().lower(), (word.strip().lower(),)))
    return replace(
        Request(""),
        year_from=query.year_from,
        year_to=query.year_to,
        runtime_max=query.runtime_max,
        rating_min=query.rating_min,
        genres=tuple(genre for genre in meant if genre in known),
        any_genre=True,
    )


def _nearness(shelf: Shelf, vector: Vector | None, liked: Sequence[int], unlike: Sequence[int], rows: Places) -> Scores:
    """The cosines of these rows to the query and what it should be like, one a row; zeros without any."""
    view = shelf.full
    if view is None:
        return np.zeros(len(rows), np.float32)
    towards = view.towards(liked, unlike)
    if vector is not None:
        towards = towards + (vector - view.mean)
    return view.cosines(towards, rows)


def _best(shelf: Shelf, rows: Places, near: Scores, limit: int) -> tuple[Title, ...]:
    """Of the nearest the best, by quality and nearness together."""
    nearest = np.sort(np.argsort(-near, kind="stable")[:_NEAREST])
    table = shelf.table
    joined = _joined(promised(table.rating[rows], table.votes[rows]), near)[nearest]
    order = nearest[np.argsort(-joined, kind="stable")]
    return tuple(shelf.titles[table.ids[rows[place]]] for place in order[: _limit(limit)])


def _is_in(name: str, people: Sequence[str]) -> bool:
    return not name or name in map(fold, people)


def _named(shelf: Shelf, name: str) -> Mask:
    """The titles whose name has all these words, and the one that is meant by it."""
    table = shelf.table
    words = set(fold(name).split())
    meant = shelf.vocabulary.titles.find(name)
    hit = [words <= set(fold(shelf.titles[title].title).split()) or title == meant for title in table.ids]
    return np.asarray(hit, bool) if words else np.zeros(len(table.ids), bool)


def _limit(limit: int) -> int:
    return max(1, min(limit, MOST))


def _joined(quality: Column, near: Scores) -> Column:
    joined: Column = _QUALITY * _z(quality) + _z(near.astype(float))
    return joined


def _z(values: Column) -> Column:
    spread = float(values.std()) if len(values) else 0.0
    standard: Column = (values - values.mean()) / spread if spread else np.zeros(len(values))
    return standard
