"""The starter catalogue has several answers to each of the requests that newcomers type first."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from agent.catalogue.title import MediaType, Title
from etl.sources.starter import read_starter

TITLES = read_starter()


@dataclass(frozen=True, slots=True)
class Wish:
    """What a title must have. `genres` all; `countries`, `people` and `words` (whole words of the description) any of them."""

    genres: tuple[str, ...] = ()
    media_type: MediaType | None = None
    years: tuple[int, int] = (0, 3000)
    under: int | None = None
    seasons: int | None = None
    countries: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    words: str = ""
    at_least: int = 5

    def grants(self, title: Title) -> bool:
        """Whether the title meets every condition."""
        conditions: tuple[Callable[[], bool], ...] = (
            lambda: set(self.genres) <= set(title.genres),
            lambda: self.media_type in (None, title.media_type),
            lambda: self.years[0] <= (title.year or 0) <= self.years[1],
            lambda: self.under is None or (title.runtime is not None and title.runtime < self.under),
            lambda: self.seasons is None or title.seasons == self.seasons,
            lambda: not self.countries or bool({*self.countries} & {*title.countries}),
            lambda: not self.people or bool({*self.people} & {*title.directors, *title.cast}),
            lambda: re.search(rf"\b(?:{self.words})\b", title.description, re.IGNORECASE) is not None,
        )
        return all(condition() for condition in conditions)


NORDIC = ("Denmark", "Finland", "Iceland", "Norway", "Sweden")
AFRICA = ("Algeria", "Malawi", "Mauritania", "Nigeria", "Senegal", "South Africa")
LATIN = ("Argentina", "Brazil", "Chile", "Colombia", "Cuba", "Mexico")
REQUESTS = {
    "something tense set in one room, under two hours": Wish(
        words="tense.*one room|(one|single) room.*tense", under=120, at_least=8
    ),
    "a heist film from the 90s": Wish(("crime",), "movie", (1990, 1999), words="heist", at_least=8),
    "a feel-good comedy": Wish(("comedy",), words="feel-good", at_least=15),
    "a scary film under an hour and a half": Wish(("horror",), "movie", under=90),
    "a Korean thriller": Wish(("thriller",), countries=("South Korea",)),
    "a Japanese animated film": Wish(("anime",), "movie"),
    "an Indian film": Wish(media_type="movie", countries=("India",), at_least=8),
    "an Iranian film": Wish(media_type="movie", countries=("Iran",)),
    "a film noir from the forties": Wish(("film noir",), "movie", (1940, 1949)),
    "a western": Wish(("western",), at_least=10),
    "a war film": Wish(("war",), "movie", at_least=10),
    "a nature documentary": Wish(("documentary",), words="nature"),
    "a documentary about music": Wish(("documentary", "music")),
    "a musical": Wish(("musical",), "movie", at_least=10),
    "an animated film for the whole family": Wish(("animation", "family"), "movie", at_least=12),
    "a romantic comedy from the 90s": Wish(("romance", "comedy"), "movie", (1990, 1999)),
    "science fiction under two hours": Wish(("science fiction",), "movie", under=120, at_least=12),
    "a time-travel or time-loop film": Wish(media_type="movie", words="time-travel|time-loop", at_least=6),
    "a Scandinavian crime story": Wish(("crime",), countries=NORDIC),
    "a silent film": Wish(media_type="movie", years=(1900, 1935), words="silent", at_least=6),
    "a British comedy series": Wish(("comedy",), "series", countries=("United Kingdom",)),
    "a mini-series": Wish(media_type="series", seasons=1, words="mini-series", at_least=10),
    "a sports film": Wish(("sport",), "movie", at_least=8),
    "a coming-of-age story": Wish(words="coming-of-age", at_least=8),
    "a film by Hitchcock": Wish(media_type="movie", people=("Alfred Hitchcock",), at_least=6),
    "a film about food": Wish(words="food|cook", at_least=6),
    "based on a true story": Wish(words="true story", at_least=10),
    "a film from Africa": Wish(media_type="movie", countries=AFRICA, at_least=6),
    "a film from Latin America": Wish(media_type="movie", countries=LATIN, at_least=10),
    "a French film": Wish(media_type="movie", countries=("France",), at_least=20),
    "a Christmas film": Wish(media_type="movie", words="Christmas", at_least=8),
    "a spy story": Wish(words="spy|spies", at_least=8),
    "zombies": Wish(words="zombies?", at_least=5),
    "vampires": Wish(words="vampires?", at_least=5),
    "animation for adults": Wish(("animation",), words="adults?|grown-up", at_least=6),
    "a courtroom drama": Wish(("drama",), words="courtroom|jurors|barrister|trial|judge", at_least=5),
    "a road film": Wish(words="road", at_least=8),
    "a whodunit": Wish(("mystery",), words="murder\\w*|whodunit|detective", at_least=10),
    "a crime series": Wish(("crime",), "series", at_least=10),
    "a science-fiction series": Wish(("science fiction",), "series", at_least=8),
}


@pytest.mark.parametrize("request_text", REQUESTS)
def test_a_newcomers_request_finds_enough_titles(request_text: str) -> None:
    """What people type first has several titles whose facts and words fit."""
    wish = REQUESTS[request_text]
    found = [title.title for title in TITLES if wish.grants(title)]

    assert len(found) >= wish.at_least, f"{request_text}: {found}"
