"""What asks for an evening, which film a name means, the time in a country. Pure."""

from datetime import UTC, datetime

import pytest

from agent.contract import TitleRef
from bot.local_time import local_time
from bot.movie_night.asking import asks_for_evening
from bot.movie_night.loved import meant

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)  # a Tuesday
HEAT, HEAT_1986, HEATHERS = TitleRef("h", "Heat", 1995), TitleRef("h86", "Heat", 1986), TitleRef("hs", "Heathers", 1989)


@pytest.mark.parametrize(
    "text",
    [
        "movie night", "Movie night!", "film night", "movienight", "Movie  night, please :)", "let's have a movie night today",
        "Filmabend", "einen Filmabend bitte", "noche de cine", "¡Noche de películas, por favor!", "noche de pelis",
        "soirée film", "Une soirée ciné ce soir ?", "filmest", "Legyen filmest ma este", "moziest",
    ],
)  # fmt: skip
def test_a_message_that_says_nothing_else_asks_for_a_movie_night(text: str) -> None:
    """In five languages, with whatever people add out of politeness."""
    assert asks_for_evening(text)


@pytest.mark.parametrize(
    "text",
    ["", "please", "a film for movie night", "horror movie night", "movie nights are boring", "when is movie night?", "film",
     "the night of the hunter", "Kinoabend mit Hitchcock", "noche", "soirée"],
)  # fmt: skip
def test_a_message_that_says_more_is_a_question_as_any(text: str) -> None:
    """It is answered in words."""
    assert not asks_for_evening(text)


def test_a_name_means_the_titles_that_are_called_just_so() -> None:
    """A year tells namesakes apart; what matches none exactly may mean all that are suggested."""
    known = [HEAT, HEAT_1986, HEATHERS]
    assert [HEAT, HEAT_1986] == meant("HEAT", known)
    assert [HEAT_1986] == meant(" heat 1986", known)
    assert known == meant("hea", known)
    assert [] == meant("hea", [])


def test_the_time_is_known_where_a_country_has_one() -> None:
    """Not where its parts have different hours, and not of no country."""
    budapest = local_time("HU", NOON)
    if budapest is None:
        pytest.skip("this machine has no table of time zones")
    assert (13, 1) == (budapest.hour, budapest.weekday())
    assert [None, None, None] == [local_time(region, NOON) for region in ("US", "", "XX")]
