"""What every act on the local Slack rests on: the state, those who are told, and who may write where.

Every act checks, changes the state and tells the listeners, synchronously: there is no moment in between. Raises `ApiError`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from adapters.sandbox.feed import Feed
from adapters.sandbox.slack import objects
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.model import Channel, ChannelKind, Interaction, Message, Posting
from adapters.sandbox.slack.state import State
from adapters.sandbox.wire import JsonObject


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the Events API may tell the app: its inner event, and the conversation that it happened in, if any."""

    data: JsonObject
    channel_id: str | None = None

    @property
    def name(self) -> str:
        """The event's type."""
        return str(self.data["type"])


class Ledger:
    """The state and its listeners; its children add the acts.

    `listeners` get events for the app, `actors` what people do with it; the feed tells watchers everything.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.listeners: list[Callable[[Event], None]] = []
        self.actors: list[Callable[[Interaction], None]] = []
        self.feed = Feed()

    def emit(self, data: JsonObject, channel_id: str | None = None) -> None:
        """Tell those who listen for the app; whether it is subscribed is for them to see."""
        stamped = data if "event_ts" in data else data | {"event_ts": self.state.new_ts()}
        event = Event(stamped, channel_id)
        for listener in list(self.listeners):
            listener(event)

    def tell_message(self, kind: str, found: Message) -> None:
        """Show watchers a message as it is now."""
        seen: JsonObject = {"channel": found.channel_id, **({"visible_to": found.visible_to} if found.visible_to else {})}
        self.feed.publish(kind, objects.message(self.state, found) | seen)

    def message_event(self, channel: Channel, data: JsonObject) -> None:
        """Tell the app something about a message."""
        self.emit(data | {"channel": channel.id, "channel_type": channel.kind.value}, channel.id)

    def changed_event(self, old: Message, new: Message) -> None:
        """Tell the app that a message is another now, for whatever reason."""
        ts = self.state.new_ts()
        data: JsonObject = {
            "type": "message",
            "subtype": "message_changed",
            "message": objects.message(self.state, new),
            "previous_message": objects.message(self.state, old),
            "hidden": True,
            "ts": ts,
            "event_ts": ts,
        }
        self.message_event(self.state.channel(new.channel_id), data)

    def store(self, new: Message) -> None:
        """Put a message's new value in place."""
        self.state.put(new)

    def seen_channel(self, user_id: str, channel_id: str) -> Channel:
        """A conversation that somebody can see. Raises channel_not_found for another."""
        found = self.state.channel(channel_id)
        if found.kind is not ChannelKind.PUBLIC and user_id not in found.member_ids:
            raise ApiError("channel_not_found")
        return found

    def joined_channel(self, user_id: str, channel_id: str) -> Channel:
        """A conversation that somebody is in. Raises channel_not_found, not_in_channel."""
        found = self.seen_channel(user_id, channel_id)
        if user_id not in found.member_ids:
            raise ApiError("not_in_channel")
        return found

    def writable_channel(self, user_id: str, channel_id: str, *, reply: bool) -> Channel:
        """A conversation that somebody may write in.

        Raises channel_not_found, is_archived, not_in_channel, messages_tab_disabled, and what `Posting` names.
        """
        found = self.seen_channel(user_id, channel_id)
        if found.archived:
            raise ApiError("is_archived")
        if user_id not in found.member_ids and not self._may_write_anywhere(user_id, found):
            raise ApiError("not_in_channel")
        if found.kind is ChannelKind.DIRECT and not self.state.app.messages_tab:
            raise ApiError("messages_tab_disabled")
        allowed = {Posting.OPEN, Posting.THREADS_ONLY if reply else Posting.NO_THREADS}
        if found.posting not in allowed and not self.state.person(user_id).admin:
            raise ApiError(found.posting.value)
        return found

    def _may_write_anywhere(self, user_id: str, channel: Channel) -> bool:
        app = self.state.app
        return user_id == app.user_id and channel.kind is ChannelKind.PUBLIC and "chat:write.public" in app.scopes
