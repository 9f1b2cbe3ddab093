"""The judge of calls judges."""

from adapters.sandbox.slack.call import Exchange
from tests.adapters.slack.method_files import METHODS, strange
from tests.shared import shared


def call(name: str, **request: object) -> Exchange:
    """A call as the local server keeps it."""
    return Exchange(name, "POST", request, 200, {"ok": True}, {}, 1.0, 0.0, applied=True)


def test_an_unknown_argument_and_a_missing_one_are_named() -> None:
    """And a call that is as Slack has it is not."""
    shared("specs/slack/methods")
    assert METHODS.is_dir()
    assert ["chat.delete knows no nonsense", "chat.delete needs ts"] == strange([call("chat.delete", channel="C1", nonsense=1)])
    assert [] == strange([call("chat.delete", channel="C1", ts="1.0"), call("never.heard.of", x=1)])
