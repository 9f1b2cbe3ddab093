"""Slack's errors in our words."""

import json

import pytest
from slack_sdk.errors import SlackApiError

from adapters.slack import errors
from bot.errors import ChatError, Forbidden, Gone, RateLimited, TooLong, Unappendable, Unreachable
from tests.adapters.slack.test_manifest import SCOPES
from tests.shared import shared


class Answer:
    """An answer of Slack's, as far as our code looks at it."""

    def __init__(self, error: str, status: int = 200, **headers: str) -> None:
        self.data = {"ok": False, "error": error}
        self.status_code = status
        self.headers = headers

    def get(self, name: str, default: object = None) -> object:
        """A field of the body."""
        return self.data.get(name, default)


def of(error: str, status: int = 200, **headers: str) -> ChatError:
    """What such an answer means to us."""
    return errors.of_answer(SlackApiError("no", Answer(error, status, **headers)))


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("message_not_found", Gone),
        ("channel_not_found", Gone),
        ("thread_not_found", Gone),
        ("msg_too_long", TooLong),
        ("msg_blocks_too_long", TooLong),
        ("ratelimited", RateLimited),
        ("internal_error", Unreachable),
        ("fatal_error", Unreachable),
        ("message_not_in_streaming_state", Unappendable),
        ("streaming_state_conflict", Unappendable),
        ("channel_type_not_supported", Unappendable),
        ("stopped_by_user", Unappendable),
        ("not_in_channel", Forbidden),
        ("missing_scope", Forbidden),
        ("token_revoked", Forbidden),
        ("restricted_action", Forbidden),
        ("never_heard_of", Forbidden),
    ],
)
def test_each_code_has_its_reaction(code: str, kind: type[ChatError]) -> None:
    """One class per reaction; what we do not know is not tried again."""
    assert type(of(code)) is kind


def test_a_refusal_for_too_many_calls_says_how_long() -> None:
    """By its header, whatever its case; without one, half a minute."""
    for found, seconds in ((of("ratelimited", 429, **{"Retry-After": "7"}), 7.0), (of("", 429, **{"retry-after": "x"}), 30.0)):
        assert isinstance(found, RateLimited)
        assert seconds == found.retry_after


def test_a_server_that_fails_may_have_done_it() -> None:
    """The call's fate is unknown."""
    assert isinstance(of("", 503), Unreachable)
    assert isinstance(of("", 200), Unreachable)


@pytest.mark.parametrize("method", sorted(SCOPES))
def test_every_error_that_slack_lists_has_a_sentence(method: str) -> None:
    """Whoever meets a refusal is told what to do, in one sentence."""
    path = next(shared("specs/slack/methods").glob(f"{method}*"), None)
    if path is None:
        pytest.skip(f"there is no file of {method}")
    listed = json.loads(path.read_text("utf-8"))["errors"]
    for code in [each if isinstance(each, str) else each["name"] for each in listed]:
        found = of(code)
        if isinstance(found, Forbidden):
            assert found.advice.endswith(".")
            assert found.advice[0].isupper()


def test_an_app_level_token_without_its_scope_is_made_anew() -> None:
    """Installing the app again grants it nothing."""
    error = SlackApiError("no", Answer("missing_scope"))
    app, bot = errors.refused_for_good(error, app_token=True), errors.refused_for_good(error)
    assert app
    assert bot
    assert "connections:write" in app.advice
    assert "manifest.yaml" in bot.advice
