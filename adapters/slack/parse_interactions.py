"""Clicks, forms, commands and shortcuts as our plain values. Pure.

https://docs.slack.dev/interactivity/handling-user-interaction
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from adapters.slack import commands, parse, views
from bot.slash.declare import Command
from bot.types import Author, Clicked, CommandGiven, FormSent, Interaction, MessageRef, Place, SuggestionsWanted

JsonObject: TypeAlias = Mapping[str, Any]

HOME = "home:"
"""Begins the block ids of App Home; the section follows."""


@dataclass(frozen=True, slots=True)
class CameFrom:
    """Where an interaction came from, and its handles for an answer.

    `private`: the message `under` was shown to this person alone. `section` is the part of App Home that was clicked.
    `by_address`: answers go to the interaction's own address first, because we may not be in the channel.
    """

    user_id: str
    place: Place
    response_url: str = ""
    trigger_id: str = ""
    under: MessageRef | None = None
    private: bool = False
    section: str | None = None
    by_address: bool = False


def user_of(payload: JsonObject) -> str:
    """Who it is from."""
    user = payload.get("user")
    return str(user["id"] if isinstance(user, Mapping) else payload.get("user_id") or "")


def came_from(payload: JsonObject, us: parse.Us) -> CameFrom:
    """Where an interactive payload or a command came from."""
    if payload.get("type") == "view_submission":
        return _of_form(payload, us)
    container, message = payload.get("container") or {}, payload.get("message") or {}
    channel = str(container.get("channel_id") or (payload.get("channel") or {}).get("id") or payload.get("channel_id") or "")
    user_id, section = user_of(payload), _section(payload)
    ts = str(container.get("message_ts") or message.get("ts") or "")
    thread = container.get("thread_ts") or message.get("thread_ts")
    in_home = not channel
    return CameFrom(
        user_id,
        home(us, user_id) if in_home else parse.place(us, channel, thread),
        str(payload.get("response_url") or ""),
        str(payload.get("trigger_id") or ""),
        under=parse.message_ref(channel or user_id, ts or "home") if ts or in_home else None,
        private=bool(container.get("is_ephemeral")),
        section=section if in_home else None,
        by_address=payload.get("type") == "message_action" or "command" in payload,
    )


def home(us: parse.Us, user_id: str) -> Place:
    """Somebody's App Home: whatever is posted there goes to their direct messages."""
    return Place("slack", us.workspace, user_id, is_direct=True)


def remembered(source: CameFrom) -> dict[str, Any]:
    """What a form keeps of the click that opened it."""
    kept = {"channel": source.place.channel, "thread": source.place.thread, "section": source.section}
    return {name: value for name, value in kept.items() if value}


def command(payload: JsonObject, us: parse.Us, user: Author, known: Sequence[Command]) -> tuple[CommandGiven, commands.Typed]:
    """What was typed after our slash command."""
    text, _ = parse.read(str(payload.get("text") or ""), us, {})
    raw = str(payload.get("text") or "")
    found = commands.typed(raw if "<#" in raw else text, known)
    where = came_from(payload, us).place
    return CommandGiven(str(payload.get("trigger_id") or ""), user, where, found.name, found.options), found


def shortcut(payload: JsonObject, us: parse.Us, people: parse.People, known: Sequence[Command]) -> CommandGiven | None:
    """A command of ours that was used in a message's menu."""
    name = commands.on_message(str(payload.get("callback_id") or ""), known)
    user_id, source = user_of(payload), payload.get("message") or {}
    if name is None:
        return None
    where = came_from(payload, us).place
    target = parse.message(source, where.channel, us, people) if source.get("ts") else None
    user = people.get(user_id, parse.Person(user_id, user_id)).author
    return CommandGiven(str(payload.get("trigger_id") or ""), user, where, name, target=target)


def clicks(payload: JsonObject, us: parse.Us, user: Author) -> list[Interaction]:
    """Buttons pressed and options chosen."""
    source = came_from(payload, us)
    made = (_click(action, source, user, str(payload.get("trigger_id") or "")) for action in payload.get("actions") or [])
    return [each for each in made if each is not None]


def form(payload: JsonObject, us: parse.Us, user: Author) -> FormSent:
    """A form that was sent, with what was typed by field name."""
    view = payload["view"]
    values = (view.get("state") or {}).get("values") or {}
    fields = {name: str(element.get("value") or "") for block in values.values() for name, element in block.items()}
    return FormSent(user, came_from(payload, us).place, str(view["callback_id"]), fields)


def suggestions(payload: JsonObject, us: parse.Us, user: Author) -> SuggestionsWanted | None:
    """Somebody types in a menu that completes a command."""
    picked = _picked(str(payload.get("action_id") or ""))
    if picked is None:
        return None
    return SuggestionsWanted(user, came_from(payload, us).place, *picked, str(payload.get("value") or ""))


def _click(action: JsonObject, source: CameFrom, user: Author, trigger_id: str) -> Interaction | None:
    action_id, chosen = str(action.get("action_id") or ""), action.get("selected_option") or {}
    if action_id.startswith(views.LINK) or source.under is None:
        return None
    picked = _picked(action_id)
    if picked is not None:
        name, option = picked
        value = chosen.get("value")
        return CommandGiven(trigger_id, user, source.place, name, {option: str(value)}) if value else None
    options = action.get("selected_options") or ([chosen] if chosen else [])
    values = tuple(str(option["value"]) for option in options)
    is_pressed = action.get("type") in {"button", "feedback_buttons"}
    return Clicked(user, source.place, str(action.get("value") or action_id) if is_pressed else action_id, source.under, values)


def _picked(action_id: str) -> tuple[str, str] | None:
    name, _, option = action_id.removeprefix(views.PICK).rpartition(":")
    return (name, option) if action_id.startswith(views.PICK) and name and option else None


def _section(payload: JsonObject) -> str | None:
    blocks = [str(action.get("block_id") or "") for action in payload.get("actions") or []]
    return next((block.split(":")[1] for block in blocks if block.startswith(HOME)), None)


def _of_form(payload: JsonObject, us: parse.Us) -> CameFrom:
    try:
        kept = json.loads(payload["view"].get("private_metadata") or "{}")
    except ValueError:
        kept = {}
    user_id, channel = user_of(payload), kept.get("channel")
    where = parse.place(us, str(channel), kept.get("thread")) if channel else home(us, user_id)
    trigger_id = str(payload.get("trigger_id") or "")
    return CameFrom(user_id, where, trigger_id=trigger_id, section=kept.get("section"))
