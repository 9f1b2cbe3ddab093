"""Titles by name, however they are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.understanding.lookup import TitleIndex, split_year
from tests.agent.catalogue.shop import TITLES

INDEX = TitleIndex(TITLES)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("The Usual Suspects", "the-usual-suspects-1995"),
        ("usual suspects", "the-usual-suspects-1995"),
        ("THE USUAL SUSPECTS!", "the-usual-suspects-1995"),
        ("the usual suspcets", "the-usual-suspects-1995"),
        ("queens gambit", "the-queens-gambit-2020"),
        ("Amelie", "amélie-2001"),
        ("La Casa de Papel", "money-heist-2017"),
        ("Drishyam", "drishyam-2015"),
        ("Drishyam (2013)", "drishyam-2013"),
        ("drishyam 2013", "drishyam-2013"),
        ("Drishyam (1999)", None),
        ("12 angry men", "12-angry-men-1957"),
        ("Hest", None),
        ("", None),
        ("!!!", None),
    ],
)
def test_names_are_found_as_people_type_them(typed: str, expected: str | None) -> None:
    """Case, accents, articles, apostrophes, aliases, a year and a typo do not matter; short names must be right."""
    assert INDEX.find(typed) == expected


def test_a_wanted_type_and_year_decide_among_namesakes() -> None:
    """Two films of one name are told apart by year, and both are namesakes of each other."""
    assert INDEX.find("Drishyam", year=2013) == "drishyam-2013"
    assert INDEX.namesakes("drishyam-2013") == ("drishyam-2013", "drishyam-2015")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Have you seen Ronin or Alien?", ["ronin-1998", "alien-1979"]),
        ('a bit like "heat" perhaps', ["heat-1995"]),
        ("i liked heat (1995) a lot", ["heat-1995"]),
        ("the usual suspects was good", ["the-usual-suspects-1995"]),
        ("the heat of the night in dark rooms", []),
        ("a love story for us", []),
        ("SOMETHING DARK PLEASE", []),
    ],
)
def test_names_in_a_sentence_count_when_they_read_as_names(text: str, expected: list[str]) -> None:
    """A name in a sentence is one when it is capitalised, quoted, dated or long; words that are titles too are not."""
    assert [mention.id for mention in INDEX.mentions(text)] == expected


@given(st.text(max_size=200))
def test_no_text_breaks_the_look_up(text: str) -> None:
    """Any text is looked up without an error, and mentions lie in it, in order, without overlap."""
    INDEX.find(text)
    at = 0
    for mention in INDEX.mentions(text):
        assert at <= mention.start < mention.end <= len(text)
        at = mention.end


@given(st.sampled_from(TITLES), st.data())
def test_a_swap_of_two_letters_still_finds_a_long_name(title: object, data: st.DataObject) -> None:
    """Two neighbouring letters the wrong way round lead to the same name, when it has nine letters or more."""
    name = title.title  # type: ignore[attr-defined]
    if len(name) < 9 or not name.isascii():
        return
    at = data.draw(st.integers(0, len(name) - 2))
    typed = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    found = INDEX.find(typed)
    assert found is not None
    assert found in INDEX.namesakes(title.id)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("Heat (1995)", ("Heat", 1995)), ("heat 1995", ("heat", 1995)), ("1917", ("1917", None)), ("2012 (2009)", ("2012", 2009))],
)
def test_a_year_behind_a_name_is_split_off(typed: str, expected: tuple[str, int | None]) -> None:
    """The year behind a name is told from a name that is a number."""
    assert split_year(typed) == expected
