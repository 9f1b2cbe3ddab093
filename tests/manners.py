"""That no message of ours can ping anybody: judged by what was asked of Discord, whoever was there to be pinged.

https://discord.com/developers/docs/resources/message#allowed-mentions-object
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from adapters.sandbox.discord.call import Exchange

_MESSAGES = re.compile(r"/channels/\d+/messages(/\d+)?|/webhooks/\d+/[^/]+(/messages/[^/]+)?")
_CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
_SHOWS = {4, 7}  # callback types that carry a message


def pings(exchanges: Iterable[Exchange]) -> list[str]:
    """The sends, edits and answers that could have pinged; one line each.

    One person may be pinged where the text begins with their mention: the notice that a long answer is ready.
    """
    return [
        f"{exchange.method} {exchange.path}: allowed_mentions {message.get('allowed_mentions')}"
        for exchange in exchanges
        if (message := _message(exchange)) is not None and not _quiet(message)
    ]


def _message(exchange: Exchange) -> Mapping[str, Any] | None:
    body = exchange.request
    if exchange.method not in {"POST", "PATCH"} or not isinstance(body, dict):
        return None
    if _CALLBACK.fullmatch(exchange.path):
        return body.get("data") or {} if body["type"] in _SHOWS else None
    return body if _MESSAGES.fullmatch(exchange.path) else None


def _quiet(message: Mapping[str, Any]) -> bool:
    allowed = message.get("allowed_mentions")
    if allowed is None or allowed.get("parse") != [] or allowed.get("roles") or allowed.get("replied_user"):
        return False
    users = allowed.get("users", [])
    return not users or (len(users) == 1 and str(message.get("content", "")).startswith(f"<@{users[0]}> "))
