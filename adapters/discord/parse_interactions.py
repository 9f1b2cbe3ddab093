"""Clicks, forms and commands as our plain values. Pure.

They are read from Discord's own JSON, so that a button works whichever process, before or after a restart, made it.
https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import discord

from adapters.discord import parse
from bot.types import (
    Author,
    Clicked,
    CommandGiven,
    FormSent,
    IncomingMessage,
    Interaction,
    MessageRef,
    Place,
    SuggestionsWanted,
)

JsonObject: TypeAlias = Mapping[str, Any]

_SUBCOMMAND, _SUBCOMMAND_GROUP = 1, 2
_MESSAGE_COMMAND: Final = 3


def interaction(source: discord.Interaction, us: parse.Us) -> Interaction | None:
    """What somebody wants; None if it is none of our kinds, or from a place that we do not know."""
    if source.channel is None or source.user is discord.utils.MISSING:
        return None
    data: JsonObject = source.data or {}
    user, place = author(source), parse.place(source.channel)
    match source.type:
        case discord.InteractionType.component:
            return _clicked(source, data, user, place)
        case discord.InteractionType.modal_submit:
            return FormSent(user, place, data["custom_id"], dict(typed(data.get("components", []))))
        case discord.InteractionType.application_command:
            name, options = command(data)
            target = _target(source, data, us)
            return CommandGiven(str(source.id), user, place, name, {each["name"]: each["value"] for each in options}, target)
        case discord.InteractionType.autocomplete:
            return _wanted(data, user, place)
    return None


def author(source: discord.Interaction) -> Author:
    """Who it is from, with the rights that Discord reckoned for this place; whoever manages the server moderates too."""
    may = source.permissions
    in_thread = isinstance(source.channel, discord.Thread)
    moderates = may.administrator or may.manage_messages or may.manage_guild or (in_thread and may.manage_threads)
    moderates = moderates and source.guild_id is not None
    return Author(str(source.user.id), source.user.display_name, source.user.bot, may_moderate=moderates)


def command(data: JsonObject) -> tuple[str, Sequence[JsonObject]]:
    """A command's name with its subcommand after a space, and the options given."""
    name, options = str(data["name"]), data.get("options", [])
    while options and options[0]["type"] in {_SUBCOMMAND, _SUBCOMMAND_GROUP}:
        name, options = f"{name} {options[0]['name']}", options[0].get("options", [])
    return name, options


def typed(components: Sequence[JsonObject]) -> Iterator[tuple[str, str]]:
    """The texts of a form by field name, however deep Discord wraps them (in rows, or in labels)."""
    for part in components:
        if "custom_id" in part and "value" in part:
            yield part["custom_id"], part["value"] or ""
        yield from typed(part.get("components", []))
        if "component" in part:
            yield from typed([part["component"]])


def message_under(source: discord.Interaction) -> MessageRef | None:
    """The message that a click was under, or the form that a click opened."""
    if source.message is None or source.channel is None:
        return None
    return parse.message_ref(source.channel.id, source.message.id)


def _clicked(source: discord.Interaction, data: JsonObject, user: Author, place: Place) -> Clicked | None:
    message = message_under(source)
    if message is None:
        return None
    return Clicked(user, place, data["custom_id"], message, tuple(data.get("values", [])))


def _wanted(data: JsonObject, user: Author, place: Place) -> SuggestionsWanted | None:
    name, options = command(data)
    for option in options:
        if option.get("focused"):
            return SuggestionsWanted(user, place, name, option["name"], str(option["value"]))
    return None


def _target(source: discord.Interaction, data: JsonObject, us: parse.Us) -> IncomingMessage | None:
    """The message that a message command was used on; None for any other command, and for a message without words."""
    if data.get("type") != _MESSAGE_COMMAND:
        return None
    found = data.get("resolved", {}).get("messages", {}).get(str(data.get("target_id")))
    if found is None:
        return None
    state = source._state  # noqa: SLF001 - discord.py's own commands read resolved messages in this way
    message = discord.Message(state=state, channel=source.channel, data=found)  # type: ignore[arg-type]
    return parse.message(message, us, source.channel)
