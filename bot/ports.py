"""What the application needs from a chat platform."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from agent.contract import TitleRef
from bot.types import ChatEvent, ChatLimits, IncomingMessage, Interaction, Mark, MessageRef, Place, Posted, Step
from bot.views import Button, Form, Option, View


class StreamPort(Protocol):
    """Messages that the platform itself shows as they grow, where one person alone reads along.

    Methods raise `bot.errors.ChatError` and nothing else. After any error the message is finished by `ChatPort.edit`, which
    ends what still streams.
    """

    life: float
    """Seconds after which a stream must have ended, with a reserve."""
    interval: float
    """Least seconds between two calls for one message."""

    async def start(self, place: Place, *, after: MessageRef, fresh: bool, steps: Sequence[Step] = ()) -> MessageRef:
        """Begin a message that shows how far `steps` are. Not `fresh`: one that was begun in this place after the message
        `after`, by a call whose answer got lost, is taken up."""
        ...

    async def append(self, message: MessageRef, before: str, text: str, steps: Sequence[Step] = ()) -> None:
        """Let the text `before` grow to `text`, and show how far `steps` are that have changed.

        Raises Unappendable, with nothing sent, where that is not to be had by appending.
        """
        ...

    async def stop(self, message: MessageRef, before: str, text: str, steps: Sequence[Step] = ()) -> Posted:
        """As `append`, and the message grows no longer."""
        ...


class ChatPort(Protocol):
    """One chat platform's way out.

    Every method may wait for the network and may raise `bot.errors.ChatError` and nothing else. No method truncates a text,
    retries an edit, or lets any text ping anyone. Bodies are Markdown.
    """

    limits: ChatLimits

    @property
    def streams(self) -> StreamPort | None:
        """How answers to direct messages grow; None where they do so by edits like all others."""
        ...

    async def open_thread(self, message: MessageRef, name: str) -> Place:
        """Open the thread of a channel message, or return the one that it already has."""
        ...

    async def post(
        self,
        place: Place,
        body: str,
        *,
        key: str,
        reply_to: MessageRef | None = None,
        buttons: Sequence[Button] = (),
        preview: bool = False,
        fresh: bool = False,
    ) -> Posted:
        """Post a message. Two calls with the same `key` (at most 25 characters) within minutes make one message.

        `fresh`: no other process can have used the key, so that nobody needs to look.

        A `reply_to` that no longer exists is ignored. A `preview` gives way to everything else that goes out: it may end as
        `Crowded` instead of waiting.
        """
        ...

    async def edit(self, message: MessageRef, body: str, *, buttons: Sequence[Button] = (), preview: bool = False) -> Posted:
        """Replace the text of one of our messages, and the buttons under it; `preview` as for `post`."""
        ...

    async def post_view(
        self, place: Place, view: View, *, key: str, reply_to: MessageRef | None = None, fresh: bool = False
    ) -> MessageRef:
        """Post a message with cards or controls (at most `limits.cards` cards); `key` and `fresh` as for `post`.

        Its format is chosen here, before the first send: a message posted so is changed by `edit_view` alone.
        """
        ...

    async def edit_view(self, message: MessageRef, view: View) -> None:
        """Replace what a message posted by `post_view` shows."""
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

    async def notice(
        self, place: Place, user_id: str, text: str, *, reply_to: MessageRef | None = None, private: bool = False
    ) -> None:
        """Tell one person something, as privately as the platform allows in this place.

        `private`: nobody else may read it; by direct message where the place cannot keep it from others.
        """
        ...

    async def notify(
        self, place: Place, user_id: str, text: str, *, key: str, reply_to: MessageRef | None = None
    ) -> MessageRef:
        """Post a short message that pings this one person and nobody else; `key` as for `post`.

        The one exception to the rule that no text pings anyone.
        """
        ...

    async def missed(self, place: Place, since: MessageRef, *, limit: int = 50) -> list[IncomingMessage]:
        """What others wrote in a place after the message `since`, wherever that stands: the first `limit`, oldest first."""
        ...

    def length(self, body: str) -> int:
        """The length of a body in the unit of `limits.text`."""
        ...

    def link(self, place: Place) -> str:
        """Markdown that leads to a place when it is clicked, and names it as people know it."""
        ...


class Reply(Protocol):
    """The way back to one person who clicked, sent a form or gave a command.

    The adapter acknowledges by itself when two seconds passed without an answer, and delivers by other means when its
    platform's handle has expired; a handler need not hurry. Methods raise `bot.errors.ChatError` and nothing else.
    """

    async def tell(self, view: View) -> None:
        """Show something to this person alone. Calling it again changes what the first call showed."""
        ...

    async def ask(self, form: Form) -> None:
        """Open a form. Only as the first answer, and at once."""
        ...

    async def suggest(self, options: Sequence[Option]) -> None:
        """Offer what fits what they have typed so far: the one answer to `SuggestionsWanted`."""
        ...

    async def change(self, view: View) -> None:
        """Replace the message that the click was under: one of `post_view`'s, or what `tell` showed."""
        ...


class TitleNames(Protocol):
    """The catalogue's titles by name, for suggestions while a command is typed and for what people name in commands."""

    async def suggest(self, typed: str, limit: int) -> list[TitleRef]:
        """The titles that `typed` may mean, best first; none when there is no catalogue here."""
        ...

    async def get(self, title_id: str) -> TitleRef | None:
        """A title by its id."""
        ...


EventSink: TypeAlias = Callable[[ChatEvent], Awaitable[None]]
"""Where a gateway hands events in: `bot.inbox.Inbox.receive`."""

InteractionSink: TypeAlias = Callable[[Interaction, Reply], Awaitable[None]]
"""Where a gateway hands clicks, forms and commands in: `bot.interactions.Interactions.receive`."""


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
