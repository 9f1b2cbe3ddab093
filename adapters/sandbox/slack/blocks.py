"""Blocks with their limits (https://docs.slack.dev/reference/block-kit/blocks), checked and completed (pure)."""

import secrets
from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType

from adapters.sandbox.slack.block_elements import (
    ACTION,
    FEEDBACK,
    INPUT,
    Check,
    active,
    as_list,
    as_object,
    image,
    optional,
    string,
    text_object,
    wrong,
)
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.wire import JsonObject

MARKDOWN_LIMIT = 12_000
"""Characters of all markdown blocks of a message together."""


class Surface(Enum):
    """Where blocks stand, with how many may."""

    MESSAGE = 50
    VIEW = 100


def _section(pointer: str, one: JsonObject) -> None:
    if "text" in one:
        text_object(f"{pointer}/text", one["text"], 3000)
    elif "fields" not in one:
        raise wrong(pointer, "missing required field: text or fields")
    if "fields" in one:
        for number, field in enumerate(as_list(f"{pointer}/fields", one["fields"], 10)):
            text_object(f"{pointer}/fields/{number}", field, 2000)
    accessory = one.get("accessory")
    if isinstance(accessory, dict) and accessory.get("type") == "image":
        image(f"{pointer}/accessory", accessory)
    elif accessory is not None:
        active(f"{pointer}/accessory", accessory, ACTION)


def _header(pointer: str, one: JsonObject) -> None:
    text_object(f"{pointer}/text", one.get("text"), 150, plain=True)


def _context(pointer: str, one: JsonObject) -> None:
    for number, raw in enumerate(as_list(f"{pointer}/elements", one.get("elements"), 10)):
        where = f"{pointer}/elements/{number}"
        element = as_object(where, raw)
        if element.get("type") == "image":
            image(where, element)
        else:
            text_object(where, element, 3000)


def _elements(pointer: str, one: JsonObject, kinds: frozenset[str], most: int) -> None:
    used: list[object] = []
    for number, raw in enumerate(as_list(f"{pointer}/elements", one.get("elements"), most)):
        element = active(f"{pointer}/elements/{number}", raw, kinds)
        if element.get("action_id") is not None and element["action_id"] in used:
            raise wrong(f"{pointer}/elements/{number}/action_id", "must be unique in its block")
        used.append(element.get("action_id"))


def _actions(pointer: str, one: JsonObject) -> None:
    _elements(pointer, one, ACTION, 25)


def _context_actions(pointer: str, one: JsonObject) -> None:
    _elements(pointer, one, FEEDBACK, 5)


def _input(pointer: str, one: JsonObject) -> None:
    text_object(f"{pointer}/label", one.get("label"), 2000, plain=True)
    active(f"{pointer}/element", one.get("element"), INPUT)
    if "hint" in one:
        text_object(f"{pointer}/hint", one["hint"], 2000, plain=True)


def _markdown(pointer: str, one: JsonObject) -> None:
    string(f"{pointer}/text", one.get("text"), MARKDOWN_LIMIT)


def _rich_text(pointer: str, one: JsonObject) -> None:
    as_list(f"{pointer}/elements", one.get("elements"), 1000, least=0)


def _image(pointer: str, one: JsonObject) -> None:
    image(pointer, one)
    if "title" in one:
        text_object(f"{pointer}/title", one["title"], 2000, plain=True)


def task(pointer: str, one: JsonObject) -> None:
    """A task card, as a block or in a stream's chunk."""
    string(f"{pointer}/task_id", one.get("task_id"), 255)
    string(f"{pointer}/title", one.get("title"), 256)
    if one.get("status", "pending") not in TASK_STATES:
        raise wrong(f"{pointer}/status", f"must be one of {', '.join(TASK_STATES)}")


def _plan(pointer: str, one: JsonObject) -> None:
    string(f"{pointer}/title", one.get("title"), 256)
    for number, raw in enumerate(as_list(f"{pointer}/tasks", one.get("tasks", []), 50, least=0)):
        task(f"{pointer}/tasks/{number}", as_object(f"{pointer}/tasks/{number}", raw))


TASK_STATES = ("pending", "in_progress", "complete", "error")
_COMMON: Mapping[str, Check] = MappingProxyType(
    {
        "actions": _actions,
        "context": _context,
        "divider": lambda _, __: None,
        "header": _header,
        "image": _image,
        "input": _input,
        "rich_text": _rich_text,
        "section": _section,
    }
)
_KINDS: Mapping[Surface, Mapping[str, Check]] = MappingProxyType(
    {
        Surface.VIEW: _COMMON,
        Surface.MESSAGE: MappingProxyType(
            {**_COMMON, "context_actions": _context_actions, "markdown": _markdown, "plan": _plan, "task_card": task}
        ),
    }
)


def checked(raw: object, surface: Surface, *, pointer: str = "/blocks") -> tuple[JsonObject, ...]:
    """The blocks as Slack keeps them, with the ids that were left out. Raises invalid_blocks_format and invalid_blocks."""
    if not isinstance(raw, list):
        raise ApiError("invalid_blocks_format")
    items = as_list(pointer, raw, surface.value, least=0)
    found = [_checked_one(f"{pointer}/{number}", one, surface) for number, one in enumerate(items)]
    ids = [one["block_id"] for one in found]
    if len(set(ids)) < len(ids):
        raise wrong(pointer, "block_id must be unique")
    markdown = sum(len(str(one["text"])) for one in found if one["type"] == "markdown")
    if markdown > MARKDOWN_LIMIT:
        raise ApiError("msg_blocks_too_long")
    return tuple(found)


def _checked_one(pointer: str, raw: object, surface: Surface) -> JsonObject:
    one = as_object(pointer, raw)
    kind = one.get("type")
    check = _KINDS[surface].get(kind) if isinstance(kind, str) else None
    if check is None:
        raise wrong(f"{pointer}/type", f"unsupported type: {kind}")
    optional(pointer, one, "block_id", 255)
    check(pointer, one)
    kept = {name: _with_ids(value) if name in ("elements", "element", "accessory") else value for name, value in one.items()}
    if kind == "markdown" or not kept.get("block_id"):
        kept["block_id"] = secrets.token_urlsafe(4)
    return kept


def _with_ids(value: object) -> object:
    if isinstance(value, list):
        return [_with_ids(one) for one in value]
    if isinstance(value, dict) and value.get("type") in ACTION | INPUT | FEEDBACK and not value.get("action_id"):
        return value | {"action_id": secrets.token_urlsafe(4)}
    return value


def usable(blocks: Iterable[JsonObject]) -> list[tuple[JsonObject, JsonObject]]:
    """Every element that somebody can use, with its block."""
    found: list[tuple[JsonObject, JsonObject]] = []
    for block in blocks:
        elements = block.get("elements")
        inside = [*(elements if isinstance(elements, list) else []), block.get("element"), block.get("accessory")]
        found += [(block, one) for one in inside if isinstance(one, dict) and "action_id" in one]
    return found
