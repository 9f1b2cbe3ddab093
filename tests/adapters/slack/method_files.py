"""Judges calls by Slack's method files: arguments that it does not know, and required ones that are missing."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from adapters.sandbox.slack.call import Exchange
from tests.shared import SHARED

METHODS = SHARED / "specs/slack/methods"
# What the files of May 2026 do not know: pieces as chunks in place of the text, and prompts of an agent's new conversation.
NEWER = {("chat.appendStream", "markdown_text"), ("assistant.threads.setSuggestedPrompts", "thread_ts")}


@cache
def arguments(method: str) -> dict[str, bool] | None:
    """The arguments of a method, each with whether it is required; None for a method without a file."""
    path = METHODS / f"{method}.json"
    if not path.is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))["args"]
    return {name: bool(what.get("required")) for name, what in found.items()}


def strange(exchanges: Iterable[Exchange]) -> list[str]:
    """What Slack would not understand of these calls; nothing where the files are not at hand."""
    said = []
    for exchange in exchanges:
        known = arguments(exchange.name)
        if known is None:
            continue
        given = set(exchange.request) - {"token", "team_id"}
        said += [f"{exchange.name} knows no {name}" for name in given - set(known)]
        needed = {name for name, required in known.items() if required and (exchange.name, name) not in NEWER}
        said += [f"{exchange.name} needs {name}" for name in needed - given]
    return said
