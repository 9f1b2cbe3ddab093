"""What a Discord server is made of. Values are frozen; a change is a new value in `State`. Ids are snowflakes as text."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum, IntFlag

from adapters.sandbox.discord.errors import JsonObject

DISCORD_EPOCH_MS = 1_420_070_400_000
"""First second of 2015, from which snowflakes count (https://discord.com/developers/docs/reference#snowflakes)."""


class ChannelKind(IntEnum):
    """Channel types that exist here, by Discord's numbers."""

    TEXT = 0
    DM = 1
    THREAD = 11


class MessageKind(IntEnum):
    """Message types that exist here, by Discord's numbers."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_COMMAND = 20
    THREAD_STARTER = 21
    MESSAGE_COMMAND = 23


class MessageFlag(IntFlag):
    """Message flags that the sandbox knows."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True, slots=True)
class Person:
    """A user and their membership. `name` is what others see; `joined_at` in seconds since 1970."""

    id: str
    name: str
    joined_at: float
    bot: bool = False
    role_ids: tuple[str, ...] = ()
    accepts_dms: bool = True
    locale: str = "en-US"  # of the person's client; every interaction carries it

    @property
    def username(self) -> str:
        """The unique handle, in lower case for people."""
        return self.name if self.bot else self.name.lower().replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Role:
    """A role of the server. `bot_id` is set on the managed role that a bot brings along."""

    id: str
    name: str
    permissions: int
    position: int
    color: int = 0
    mentionable: bool = False
    bot_id: str | None = None


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies to one role or one member (`target_id`), as permission bits."""

    target_id: str
    is_member: bool
    allow: int = 0
    deny: int = 0


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel, a thread or a direct-message channel. Times in seconds since 1970, `slow_mode` in seconds."""

    id: str
    kind: ChannelKind
    name: str
    created_at: float
    position: int = 0
    topic: str | None = None
    overwrites: tuple[Overwrite, ...] = ()
    slow_mode: int = 0
    nsfw: bool = False
    last_message_id: str | None = None
    parent_id: str | None = None
    owner_id: str | None = None
    member_ids: tuple[str, ...] = ()  # of a thread: who joined; of a direct-message channel: the two people
    archived: bool = False
    locked: bool = False
    archive_changed_at: float = 0.0
    auto_archive_minutes: int = 1440
    message_count: int = 0
    total_sent: int = 0


@dataclass(frozen=True, slots=True)
class Reaction:
    """One emoji on a message and who gave it, in order."""

    emoji: str
    user_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message. `content` is what was uploaded."""

    id: str
    filename: str
    content: bytes
    content_type: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message. `mentions` are the users that the text pings as Discord reports them; `pinged` everybody who got
    (or after an edit would have got) a notification, through roles and @everyone too. `visible_to`: the one person who sees
    an ephemeral message. `interaction_id`: the interaction that it answers."""

    id: str
    channel_id: str
    author_id: str
    content: str
    created_at: float
    kind: MessageKind = MessageKind.DEFAULT
    edited_at: float | None = None
    mentions: tuple[str, ...] = ()
    mention_roles: tuple[str, ...] = ()
    mention_everyone: bool = False
    pinged: frozenset[str] = frozenset()
    refers_to: tuple[str, str | None] | None = None  # (channel id, message id)
    nonce: str | int | None = None
    flags: int = 0
    embeds: tuple[JsonObject, ...] = ()
    components: tuple[JsonObject, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    visible_to: str | None = None
    interaction_id: str | None = None
    reactions: tuple[Reaction, ...] = ()
    thread_id: str | None = None

    @property
    def is_system(self) -> bool:
        """Written by Discord, not by anyone."""
        return self.kind in (MessageKind.THREAD_CREATED, MessageKind.THREAD_STARTER)


class InteractionKind(IntEnum):
    """What a person did, by Discord's numbers."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    FORM = 5


class Callback(IntEnum):
    """First answers to an interaction, by Discord's numbers."""

    PONG = 1
    MESSAGE = 4
    MESSAGE_LATER = 5
    UPDATE_LATER = 6
    UPDATE = 7
    CHOICES = 8
    FORM = 9


@dataclass(frozen=True, slots=True)
class Interaction:
    """Somebody used a command, a component or a form; `data` is what of it the bot is told.

    `message_id`: the message that a component is under, also of the form that it opened; `opened_by`: the interaction that
    opened a form. `answer` is the first answer, None while Discord waits for it; `failed`: none came in time and the person
    reads so. `original_id` is the message that `@original` means, `message_ids` all messages that its token may change.
    `choices` and `form` are what the person is offered.
    """

    id: str
    token: str
    kind: InteractionKind
    user_id: str
    channel_id: str
    created_at: float
    data: JsonObject
    message_id: str | None = None
    opened_by: str | None = None
    answer: Callback | None = None
    failed: bool = False
    original_id: str | None = None
    message_ids: tuple[str, ...] = ()
    choices: tuple[JsonObject, ...] = ()
    form: JsonObject | None = None

    @property
    def waiting(self) -> bool:
        """Whether there was neither an answer nor its failure."""
        return self.answer is None and not self.failed


def iso(seconds: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
