"""What a model may say about a request, checked against the catalogue before it counts."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from agent.catalogue.request import Request
from agent.catalogue.title import MediaType, Title
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS

_MEDIA: dict[str, MediaType] = {
    "movie": "movie", "movies": "movie", "film": "movie", "films": "movie",
    "series": "series", "show": "series", "tv": "series", "tv show": "series", "tv series": "series",
}  # fmt: skip


class _Filters(BaseModel):
    media_type: str | None = None
    year_from: int | None = None
    year_to: int | None = None
    runtime_min: int | None = None
    runtime_max: int | None = None
    seasons_max: int | None = None
    viewer_age: int | None = None
    rating_min: float | None = None
    genres: list[str] = []
    without_genres: list[str] = []
    people: list[str] = []
    without_people: list[str] = []
    countries: list[str] = []
    without_countries: list[str] = []


class Known:
    """The words that filters may use, found by their folded form."""

    def __init__(self, titles: Iterable[Title]) -> None:
        self._genres: dict[str, str] = {}
        self._people: dict[str, str] = {}
        self._countries: dict[str, str] = {}
        for title in titles:
            self._genres |= {fold(genre): genre for genre in title.genres}
            self._people |= {fold(name): name for name in (*title.directors, *title.cast)}
            self._countries |= {fold(country): country for country in title.countries}

    def genres(self, words: Iterable[str]) -> tuple[str, ...]:
        """The catalogue's names of these genres; what it does not have is left out."""
        meant = (genre for word in words for genre in GENRE_WORDS.get(word.strip().lower(), (word,)))
        return _found(meant, self._genres)

    def people(self, names: Iterable[str]) -> tuple[str, ...]:
        """As `genres`, for people."""
        return _found(names, self._people)

    def countries(self, names: Iterable[str]) -> tuple[str, ...]:
        """As `genres`, for countries."""
        return _found(names, self._countries)


def narrowed(request: Request, filters: Mapping[str, Any], known: Known) -> Request:
    """The request with a model's filters where the rules understood nothing; what is implausible or unknown is ignored."""
    try:
        said = _Filters.model_validate(filters)
    except ValidationError:
        return request
    years = _range(said.year_from, said.year_to, 1870, 2100)  # before film, and after anything a person would mean
    runtimes = _range(said.runtime_min, said.runtime_max, 1, 1000)
    if request.year_from is None and request.year_to is None:
        request = replace(request, year_from=years[0], year_to=years[1])
    if request.runtime_min is None and request.runtime_max is None:
        request = replace(request, runtime_min=runtimes[0], runtime_max=runtimes[1])
    request = _numbers(request, said)
    request = _refusals(request, said, known)
    without = request.without_genres or known.genres(said.without_genres)
    genres = request.genres or known.genres(said.genres)
    return replace(
        request,
        media_type=request.media_type or _MEDIA.get((said.media_type or "").strip().lower()),
        genres=tuple(genre for genre in genres if genre not in without),
        without_genres=without,
        people=request.people or _others(known.people(said.people), request.without_people),
        countries=request.countries or _others(known.countries(said.countries), request.without_countries),
    )


def _numbers(request: Request, said: _Filters) -> Request:
    """Seasons, age and rating, where they are plausible; seasons and ratings of nothing, and grown-ups, set no limit."""
    seasons, age, rating = said.seasons_max, said.viewer_age, said.rating_min
    if request.seasons_max is None and request.seasons_min is None and seasons is not None and 0 < seasons < 100:
        request = replace(request, seasons_max=seasons)
    if request.viewer_age is None and age is not None and 0 <= age < 18:
        request = replace(request, viewer_age=age)
    if request.rating_min is None and rating is not None and 0 < rating <= 10:
        request = replace(request, rating_min=rating)
    return request


def _refusals(request: Request, said: _Filters, known: Known) -> Request:
    people = request.without_people or _others(known.people(said.without_people), request.people)
    countries = request.without_countries or _others(known.countries(said.without_countries), request.countries)
    return replace(request, without_people=people, without_countries=countries)


def _others(names: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in taken)


def understood(request: Request) -> dict[str, Any]:
    """The request's limits that are set, for people to read."""
    hidden = {"wish", "original", "exclude", "language", "limit", "media_type", "notes"}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(request).items()
        if key not in hidden and value not in (None, (), False)
    }


def _range(low: int | None, high: int | None, least: int, most: int) -> tuple[int | None, int | None]:
    low = low if low is not None and least <= low <= most else None
    high = high if high is not None and least <= high <= most else None
    return (None, None) if low is not None and high is not None and low > high else (low, high)


def _found(words: Iterable[str], vocabulary: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(vocabulary[key] for word in words if (key := fold(word)) in vocabulary))
