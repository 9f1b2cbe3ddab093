"""Ways of naming a title that are not its name: digits for letters, a year beside the catalogue's, no subtitle, a typo."""

from datetime import date

import pytest

from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from tests.agent.catalogue.shop import film, series

TITLES = (
    film("Lantern", 1999, "drama", "Somebody lights it.", aliases=("Laterna Magica Nova",)),
    film("Doctor Odd: Or How It All Went Well", 1964, "comedy"),
    film("Ladder: Up", 2001, "action"),
    film("Ladder: Down", 2003, "action"),
    film("Q", 1931, "crime"),
    series("Bureau (U.S.)", 2013, "comedy", seasons=9),
    film("A Portrait of the Carpenter in Winter Light", 2019, "romance"),
)
VOCABULARY = Vocabulary.of(TITLES)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("L4ntern", 1999),
        ("Lanern", 1999),
        ("Laterna Magica Noav", 1999),
        ("Doctor Odd", 1964),
        ("Ladder", None),
        ("Q", 1931),
        ("do you have Q?", 1931),
        ("Bureau 2005", 2013),
        ("Bureau (2013)", 2013),
        ("Bureau (1990)", None),
        ("Lantern (2001)", 1999),
        ("Lantern (2004)", None),
        ("A Portait of the Carpentr in Wintre Light", 2019),
    ],
)
def test_a_title_is_found_by_what_people_call_it(text: str, year: int | None) -> None:
    """The title, or none where the name fits several or the year is another film's."""
    found = understand(text, VOCABULARY, today=date(2024, 5, 1)).lookup
    assert [VOCABULARY.titles.titles[title].year for title in found] == ([] if year is None else [year])


def test_a_seven_may_be_a_letter() -> None:
    """ "Se7en" is found as "Seven"."""
    vocabulary = Vocabulary.of((film("Se7en", 1995, "crime"),))
    assert understand("Seven", vocabulary, today=date(2024, 5, 1)).lookup == ("se7en-1995",)
