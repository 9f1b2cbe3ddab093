"""A demand let go in the request's own words, in any of its languages."""

import pytest

from agent.catalogue.answers.loosen import OPTIONS, demands, without_demand
from tests.fakes.finder import FakeFinder

UNDERSTAND = FakeFinder().understand


@pytest.mark.parametrize(
    ("text", "option", "expected"),
    [
        ("a thriller by Alfred Hitchcock from the fifties", "any year", "a thriller by Alfred Hitchcock"),
        ("a thriller by Alfred Hitchcock from the fifties", "anybody in it", "a thriller from the fifties"),
        ("ein Thriller von Alfred Hitchcock aus den Fünfzigern", "any year", "ein Thriller von Alfred Hitchcock"),
        ("a series with ten seasons from the 90s", "any number of seasons", "a series from the 90s"),
        ("a heist, under 90 minutes", "any length", "a heist"),
        ("a heist", "any year", None),
        ("a heist from the 90s", "a comedy", None),
    ],
)
def test_the_words_of_a_demand_go_and_all_others_stay(text: str, option: str, expected: str | None) -> None:
    """None where there is no such demand or option."""
    assert without_demand(text, option, UNDERSTAND) == expected


@pytest.mark.parametrize(
    "text", ["a thriller by Alfred Hitchcock from the fifties under 90 minutes", "egy thriller a kilencvenes évekből"]
)
def test_each_demand_of_a_request_can_be_let_go(text: str) -> None:
    """What is left no longer makes it, and still makes the others."""
    made = demands(UNDERSTAND(text))
    assert made
    for demand in made:
        rest = without_demand(text, OPTIONS[demand], UNDERSTAND)
        assert rest is not None
        assert set(demands(UNDERSTAND(rest))) == set(made) - {demand}
