"""What a Slack workspace is made of. Values are frozen; a change is a new value in `State`. Ids are Slack's, `ts` its
timestamps: seconds since 1970 with six places, as text, unique in a channel."""

from dataclasses import dataclass
from enum import Enum

from adapters.sandbox.wire import JsonObject


class ChannelKind(Enum):
    """Kinds of conversation, by the names that events have for them."""

    PUBLIC = "channel"
    PRIVATE = "group"
    GROUP = "mpim"  # a direct message of several people
    DIRECT = "im"


class Posting(Enum):
    """Who may write in a channel."""

    OPEN = "open"
    READ_ONLY = "restricted_action_read_only_channel"
    THREADS_ONLY = "restricted_action_thread_only_channel"
    NO_THREADS = "restricted_action_non_threadable_channel"
    REFUSED = "restricted_action"


class StreamState(Enum):
    """Where a streaming message is."""

    OPEN = "in_progress"
    STOPPED = "stopped_by_user"  # by the native button; the app still has to end it
    DONE = "completed"


@dataclass(frozen=True, slots=True)
class Person:
    """A user. `team_id` of another workspace makes them external (Slack Connect)."""

    id: str
    name: str
    team_id: str
    bot: bool = False
    admin: bool = False
    locale: str = "en-US"

    @property
    def username(self) -> str:
        """The handle, in lower case."""
        return self.name.lower().replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel or a direct message."""

    id: str
    kind: ChannelKind
    name: str
    created_at: float
    member_ids: tuple[str, ...] = ()
    topic: str = ""
    archived: bool = False
    shared: bool = False  # with another workspace (Slack Connect)
    posting: Posting = Posting.OPEN


@dataclass(frozen=True, slots=True)
class Reaction:
    """One emoji on a message, by name without colons, and who gave it, first giver first."""

    name: str
    user_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class File:
    """An uploaded file; `shared` once it was completed."""

    id: str
    name: str
    size: int
    owner_id: str
    content: bytes = b""
    title: str = ""
    uploaded: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A message. `thread_ts` is that of the thread that it is in, also of the parent once somebody replied."""

    channel_id: str
    ts: str
    author_id: str
    text: str
    blocks: tuple[JsonObject, ...] = ()
    attachments: tuple[JsonObject, ...] = ()
    thread_ts: str | None = None
    subtype: str | None = None
    edited_at: str | None = None
    reactions: tuple[Reaction, ...] = ()
    metadata: JsonObject | None = None
    client_msg_id: str | None = None
    visible_to: str | None = None  # of an ephemeral message: the one person who sees it
    pinged: frozenset[str] = frozenset()
    files: tuple[File, ...] = ()
    stream: StreamState | None = None
    broadcast: bool = False
    unfurls: bool = True

    @property
    def is_reply(self) -> bool:
        """Whether it stands inside a thread, below the parent."""
        return self.thread_ts is not None and self.thread_ts != self.ts


@dataclass(frozen=True, slots=True)
class Status:
    """The line that says what the app is doing in a thread."""

    text: str
    loading_messages: tuple[str, ...]
    set_at: float


@dataclass(frozen=True, slots=True)
class Prompts:
    """Suggested prompts: titles with the messages that they send."""

    title: str
    prompts: tuple[tuple[str, str], ...]
    thread_ts: str | None


class Acting(Enum):
    """What somebody does with the app, by Socket Mode's and the payloads' names."""

    COMMAND = "slash_commands"
    BLOCK = "block_actions"
    FORM = "view_submission"
    FORM_CLOSED = "view_closed"
    SUGGESTION = "block_suggestion"
    SHORTCUT = "message_action"


@dataclass(frozen=True, slots=True)
class Interaction:
    """Something that somebody did with the app. `answer` is the payload of the acknowledgement, None before it."""

    id: str
    acting: Acting
    user_id: str
    at: float
    payload: JsonObject
    answer: JsonObject | None = None
    failed: bool = False

    @property
    def waiting(self) -> bool:
        """Whether the app has neither acknowledged it nor failed to."""
        return self.answer is None and not self.failed


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger id: good for one view within seconds."""

    id: str
    user_id: str
    at: float
    used: bool = False
    view_id: str | None = None  # the view that it came from, for views.push


@dataclass(frozen=True, slots=True)
class ResponseUrl:
    """Where the app may answer an interaction: `uses` so far; `message_ts` of the message that it came from, if any."""

    id: str
    channel_id: str
    user_id: str
    at: float
    message_ts: str | None = None
    uses: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """A modal or an App Home. `body` is what the app sent, checked; `values` what is filled in."""

    id: str
    user_id: str
    body: JsonObject
    hash: str
    root_id: str
    previous_id: str | None = None
    open: bool = True
