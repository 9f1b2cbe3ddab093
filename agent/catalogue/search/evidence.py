"""How every title answers a question, as columns: computed once a search, for candidates and features alike."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.view import Places, View
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS, LEANINGS
from agent.catalogue.understanding.people import find_people
from agent.catalogue.understanding.understand import DESCRIPTION_WORDS
from agent.catalogue.understanding.words import moods, stems
from agent.retrieval.types import Vector

Column: TypeAlias = npt.NDArray[np.floating[Any]]

# A memory is told in many sentences of which one may hit: each long enough one is compared by its words, the longest few.
_SENTENCES, _SENTENCE_WORDS = 8, 4
# So many are needed before they are also compared by their meaning, each for itself: of two, the whole says as much.
_TOLD_AT_LENGTH = 3
_BREAK = re.compile(r"[.?!\n]+")
_YEARS = re.compile(r"\b(?:(?P<year>(?:19|20)\d\d)|(?P<decade>[2-9]0))(?P<s>['’]?s)?\b")


@dataclass(frozen=True, slots=True)
class Question:
    """A request, the unit vector of its wish, and of a long wish those of its sentences, shape (n, dimension)."""

    request: Request
    wish: Vector | None = None
    sentences: npt.NDArray[np.float32] | None = None

    @property
    def is_description(self) -> bool:
        """Whether it tells of a film rather than asks for one."""
        return is_description(self.request.wish)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Columns over all titles, by name; what the question does not speak of is zero. `people` are folded names.

    Nearness and likeness are zero too for titles that were not to be compared.
    """

    columns: Mapping[str, Column]
    leanings: Mapping[str, float]
    people: frozenset[str]
    years: tuple[float, float] | None

    def best(self, name: str, rows: npt.NDArray[np.intp], count: int) -> npt.NDArray[np.intp]:
        """The `count` of `rows` for which this column is largest; none for which it is zero or less."""
        column = self.columns[name][rows]
        if len(rows) > count:
            top = np.argpartition(-column, count)[:count]
            rows, column = rows[top], column[top]
        return rows[column > 0]


def is_description(wish: str) -> bool:
    """Whether this tells of a film rather than asks for one."""
    return len(wish.split()) > DESCRIPTION_WORDS


def sentences(wish: str) -> list[str]:
    """The sentences of a description that are compared by themselves; none for a short wish."""
    if not is_description(wish):
        return []
    parts = [part.strip() for part in _BREAK.split(wish)]
    long = dict.fromkeys(part for part in parts if len(part.split()) >= _SENTENCE_WORDS)
    return sorted(long, key=len, reverse=True)[:_SENTENCES]


def told(wish: str) -> list[str]:
    """The sentences of a description that are compared by their meaning, too; none where they are few."""
    found = sentences(wish)
    return found if len(found) >= _TOLD_AT_LENGTH else []


def weigh(question: Question, shelf: Shelf, within: Places | None = None) -> Evidence:
    """All columns of a question; vectors are compared only for the rows `within`, or for all titles."""
    request = question.request
    wish = stems(request.wish)
    wanted = leanings(request.wish)
    named = {person.name for person in find_people(request.wish, shelf.vocabulary)} if question.is_description else set()
    size = len(shelf.titles)
    columns: dict[str, Column] = {
        "full": _standard(shelf.full, question.wish, size, within),
        "plot": _standard(shelf.plot, question.wish, size, within),
        "essence": _standard(shelf.essence, question.wish, size, within),
        "sentence": _best_sentence(shelf.plot, question.sentences, size, within),
        "overlap": shelf.words.everything.share(wish),
        "overlap_plot": shelf.words.plot.share(wish),
        "bm25": shelf.words.everything.bm25(wish),
        "bm25_plot": shelf.words.plot.bm25(wish),
        "feeling": shelf.words.feeling.bm25(moods(request.wish)),
        "name": shelf.words.names.covered(wish),
        "leaning": shelf.table.by_genre(wanted) / (sum(wanted.values()) or 1.0),
        "sentence_words": _sentences(request.wish, shelf),
        **_anchors(request, shelf, within),
    }
    people = frozenset(map(fold, (*request.people, *named)))
    return Evidence(columns, wanted, people, _years(request.wish) if question.is_description else None)


