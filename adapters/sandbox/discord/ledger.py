"""What every act on the local Discord rests on: the state, those who are told, and who may write where.

Every act checks the actor's permissions, changes the state and tells the listeners, synchronously: there is no moment
in between. Raises `ApiError` with Discord's codes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.errors import ApiError, JsonObject, thread_archived
from adapters.sandbox.discord.model import Channel, ChannelKind
from adapters.sandbox.discord.permissions import allowed, require
from adapters.sandbox.discord.state import State
from adapters.sandbox.feed import Feed


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the gateway tells: Discord's event name, its payload, and the channel whose viewers may know."""

    name: str
    data: JsonObject
    channel_id: str | None = None
    visible_to: str | None = None  # of an ephemeral message: the one person who sees it


class Ledger:
    """The state and its listeners; its children add the acts."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.listeners: list[Callable[[Event], None]] = []
        self.feed = Feed()

    def emit(self, name: str, data: JsonObject, channel_id: str | None = None, *, visible_to: str | None = None) -> None:
        """Tell everybody who listens."""
        event = Event(name, data, channel_id, visible_to)
        for listener in list(self.listeners):
            listener(event)

    def change_channel(self, channel: Channel) -> None:
        """Put a channel's new value in place and tell it."""
        self.state.channels[channel.id] = channel
        name = "THREAD_UPDATE" if channel.kind is ChannelKind.THREAD else "CHANNEL_UPDATE"
        self.emit(name, objects.channel(self.state, channel), channel.id)

    def join_thread(self, channel_id: str, user_id: str) -> None:
        """Make somebody a member of a thread, as writing there does."""
        channel = self.state.channel(channel_id)
        if channel.kind is not ChannelKind.THREAD or user_id in channel.member_ids:
            return
        joined = replace(channel, member_ids=(*channel.member_ids, user_id))
        self.state.channels[channel_id] = joined
        data: JsonObject = {
            "id": channel_id,
            "guild_id": self.state.guild_id,
            "member_count": len(joined.member_ids),
            "added_members": [
                objects.thread_member(joined, user_id)
                | {"member": objects.member(self.state.person(user_id)), "presence": None}
            ],
        }
        self.emit("THREAD_MEMBERS_UPDATE", data, channel_id)

    def placed(self, channel: Channel, data: JsonObject) -> JsonObject:
        """Event data with the server's id, except in direct messages."""
        return data if channel.kind is ChannelKind.DM else data | {"guild_id": self.state.guild_id}

    def require_writing(self, user_id: str, channel: Channel) -> None:
        """Raises unless somebody may write here: 50001, 50013, 50083 (locked), 50007 (takes no direct messages)."""
        thread = channel.kind is ChannelKind.THREAD
        require(self.state, user_id, channel, "SEND_MESSAGES_IN_THREADS" if thread else "SEND_MESSAGES")
        if channel.locked and not allowed(self.state, user_id, channel, "MANAGE_THREADS"):
            raise thread_archived()
        if channel.kind is ChannelKind.DM:
            others = [self.state.person(one) for one in channel.member_ids if one != user_id]
            if any(not person.accepts_dms for person in others):
                raise ApiError(403, 50007, "Cannot send messages to this user")

    def require_open(self, user_id: str, channel: Channel) -> None:
        """Raises 50083 in a thread that is archived, or locked against this person."""
        if channel.archived or (channel.locked and not allowed(self.state, user_id, channel, "MANAGE_THREADS")):
            raise thread_archived()
