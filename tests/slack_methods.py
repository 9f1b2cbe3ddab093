"""Slack's own description of its methods as a judge of Web API exchanges: of the app's arguments and of the sandbox's answers.

Read from the research data beside the checkout: arguments, errors and scopes by method (smstoslack/slack_kit, MIT), shapes of
answers (slackapi/java-slack-sdk, MIT). A suite calls `judge(server.exchanges)` where `available()`, or lets `judge` skip.
"""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from adapters.sandbox.slack.call import Exchange
from tests.shared import SHARED, shared

METHODS = "specs/slack/methods"
SAMPLES = "specs/slack/samples"

COMMON_ERRORS = frozenset(
    {
        "account_inactive",
        "internal_error",
        "invalid_arguments",
        "invalid_auth",
        "invalid_json",
        "json_not_object",
        "missing_scope",
        "not_allowed_token_type",
        "not_authed",
        "ratelimited",
        "token_revoked",
    }
)
"""Errors of every method, which the files leave out (https://docs.slack.dev/reference/methods/auth.test#errors)."""
FIELD_ERRORS = {
    "chat.postMessage": {"msg_too_long"},
    "chat.postEphemeral": {"msg_blocks_too_long"},
    "chat.update": {"msg_blocks_too_long"},
    "chat.startStream": {"msg_too_long"},
    "chat.appendStream": {"msg_too_long"},
    "chat.stopStream": {"msg_too_long"},
    "conversations.replies": {"not_in_channel"},
    "assistant.threads.setSuggestedPrompts": {"not_in_channel"},
    "apps.connections.open": {"too_many_websockets"},
    "views.open": {"invalid_blocks"},
    "views.publish": {"invalid_blocks", "user_not_found"},
    "views.push": {"invalid_blocks"},
    "views.update": {"invalid_blocks"},
}
"""Errors that the files do not list and that apps meet all the same."""
EVERYWHERE = {"team_id"}
"""slack-bolt gives every call the workspace's id."""
NEWER_ARGUMENTS = {"chat.stopStream": {"session_status"}}
"""Arguments of slack-sdk 3.48 that the files do not have."""
NOT_REALLY_REQUIRED = {
    "chat.appendStream": {"markdown_text"},  # `chunks` stands for it
    "assistant.threads.setSuggestedPrompts": {"thread_ts"},  # not for agents (https://docs.slack.dev/ai)
    "assistant.threads.setStatus": {"status"},  # may be empty
}
UNDESCRIBED = {"agents.sessions.setStatus", "agents.sessions.rename"}
"""Methods that are younger than the files."""
UNSAMPLED = {
    "$.message": None,  # of chat.*
    "$.text": None,
    "$.warning": None,
    "$.response_metadata": None,  # of every refusal
    "$.channel": "chat.stopStream",  # whose sample is a refusal
    "$.ts": "chat.stopStream",
    "$.channel.user": "conversations.info",  # of a direct message, and the sample is a channel's
    "$.channel.is_open": "conversations.info",
}
"""Fields that a sample may lack, in one method or (None) in any."""


def available() -> bool:
    """Whether the files are there."""
    return (SHARED / METHODS).exists() and (SHARED / SAMPLES).exists()


def judge(exchanges: Iterable[Exchange]) -> list[str]:
    """What is wrong with the exchanges, one line each; nothing wrong is an empty list. Skips the test without the files.

    Calls that were refused for their arguments are judged by their error alone: tests send wrong ones on purpose. Answers that
    a fault made are not judged.
    """
    shared(METHODS)
    found: list[str] = []
    for exchange in exchanges:
        found += [f"{exchange.name} → {exchange.error or 'ok'}: {line}" for line in _judge_one(exchange)]
    return found


@cache
def described(method: str) -> dict[str, Any] | None:
    """A method's description, None for one that has no file."""
    path = shared(METHODS) / f"{method}.json"
    return json.loads(path.read_text()) if path.exists() else None


@cache
def sample(method: str) -> dict[str, Any] | None:
    """An answer's shape, None for one that has no file."""
    path = shared(SAMPLES) / f"{method}.json"
    return json.loads(path.read_text()) if path.exists() else None


def scopes(method: str) -> set[str]:
    """The scopes of which a bot token must have one."""
    found = described(method)
    return set() if found is None else {one["name"] for one in found["scopes"].get("bot", [])}


def _judge_one(exchange: Exchange) -> list[str]:
    if exchange.name in UNDESCRIBED or exchange.error == "unknown_method":
        return []
    description = described(exchange.name)
    if description is None:
        return ["no such method"]
    found = [] if exchange.error == "invalid_arguments" else _argument_faults(exchange, description["args"])
    if exchange.fault in ("Drop", "Refuse", "ServerError"):
        return found
    return found + _error_faults(exchange, description) + _shape_faults(exchange)


def _argument_faults(exchange: Exchange, arguments: dict[str, Any]) -> list[str]:
    known = set(arguments) | EVERYWHERE | NEWER_ARGUMENTS.get(exchange.name, set())
    required = {name for name, one in arguments.items() if one.get("required")} - NOT_REALLY_REQUIRED.get(exchange.name, set())
    given = {name for name, value in exchange.request.items() if value is not None}
    found = [f"unknown argument {name}" for name in sorted(given - known)]
    if exchange.error not in ("invalid_json", "json_not_object", "no_item_specified"):
        found += [f"required argument {name} is missing" for name in sorted(required - given)]
    return found


def _error_faults(exchange: Exchange, description: dict[str, Any]) -> list[str]:
    error = exchange.error
    listed = set(description["errors"]) | COMMON_ERRORS | FIELD_ERRORS.get(exchange.name, set())
    found = [f"error {error} is not one of this method"] if error is not None and error not in listed else []
    if error == "missing_scope":
        foreign = set(str(exchange.response["needed"]).split(",")) - scopes(exchange.name)
        found += [f"{one} is no scope of this method" for one in sorted(foreign)]
    return found


def _shape_faults(exchange: Exchange) -> list[str]:
    shape = sample(exchange.name)
    if shape is None:
        return []
    lenient = {path for path, method in UNSAMPLED.items() if method in (None, exchange.name)}
    return _differences(exchange.response, shape, "$", lenient)


def _differences(value: Any, shape: Any, path: str, lenient: set[str]) -> list[str]:
    if isinstance(shape, dict) and isinstance(value, dict):
        paths = {name: f"{path}.{name}" for name in value}
        found = [f"{paths[name]} is not in the sample" for name in value if name not in shape and paths[name] not in lenient]
        for name in value.keys() & shape.keys():
            found += _differences(value[name], shape[name], paths[name], lenient)
        return found
    if isinstance(shape, list) and isinstance(value, list):
        return [line for one in value for line in _differences(one, shape[0], f"{path}[]", lenient)] if shape else []
    same = type(value) is type(shape) or (isinstance(value, int | float) and isinstance(shape, int | float))
    return [] if same or value is None else [f"{path} is {type(value).__name__}, not {type(shape).__name__}"]