def _standard(view: View | None, query: Vector | None, size: int, within: Places | None) -> Column:
    return np.zeros(size, np.float32) if view is None or query is None else view.standard(query, within)


def _best_sentence(view: View | None, said: npt.NDArray[np.float32] | None, size: int, within: Places | None) -> Column:
    if view is None or said is None or not len(said):
        return np.zeros(size, np.float32)
    best: Column = np.max([view.standard(sentence, within) for sentence in said], axis=0)
    return best


def _sentences(wish: str, shelf: Shelf) -> Column:
    said = [shelf.words.plot.bm25(stems(text)) for text in sentences(wish)]
    return np.max(said, axis=0) if said else np.zeros(len(shelf.titles), np.float32)


def _anchors(request: Request, shelf: Shelf, within: Places | None) -> dict[str, Column]:
    """Likeness to the titles that were named as examples."""
    size = len(shelf.titles)
    names = ("anchor", "anchor_plot", "anchor_best", "anchor_genres", "anchor_people", "anchor_years")
    columns: dict[str, Column] = {name: np.zeros(size, np.float32) for name in names}
    rows = [shelf.table.row[title] for title in request.like if title in shelf.table.row]
    if not rows or shelf.full is None or shelf.plot is None:
        return columns
    unlike = [shelf.table.row[title] for title in request.exclude if title in shelf.table.row]
    columns["anchor"] = shelf.full.alike(rows, unlike, within=within)
    columns["anchor_plot"] = shelf.plot.alike(rows, unlike, within=within)
    alone = len(rows) == 1 and not unlike
    columns["anchor_best"] = columns["anchor"] if alone else shelf.full.nearest(rows[-5:], within=within)
    liked = [shelf.titles[shelf.table.ids[row]] for row in rows]
    genres = {genre for title in liked for genre in title.genres}
    shared = shelf.table.by_genre(dict.fromkeys(genres, 1.0))
    columns["anchor_genres"] = (shared / np.maximum(shelf.table.genre_count + len(genres) - shared, 1)).astype(np.float32)
    people = {fold(name) for title in liked for name in (*title.directors, *title.cast[:2])}
    columns["anchor_people"] = shelf.table.led_by(people).astype(np.float32)
    years = shelf.table.year[rows]
    if not np.isnan(years).all():
        off = np.abs(shelf.table.year - np.nanmean(years)) / 10
        columns["anchor_years"] = np.nan_to_num(np.exp(-off), nan=0.3).astype(np.float32)
    return columns


def leanings(text: str) -> dict[str, float]:
    """The genres that the words of `text` lean towards or name, each with how often."""
    plain = f" {fold(text)} "
    found: dict[str, float] = {}
    for phrase, genres in _leaning_phrases():
        if phrase in plain:
            for genre in genres:
                found[genre] = found.get(genre, 0.0) + 1
    return found


@cache
def _leaning_phrases() -> tuple[tuple[str, tuple[str, ...]], ...]:
    tables: Iterable[Mapping[str, Sequence[str]]] = (LEANINGS, GENRE_WORDS)
    return tuple((f" {fold(phrase)} ", tuple(genres)) for table in tables for phrase, genres in table.items())


def _years(text: str) -> tuple[float, float] | None:
    """The years that a memory speaks of ("in the 80s", "around 1995"), as a span; None without."""
    found: list[int] = []
    for match in _YEARS.finditer(text):
        if match["year"]:
            found += [int(match["year"]), int(match["year"]) + 9 * bool(match["s"])]
        elif match["s"]:
            first = (1900 if int(match["decade"]) >= 30 else 2000) + int(match["decade"])
            found += [first, first + 9]
    return (min(found), max(found)) if found else None
