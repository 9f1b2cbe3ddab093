"""From which age a title may be watched: the code, read as its country's board meant it, and what the genres say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.certificates import certificate_age, viewing_age
from agent.catalogue.title import Title
from etl.genres import GENRES


def rated(code: str | None, *genres: str, year: int = 2000) -> Title:
    """A film of this certificate and these genres."""
    return Title("t", "T", year, "movie", ("imdb:0",), genres=genres, certificate=code)


@pytest.mark.parametrize(
    ("title", "age"),
    [
        (rated("G", "adventure", "science fiction"), 0),
        (rated("TV-Y7", "animation"), 7),
        (rated("PG", "family"), 8),
        (rated("U", "animation", "adventure", "family"), 8),
        (rated("U", "animation", "adventure", "comedy"), 8),
        (rated("U", "comedy", "romance"), 13),
        (rated("U", "animation", "drama", "war"), 16),
        (rated("U", "action", "science fiction"), 13),
        (rated("U", "crime", "drama"), 16),
        (rated("UA", "family", "adventure"), 13),
        (rated("U/A", "horror", "comedy"), 16),
        (rated("A", "family"), 18),
        (rated("Passed", "comedy"), 10),
        (rated("Approved", "crime", "film noir"), 13),
        (rated("PG", "adventure", "thriller", year=1975), 13),
        (rated("PG", "action", "adventure", year=1981), 13),
        (rated("PG", "comedy", "family", year=1982), 8),
        (rated("PG", "action", "adventure", year=2010), 8),
        (rated(None, "family"), None),
        (rated("NR", "drama"), None),
        (rated("Unrated", "horror"), 18),
        (rated(None, "drama", "war"), 18),
    ],
)
def test_a_code_counts_for_as_much_as_its_board_and_the_genres_bear_out(title: Title, age: int | None) -> None:
    """US codes as they are, Indian ones and old ones only together with genres; a harsh genre alone is for grown-ups."""
    assert viewing_age(title) == age


_CODES = st.none() | st.sampled_from(["U", "UA", "U/A", "A", "G", "PG", "PG-13", "R", "TV-Y", "Passed", "16", "NR", "74 min"])


@given(_CODES, st.lists(st.sampled_from(sorted(GENRES)), max_size=4), st.integers(1920, 2026))
def test_no_genre_makes_a_title_fit_for_younger_people(code: str | None, genres: list[str], year: int) -> None:
    """The careful reading only ever raises the age, and the Indian U is never for the smallest."""
    age, stated = viewing_age(rated(code, *genres, year=year)), certificate_age(code)
    assert stated is None or (age is not None and age >= stated)
    assert code != "U" or (age or 0) >= 8
