"""What each kind of element holds: before anybody touched it, and once something was chosen."""

from typing import Any

import pytest

from adapters.sandbox.slack.blocks import Surface, checked, usable
from adapters.sandbox.slack.errors import Refusal
from adapters.sandbox.slack.view_values import initial_values, value_of
from tests.adapters.sandbox.slack.test_blocks import menu, plain

OPTIONS = menu(3)["options"]
KINDS: list[tuple[dict[str, Any], Any, dict[str, Any], dict[str, Any]]] = [
    ({"type": "plain_text_input", "initial_value": "a"}, "b", {"value": "a"}, {"value": "b"}),
    ({"type": "number_input"}, "7", {"value": None}, {"value": "7"}),
    ({"type": "static_select", "options": OPTIONS}, "001", {"selected_option": None}, {"selected_option": OPTIONS[1]}),
    (
        {"type": "static_select", "option_groups": [{"label": plain("g"), "options": OPTIONS}]},
        "002",
        {"selected_option": None},
        {"selected_option": OPTIONS[2]},
    ),
    (
        {"type": "radio_buttons", "options": OPTIONS, "initial_option": OPTIONS[0]},
        "001",
        {"selected_option": OPTIONS[0]},
        {"selected_option": OPTIONS[1]},
    ),
    (
        {"type": "checkboxes", "options": OPTIONS, "initial_options": OPTIONS[:1]},
        ["001", "002"],
        {"selected_options": OPTIONS[:1]},
        {"selected_options": OPTIONS[1:]},
    ),
    ({"type": "multi_static_select", "options": OPTIONS}, "001", {"selected_options": []}, {"selected_options": [OPTIONS[1]]}),
    ({"type": "multi_users_select"}, ["U1", "U2"], {"selected_users": []}, {"selected_users": ["U1", "U2"]}),
    ({"type": "users_select", "initial_user": "U1"}, "U2", {"selected_user": "U1"}, {"selected_user": "U2"}),
    ({"type": "conversations_select"}, "C1", {"selected_conversation": None}, {"selected_conversation": "C1"}),
    (
        {"type": "datepicker", "initial_date": "2026-12-01"},
        "2026-12-24",
        {"selected_date": "2026-12-01"},
        {"selected_date": "2026-12-24"},
    ),
    ({"type": "timepicker"}, "20:15", {"selected_time": None}, {"selected_time": "20:15"}),
]


@pytest.mark.parametrize(("element", "chosen", "before", "after"), KINDS, ids=[one[0]["type"] for one in KINDS])
def test_an_element_holds_its_first_value_and_then_what_was_chosen(
    element: dict[str, Any], chosen: Any, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """In a view each kind has a field of its own for it, and the block is one that Slack takes."""
    block = {"type": "input", "block_id": "b", "label": plain("x"), "element": element | {"action_id": "a"}}
    elements = usable(checked([block], Surface.VIEW))
    kind = {"type": element["type"]}
    assert initial_values(elements) == {"b": {"a": kind | before}}
    assert value_of(elements[0][1], chosen) == kind | after


@pytest.mark.parametrize(
    ("element", "chosen"),
    [
        ({"type": "static_select", "options": OPTIONS}, "009"),
        ({"type": "checkboxes", "options": OPTIONS}, ["001", "009"]),
        ({"type": "plain_text_input", "min_length": 3}, "ab"),
        ({"type": "plain_text_input", "max_length": 3}, "abcd"),
    ],
)
def test_what_is_not_offered_or_of_a_wrong_length_cannot_be_chosen(element: dict[str, Any], chosen: Any) -> None:
    """The client refuses it before the app hears of it."""
    with pytest.raises(Refusal):
        value_of(element, chosen)
