"""The catalogue's facts as columns: which titles meet a request's conditions, in well under a millisecond."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from agent.catalogue.certificates import viewing_age
from agent.catalogue.languages import languages_of
from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold

Mask: TypeAlias = npt.NDArray[np.bool_]
Column: TypeAlias = npt.NDArray[np.float64]

_LEADS = 3  # the first names of a cast
# The most voted titles; in a small catalogue at most one in fifty, so that nearly all of it is not "famous".
_FAMOUS, _FAMOUS_SHARE = 100, 50


class FactTable:
    """Columns over titles in their order; an unknown number is NaN and meets no condition on it."""

    def __init__(self, titles: Sequence[Title]) -> None:
        self.ids = [title.id for title in titles]
        self.row = {title.id: row for row, title in enumerate(titles)}
        self.year = _column(title.year for title in titles)
        self.runtime = _column(title.runtime for title in titles)
        self.seasons = _column(title.seasons for title in titles)
        self.rating = _column(title.rating for title in titles)
        self.votes = _column(title.votes for title in titles)
        self.from_age = _column(map(viewing_age, titles))
        self.series = np.asarray([title.media_type == "series" for title in titles], bool)
        self.prior = _prior(self.rating, self.votes)
        self.by_prior = np.argsort(-self.prior, kind="stable")
        self.famous = _famous(self.votes)
        self.fame, self.merit, self.known = _standing(self.votes, self.rating, self.series)
        self.genre_count = np.asarray([len(title.genres) for title in titles], float)
        self._genres = _rows_by(title.genres for title in titles)
        self._countries = _rows_by(title.countries for title in titles)
        self._languages = _rows_by(map(languages_of, titles))
        self._directors = _rows_by(map(fold, title.directors) for title in titles)
        self._people = _rows_by(map(fold, (*title.directors, *title.cast)) for title in titles)
        self._leads = _rows_by(map(fold, (*title.directors, *title.cast[:_LEADS])) for title in titles)

    def mask(self, request: Request, excluded: Iterable[str] = ()) -> Mask:
        """The titles that meet every condition of `request` and are not in `excluded` (title ids)."""
        mask = np.ones(len(self.ids), bool)
        if request.media_type:
            mask &= self.series == (request.media_type == "series")
        for column, low, high in (
            (self.year, request.year_from, request.year_to),
            (self.runtime, request.runtime_min, request.runtime_max),
            (self.seasons, request.seasons_min, request.seasons_max),
            (self.rating, request.rating_min, None),
        ):
            # A comparison with NaN is false, which is meant.
            if low is not None:
                mask &= column >= low
            if high is not None:
                mask &= column <= high
        for wanted in self._wanted(request):
            mask &= wanted
        for rows in self._unwanted(request):
            mask[rows] = False
        if request.viewer_age is not None:
            mask &= (self.from_age <= request.viewer_age) | (np.isnan(self.from_age) & request.uncertified)
        mask[[self.row[title] for title in excluded if title in self.row]] = False
        return mask

    def count(self, request: Request, excluded: Iterable[str] = ()) -> int:
        """How many titles meet the conditions."""
        return int(self.mask(request, excluded).sum())

    def by_genre(self, weights: Mapping[str, float]) -> Column:
        """For each title, the sum of the weights of its genres."""
        total = np.zeros(len(self.ids))
        for genre, weight in weights.items():
            if genre in self._genres:
                total[self._genres[genre]] += weight
        return total

    def with_people(self, names: Iterable[str]) -> Mask:
        """The titles with any of these people (folded names)."""
        return self._any(self._people, names)

    def led_by(self, names: Iterable[str]) -> Mask:
        """The titles that any of these people (folded names) directs or has a leading part in."""
        return self._any(self._leads, names)

    def _wanted(self, request: Request) -> Iterator[Mask]:
        """For each group of names of which a title must have one, the titles that do."""
        for rows, groups in (
            (self._genres, _groups(request.genres, request.any_genre)),
            (self._countries, _groups(request.countries, True)),
            (self._languages, _groups(request.spoken, True)),
            (self._people, _groups(map(fold, request.people), request.any_people)),
            (self._directors, _groups(map(fold, request.directors), False)),
        ):
            yield from (self._any(rows, group) for group in groups)

    def _unwanted(self, request: Request) -> Iterator[npt.NDArray[np.intp]]:
        """The rows of each name that no title may have."""
        for rows, names in (
            (self._genres, request.without_genres),
            (self._countries, request.without_countries),
            (self._languages, request.without_spoken),
            (self._people, map(fold, request.without_people)),
            (self._directors, map(fold, request.without_directors)),
        ):
            yield from (rows[name] for name in names if name in rows)

    def _any(self, rows: dict[str, npt.NDArray[np.intp]], keys: Iterable[str]) -> Mask:
        mask = np.zeros(len(self.ids), bool)
        for key in keys:
            if key in rows:
                mask[rows[key]] = True
        return mask


def top(values: npt.NDArray[np.floating[Any]], count: int) -> npt.NDArray[np.intp]:
    """The places of the `count` largest, in rising order; of equal ones the first. In time linear in their number."""
    if len(values) <= count:
        return np.arange(len(values))
    least = np.partition(values, len(values) - count)[len(values) - count]
    larger = np.flatnonzero(values > least)
    equal = np.flatnonzero(values == least)[: count - len(larger)]
    return np.sort(np.concatenate((larger, equal)))


def _groups(names: Iterable[str], any_of_them: bool) -> list[tuple[str, ...]]:
    """All names as one group where any of them will do, else each by itself; none for no names."""
    every = tuple(names)
    return ([every] if every else []) if any_of_them else [(name,) for name in every]


def _column(values: Iterable[float | None]) -> Column:
    return np.asarray([np.nan if value is None else value for value in values], float)


def _rows_by(keys_of_rows: Iterable[Iterable[str]]) -> dict[str, npt.NDArray[np.intp]]:
    rows: dict[str, list[int]] = defaultdict(list)
    for row, keys in enumerate(keys_of_rows):
        for key in keys:
            rows[key].append(row)
    return {key: np.asarray(found, np.intp) for key, found in rows.items()}


def _prior(rating: Column, votes: Column) -> Column:
    """How much is known in favour of a title, about 0 to 1: votes (their logarithm over that of 3 million) and rating.

    The mean for titles of which neither is known, so that a source without votes is neither pushed nor buried.
    """
    known = np.log10(np.nan_to_num(votes, nan=0.0) + 1) / 6.5
    liked = np.clip((np.nan_to_num(rating, nan=6.5) - 5) / 5, 0, 1)
    prior = 0.7 * known + 0.3 * liked
    unknown = np.isnan(votes) & np.isnan(rating)
    prior[unknown] = 0.3
    return prior


def _famous(votes: Column) -> Mask:
    """The hundred most voted."""
    famous = np.zeros(len(votes), bool)
    count = min(_FAMOUS, len(votes) // _FAMOUS_SHARE, int((~np.isnan(votes)).sum()))
    if count:
        famous[np.argsort(-np.nan_to_num(votes, nan=-1.0), kind="stable")[:count]] = True
    return famous


def _standing(votes: Column, rating: Column, series: Mask) -> tuple[Column, Column, Mask]:
    """How well known and how well liked each title is, and whether there are votes at all; 0 where nobody knows.

    The usual sources have votes of films alone. A series without any stands where the lower quarter of the voted films ends, so
    that it competes by what it is about.
    """
    known = ~np.isnan(votes)
    fame = np.log10(np.nan_to_num(votes, nan=0.0) + 1) / 6.5
    merit = np.nan_to_num(rating, nan=0.0)
    without = series & ~known
    if (voted := known & ~series).any():
        fame[without] = np.quantile(fame[voted], 0.25)
        merit[without] = np.where(np.isnan(rating[without]), np.quantile(merit[voted], 0.25), merit[without])
        known = known | without
    return fame, merit, known
