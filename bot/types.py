"""The chat application's plain values. They cross module and process boundaries; nothing here does I/O or names a vendor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from agent.contract import HistoryMessage, TitleCard, TitleRef

Platform = Literal["discord", "slack", "terminal"]

# What a reaction means. Each adapter maps a mark to its platform's emoji, and an incoming emoji to a mark or nothing.
Mark = Literal[
    "seen", "context", "route", "search", "write", "ask", "compute", "plan", "check", "done", "stopped", "failed", "stop",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """Where messages are posted: a channel, a thread in it, or a direct-message channel (`thread` None)."""

    platform: Platform
    workspace: str  # Discord guild id or Slack team id; "" for a Discord direct message
    channel: str
    thread: str | None = None
    is_direct: bool = False


@dataclass(frozen=True, slots=True)
class MessageRef:
    """One message. `channel` is the id that the platform's API addresses it by (on Discord, a thread's own id)."""

    platform: Platform
    channel: str
    id: str


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote or reacted. `may_moderate`: the platform lets them manage other people's messages in this place."""

    id: str
    name: str
    is_bot: bool = False
    may_moderate: bool = False


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """A message as the application sees it. `text` has our own mention taken out and is stripped.

    `quoted` is what the message refers to, written by somebody else: the message that it replies to, and the one that its
    thread was opened from. `to_others`: it calls other people, or replies to one, and does not call us.
    """

    ref: MessageRef
    place: Place
    author: Author
    text: str
    mentions_us: bool
    quoted: str = ""
    to_others: bool = False


@dataclass(frozen=True, slots=True)
class MessagePosted:
    """Somebody wrote."""

    message: IncomingMessage


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """Somebody changed the text of a message; it may be empty now."""

    message: IncomingMessage


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone."""

    ref: MessageRef


@dataclass(frozen=True, slots=True)
class ReactionAdded:
    """Somebody reacted with an emoji that means something to us. `place` is where the message stands, on platforms whose
    references do not tell; None if that is not known."""

    ref: MessageRef
    user: Author
    mark: Mark
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class SessionStarted:
    """The platform begins to send events anew: what people wrote before, while nobody listened, will not be sent."""

    platform: Platform


@dataclass(frozen=True, slots=True)
class StopPressed:
    """Somebody pressed the platform's own button that stops what runs in a place."""

    place: Place
    user: Author


ChatEvent: TypeAlias = MessagePosted | MessageEdited | MessageDeleted | ReactionAdded | StopPressed | SessionStarted


@dataclass(frozen=True, slots=True)
class Clicked:
    """Somebody pressed a button or chose from a menu under one of our messages; `values` are the options chosen."""

    user: Author
    place: Place
    action: str
    message: MessageRef
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormSent:
    """Somebody sent a form: what they typed, by field name."""

    user: Author
    place: Place
    action: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """Somebody gave a command of ours (`name` without the slash; a subcommand after a space: "watchlist add").

    `id` is the platform's own for this use of the command. `target` is the message that a message command was used on.
    """

    id: str
    user: Author
    place: Place
    name: str
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    target: IncomingMessage | None = None


@dataclass(frozen=True, slots=True)
class SuggestionsWanted:
    """Somebody is typing the option `option` of a command."""

    user: Author
    place: Place
    name: str
    option: str
    typed: str


Interaction: TypeAlias = Clicked | FormSent | CommandGiven | SuggestionsWanted


@dataclass(frozen=True, slots=True)
class Posted:
    """What the platform says it now holds: the message and its text as stored (it may normalise)."""

    ref: MessageRef
    text: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What people of a platform call things: a `Place`'s workspace, and who may moderate it."""

    workspace: str = "server"
    moderators: str = "moderators"
    a_moderator: str = "a moderator"


@dataclass(frozen=True, slots=True)
class ChatLimits:
    """What a platform allows, as data. Lengths are in the unit of `ChatPort.length`, times in seconds."""

    platform: Platform
    text: int  # most that one message holds
    edit_interval: float  # least time between two edits in one place
    reaction_interval: float  # least time between two reactions in one place
    marks_progress: bool  # progress shows as reactions on the asker's message (else as the status line)
    thread_name: int
    cards: int  # most cards that one message holds, each with a picture and four buttons
    files: bool = False  # a private answer can carry a file, or bring it to the person's direct messages
    edit_life: float = float("inf")  # seconds after which a message's edits become slow; a longer answer goes on in a new one
    replies: bool = True  # a message can show which one it answers
    direct_threads: bool = False  # the answer to a direct message stands in a thread, which is then the conversation
    terms: Terms = Terms()


StepState = Literal["working", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step on the way to an answer, in words; `id` is the same while its state changes."""

    id: str
    title: str
    state: StepState


TurnState = Literal["queued", "running", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer. `id` and `run_id` are 32 hex digits; `asker` never has `may_moderate` set."""

    id: str
    conversation_id: str
    run_id: str
    place: Place
    asker: Author
    question: str
    question_ref: MessageRef
    state: TurnState
    revision: int = 0  # how often the question was edited and asked anew
    age: float = 0.0  # seconds since it was asked, or asked anew, when it was read from the store
    quoted: str = ""  # as in IncomingMessage
    is_withdrawn: bool = False  # its message is gone before the answer was finished


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    """One message of an answer's text. `age` is in seconds; `revision` is the turn's when the message was posted.

    `ends` is where its share of the text ends, in characters, if the answer went on in a new message because it had aged.
    """

    ref: MessageRef
    age: float = 0.0
    revision: int = 0
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a turn ended, as the store keeps it."""

    state: Literal["done", "stopped", "failed"]
    answer: str = ""
    titles: tuple[TitleRef, ...] = ()
    cards: tuple[TitleCard, ...] = ()
    needs_reask: bool = False
    error_code: str | None = None
    tokens: int = 0  # prompt and completion, of all its model calls


@dataclass(frozen=True, slots=True)
class History:
    """What came before a turn: messages oldest first, and how many re-asks in a row stand directly before it."""

    messages: tuple[HistoryMessage, ...] = ()
    reask_count: int = 0
