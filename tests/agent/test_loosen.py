"""A demand let go in the request's own words, in any of its languages."""

import pytest

from agent.catalogue.answers.loosen import demands, without_demand
from agent.catalogue.speech.options import Demand
from tests.fakes.finder import FakeFinder

UNDERSTAND = FakeFinder().understand


@pytest.mark.parametrize(
    ("text", "demand", "expected"),
    [
        ("a thriller by Alfred Hitchcock from the fifties", "years", "a thriller by Alfred Hitchcock"),
        ("a thriller by Alfred Hitchcock from the fifties", "people", "a thriller from the fifties"),
        ("ein Thriller von Alfred Hitchcock aus den Fünfzigern", "years", "ein Thriller von Alfred Hitchcock"),
        ("a series with ten seasons from the 90s", "seasons", "a series from the 90s"),
        ("a heist, under 90 minutes", "length", "a heist"),
        ("a heist", "years", None),
        ("a heist from the 90s", "rating", None),
    ],
)
def test_the_words_of_a_demand_go_and_all_others_stay(text: str, demand: Demand, expected: str | None) -> None:
    """None where there is no such demand."""
    assert without_demand(text, demand, UNDERSTAND) == expected


@pytest.mark.parametrize(
    "text", ["a thriller by Alfred Hitchcock from the fifties under 90 minutes", "egy thriller a kilencvenes évekből"]
)
def test_each_demand_of_a_request_can_be_let_go(text: str) -> None:
    """What is left no longer makes it, and still makes the others."""
    made = demands(UNDERSTAND(text))
    assert made
    for demand in made:
        rest = without_demand(text, demand, UNDERSTAND)
        assert rest is not None
        assert set(demands(UNDERSTAND(rest))) == set(made) - {demand}
