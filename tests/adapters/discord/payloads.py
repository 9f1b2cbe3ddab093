"""Gateway payloads in the form in which Discord sends them, and a client that reads them without a connection."""

from typing import Any

import discord
from discord.user import ClientUser

from adapters.discord.client import DiscordClient

Payload = dict[str, Any]

US, OUR_ROLE = 900, 901
GUILD, CHANNEL, THREAD, FOREIGN_THREAD = 1, 20, 30, 31
ADA, MODERATOR, OTHER_BOT = 100, 101, 102
MODERATOR_ROLE, THREAD_KEEPER_ROLE = 50, 51
VIEW_AND_SEND = (1 << 10) | (1 << 11)
MANAGE_MESSAGES, MANAGE_THREADS = 1 << 13, 1 << 34
REPLY, THREAD_STARTER, JOINED = 19, 21, 7


def user(user_id: int, name: str, *, bot: bool = False) -> Payload:
    """A user."""
    found: Payload = {"id": str(user_id), "username": name, "discriminator": "0", "global_name": name.title(), "avatar": None}
    return found | {"public_flags": 0, "bot": bot}


def member(*roles: int) -> Payload:
    """A membership, as messages carry it."""
    joined = "2026-01-01T00:00:00+00:00"
    return {"roles": [str(role) for role in roles], "joined_at": joined, "deaf": False, "mute": False, "flags": 0, "nick": None}


def role(role_id: int, name: str, permissions: int, **more: Any) -> Payload:
    """A role."""
    found: Payload = {"id": str(role_id), "name": name, "color": 0, "hoist": False, "position": 1, "managed": False, "flags": 0}
    return found | {"permissions": str(permissions), "mentionable": False, "icon": None, "unicode_emoji": None} | more


def thread(thread_id: int = THREAD) -> Payload:
    """A public thread of the channel."""
    stamp = "2026-01-01T00:00:00+00:00"
    state = {"archived": False, "archive_timestamp": stamp, "auto_archive_duration": 1440, "locked": False}
    found: Payload = {"id": str(thread_id), "guild_id": str(GUILD), "parent_id": str(CHANNEL), "owner_id": str(US), "type": 11}
    return found | {"name": "Heist films", "message_count": 1, "member_count": 2, "thread_metadata": state, "flags": 0}


def guild() -> Payload:
    """The server, as GUILD_CREATE has it."""
    roles = [
        role(GUILD, "@everyone", VIEW_AND_SEND),
        role(MODERATOR_ROLE, "Moderator", MANAGE_MESSAGES),
        role(THREAD_KEEPER_ROLE, "Thread keeper", MANAGE_THREADS),
        role(OUR_ROLE, "Matinee", VIEW_AND_SEND, managed=True, tags={"bot_id": str(US)}),
    ]
    channel = {"id": str(CHANNEL), "type": 0, "name": "movie-club", "position": 0, "permission_overwrites": [], "nsfw": False}
    found: Payload = {"id": str(GUILD), "name": "Movie club", "owner_id": "1000", "roles": roles, "channels": [channel]}
    found |= {"threads": [thread()], "members": [{"user": user(US, "matinee", bot=True)} | member(OUR_ROLE)], "member_count": 4}
    found |= {"emojis": [], "stickers": [], "features": [], "premium_tier": 0, "preferred_locale": "en-US", "nsfw_level": 0}
    return found | {"verification_level": 0, "explicit_content_filter": 0, "mfa_level": 0, "default_message_notifications": 0}


def message(content: str, *, channel: int = CHANNEL, author: Payload | None = None, **more: Any) -> Payload:
    """A message of Ada in the server; fields that are None are left out."""
    found: Payload = {"id": "5000", "type": 0, "channel_id": str(channel), "guild_id": str(GUILD), "content": content}
    found |= {"author": author or user(ADA, "ada"), "member": member(), "timestamp": "2026-12-01T10:00:00+00:00"}
    found |= {"edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": []}
    found |= {"attachments": [], "embeds": [], "components": [], "pinned": False, "flags": 0}
    return {key: value for key, value in (found | more).items() if value is not None}


def direct(content: str, **more: Any) -> Payload:
    """The same in a direct-message channel."""
    return message(content, channel=40, guild_id=None, member=None, **more)


def reaction(emoji: str, *, user_id: int = ADA, roles: tuple[int, ...] = (), channel: int = CHANNEL, **more: Any) -> Payload:
    """A reaction in the server."""
    found: Payload = {"user_id": str(user_id), "message_id": "5000", "channel_id": str(channel), "guild_id": str(GUILD)}
    found |= {"emoji": {"id": None, "name": emoji}, "type": 0, "burst": False}
    found |= {"member": {"user": user(user_id, "ada")} | member(*roles)}
    return {key: value for key, value in (found | more).items() if value is not None}


def offline_client() -> DiscordClient:
    """A client that has seen READY and the server, on no socket."""
    client = DiscordClient()
    state = client._connection
    state.user = ClientUser(state=state, data=user(US, "matinee", bot=True))  # type: ignore[arg-type]
    state.parsers["GUILD_CREATE"](guild())
    return client


def as_message(client: DiscordClient, data: Payload) -> discord.Message:
    """discord.py's object of a message payload."""
    channel, _ = client._connection._get_guild_channel(data)  # type: ignore[arg-type]
    return discord.Message(state=client._connection, channel=channel, data=data)  # type: ignore[arg-type]


def as_reaction(client: DiscordClient, data: Payload) -> discord.RawReactionActionEvent:
    """discord.py's object of a reaction payload."""
    emoji = discord.PartialEmoji.from_dict(data["emoji"])
    raw = discord.RawReactionActionEvent(data, emoji, "REACTION_ADD")  # type: ignore[arg-type]
    found = client.get_guild(GUILD)
    if "member" in data and found:
        raw.member = discord.Member(data=data["member"], guild=found, state=client._connection)
    return raw
