"""Clicks, forms and commands in, and the way back to whoever gave them.

Discord wants an answer within 3 seconds, and its handle for more (the token) lasts 15 minutes. Whatever comes later, or finds
the handle broken, goes by the bot's own means: a direct message for what one person alone should see, an edit for a message.
https://discord.com/developers/docs/interactions/receiving-and-responding
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, Protocol

import discord
import structlog

from adapters.discord import errors, parse, views
from adapters.discord.callbacks import Callbacks
from adapters.discord.parse_interactions import interaction, message_under
from bot.errors import ChatError, Forbidden, Gone
from bot.ports import Clock, InteractionSink, Reply
from bot.types import CommandGiven, Interaction, MessageRef, Place, SuggestionsWanted
from bot.views import Form, Option, View

log = structlog.get_logger(__name__)

ACKNOWLEDGE_AFTER: Final = 2.0  # seconds, of the 3 that Discord gives

TOO_LATE_FOR_A_FORM: Final = "That took me too long to open a form: press the button once more."
NOT_PRIVATELY: Final = (
    "My answer came too late to show it to you alone here: allow direct messages from this server's members, or ask once more."
)
FAILED: Final = "Something went wrong on my side: try it once more in a minute."

Answered = Literal["nothing", "message", "promise", "update", "kept", "form", "suggestions", "expired"]
"""What Discord holds as our first answer.

message: something told    promise: that something will be told ("thinking")    update: of the message that the click was under
kept: an update by another process    expired: none, and it takes none any more
"""


class Bot(Protocol):
    """What goes by the bot's own means: `DiscordChat`."""

    async def tell_directly(self, user_id: str, view: View) -> None:
        """Send somebody a direct message; raises Forbidden if they take none."""
        ...

    async def notice(self, place: Place, user_id: str, text: str) -> None:
        """Say something in place."""
        ...

    async def edit_view(self, message: MessageRef, view: View) -> None:
        """Replace what a message of ours shows."""
        ...


class Desk:
    """Receives one platform's interactions and hands each to the sink with its reply."""

    def __init__(self, sink: InteractionSink, bot: Bot, clock: Clock) -> None:
        self._sink, self._bot, self._clock = sink, bot, clock

    async def receive(self, source: discord.Interaction, us: parse.Us) -> None:
        """Handle one interaction to its end; whatever the handler does or fails to do, the person sees an answer."""
        wants = interaction(source, us)
        if wants is None:
            log.info("discord interaction not read", kind=source.type.name)
            return
        private = source.message is not None and source.message.flags.ephemeral
        reply = DiscordReply(wants, Callbacks(source, self._clock), self._bot, message_under(source), under_private=private)
        waiting = asyncio.create_task(self._acknowledge(reply))
        try:
            await self._handle(wants, reply)
            with suppress(ChatError):
                await reply.settle()
        finally:
            waiting.cancel()

    async def _handle(self, wants: Interaction, reply: "DiscordReply") -> None:
        handler: Callable[[Interaction, Reply], Awaitable[None]] = self._sink
        try:
            await handler(wants, reply)
        except Exception:
            log.exception("interaction_failed", kind=type(wants).__name__)
            if not isinstance(wants, SuggestionsWanted):
                with suppress(ChatError):
                    await reply.tell(View(FAILED))

    async def _acknowledge(self, reply: "DiscordReply") -> None:
        await self._clock.sleep(ACKNOWLEDGE_AFTER)
        with suppress(ChatError):
            await reply.acknowledge()


