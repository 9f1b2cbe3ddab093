"""The limits of blocks: each one exactly, and that whatever is taken can be sent again."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.slack.blocks import Surface, checked, usable
from adapters.sandbox.slack.errors import ApiError


def plain(text: str) -> dict[str, Any]:
    """A plain text object."""
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> dict[str, Any]:
    """A text object with markup."""
    return {"type": "mrkdwn", "text": text}


def button(**changes: Any) -> dict[str, Any]:
    """A button."""
    return {"type": "button", "action_id": "a", "text": plain("Go"), **changes}


def menu(options: int = 1, text: int = 1, value: int = 3) -> dict[str, Any]:
    """A menu of so many options."""
    made = [{"text": plain("x" * text), "value": f"{number:0{value}d}"} for number in range(options)]
    return {"type": "static_select", "action_id": "a", "options": made}


def actions(*elements: dict[str, Any]) -> dict[str, Any]:
    """An actions block."""
    return {"type": "actions", "elements": list(elements)}


def buttons(count: int) -> dict[str, Any]:
    """An actions block of so many buttons."""
    return actions(*(button(action_id=str(number)) for number in range(count)))


def feedback(count: int) -> dict[str, Any]:
    """A block of so many pairs of feedback buttons."""
    pair = {"positive_button": {"text": plain("Good"), "value": "1"}, "negative_button": {"text": plain("Bad"), "value": "0"}}
    elements = [{"type": "feedback_buttons", "action_id": str(number), **pair} for number in range(count)]
    return {"type": "context_actions", "elements": elements}


LIMITS: list[tuple[str, Any, int]] = [
    ("section text", lambda n: {"type": "section", "text": mrkdwn("x" * n)}, 3000),
    ("section fields", lambda n: {"type": "section", "fields": [mrkdwn("x")] * n}, 10),
    ("section field", lambda n: {"type": "section", "fields": [mrkdwn("x" * n)]}, 2000),
    ("header", lambda n: {"type": "header", "text": plain("x" * n)}, 150),
    ("context elements", lambda n: {"type": "context", "elements": [mrkdwn("x")] * n}, 10),
    ("markdown", lambda n: {"type": "markdown", "text": "x" * n}, 12_000),
    ("actions", buttons, 25),
    ("button text", lambda n: actions(button(text=plain("x" * n))), 75),
    ("button value", lambda n: actions(button(value="x" * n)), 2000),
    ("button url", lambda n: actions(button(url="x" * n)), 3000),
    ("action_id", lambda n: actions(button(action_id="x" * n)), 255),
    ("block_id", lambda n: {"type": "divider", "block_id": "x" * n}, 255),
    ("options", lambda n: actions(menu(n)), 100),
    ("option text", lambda n: actions(menu(text=n)), 75),
    ("option value", lambda n: actions(menu(value=n)), 150),
    ("feedback buttons", feedback, 5),
    ("image alt text", lambda n: {"type": "image", "image_url": "https://x", "alt_text": "x" * n}, 2000),
    ("input label", lambda n: {"type": "input", "label": plain("x" * n), "element": menu()}, 2000),
]


@pytest.mark.parametrize(("make", "most"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_each_limit_is_exact(make: Any, most: int) -> None:
    """What is as long as allowed passes, one more is refused with the place where it stands."""
    assert checked([make(most)], Surface.MESSAGE)
    with pytest.raises(ApiError) as refused:
        checked([make(most + 1)], Surface.MESSAGE)
    assert refused.value.error == "invalid_blocks"
    assert "[json-pointer:/blocks" in str(refused.value.fields)


@pytest.mark.parametrize("surface", list(Surface))
def test_a_message_holds_fifty_blocks_and_a_view_a_hundred(surface: Surface) -> None:
    """One block more is refused."""
    divider = {"type": "divider"}
    assert len(checked([divider] * surface.value, surface)) == surface.value
    with pytest.raises(ApiError):
        checked([divider] * (surface.value + 1), surface)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "sparkles"},
        {"text": "no type"},
        "text",
        {"type": "section"},
        {"type": "section", "text": "bare"},
        {"type": "header", "text": mrkdwn("only plain text")},
        {"type": "header", "text": plain("")},
        {"type": "actions", "elements": []},
        actions(button(text=mrkdwn("only plain text"))),
        actions(button(style="loud")),
        actions(button(), button()),
        actions({"type": "feedback_buttons"}),
        actions(menu(0)),
        {"type": "context", "elements": [button()]},
        {"type": "context_actions", "elements": [button()]},
        {"type": "section", "text": mrkdwn("x"), "accessory": {"type": "plain_text_input", "action_id": "a"}},
        {"type": "image", "image_url": "https://x"},
        {"type": "input", "label": plain("x"), "element": button()},
    ],
)
def test_wrong_blocks_are_refused(wrong: Any) -> None:
    """Unknown kinds, missing parts, elements in the wrong place."""
    with pytest.raises(ApiError) as refused:
        checked([wrong], Surface.MESSAGE)
    assert refused.value.error == "invalid_blocks"


def test_markdown_blocks_share_one_limit_and_stand_in_messages_alone() -> None:
    """Two of them together may not be longer than one could be, and a view takes none."""
    with pytest.raises(ApiError) as refused:
        checked([{"type": "markdown", "text": "x" * 7_000}] * 2, Surface.MESSAGE)
    assert refused.value.error == "msg_blocks_too_long"
    with pytest.raises(ApiError):
        checked([{"type": "markdown", "text": "x"}], Surface.VIEW)


def test_blocks_that_are_no_list_have_a_wrong_format() -> None:
    """An object in place of the list is another error than a wrong block."""
    with pytest.raises(ApiError) as refused:
        checked({"type": "divider"}, Surface.MESSAGE)
    assert refused.value.error == "invalid_blocks_format"


_TEXT = st.text(min_size=1, max_size=70)
_BUTTON = st.builds(lambda text: button(text=plain(text)) | {"action_id": None}, _TEXT).map(
    lambda one: {name: value for name, value in one.items() if value is not None}
)
_BLOCK = st.one_of(
    st.builds(lambda text: {"type": "section", "text": mrkdwn(text)}, _TEXT),
    st.builds(lambda text: {"type": "header", "text": plain(text)}, _TEXT),
    st.builds(lambda elements: actions(*elements), st.lists(_BUTTON, min_size=1, max_size=5)),
    st.builds(lambda text: {"type": "markdown", "text": text}, _TEXT),
    st.just({"type": "divider"}),
)


@given(st.lists(_BLOCK, max_size=50))
def test_what_is_kept_can_be_sent_again(blocks: list[dict[str, Any]]) -> None:
    """Kept blocks have ids, all different; sent again they are the same, but for the ids of markdown blocks."""
    kept = checked(blocks, Surface.MESSAGE)
    ids = [one["block_id"] for one in kept]
    assert len(set(ids)) == len(ids) == len(blocks)
    assert all(element["action_id"] for _, element in usable(kept))
    again = checked(list(kept), Surface.MESSAGE)
    assert [one for one in again if one["type"] != "markdown"] == [one for one in kept if one["type"] != "markdown"]


_SCALAR = st.none() | st.booleans() | st.integers() | st.text()
_JSON = st.recursive(_SCALAR, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(_JSON)
def test_any_json_is_kept_or_refused(value: Any) -> None:
    """Nothing that JSON can say breaks the check: it is kept, or refused as blocks are."""
    for raw in (value, [value], [{"type": "section", "text": value}], [{"type": "actions", "elements": value}]):
        with suppress(ApiError):
            assert len(checked(raw, Surface.MESSAGE)) == len(raw)
