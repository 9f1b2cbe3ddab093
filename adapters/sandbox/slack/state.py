"""Everything that exists in the local Slack, with look-ups that refuse as Slack does."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.limits import NO_LIMITS, Limits
from adapters.sandbox.slack.model import (
    Channel,
    ChannelKind,
    File,
    Interaction,
    Message,
    Person,
    Prompts,
    ResponseUrl,
    Status,
    Trigger,
    View,
)

SCOPES = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "reactions:read",
    "reactions:write",
    "team:read",
    "users:read",
)
EVENTS = (
    "agent_session_stopped",
    "app_home_opened",
    "app_mention",
    "member_joined_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "reaction_added",
    "reaction_removed",
)


@dataclass(slots=True)
class App:
    """How the app is installed: what its manifest grants and asks for."""

    id: str = ""
    name: str = ""
    user_id: str = ""
    bot_id: str = ""
    scopes: tuple[str, ...] = SCOPES
    events: tuple[str, ...] = EVENTS
    commands: tuple[str, ...] = ("/matinee",)
    shortcuts: tuple[str, ...] = ()  # callback ids in a message's menu
    agent_view: bool = True
    home_tab: bool = True
    messages_tab: bool = True
    suspended: bool = False  # its tokens are revoked


@dataclass(slots=True)
class State:
    """The workspace's contents. `clock` gives seconds since 1970."""

    clock: Callable[[], float]
    limits: Limits = NO_LIMITS
    team_id: str = ""
    team_name: str = ""
    domain: str = ""
    enterprise_id: str | None = None
    app: App = field(default_factory=App)
    people: dict[str, Person] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: dict[tuple[str, str], Message] = field(default_factory=dict)  # by channel and ts; `put` and `drop` change it
    statuses: dict[tuple[str, str], Status] = field(default_factory=dict)  # by channel and thread
    titles: dict[tuple[str, str], str] = field(default_factory=dict)
    sessions: dict[tuple[str, str], str] = field(default_factory=dict)  # agent sessions' status, by channel and thread
    prompts: dict[str, Prompts] = field(default_factory=dict)  # by direct message
    triggers: dict[str, Trigger] = field(default_factory=dict)
    response_urls: dict[str, ResponseUrl] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)  # view id by user
    interactions: dict[str, Interaction] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    root_url: str = ""  # where the server is
    _by_channel: dict[str, dict[str, None]] = field(default_factory=dict)  # ts by channel, oldest first
    _by_thread: dict[tuple[str, str], dict[str, None]] = field(default_factory=dict)  # of replies, by channel and thread
    _numbers: int = 0
    _last_micros: int = 0

    def new_id(self, kind: str) -> str:
        """An id such as `C0000000A1`, by its first letters."""
        self._numbers += 1
        return f"{kind}0{self._numbers:06X}{secrets.token_hex(1).upper()}"

    def new_ts(self) -> str:
        """A timestamp of now, larger than every earlier one."""
        self._last_micros = max(int(self.clock() * 1_000_000), self._last_micros + 1)
        return f"{self._last_micros // 1_000_000}.{self._last_micros % 1_000_000:06d}"

    def person(self, user_id: str) -> Person:
        """Raises user_not_found for nobody."""
        if user_id not in self.people:
            raise ApiError("user_not_found")
        return self.people[user_id]

    def channel(self, channel_id: str) -> Channel:
        """Raises channel_not_found."""
        if channel_id not in self.channels:
            raise ApiError("channel_not_found")
        return self.channels[channel_id]

    def message(self, channel_id: str, ts: str, *, ephemeral: bool = False) -> Message:
        """Raises message_not_found; also for an ephemeral message, which the API cannot reach, unless asked for one."""
        found = self.messages.get((channel_id, ts))
        if found is None or (found.visible_to is not None and not ephemeral):
            raise ApiError("message_not_found")
        return found

    def put(self, message: Message) -> None:
        """Put a message's new value in place."""
        self.messages[message.channel_id, message.ts] = message
        self._by_channel.setdefault(message.channel_id, {})[message.ts] = None
        if message.is_reply and message.thread_ts is not None:
            self._by_thread.setdefault((message.channel_id, message.thread_ts), {})[message.ts] = None

    def drop(self, message: Message) -> None:
        """Forget a message."""
        del self.messages[message.channel_id, message.ts]
        del self._by_channel[message.channel_id][message.ts]
        if message.is_reply and message.thread_ts is not None:
            del self._by_thread[message.channel_id, message.thread_ts][message.ts]

    def messages_of(self, channel_id: str) -> list[Message]:
        """A channel's messages with the replies in its threads, oldest first."""
        return [self.messages[channel_id, ts] for ts in self._by_channel.get(channel_id, {})]

    def replies(self, channel_id: str, thread_ts: str) -> list[Message]:
        """A thread's replies without the parent, oldest first; ephemeral ones are not among them."""
        replies = [self.messages[channel_id, ts] for ts in self._by_thread.get((channel_id, thread_ts), {})]
        return [one for one in replies if one.visible_to is None]

    def direct_channel(self, user_id: str) -> Channel | None:
        """The direct message of somebody and the app, if it was opened."""
        pair = (user_id, self.app.user_id)
        return next((one for one in self.channels.values() if one.kind is ChannelKind.DIRECT and one.member_ids == pair), None)

    @property
    def bot(self) -> Person:
        """The app's bot user."""
        return self.people[self.app.user_id]
