"""Our views as Slack's blocks. Pure: plain values in, JSON objects out.

https://docs.slack.dev/reference/block-kit
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from adapters.slack import errors, render
from bot import actions
from bot.errors import TooLong
from bot.types import Step
from bot.views import Button, Card, Control, Field, Form, Link, Menu, Option, Tone, View
from bot.words import cut

JsonObject: TypeAlias = dict[str, Any]
Surface = Literal["message", "home"]
"""Where blocks stand: App Home takes no `markdown` block."""

CARDS: Final = 10  # a card takes two blocks of the 50 of a message; controls and sources come to them
SECTION: Final = 3000  # characters of a section's text
TITLE: Final = 24  # of a modal
PICK: Final = "pick:"
"""Begins the action of a menu that completes a command: the command and the option follow, each after a colon."""
LINK: Final = "link:"
"""Begins the action of a button that only opens an address."""

_STYLE: Final[dict[Tone, str]] = {"main": "primary", "good": "primary", "bad": "danger"}
_TASK_STATE: Final = {"working": "in_progress", "done": "complete", "failed": "error"}


def text_message(markdown: str, buttons: Sequence[Button] = ()) -> JsonObject:
    """A message of text: the same for posts and edits. Raises TooLong."""
    if render.length(markdown) > errors.TEXT_LIMIT:
        raise TooLong(errors.TEXT_LIMIT)
    return {"text": render.mrkdwn(markdown), "blocks": [_markdown(markdown), *_row(buttons)]}


def view_message(view: View) -> JsonObject:
    """A message with cards and controls. Raises TooLong when the view does not fit into one message."""
    spoken = "\n".join(filter(None, (view.text, *(f"**{card.heading}**" for card in view.cards))))
    if render.length(spoken) > errors.TEXT_LIMIT:
        raise TooLong(errors.TEXT_LIMIT)
    return {"text": render.mrkdwn(spoken), "blocks": blocks(view)}


def private_message(view: View) -> JsonObject:
    """What one person sees: commands are named as they are typed here."""
    made = view_message(View(render.commands(view.text), view.cards, view.controls, render.commands(view.foot)))
    return made | {"response_type": "ephemeral"}


def blocks(view: View, surface: Surface = "message") -> list[JsonObject]:
    """A view's blocks. Raises TooLong for more of them, or more text in one, than Slack takes."""
    made = list(_blocks(view, surface)) or [_section(render.EMPTY)]
    if len(made) > errors.BLOCKS:
        raise TooLong(errors.BLOCKS)
    for block in made:
        if block["type"] == "section" and len(block["text"]["text"]) > SECTION:
            raise TooLong(SECTION)
    return made


def _blocks(view: View, surface: Surface) -> Iterator[JsonObject]:
    if view.text.strip():
        yield _markdown(view.text) if surface == "message" else _section(render.mrkdwn(view.text))
    for card in view.cards:
        yield from _card(card)
    for control in view.controls:
        yield from _control(control)
    if view.foot.strip():
        yield {"type": "context", "elements": [{"type": "mrkdwn", "text": render.mrkdwn(view.foot)}]}


def modal(form: Form, came_from: JsonObject) -> JsonObject:
    """A form as a modal; `came_from` comes back with it."""
    return {
        "type": "modal",
        "callback_id": form.action,
        "private_metadata": json.dumps(came_from),
        "title": _plain(cut(form.title, TITLE)),
        "submit": _plain("Send"),
        "close": _plain("Cancel"),
        "blocks": [_field(field) for field in form.fields],
    }


def picker(command: str, option: str, prompt: str) -> list[JsonObject]:
    """A menu whose options are looked for while one types, to complete a command that lacks an option."""
    menu: JsonObject = {"type": "external_select", "action_id": f"{PICK}{command}:{option}", "min_query_length": 1}
    menu["placeholder"] = _plain("Type its beginning")
    return [_section(render.mrkdwn(prompt)) | {"accessory": menu}]


def suggestions(options: Sequence[Option]) -> JsonObject:
    """What is offered while somebody types in such a menu."""
    return {"options": [_option(option) for option in options]}