class DiscordReply:
    """The `Reply` to one interaction. One call at a time goes out, so that an acknowledgement and an answer do not cross.

    `under` is the message that a click was under; one that is private cannot be reached by the bot's own means.
    """

    def __init__(
        self, wants: Interaction, callbacks: Callbacks, bot: Bot, under: MessageRef | None, *, under_private: bool = False
    ) -> None:
        self._wants, self._callbacks, self._bot = wants, callbacks, bot
        self._under, self._under_private = under, under_private
        self._turn = asyncio.Lock()
        self._answered: Answered = "nothing"
        self._told: str | None = None  # the message that shows what was told, as the token addresses it
        self._done = False

    async def tell(self, view: View) -> None:
        """Show something to this person alone, or change what was shown before."""
        message = {"components": views.components(view), "flags": views.COMPONENTS_V2}
        async with self._turn:
            with errors.translated():
                told = await self._tell_by_token(message)
                if told and view.file is not None:
                    told = await self._callbacks.send_file(view.file)
                if not told:
                    await self._tell_otherwise(view)
            self._done = True

    async def ask(self, form: Form) -> None:
        """Open a form, or say that it is too late for one."""
        async with self._turn:
            with errors.translated():
                if self._answered == "nothing":
                    await self._answer("form", views.modal(form))
            opened = self._answered == "form"
            self._done = opened
        if not opened:
            await self.tell(View(TOO_LATE_FOR_A_FORM))

    async def suggest(self, options: Sequence[Option]) -> None:
        """Offer what fits; when it comes too late, they have typed on and nobody misses it."""
        async with self._turn:
            with errors.translated():
                if self._answered == "nothing":
                    await self._answer("suggestions", {"choices": views.suggestions(options)})

    async def change(self, view: View) -> None:
        """Replace the message that the click was under; raises Gone if there is none."""
        if self._under is None:
            raise Gone("there is no message to change")
        message = {"components": views.components(view), "flags": views.COMPONENTS_V2}
        async with self._turn:
            with errors.translated():
                if not await self._change_by_token(message):
                    await self._change_otherwise(self._under, view)
            self._done = True

    async def acknowledge(self) -> None:
        """Give Discord its answer in time, if nobody has."""
        async with self._turn:
            with errors.translated():
                await self._acknowledge()

    async def settle(self) -> None:
        """The handler is through: acknowledge what it left without an answer, and take back a promise that nothing kept."""
        async with self._turn:
            with errors.translated():
                if self._answered == "nothing":
                    await self._acknowledge()
                if self._answered == "promise" and not self._done:
                    await self._callbacks.delete()

    async def _acknowledge(self) -> None:
        if self._answered != "nothing":
            return
        if isinstance(self._wants, SuggestionsWanted):
            await self._answer("suggestions", {"choices": []})
        elif self._is_under_a_message:
            await self._answer("update", None)
        else:
            await self._answer("promise", {"flags": views.EPHEMERAL})

    @property
    def _is_under_a_message(self) -> bool:
        return self._under is not None and not isinstance(self._wants, CommandGiven)

    async def _answer(self, kind: Answered, data: dict[str, Any] | None) -> Answered:
        """Give the first answer, and say what Discord holds then. An update with data changes the message at once."""
        callback = _CHANGE if kind == "update" and data is not None else _CALLBACK[kind]
        match await self._callbacks.answer(callback, data):
            case "taken":
                self._answered = kind
            case "expired":
                self._answered = "expired"
            case "answered before":  # by another process of ours
                self._answered = "kept" if self._is_under_a_message else "promise"
        return self._answered

    async def _tell_by_token(self, message: dict[str, Any]) -> bool:
        """Whether it was told by the interaction's own handle."""
        private = message | {"flags": message["flags"] | views.EPHEMERAL}
        if self._answered == "nothing" and await self._answer("message", private) == "message":
            self._told = "@original"
            return True
        if self._answered == "expired":
            return False
        if self._told is None and self._answered == "promise":
            self._told = "@original"
        if self._told is not None:
            outcome = await self._callbacks.edit(self._told, message)
            if outcome != "gone":
                return outcome == "done"
        self._told = await self._callbacks.follow_up(private)
        return self._told is not None

    async def _tell_otherwise(self, view: View) -> None:
        user, place = self._wants.user, self._wants.place
        try:
            await self._bot.tell_directly(user.id, view)
        except Forbidden:
            if place.is_direct:
                raise
            await self._bot.notice(place, user.id, NOT_PRIVATELY)

    async def _change_by_token(self, message: dict[str, Any]) -> bool:
        """Whether the message was changed by the handle: only then can it be one that this person alone sees."""
        if self._answered == "nothing" and await self._answer("update", message) == "update":
            return True
        if self._answered not in {"update", "kept"}:
            return False  # the handle's own message is then the one that was told
        outcome = await self._callbacks.edit("@original", message)
        if outcome == "gone":
            raise Gone("the message was deleted")
        return outcome == "done"

    async def _change_otherwise(self, under: MessageRef, view: View) -> None:
        if self._under_private:
            await self._tell_otherwise(view)
        else:
            await self._bot.edit_view(under, view)


# https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
_CALLBACK: Final[dict[Answered, int]] = {"message": 4, "promise": 5, "update": 6, "suggestions": 8, "form": 9}
_CHANGE: Final = 7
