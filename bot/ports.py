"""What the application needs from a chat platform."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from bot.types import ChatEvent, ChatLimits, Mark, MessageRef, Place, Posted


class ChatPort(Protocol):
    """One chat platform's way out.

    Every method may wait for the network and may raise `bot.errors.ChatError` and nothing else. No method truncates a text,
    retries an edit, or lets any text ping anyone. Bodies are Markdown.
    """

    limits: ChatLimits

    async def open_thread(self, message: MessageRef, name: str) -> Place:
        """Open the thread of a channel message, or return the one that it already has."""
        ...

    async def post(self, place: Place, body: str, *, key: str, reply_to: MessageRef | None = None) -> Posted:
        """Post a message. Two calls with the same `key` (at most 25 characters) within minutes make one message.

        A `reply_to` that no longer exists is ignored.
        """
        ...

    async def edit(self, message: MessageRef, body: str) -> Posted:
        """Replace the text of one of our messages."""
        ...

    async def delete(self, message: MessageRef) -> None:
        """Delete one of our messages; one that is already gone is no error."""
        ...

    async def react(self, message: MessageRef, mark: Mark) -> None:
        """Add our reaction; one that is already there is no error."""
        ...

    async def unreact(self, message: MessageRef, mark: Mark) -> None:
        """Take our reaction away; one that is not there is no error."""
        ...

    async def status(self, place: Place, text: str | None) -> None:
        """Show that work goes on (`text` where the platform has a line for it, else a typing sign); None clears it."""
        ...

    async def notice(self, place: Place, user_id: str, text: str, *, reply_to: MessageRef | None = None) -> None:
        """Tell one person something, as privately as the platform allows in this place."""
        ...

    def length(self, body: str) -> int:
        """The length of a body in the unit of `limits.text`."""
        ...


EventSink: TypeAlias = Callable[[ChatEvent], Awaitable[None]]
"""Where a gateway hands events in: `bot.inbox.Inbox.receive`."""


class Gateway(Protocol):
    """One platform's way in: connects, hands every event to its sink, reconnects by itself."""

    async def run(self) -> None:
        """Stay connected until cancelled. Raises when the platform refuses us for good (a bad token)."""
        ...

    async def ready(self) -> None:
        """Return when events are flowing."""
        ...


class Clock(Protocol):
    """Time, so that tests can hold it."""

    def now(self) -> float:
        """Monotonic seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...
