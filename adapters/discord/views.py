"""Our views as Discord's components. Pure: plain values in, JSON objects out.

A message of components (the flag `COMPONENTS_V2`) has no text and no embeds of its own and never becomes a plain message again.
https://discord.com/developers/docs/components/reference
"""

import json
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from typing import Any, Final, TypeAlias

from adapters.discord import render
from bot.errors import TooLong
from bot.views import BUTTONS_A_ROW, Attachment, Button, Card, Control, Field, Form, Link, Menu, Option, Tone, View

JsonObject: TypeAlias = dict[str, Any]

COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6
NOBODY: Final[JsonObject] = {"parse": [], "replied_user": False}
"""`allowed_mentions` of every message: it pings no one, not even whom it answers."""
COMPONENTS = 40  # of a message, those inside others included
CHARACTERS = 4000  # of a message, over all its texts
CARDS = 4  # boxed with a picture and four buttons a card takes 9 components, plain 8; the row for feedback takes 3


class Kind(IntEnum):
    """Discord's component types that we make."""

    ROW = 1
    BUTTON = 2
    MENU = 3
    INPUT = 4
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    SEPARATOR = 14
    BOX = 17
    LABEL = 18


_STYLE: Final[dict[Tone, int]] = {"plain": 2, "main": 1, "good": 3, "bad": 4}
_LINK_STYLE: Final = 5
_LINE, _PARAGRAPH = 1, 2  # styles of a text input


def only(user_id: str) -> JsonObject:
    """`allowed_mentions` of a message that pings this one person, by their mention in it."""
    return NOBODY | {"users": [user_id]}


def components(view: View) -> list[JsonObject]:
    """A view as the components of one message: the roomiest layout that fits into `COMPONENTS`.

    Raises TooLong when the view has more text than `CHARACTERS` or needs more than `COMPONENTS` in any layout.
    """
    for layout in (_boxed, _parted, _plain):
        made = _around(view, layout(view.cards))
        if count(made) <= COMPONENTS:
            if characters(made) > CHARACTERS:
                raise TooLong(CHARACTERS)
            return made
    raise TooLong(COMPONENTS)


def buttons(row: Sequence[Button | Link]) -> list[JsonObject]:
    """Rows of buttons under a plain message; no buttons make no row."""
    return [
        {"type": Kind.ROW, "components": [_button(each) for each in row[start : start + BUTTONS_A_ROW]]}
        for start in range(0, len(row), BUTTONS_A_ROW)
    ]


def upload(message: JsonObject, file: Attachment) -> list[JsonObject]:
    """A message that is a file, as the parts of a form.

    It is a message of its own beside its view: in a message of components a file would take one of them.
    https://discord.com/developers/docs/reference#uploading-files
    """
    message |= {"attachments": [{"id": 0, "filename": file.name}], "allowed_mentions": NOBODY}
    content = {"value": file.text.encode(), "filename": file.name, "content_type": "application/octet-stream"}
    return [{"name": "payload_json", "value": json.dumps(message)}, {"name": "files[0]", **content}]


def modal(form: Form) -> JsonObject:
    """A form as a modal's data; each field comes back under its name."""
    return {"custom_id": form.action, "title": form.title, "components": [_field(field) for field in form.fields]}


def suggestions(options: Sequence[Option]) -> list[JsonObject]:
    """What is offered while somebody types an option of a command."""
    return [{"name": option.label, "value": option.value} for option in options]


def count(made: Sequence[JsonObject]) -> int:
    """How many components these are, all that is inside included."""
    return sum(1 for _ in walk(made))


def characters(made: Sequence[JsonObject]) -> int:
    """How much text they show, as Discord's limit counts it."""
    return sum(render.length(part["content"]) for part in walk(made) if part["type"] == Kind.TEXT)


def walk(made: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """Every component, the outer before the inner ones."""
    for part in made:
        yield part
        yield from walk(part.get("components", []))
        if "accessory" in part:
            yield from walk([part["accessory"]])


_Layout: TypeAlias = Callable[[Sequence[Card]], list[JsonObject]]


def _boxed(cards: Sequence[Card]) -> list[JsonObject]:
    return [{"type": Kind.BOX, "components": _card(card)} for card in cards]


def _parted(cards: Sequence[Card]) -> list[JsonObject]:
    made: list[JsonObject] = []
    for card in cards:
        made += [{"type": Kind.SEPARATOR}] if made else []
        made += _card(card)
    return made


def _plain(cards: Sequence[Card]) -> list[JsonObject]:
    return [part for card in cards for part in _card(card)]


def _around(view: View, cards: list[JsonObject]) -> list[JsonObject]:
    made = [_text(view.text)] if view.text.strip() else []
    made += cards
    for control in view.controls:
        made += _control(control)
    if view.foot.strip():
        made.append(_text("\n".join(f"-# {line}" for line in view.foot.strip().splitlines() if line.strip())))
    return made or [_text("")]


def _card(card: Card) -> list[JsonObject]:
    text = _text("\n".join([f"### {render.plain(card.heading)}", *card.lines]))
    if card.picture is None:
        return [text, *buttons(card.buttons)]
    picture: JsonObject = {"type": Kind.THUMBNAIL, "media": {"url": card.picture.url}}
    if card.picture.alt.strip():
        picture["description"] = card.picture.alt
    return [{"type": Kind.SECTION, "components": [text], "accessory": picture}, *buttons(card.buttons)]


def _control(control: Control) -> list[JsonObject]:
    if isinstance(control, Menu):
        return [{"type": Kind.ROW, "components": [_menu(control)]}] if control.options else []
    return buttons(control)


def _text(markdown: str) -> JsonObject:
    return {"type": Kind.TEXT, "content": render.body(markdown)}


def _button(button: Button | Link) -> JsonObject:
    if isinstance(button, Link):
        return {"type": Kind.BUTTON, "style": _LINK_STYLE, "label": button.label, "url": button.url}
    made: JsonObject = {"type": Kind.BUTTON, "style": _STYLE[button.tone], "label": button.label, "custom_id": button.action}
    return made | ({"disabled": True} if button.disabled else {})


def _menu(menu: Menu) -> JsonObject:
    most = min(menu.most, len(menu.options))  # Discord refuses a menu that asks for more than it has
    made: JsonObject = {"type": Kind.MENU, "custom_id": menu.action, "options": [_option(each) for each in menu.options]}
    made |= {"min_values": min(menu.least, most), "max_values": most}
    return made | ({"placeholder": menu.prompt} if menu.prompt else {})


def _option(option: Option) -> JsonObject:
    made: JsonObject = {"label": option.label, "value": option.value}
    made |= {"description": option.description} if option.description else {}
    return made | ({"default": True} if option.chosen else {})


def _field(field: Field) -> JsonObject:
    style = _PARAGRAPH if field.long else _LINE
    made: JsonObject = {"type": Kind.INPUT, "custom_id": field.name, "style": style, "required": field.required}
    made["max_length"] = field.most
    made |= {"value": field.value} if field.value else {}
    made |= {"placeholder": field.placeholder} if field.placeholder else {}
    return {"type": Kind.LABEL, "label": field.label, "component": made}
