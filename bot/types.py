"""The chat application's plain values. They cross module and process boundaries; nothing here does I/O or names a vendor."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Platform = Literal["discord", "slack"]

# What a reaction means. Each adapter maps a mark to its platform's emoji, and an incoming emoji to a mark or nothing.
Mark = Literal["seen", "context", "route", "search", "write", "ask", "done", "stopped", "failed", "stop"]


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
    """A message as the application sees it. `text` has our own mention taken out and is stripped."""

    ref: MessageRef
    place: Place
    author: Author
    text: str
    mentions_us: bool


@dataclass(frozen=True, slots=True)
class MessagePosted:
    """Somebody wrote."""

    message: IncomingMessage


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """Somebody changed the text of a message."""

    message: IncomingMessage


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone."""

    ref: MessageRef


@dataclass(frozen=True, slots=True)
class ReactionAdded:
    """Somebody reacted with an emoji that means something to us."""

    ref: MessageRef
    user: Author
    mark: Mark


ChatEvent: TypeAlias = MessagePosted | MessageEdited | MessageDeleted | ReactionAdded


@dataclass(frozen=True, slots=True)
class Posted:
    """What the platform says it now holds: the message and its text as stored (it may normalise)."""

    ref: MessageRef
    text: str


@dataclass(frozen=True, slots=True)
class ChatLimits:
    """What a platform allows, as data. Lengths are in the unit of `ChatPort.length`, times in seconds."""

    platform: Platform
    text: int  # most that one message holds
    edit_interval: float  # least time between two edits in one place
    reaction_interval: float  # least time between two reactions in one place
    marks_progress: bool  # progress shows as reactions on the asker's message (else as the status line)
    thread_name: int