def tasks(steps: Sequence[Step]) -> list[JsonObject]:
    """Steps as a stream's task cards."""
    return [{"type": "task_update", "id": step.id, "title": step.title, "status": _TASK_STATE[step.state]} for step in steps]


def _markdown(text: str) -> JsonObject:
    return {"type": "markdown", "text": render.body(text)}


def _section(text: str) -> JsonObject:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def _plain(text: str) -> JsonObject:
    return {"type": "plain_text", "text": text, "emoji": True}


def _card(card: Card) -> list[JsonObject]:
    heading = f"*{render.escape(' '.join(card.heading.split()))}*"
    section = _section("\n".join([heading, *(render.mrkdwn(line) for line in card.lines)]))
    if card.picture is not None:
        alt = card.picture.alt.strip() or card.heading
        section["accessory"] = {"type": "image", "image_url": card.picture.url, "alt_text": alt}
    return [section, *_row(card.buttons)]


def _control(control: Control) -> list[JsonObject]:
    if not isinstance(control, Menu):
        return _feedback(control) or _row(control)
    if not control.options:
        return []
    if control.most > 1:  # such menus stand in sections alone
        return [_section(render.mrkdwn(control.prompt)) | {"accessory": _menu(control)}]
    return [{"type": "actions", "elements": [_menu(control)]}]


def _feedback(row: Sequence[Button | Link]) -> list[JsonObject]:
    """The verdicts on an answer, as Slack has them: https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element"""
    verdicts = {
        action.verdict: button
        for button in row
        if isinstance(button, Button) and isinstance(action := actions.read(button.action), actions.GiveFeedback)
    }
    if len(row) != 2 or set(verdicts) != {"up", "down"}:
        return []
    element: JsonObject = {"type": "feedback_buttons", "action_id": "feedback"}
    element |= {"positive_button": _verdict(verdicts["up"]), "negative_button": _verdict(verdicts["down"])}
    return [{"type": "context_actions", "elements": [element]}]


def _verdict(button: Button) -> JsonObject:
    return {"text": _plain(button.label), "value": button.action}


def _row(row: Sequence[Button | Link]) -> list[JsonObject]:
    """Slack has no disabled buttons: what cannot be pressed is left out."""
    shown = [button for button in row if isinstance(button, Link) or not button.disabled]
    elements = [_button(button, number) for number, button in enumerate(shown)]
    return [{"type": "actions", "elements": elements}] if elements else []


def _button(button: Button | Link, number: int) -> JsonObject:
    made: JsonObject = {"type": "button", "text": _plain(button.label)}
    if isinstance(button, Link):
        return made | {"action_id": f"{LINK}{number}", "url": button.url}
    made |= {"action_id": button.action, "value": button.action}
    return made | ({"style": _STYLE[button.tone]} if button.tone in _STYLE else {})


def _menu(menu: Menu) -> JsonObject:
    options = [_option(option) for option in menu.options]
    chosen = [made for made, option in zip(options, menu.options, strict=True) if option.chosen]
    made: JsonObject = {"action_id": menu.action, "options": options}
    made |= {"placeholder": _plain(menu.prompt)} if menu.prompt else {}
    if menu.most > 1:
        made |= {"type": "multi_static_select", "max_selected_items": min(menu.most, len(options))}
        return made | ({"initial_options": chosen} if chosen else {})
    return made | {"type": "static_select"} | ({"initial_option": chosen[0]} if chosen else {})


def _option(option: Option) -> JsonObject:
    made: JsonObject = {"text": _plain(option.label), "value": option.value}
    return made | ({"description": _plain(option.description)} if option.description else {})


def _field(field: Field) -> JsonObject:
    element: JsonObject = {"type": "plain_text_input", "action_id": field.name, "multiline": field.long}
    element |= {"max_length": field.most}
    element |= {"initial_value": field.value} if field.value else {}
    element |= {"placeholder": _plain(field.placeholder)} if field.placeholder else {}
    return {
        "type": "input",
        "block_id": field.name,
        "optional": not field.required,
        "label": _plain(field.label),
        "element": element,
    }
