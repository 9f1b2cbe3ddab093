"""The catalogue as the tools read it: titles by condition, and the names that people type found in it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agent.catalogue.request import Request
from agent.catalogue.search.table import Column, FactTable
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import MediaType, Title
from agent.catalogue.understanding.fold import fold, without_article
from agent.catalogue.understanding.genre_words import GENRE_WORDS, MEDIA_WORDS
from agent.catalogue.understanding.languages.hungarian import HUNGARIAN
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.lookup import EVERYDAY, split_year
from agent.catalogue.understanding.vocabulary import Vocabulary

Rows: TypeAlias = npt.NDArray[np.intp]
_QUOTES = " \t\"“”„«»'’‘*_?!.,;:¿¡"
_KIND = re.compile(
    r"(?:the |der |den |die |la |le |el |a |az |ein |une? |una? )?(?:new |old |original )?"
    r"(?:(?P<movie>films?|movies?|pelicula|peli)|(?P<series>(?:tv )?(?:series|show)|serie|sorozat)) +(?=\S)"
)
_ARTICLE = re.compile(r"(?:the|der|den|dem|die|das|la|le|les|el|los|las|a|az) +(?=\S)|l['’](?=\S)")
# Behind the name of a row of films: a number, a part, a subtitle.
_PART = re.compile(r"\s*(?:$|[:–-]|(?:part|chapter|volume|vol|episode)\b|[\divx]+\b|and\b|et\b|und\b|y\b)")
_SURE_LENGTH = 5  # letters of a name in lower case that is no everyday word by chance
_ONE_WORD = 1


@dataclass(frozen=True, slots=True)
class Library:
    """All titles, their names and their facts. `read` understands a text known to be in a language."""

    titles: Mapping[str, Title]
    vocabulary: Vocabulary
    table: FactTable
    read: Callable[[str, Voice], Request]

    def rows(self, wanted: Request) -> Rows:
        """The rows of the titles that meet every condition."""
        return np.flatnonzero(self.table.mask(wanted))

    def at(self, rows: Iterable[int]) -> list[Title]:
        """The titles of these rows."""
        ids = self.table.ids
        return [self.titles[ids[row]] for row in rows]

    def best_known(self, rows: Rows, count: int) -> list[Title]:
        """The `count` with the most votes, of those that have any; of as many the first by id."""
        found = self.at(leading(self.table.votes[rows], rows, count))
        return sorted(found, key=lambda title: (-(title.votes or 0), title.id))[:count]

    def allowed(self, ids: Iterable[str], ceiling: int | None) -> tuple[list[Title], bool]:
        """The titles that somebody of this age may see, and whether any was kept back."""
        found = [self.titles[id_] for id_ in dict.fromkeys(ids) if id_ in self.titles]
        if ceiling is None:
            return found, False
        may = self.table.allowed(ceiling)
        kept = [title for title in found if may[self.table.row[title.id]]]
        return kept, len(kept) < len(found)

    def named(self, typed: str) -> tuple[str, ...]:
        """All titles (ids) of this very name, oldest first; a year behind it or "the series" before it tells them apart."""
        name = typed.strip(_QUOTES + "()" if not typed.rstrip(" ?!.").endswith(")") else _QUOTES)
        media: MediaType | None = None
        if not self._exact(name) and (kind := _KIND.match(level(name))):
            name, media = name[kind.end() :].strip(_QUOTES), "movie" if kind["movie"] else "series"
        for form in self._forms(name):
            bare, year = split_year(form)
            if found := self._exact(form):
                return self._apart(found, media, None)
            if year is not None and (found := self._exact(bare)):
                return self._apart(found, media, year)
        return ()

    def row_of(self, name: str) -> tuple[str, ...]:
        """The films whose names begin so ("the godfather": three of them), oldest first; all of their first names count."""
        head = without_article(fold(name))
        if not head or head in MEDIA_WORDS or head in GENRE_WORDS:
            return ()
        found = {id_ for id_ in self.vocabulary.titles.starting(head) if self._is_part(self.titles[id_], head)}
        return tuple(sorted(found, key=lambda id_: (self.titles[id_].year or 0, id_)))

    def person(self, typed: str, *, glued: bool = False, exactly: bool = False) -> str | None:
        """Somebody of the catalogue by full name, or by a surname that people mean one by.

        `glued`: Hungarian endings may stand behind the name. A slip is forgiven but for `exactly`, which is quick.
        """
        name, vocabulary = typed.strip(_QUOTES), self.vocabulary
        key = fold(name)
        for form in (key, fold(without_ending(name)) if glued else key):
            surname = form.rsplit(" ", 1)[-1]
            meant = vocabulary.surnames.get(surname) or vocabulary.stars.get(surname)
            found = form if form in vocabulary.people else meant if meant and meant.endswith(form) else None
            if form and found:
                return vocabulary.people[found]
        return None if exactly else self._misspelt(key)

    def _misspelt(self, key: str) -> str | None:
        if " " not in key or len(key) < _SURE_LENGTH:
            return None
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = self.vocabulary.by_initial.get(key[:1], ())
        best = process.extractOne(key, near, scorer=OSA.distance, score_cutoff=1 if len(key) < 12 else 2)
        return self.vocabulary.people[best[0]] if best else None

    def _forms(self, name: str) -> Iterator[str]:
        """The name as typed, without an article, without what Hungarian glues to it."""
        yield name
        article = _ARTICLE.match(level(name))
        bare = name[article.end() :] if article else name
        yield bare
        yield without_ending(bare)

    def _exact(self, name: str) -> tuple[str, ...]:
        id_ = self.vocabulary.titles.exact(name) if _may_be_name(name) else None
        return self.vocabulary.titles.namesakes(id_) if id_ else ()

    def _apart(self, ids: Sequence[str], media: MediaType | None, year: int | None) -> tuple[str, ...]:
        found = [self.titles[id_] for id_ in ids]
        right = [title for title in found if media in {None, title.media_type} and year in {None, title.year}]
        return tuple(title.id for title in sorted(right, key=lambda title: (title.year or 0, title.id)))

    def _is_part(self, title: Title, head: str) -> bool:
        name = without_article(fold(title.title))
        if title.media_type != "movie" or not name.startswith(head):
            return False
        behind = name[len(head) :]
        raw = level(title.title)
        return (
            not behind
            or bool(_PART.match(behind) and behind.startswith(" "))
            or bool(re.search(rf"{re.escape(head)}\s*[:–-]\s", raw))
            or (behind.startswith(" ") and len(head.split()) > _ONE_WORD)
        )


def leading(values: Column, rows: Rows, count: int) -> Rows:
    """The rows of the `count` largest values and of all that equal the last of them; what is unknown (NaN) has no place."""
    known = ~np.isnan(values)
    values, rows = values[known], rows[known]
    if len(rows) <= count:
        return rows
    least = np.partition(values, len(values) - count)[len(values) - count]
    found: Rows = rows[values >= least]
    return found


def _may_be_name(name: str) -> bool:
    """Whether a title's name may be meant: a short one ("M", "Her") only with its capital."""
    key = fold(name)
    words = set(key.split())
    if not words or words <= MEDIA_WORDS | GENRE_WORDS.keys() or (key in EVERYDAY and name == name.lower()):
        return False
    return not name[0].islower() or (len(key) >= _SURE_LENGTH and not words & (MEDIA_WORDS | GENRE_WORDS.keys()))


def without_ending(name: str) -> str:
    """ "Heatet" → "Heat", "Nolantől" → "Nolan"."""
    glued = HUNGARIAN.pattern("endings").search(level(name))
    return name[: glued.start()] if glued and glued.start() >= 2 else name
