"""A model's figures and names against the facts: no true one is called wrong, a changed one is always found."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.catalogue.answers.checking import check
from agent.catalogue.answers.compose import card
from agent.catalogue.answers.facts import length, votes
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.title import Title
from agent.domain import Checked
from tests.agent.catalogue.shop import film
from tests.agent.catalogue.test_tools import starter

HEAT = film(
    "Heat", 1995, "crime", directors=("Michael Mann",), cast=("Al Pacino", "Robert De Niro"), runtime=170, rating=8.3,
    votes=577_113, description="After 7 years a thief comes back.",
)  # fmt: skip
ROPE = film("Rope", 1948, "thriller", directors=("Alfred Hitchcock",), cast=("James Stewart",), runtime=80)


@cache
def titles() -> tuple[Title, ...]:
    """The starter catalogue with ratings."""
    return tuple(starter())


def true_claims(title: Title) -> list[str]:
    """Sentences that hold, as models word them."""
    claims = [f"A film that stays with you ({title.year}).", f"It was released in {title.year}."] if title.year else []
    if title.year and title.year >= 1930:
        claims += [f"Pure {title.year // 10 * 10}s.", f"One of the best of the {title.year % 100 // 10 * 10:02}s."]
    if title.runtime:
        hours, rest = divmod(title.runtime, 60)
        claims += [f"It takes {title.runtime} minutes.", f"Just {title.runtime} min long, in Minuten: {title.runtime} Minuten."]
        claims += [f"It runs {hours} h {rest} min.", f"It runs {hours} hours and {rest} minutes.", f"Length: {length(title)}."]
        claims += [
            f"Well under {title.runtime + 7} minutes.",
            f"Over {title.runtime - 7} minutes.",
            f"About {title.runtime + 4} minutes.",
        ]
    if title.seasons:
        claims += [f"It has {title.seasons} seasons.", f"Die {title.seasons} Staffeln lohnen sich."]
    if title.rating and title.votes:
        claims += [
            f"Rated {title.rating:g} of 10 by {votes(title.votes)} people.",
            f"A {title.rating:g}/10 with {title.votes:,} votes.",
        ]
    if title.directors:
        claims += [f"{title.directors[0]} made it.", f"It was directed by {title.directors[0]}."]
    return claims + [f"With {name} at their best." for name in title.cast[:3]]


@given(st.integers(0, 10_000), st.data())
@settings(max_examples=150, deadline=None)
def test_no_true_fact_is_called_wrong(at: int, data: st.DataObject) -> None:
    """Whatever other titles stand beside it, and in whatever order sentences come."""
    every = titles()
    title = every[at % len(every)]
    others = data.draw(st.lists(st.sampled_from(every), max_size=4))
    claims = true_claims(title)
    claim = data.draw(st.sampled_from(claims)) if claims else "Good."

    assert check(claim, title, [title, *others], "") == Checked(claim)


@pytest.mark.parametrize("voice", VOICES)
def test_what_is_composed_from_facts_holds(voice: Voice) -> None:
    """Every title's card in five languages."""
    for title in titles():
        told = card(title, voice)
        assert check(told, title, [title], "") == Checked(told)


@given(st.integers(0, 10_000), st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_figure_is_always_found(at: int, data: st.DataObject) -> None:
    """Year, length, seasons, rating or votes that are not the title's are put right or left out."""
    every = titles()
    title = every[at % len(every)]
    other = data.draw(st.integers(1, 60)) * data.draw(st.sampled_from([1, -1]))
    wrong = [f"It was released in {title.year + other}."] if title.year else []
    if title.runtime and title.runtime + other > 0:
        wrong += [f"It takes {title.runtime + other} minutes.", f"A film of {title.runtime + other} min."]
        hours, rest = divmod(title.runtime + (other if abs(other) > 15 else other * 16), 60)
        wrong += [f"It runs {hours} h {rest} min."] if hours > 0 else []
    if title.rating and title.votes:
        wrong += [f"Rated {(title.rating + other * 0.7) % 10:.1f} of 10.", f"By {title.votes + abs(other):,} people."]
    claim = data.draw(st.sampled_from([text for text in wrong if not told_anyway(text, title)] or ["It takes 999 minutes."]))

    checked = check(claim, title, [title], "")
    assert checked.changed == 1
    assert checked.text != claim


def told_anyway(claim: str, title: Title) -> bool:
    """Whether the figure is one of the title's by chance."""
    own = f"{title.description} {title.title} {title.original_title} {title.aliases} {title.year}"
    figures = [part.strip(".,") for part in claim.split() if part[0].isdigit()]
    rating = f"{title.rating:.1f}" in claim if title.rating else False
    return rating or claim.endswith("000 people.") or any(figure in own for figure in figures)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("It takes 120 minutes.", Checked("It takes 170 minutes.", 1)),
        ("A thriller (1996) of 170 minutes.", Checked("A thriller (1995) of 170 minutes.", 1)),
        ("Rated 9.1 of 10, and 95 minutes long.", Checked("Rated 8.3 of 10, and 170 minutes long.", 2)),
        ("Set in 1850.", Checked("", 1)),
        ("Under 100 minutes.", Checked("", 1)),
        ("It needs 3 hours.", Checked("It needs 3 hours.")),
        ("It needs 2 hours.", Checked("", 1)),
        ("He comes back after 7 years.", Checked("He comes back after 7 years.")),
        ("He comes back after 8 years.", Checked("", 1)),
        ("One of your 3 wishes.", Checked("One of your 3 wishes.")),
        ("Alfred Hitchcock at his best.", Checked("", 1)),
        ("As tense as Rope by Alfred Hitchcock.", Checked("As tense as Rope by Alfred Hitchcock.")),
        ("Directed by Al Pacino.", Checked("", 1)),
        ("Two thieves, one night.", Checked("Two thieves, one night.")),
    ],
)
def test_a_sentence_is_put_right_where_that_is_certain_else_left_out(said: str, shown: Checked) -> None:
    """A figure of a kind has one right value; a setting, a bound or a name has none."""
    assert check(said, HEAT, [HEAT, ROPE], "give me 3 films") == shown
