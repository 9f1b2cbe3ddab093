"""Elements of blocks with their limits (https://docs.slack.dev/reference/block-kit/block-elements), pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from adapters.sandbox.slack.errors import ApiError, explained
from adapters.sandbox.wire import JsonObject

Check: TypeAlias = Callable[[str, JsonObject], None]
"""Raises invalid_blocks for what stands at a JSON pointer."""


def wrong(pointer: str, message: str) -> ApiError:
    """A refusal of blocks that says where."""
    return explained("invalid_blocks", [f"{message} [json-pointer:{pointer}]"])


def as_object(pointer: str, value: object) -> JsonObject:
    """Raises invalid_blocks for anything but an object."""
    if not isinstance(value, dict):
        raise wrong(pointer, "must be an object")
    return value


def as_list(pointer: str, value: object, most: int, *, least: int = 1) -> list[object]:
    """Raises invalid_blocks for anything but a list of so many."""
    if not isinstance(value, list):
        raise wrong(pointer, "must be an array")
    if len(value) > most:
        raise wrong(pointer, f"no more than {most} items allowed")
    if len(value) < least:
        raise wrong(pointer, f"must provide at least {least} items")
    return value


def string(pointer: str, value: object, most: int, *, least: int = 1) -> str:
    """Raises invalid_blocks for anything but a text of such a length."""
    if not isinstance(value, str):
        raise wrong(pointer, "must be a string")
    if len(value) > most:
        raise wrong(pointer, f"must be less than {most + 1} characters")
    if len(value) < least:
        raise wrong(pointer, f"must be more than {least - 1} characters")
    return value


def text_object(pointer: str, value: object, most: int, *, plain: bool = False) -> None:
    """Raises invalid_blocks for anything but a text object; `plain` allows plain_text alone."""
    found = as_object(pointer, value)
    kinds = ("plain_text",) if plain else ("plain_text", "mrkdwn")
    if found.get("type") not in kinds:
        raise wrong(f"{pointer}/type", f"must be one of {', '.join(kinds)}")
    string(f"{pointer}/text", found.get("text"), most)


def optional(pointer: str, owner: JsonObject, name: str, most: int) -> None:
    """Raises invalid_blocks for a text that is there and too long."""
    if name in owner:
        string(f"{pointer}/{name}", owner[name], most, least=0)


def _options(pointer: str, owner: JsonObject, most: int) -> None:
    seen: list[object] = []
    for number, raw in enumerate(as_list(f"{pointer}/options", owner.get("options"), most)):
        where = f"{pointer}/options/{number}"
        one = as_object(where, raw)
        text_object(f"{where}/text", one.get("text"), 75)
        string(f"{where}/value", one.get("value"), 150)
        if one["value"] in seen:
            raise wrong(f"{where}/value", "must be unique")
        seen.append(one["value"])


def _placeholder(pointer: str, one: JsonObject) -> None:
    if "placeholder" in one:
        text_object(f"{pointer}/placeholder", one["placeholder"], 150, plain=True)


def _button(pointer: str, one: JsonObject) -> None:
    text_object(f"{pointer}/text", one.get("text"), 75, plain=True)
    optional(pointer, one, "value", 2000)
    optional(pointer, one, "url", 3000)
    optional(pointer, one, "accessibility_label", 75)
    if "style" in one and one["style"] not in ("primary", "danger"):
        raise wrong(f"{pointer}/style", "must be one of primary, danger")


def _select(pointer: str, one: JsonObject) -> None:
    _placeholder(pointer, one)
    if "option_groups" not in one:
        _options(pointer, one, 100)
        return
    for number, raw in enumerate(as_list(f"{pointer}/option_groups", one["option_groups"], 100)):
        where = f"{pointer}/option_groups/{number}"
        group = as_object(where, raw)
        text_object(f"{where}/label", group.get("label"), 75, plain=True)
        _options(where, group, 100)


def _few_options(most: int) -> Check:
    return lambda pointer, one: _options(pointer, one, most)


def _text_input(pointer: str, one: JsonObject) -> None:
    _placeholder(pointer, one)
    optional(pointer, one, "initial_value", 3000)
    for name, most in (("min_length", 3000), ("max_length", 3000)):
        value = one.get(name, 1)
        if not isinstance(value, int) or not 0 <= value <= most:
            raise wrong(f"{pointer}/{name}", f"must be a number up to {most}")


def _feedback(pointer: str, one: JsonObject) -> None:
    for name in ("positive_button", "negative_button"):
        where = f"{pointer}/{name}"
        button = as_object(where, one.get(name))
        text_object(f"{where}/text", button.get("text"), 75, plain=True)
        string(f"{where}/value", button.get("value"), 2000)


def _icon_button(pointer: str, one: JsonObject) -> None:
    text_object(f"{pointer}/text", one.get("text"), 75, plain=True)
    if one.get("icon") != "trash":
        raise wrong(f"{pointer}/icon", "must be one of trash")
    optional(pointer, one, "value", 2000)


def image(pointer: str, one: JsonObject) -> None:
    """An image as an element or as a block."""
    string(f"{pointer}/alt_text", one.get("alt_text"), 2000)
    if "slack_file" not in one:
        string(f"{pointer}/image_url", one.get("image_url"), 3000)


ACTIVE: Mapping[str, Check] = MappingProxyType(
    {
        "button": _button,
        "checkboxes": _few_options(10),
        "conversations_select": _placeholder,
        "datepicker": _placeholder,
        "external_select": _placeholder,
        "feedback_buttons": _feedback,
        "icon_button": _icon_button,
        "multi_static_select": _select,
        "multi_users_select": _placeholder,
        "number_input": _placeholder,
        "overflow": _few_options(5),
        "plain_text_input": _text_input,
        "radio_buttons": _few_options(10),
        "static_select": _select,
        "timepicker": _placeholder,
        "users_select": _placeholder,
    }
)
"""Elements that somebody can use, by type."""
FEEDBACK = frozenset({"feedback_buttons", "icon_button"})
"""Elements of a context_actions block, and of no other."""
TYPED = frozenset({"plain_text_input", "number_input"})
"""Elements of input blocks alone."""
INPUT = frozenset(ACTIVE) - FEEDBACK - {"button", "overflow"}
ACTION = frozenset(ACTIVE) - FEEDBACK - TYPED


def active(pointer: str, value: object, kinds: frozenset[str]) -> JsonObject:
    """Check an element that somebody can use. Raises invalid_blocks."""
    one = as_object(pointer, value)
    kind = one.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        raise wrong(f"{pointer}/type", f"unsupported type: {kind}")
    optional(pointer, one, "action_id", 255)
    ACTIVE[kind](pointer, one)
    return one
