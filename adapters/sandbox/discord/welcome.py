"""What a session is told first: the bot, the server, its members (pure)."""

from adapters.sandbox.discord import objects, server_objects
from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.intents import Intent
from adapters.sandbox.discord.model import ChannelKind
from adapters.sandbox.discord.sessions import Session
from adapters.sandbox.discord.state import State


def ready(state: State, session: Session, identify: JsonObject, url: str) -> JsonObject:
    """READY: who the bot is, and that its server will follow."""
    found: JsonObject = {
        "v": 10,
        "user": objects.own_user(state.person(state.bot_id)),
        "user_settings": {},
        "guilds": [{"id": state.guild_id, "unavailable": True}],
        "private_channels": [],
        "relationships": [],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": url,
        "application": {"id": state.application_id, "flags": server_objects.application_flags(state)},
        "_trace": [],
    }
    return found | {"shard": identify["shard"]} if "shard" in identify else found


def guild_create(state: State, intents: int) -> JsonObject:
    """GUILD_CREATE: the server with channels, open threads and members."""
    everybody = intents & Intent.GUILD_PRESENCES  # without it Discord lists the bot alone; op 8 asks for the others
    people = list(state.people.values()) if everybody else [state.person(state.bot_id)]
    threads = [one for one in objects.visible_channels(state, ChannelKind.THREAD) if not one.archived]
    return server_objects.guild(state) | {
        "joined_at": objects.member(state.person(state.bot_id))["joined_at"],
        "large": False,
        "unavailable": False,
        "member_count": len(state.people),
        "voice_states": [],
        "members": [objects.member(one) for one in people],
        "channels": [objects.channel(state, one) for one in state.channels.values() if one.kind is ChannelKind.TEXT],
        "threads": [objects.channel(state, one) for one in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def members_chunk(state: State, asked: JsonObject) -> JsonObject:
    """GUILD_MEMBERS_CHUNK: the members that op 8 asks for, by ids or by the start of a name."""
    by_id = asked.get("user_ids")
    ids = [by_id] if isinstance(by_id, str) else by_id if isinstance(by_id, list) else list(state.people)
    prefix = str(asked.get("query") or "").lower()
    people = [state.people[one] for one in ids if one in state.people and state.people[one].username.lower().startswith(prefix)]
    chunk: JsonObject = {
        "guild_id": state.guild_id,
        "members": [objects.member(one) for one in people],
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [one for one in ids if one not in state.people],
    }
    return chunk | {"nonce": asked["nonce"]} if "nonce" in asked else chunk
