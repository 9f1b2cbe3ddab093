"""All that exists on the local Discord, with look-ups that refuse as Discord does."""

from collections.abc import Callable
from dataclasses import dataclass, field

from adapters.sandbox.discord.errors import JsonObject, unknown
from adapters.sandbox.discord.model import DISCORD_EPOCH_MS, Channel, ChannelKind, Interaction, Message, Person, Role


@dataclass(slots=True)
class State:
    """The server's contents. `clock` gives seconds since 1970."""

    clock: Callable[[], float]
    guild_id: str = ""
    guild_name: str = ""
    owner_id: str = ""
    bot_id: str = ""
    application_id: str = ""
    people: dict[str, Person] = field(default_factory=dict)
    roles: dict[str, Role] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    timeline: dict[str, list[str]] = field(default_factory=dict)  # channel id → message ids, oldest first
    commands: list[JsonObject] = field(default_factory=list)  # of the application, everywhere
    guild_commands: list[JsonObject] = field(default_factory=list)  # of the application, in this server alone
    interactions: dict[str, Interaction] = field(default_factory=dict)
    granted_intents: int = 1 << 1 | 1 << 8 | 1 << 15  # the developer portal's switches: members, presences, message content
    media_url: str = ""  # where the server gives out attachments
    _last_id: int = 0

    def new_id(self) -> str:
        """A snowflake of now, larger than every earlier one."""
        stamped = (int(self.clock() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last_id = max(stamped, self._last_id + 1)
        return str(self._last_id)

    def person(self, user_id: str) -> Person:
        """Raises 10013 for nobody."""
        if user_id not in self.people:
            raise unknown("User")
        return self.people[user_id]

    def channel(self, channel_id: str) -> Channel:
        """Raises 10003 for no channel or thread."""
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def message(self, message_id: str, channel_id: str | None = None) -> Message:
        """Raises 10008 for no message. By `channel_id`, as the API addresses it, also for one of another channel, and for
        an ephemeral one, which only its interaction's token reaches."""
        found = self.messages.get(message_id)
        if found is None or (channel_id is not None and (found.channel_id != channel_id or found.visible_to is not None)):
            raise unknown("Message")
        return found

    def parent(self, channel: Channel) -> Channel:
        """The channel whose permissions count: a thread's parent, else the channel itself."""
        return self.channel(channel.parent_id) if channel.kind is ChannelKind.THREAD and channel.parent_id else channel

    def messages_of(self, channel_id: str) -> list[Message]:
        """A channel's messages, oldest first."""
        return [self.messages[found] for found in self.timeline.get(channel_id, [])]

    def threads(self) -> list[Channel]:
        """All threads, oldest first."""
        return [channel for channel in self.channels.values() if channel.kind is ChannelKind.THREAD]

    @property
    def bot_role(self) -> Role:
        """The managed role that came with the bot."""
        return next(role for role in self.roles.values() if role.bot_id == self.bot_id)
