"""Which events a session asked for, and what of them it may read (https://discord.com/developers/docs/events/gateway#gateway-intents)."""

from enum import IntFlag

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.ledger import Event
from adapters.sandbox.discord.model import ChannelKind
from adapters.sandbox.discord.permissions import permissions_in
from adapters.sandbox.discord.state import State


class Intent(IntFlag):
    """The intents that matter here."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_REACTIONS = 1 << 10
    GUILD_TYPING = 1 << 11
    DM_MESSAGES = 1 << 12
    DM_REACTIONS = 1 << 13
    DM_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
"""Intents that need a switch in the developer portal; asking without it is close code 4014."""

_BY_PREFIX = (
    ("MESSAGE_REACTION_", Intent.GUILD_REACTIONS, Intent.DM_REACTIONS),
    ("MESSAGE_", Intent.GUILD_MESSAGES, Intent.DM_MESSAGES),
    ("TYPING_", Intent.GUILD_TYPING, Intent.DM_TYPING),
    ("GUILD_MEMBER_", Intent.GUILD_MEMBERS, Intent(0)),
    ("THREAD_", Intent.GUILDS, Intent(0)),
    ("CHANNEL_", Intent.GUILDS, Intent.DM_MESSAGES),
)


def wanted(event: Event, intents: int) -> bool:
    """Whether a session with these intents is told."""
    for prefix, in_server, direct in _BY_PREFIX:
        if event.name.startswith(prefix):
            return bool(intents & (in_server if "guild_id" in event.data else direct))
    return True


def visible(state: State, event: Event) -> bool:
    """Whether the bot can see the place of an event; changes of channels themselves it is always told."""
    if event.channel_id is None or event.name.startswith("CHANNEL_"):
        return True
    channel = state.channels.get(event.channel_id)
    return channel is not None and permissions_in(state, state.bot_id, channel) != 0


def censored(state: State, event: Event, intents: int) -> JsonObject:
    """The payload for a session: without the Message Content intent texts are empty, but for direct messages,
    the bot's own messages and those that mention it."""
    data = event.data
    if intents & Intent.MESSAGE_CONTENT or event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        return data
    channel = state.channels.get(str(data["channel_id"]))
    author, mentions = data["author"], data["mentions"]
    own = isinstance(author, dict) and author["id"] == state.bot_id
    mentioned = isinstance(mentions, list) and any(one["id"] == state.bot_id for one in mentions)
    if own or mentioned or (channel is not None and channel.kind is ChannelKind.DM):
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
