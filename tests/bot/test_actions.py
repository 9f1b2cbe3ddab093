"""What buttons carry."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import actions
from bot.views import ACTION_LENGTH

TURNS = st.text("0123456789abcdef", min_size=32, max_size=32)
NUMBERS = st.integers(0, 999_999)
TITLES = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True).map(lambda text: text[:88])


def one_of(names: object) -> st.SearchStrategy[str]:
    """Any of a Literal's values."""
    return st.sampled_from(get_args(names))


ANY_ACTION = st.one_of(
    st.builds(actions.AboutTitle, one_of(actions.Verb), TURNS, NUMBERS),
    st.builds(actions.Undo, one_of(actions.Verb), TURNS, NUMBERS),
    st.builds(actions.TakeOff, one_of(actions.ListName), TITLES),
    st.builds(actions.GiveFeedback, one_of(actions.Verdict), TURNS),
    st.builds(actions.Comment, TURNS),
    st.builds(actions.StopTurn, TURNS),
    st.builds(actions.ShowList, one_of(actions.ListName), NUMBERS),
    st.builds(actions.RemoveFromList, one_of(actions.ListName), NUMBERS),
    st.builds(actions.Choose, one_of(actions.ChoiceName), st.booleans()),
    st.builds(actions.Privacy, one_of(actions.PrivacyStep), NUMBERS),
    st.builds(actions.Night, one_of(actions.NightVerb), TURNS, NUMBERS, st.from_regex(r"[a-z0-9-]{0,20}", fullmatch=True)),
)


@given(ANY_ACTION)
def test_an_action_comes_back_from_its_string_as_it_was(action: actions.Action) -> None:
    """Whatever was written into a button is what a click says, and the platforms take it."""
    text = actions.write(action)
    assert action == actions.read(text)
    assert len(text) <= ACTION_LENGTH


def test_every_kind_of_action_is_among_those_tried() -> None:
    """A new action without a strategy above would go untested."""
    assert 11 == len(get_args(actions.Action))


@given(st.text(max_size=120))
def test_a_string_that_we_never_wrote_is_read_as_nothing_or_as_what_it_says(text: str) -> None:
    """No text raises, and none is read as an action that would be written differently."""
    action = actions.read(text)
    assert action is None or actions.write(action) == text


@pytest.mark.parametrize(
    "text",
    ["", "t", "t:like", f"t:love:{'0' * 32}:1", f"t:like:{'0' * 31}:1", f"t:like:{'0' * 32}:-1", f"s:{'0' * 32}:1", "z:1"],
)
def test_a_string_of_another_version_is_no_action(text: str) -> None:
    """Missing, unknown and surplus parts."""
    assert actions.read(text) is None
