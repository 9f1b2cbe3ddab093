"""Clicks, forms and commands in, and the way back to whoever gave them.

The gateway acknowledges each at once, so that a handler need not hurry; only suggestions travel with the acknowledgement.
https://docs.slack.dev/interactivity/handling-user-interaction
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import structlog

from adapters.slack import commands, errors, files, parse_interactions, views
from adapters.slack.chat import SlackChat
from adapters.slack.client import JsonObject, SlackClient
from adapters.slack.home import Home
from adapters.slack.parse_interactions import CameFrom
from bot.errors import ChatError, Forbidden, Gone
from bot.ports import Clock, InteractionSink
from bot.slash.declare import Command
from bot.types import Interaction
from bot.views import Form, Option, View

log = structlog.get_logger(__name__)

Payload: TypeAlias = Mapping[str, Any]

TOO_LATE_FOR_A_FORM: Final = "That took me too long to open a form: press the button once more."
FAILED: Final = "Something went wrong on my side: try it once more in a minute."
PICK: Final = "Which title? Type its beginning and choose one of the suggestions."

_SUGGEST_WITHIN: Final = 2.5  # seconds, of the 3 that Slack gives
_ADDRESS_LIFE: Final = 1700.0  # seconds of the 30 minutes that an interaction's own address is good for
_ADDRESS_USES: Final = 5
_TOO_LATE: Final = {"expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id"}


class Desk:
    """Receives the workspace's interactions and hands each to the sink with its reply."""

    def __init__(
        self, sink: InteractionSink, client: SlackClient, chat: SlackChat, clock: Clock, known: Sequence[Command]
    ) -> None:
        self._sink, self._client, self._chat, self._clock, self._known = sink, client, chat, clock, known
        self.home = Home(client, sink)

    async def command(self, payload: Payload) -> None:
        """Our slash command with its words."""
        reply, user = await self._reply(payload), await self._client.person(parse_interactions.user_of(payload))
        event, found = parse_interactions.command(payload, self._client.us, user.author, self._known)
        if found.lacks is not None:
            await self._guarded(reply, lambda: reply.pick(found))
        else:
            await self._hand_in(event, reply)

    async def shortcut(self, payload: Payload) -> None:
        """A command in a message's menu."""
        author_id = str((payload.get("message") or {}).get("user") or "")
        people = await self._client.people(filter(None, {parse_interactions.user_of(payload), author_id}))
        event = parse_interactions.shortcut(payload, self._client.us, people, self._known)
        if event is not None:
            await self._hand_in(event, await self._reply(payload))

    async def clicks(self, payload: Payload) -> None:
        """Buttons and menus."""
        user = await self._client.person(parse_interactions.user_of(payload))
        for event in parse_interactions.clicks(payload, self._client.us, user.author):
            await self._hand_in(event, await self._reply(payload))

    async def form(self, payload: Payload) -> None:
        """A form that was sent."""
        user = await self._client.person(parse_interactions.user_of(payload))
        await self._hand_in(parse_interactions.form(payload, self._client.us, user.author), await self._reply(payload))

    async def suggestions(self, payload: Payload) -> JsonObject:
        """What fits what somebody types; nothing when it takes too long, for then they have typed on."""
        reply = await self._reply(payload)
        with suppress(TimeoutError):
            async with asyncio.timeout(_SUGGEST_WITHIN):
                user = await self._client.person(parse_interactions.user_of(payload))
                event = parse_interactions.suggestions(payload, self._client.us, user.author)
                if event is not None:
                    await self._sink(event, reply)
        return views.suggestions(reply.offered)

    async def _reply(self, payload: Payload) -> "SlackReply":
        source = parse_interactions.came_from(payload, self._client.us)
        return SlackReply(source, self._client, self._chat, self._clock)

    async def _hand_in(self, event: Interaction, reply: "SlackReply") -> None:
        await self._guarded(reply, lambda: self._sink(event, reply))
        if reply.source.section is not None:
            with suppress(ChatError):
                await self.home.publish(event.user, reply.source.section, reply.shown)

    async def _guarded(self, reply: "SlackReply", handler: Callable[[], Awaitable[None]]) -> None:
        try:
            await handler()
        except Exception:
            log.exception("interaction_failed")
            with suppress(ChatError):
                await reply.tell(View(FAILED))


class SlackReply:
    """The `Reply` to one interaction. In App Home, what is told or changed stands in the section that was clicked."""

    def __init__(self, source: CameFrom, client: SlackClient, chat: SlackChat, clock: Clock) -> None:
        self.source = source
        self.offered: Sequence[Option] = ()
        self.shown: View | None = None
        self._client, self._chat, self._clock = client, chat, clock
        self._until, self._uses = clock.now() + _ADDRESS_LIFE, _ADDRESS_USES

    async def tell(self, view: View) -> None:
        """Show something to this person alone; a file comes to their direct messages. Slack cannot change it later: told
        again, it stands below."""
        if view.file is not None:
            await self._chat.tell_directly(self.source.user_id, view)
            view = View(files.SENT)
        if self.source.section is not None:
            self.shown = view
            return
        ways = [self._by_address, self._in_place] if self.source.by_address else [self._in_place, self._by_address]
        message = views.private_message(view)
        for way in ways:
            with suppress(ChatError):
                await way(message)
                return
        await self._chat.tell_directly(self.source.user_id, view)

    async def ask(self, form: Form) -> None:
        """Open a form, or say that it is too late for one."""
        view = views.modal(form, parse_interactions.remembered(self.source))
        try:
            await self._client.call("views.open", {"trigger_id": self.source.trigger_id, "view": view})
        except Forbidden as error:
            if errors.code_of(error) not in _TOO_LATE:
                raise
            await self.tell(View(TOO_LATE_FOR_A_FORM))

    async def suggest(self, options: Sequence[Option]) -> None:
        """Offer what fits: it goes out with the acknowledgement."""
        self.offered = options

    async def change(self, view: View) -> None:
        """Replace the message that the click was under; raises Gone if there is none."""
        if self.source.section is not None:
            self.shown = view
        elif self.source.under is None:
            raise Gone("there is no message to change")
        elif self.source.private:
            await self._respond(views.private_message(view) | {"replace_original": True})
        else:
            await self._chat.edit_view(self.source.under, view)

    async def pick(self, typed: commands.Typed) -> None:
        """Ask for the option that a command lacks, with suggestions while one types."""
        if typed.lacks is None:
            raise ValueError("the command lacks nothing")
        blocks = views.picker(typed.name, typed.lacks.name, PICK)
        await self._by_address({"response_type": "ephemeral", "text": PICK, "blocks": blocks})

    async def _by_address(self, message: JsonObject) -> None:
        thread = {"thread_ts": self.source.place.thread} if self.source.place.thread else {}
        await self._respond(message | {"replace_original": False} | thread)

    async def _respond(self, message: JsonObject) -> None:
        if not self.source.response_url or self._uses <= 0 or self._clock.now() > self._until:
            raise Gone("the interaction takes no more answers")
        self._uses -= 1
        await self._client.respond(self.source.response_url, message)

    async def _in_place(self, message: JsonObject) -> None:
        place = self.source.place
        arguments = {"channel": place.channel, "user": self.source.user_id, "thread_ts": place.thread}
        arguments |= {name: message[name] for name in ("text", "blocks")}
        await self._client.call("chat.postEphemeral", arguments)
