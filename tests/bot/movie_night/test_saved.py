"""Evenings as text."""

import json

import pytest

from bot.movie_night import saved
from tests.bot.movie_night.evenings import BEN, Play


def test_an_evening_comes_back_as_it_was() -> None:
    """Whole, with its picks and its order of members; the machine of `test_invariants` tries all other states."""
    session = Play(BEN).to("picks").session
    assert session == saved.loads(saved.dumps(session))
    assert list(session.members) == list(saved.loads(saved.dumps(session)).members)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 1}', '{"version": 1, "voted": null, "result": null, "waiting": null}']
)
def test_what_is_no_evening_is_named_so(text: str) -> None:
    """One kind of error, whatever is wrong with it."""
    with pytest.raises(saved.UnknownVersionError):
        saved.loads(text)


def test_an_evening_of_another_version_is_not_guessed_at() -> None:
    """The error says what to do."""
    raw = json.loads(saved.dumps(Play().session))
    with pytest.raises(saved.UnknownVersionError, match="start a new one"):
        saved.loads(json.dumps({**raw, "version": saved.VERSION + 1}))
