"""What the routes about the bot, channels, threads, the server and commands do."""

from dataclasses import replace

from adapters.sandbox.discord import objects, server_objects
from adapters.sandbox.discord.call import Call
from adapters.sandbox.discord.errors import ApiError, JsonObject, invalid, missing_access, missing_permission, unknown
from adapters.sandbox.discord.model import Channel, ChannelKind
from adapters.sandbox.discord.permissions import allowed, require
from adapters.sandbox.discord.threads import check_name


def own_user(call: Call) -> JsonObject:
    """GET the bot's user."""
    return objects.own_user(call.world.state.person(call.world.bot_id))


def own_guilds(call: Call) -> list[JsonObject]:
    """GET the servers that the bot is in: the one, unless it lies outside of the page that is asked for."""
    before, after = int(call.query.get("before", 1 << 63)), int(call.query.get("after", 0))
    state = call.world.state
    return [server_objects.own_guild(state)] if after < int(state.guild_id) < before else []


def get_user(call: Call) -> JsonObject:
    """GET a user."""
    return objects.user(call.world.state.person(call.params["user"]))


def application(call: Call) -> JsonObject:
    """GET the bot's application."""
    return server_objects.application(call.world.state)


def gateway(call: Call) -> JsonObject:
    """GET the gateway's address."""
    return {"url": call.gateway_url}


def gateway_bot(call: Call) -> JsonObject:
    """GET the gateway's address and how often the bot may still identify."""
    start: JsonObject = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": call.gateway_url, "shards": 1, "session_start_limit": start}


def get_channel(call: Call) -> JsonObject:
    """GET a channel or thread."""
    return objects.channel(call.world.state, _channel(call))


def edit_channel(call: Call) -> JsonObject:
    """PATCH a thread (name, archived, locked, slow mode), or a channel's name, topic and slow mode."""
    channel = _channel(call)
    if channel.kind is ChannelKind.THREAD:
        return _edit_thread(call, channel)
    require(call.world.state, call.world.bot_id, channel, "MANAGE_CHANNELS")
    name = call.text("name")
    changed = replace(
        channel,
        name=channel.name if name is None else check_name(name),
        topic=call.text("topic") if "topic" in call.fields else channel.topic,
        slow_mode=_slow_mode(call, channel),
    )
    call.world.change_channel(changed)
    return objects.channel(call.world.state, changed)


def _edit_thread(call: Call, thread: Channel) -> JsonObject:
    state, bot_id = call.world.state, call.world.bot_id
    manages = allowed(state, bot_id, thread, "MANAGE_THREADS")
    archived = call.flag("archived") if "archived" in call.fields else None
    locked = call.flag("locked") if "locked" in call.fields else None
    if not manages and (thread.owner_id != bot_id or locked is not None or thread.locked):
        raise missing_permission()
    if thread.archived and archived is not False:
        raise ApiError(400, 50083, "Thread is archived")
    call.world.set_thread(thread.id, archived=archived, locked=locked, name=call.text("name"))
    if "rate_limit_per_user" in call.fields:
        require(state, bot_id, thread, "MANAGE_THREADS")
        call.world.set_slow_mode(thread.id, _slow_mode(call, thread))
    return objects.channel(state, state.channel(thread.id))


def _slow_mode(call: Call, channel: Channel) -> int:
    seconds = call.number("rate_limit_per_user")
    if seconds is not None and not 0 <= seconds <= 21600:  # Discord's longest slow mode: six hours
        raise invalid("rate_limit_per_user", "NUMBER_TYPE_RANGE", "int value should be between 0 and 21600.")
    return channel.slow_mode if seconds is None else seconds


def is_rename(call: Call) -> bool:
    """Whether a PATCH changes the name: Discord limits that far more (field reports: 2 in 10 minutes)."""
    return isinstance(call.body, dict) and "name" in call.body


def thread_from_message(call: Call) -> JsonObject:
    """POST a thread onto a message."""
    return _open_thread(call, call.params["message"])


def thread_without_message(call: Call) -> JsonObject:
    """POST a public thread of its own."""
    if call.number("type") not in (None, int(ChannelKind.THREAD)):
        raise invalid("type", "SANDBOX_UNSUPPORTED", "The sandbox knows public threads (type 11) alone.")
    return _open_thread(call, None)


def _open_thread(call: Call, message_id: str | None) -> JsonObject:
    world = call.world
    thread = world.open_thread(
        world.bot_id,
        call.params["channel"],
        call.text("name") or "",
        message_id=message_id,
        archive_minutes=call.number("auto_archive_duration") or 1440,
    )
    seconds = call.number("rate_limit_per_user")
    if seconds:
        world.set_slow_mode(thread.id, _slow_mode(call, thread))
    return objects.channel(world.state, world.state.channel(thread.id))


def join_thread(call: Call) -> None:
    """PUT the bot into a thread."""
    thread = call.world.thread(_channel(call).id)
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    call.world.join_thread(thread.id, call.world.bot_id)


def active_threads(call: Call) -> JsonObject:
    """GET the server's threads that are not archived."""
    _guild(call)
    state = call.world.state
    threads = [one for one in objects.visible_channels(state, ChannelKind.THREAD) if not one.archived]
    joined = [objects.thread_member(one, state.bot_id) for one in threads if state.bot_id in one.member_ids]
    return {"threads": [objects.channel(state, one) for one in reversed(threads)], "members": joined, "has_more": False}


def open_direct_channel(call: Call) -> JsonObject:
    """POST: the direct-message channel with somebody."""
    recipient = call.snowflake("recipient_id")
    if recipient is None or recipient == call.world.bot_id:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return objects.channel(call.world.state, call.world.open_dm(recipient))


def get_guild(call: Call) -> JsonObject:
    """GET the server."""
    _guild(call)
    return server_objects.guild(call.world.state)


def list_channels(call: Call) -> list[JsonObject]:
    """GET the server's channels without threads."""
    _guild(call)
    state = call.world.state
    return [objects.channel(state, one) for one in state.channels.values() if one.kind is ChannelKind.TEXT]


def get_member(call: Call) -> JsonObject:
    """GET a member."""
    _guild(call)
    if call.params["user"] not in call.world.state.people:
        raise unknown("Member")
    return objects.member(call.world.state.person(call.params["user"]))


def list_members(call: Call) -> list[JsonObject]:
    """GET the server's members."""
    _guild(call)
    limit, after = call.limit("limit", 1, 1000), int(call.query.get("after", "0"))
    people = sorted(call.world.state.people.values(), key=lambda person: int(person.id))
    return [objects.member(one) for one in people if int(one.id) > after][:limit]


def _channel(call: Call) -> Channel:
    channel = call.world.state.channel(call.params["channel"])
    require(call.world.state, call.world.bot_id, channel)
    return channel


def _guild(call: Call) -> None:
    if call.params["guild"] != call.world.state.guild_id:
        raise missing_access()
