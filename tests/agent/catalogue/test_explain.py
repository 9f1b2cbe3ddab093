"""What `search --explain` says."""

from datetime import date

import pytest

from agent.catalogue.certificates import certificate_age
from agent.catalogue.speech.sentences import sentence
from agent.catalogue.understanding.explain import explain
from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from tests.agent.catalogue.shop import TITLES

VOCABULARY = Vocabulary.of(TITLES)
NO_LANGUAGE = f"note: {sentence('spoken', 'en')}"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "a 90s thriller under two hours",
            ["wish: “a thriller”", "years: 1990 to 1999", "length: at most 120 minutes", "genres: thriller"],
        ),
        ("like Heat, not Alien", ["wish: nothing beyond the conditions", "like: Heat (1995)", "left out: Alien (1979)"]),
        ("a series for a seven-year-old", ["wish: “series for children”", "type: series", "age: fit for 7-year-olds"]),
        ("a thriller in French", ["wish: “a thriller in French”", "genres: thriller", "spoken: in French", NO_LANGUAGE]),
        ("comedy or horror from 2001 on", ["wish: “comedy or horror”", "years: from 2001 on", "genres: comedy or horror"]),
    ],
)
def test_a_request_is_explained_line_by_line(text: str, lines: list[str]) -> None:
    """Every condition has its line, in words, and nothing else has."""
    request = understand(text, VOCABULARY, today=date(2026, 12, 1))
    assert explain(request, VOCABULARY.titles.titles) == lines


def test_what_cannot_be_told_is_explained_too() -> None:
    """The notes come last."""
    request = understand("a drama without subtitles", VOCABULARY, today=date(2026, 12, 1))
    assert explain(request, {})[-1].startswith("note: I know nothing about subtitles")


@pytest.mark.parametrize(
    ("code", "age"),
    [
        ("PG-13", 13),
        ("pg-13", 13),
        ("TV-MA", 17),
        ("U/A", 12),
        ("16", 16),
        ("FSK 12", 12),
        ("NR", None),
        ("74 min", None),
        (None, None),
    ],
)
def test_codes_of_several_countries_are_ages(code: str | None, age: int | None) -> None:
    """US film, US television, Indian and plain-age codes; what says nothing is unknown."""
    assert certificate_age(code) == age
