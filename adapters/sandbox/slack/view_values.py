"""What elements hold once somebody filled them in (pure).

https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
"""

from collections.abc import Iterable, Sequence

from adapters.sandbox.slack.errors import Refusal
from adapters.sandbox.wire import JsonObject

_MANY = frozenset({"checkboxes", "multi_static_select", "multi_users_select"})
_ONE_OF_OPTIONS = frozenset({"overflow", "radio_buttons", "static_select"})
_PLAIN = {
    "conversations_select": "selected_conversation",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "users_select": "selected_user",
}
_FIRST = {
    "conversations_select": "initial_conversation",
    "datepicker": "initial_date",
    "timepicker": "initial_time",
    "users_select": "initial_user",
}


def value_of(element: JsonObject, chosen: str | Sequence[str]) -> JsonObject:
    """The value for an element. Raises Refusal for an option that is not there, or a text of a wrong length."""
    kind = str(element["type"])
    if kind == "multi_users_select":
        return {"type": kind, "selected_users": _several(chosen)}
    if kind in _MANY:
        return {"type": kind, "selected_options": [_option(element, one) for one in _several(chosen)]}
    text = chosen if isinstance(chosen, str) else ", ".join(chosen)
    if kind in _ONE_OF_OPTIONS:
        return {"type": kind, "selected_option": _option(element, text)}
    if kind == "external_select":
        return {"type": kind, "selected_option": {"text": {"type": "plain_text", "text": text, "emoji": True}, "value": text}}
    if kind in _PLAIN:
        return {"type": kind, _PLAIN[kind]: text}
    least, most = int(str(element.get("min_length", 0))), int(str(element.get("max_length", 3000)))
    if text and not least <= len(text) <= most:
        raise Refusal(f"This field takes {least} to {most} characters.")
    return {"type": kind, "value": text or None}


def _several(chosen: str | Sequence[str]) -> list[str]:
    return [chosen] if isinstance(chosen, str) else list(chosen)


def _option(element: JsonObject, value: str) -> JsonObject:
    for one in _options(element):
        if one.get("value") == value:
            return one
    raise Refusal(f"There is no choice {value} here.")


def _options(element: JsonObject) -> list[JsonObject]:
    groups = element.get("option_groups")
    owners = [element, *(groups if isinstance(groups, list) else [])]
    lists = [one.get("options") for one in owners if isinstance(one, dict)]
    return [option for found in lists if isinstance(found, list) for option in found if isinstance(option, dict)]


def initial_values(elements: Iterable[tuple[JsonObject, JsonObject]]) -> JsonObject:
    """The values of a view that nobody touched, by block and action id; buttons have none."""
    values: dict[str, JsonObject] = {}
    for block, element in elements:
        first = _initial(element)
        if first is not None:
            values.setdefault(str(block["block_id"]), {})[str(element["action_id"])] = first
    return dict(values)


def _initial(element: JsonObject) -> JsonObject | None:
    kind = str(element["type"])
    if kind in ("button", "overflow", "feedback_buttons", "icon_button"):
        return None
    if kind == "multi_users_select":
        return {"type": kind, "selected_users": element.get("initial_users", [])}
    if kind in _MANY:
        return {"type": kind, "selected_options": element.get("initial_options", [])}
    if kind in _ONE_OF_OPTIONS or kind == "external_select":
        return {"type": kind, "selected_option": element.get("initial_option")}
    if kind in _PLAIN:
        return {"type": kind, _PLAIN[kind]: element.get(_FIRST[kind])}
    return {"type": kind, "value": element.get("initial_value")}
