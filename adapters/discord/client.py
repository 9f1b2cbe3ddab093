"""Our discord.py client: its settings, and what it makes of each event."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord import commands, errors, parse, past
from adapters.discord.breaker import Breaker
from adapters.discord.buckets import LONGEST_SILENT_WAIT, Bucket, GlobalPause
from adapters.discord.interactions import Desk
from adapters.discord.render import NOBODY
from bot.clock import SystemClock
from bot.errors import ChatError
from bot.ports import Clock, EventSink
from bot.slash.declare import Command
from bot.types import ChatEvent, IncomingMessage, MessageEdited, MessagePosted, SessionStarted

log = structlog.get_logger(__name__)


def intents() -> discord.Intents:
    """What we subscribe to: no members and no presences, which would need a review."""
    return discord.Intents(
        guilds=True, guild_messages=True, guild_reactions=True, dm_messages=True, dm_reactions=True, message_content=True
    )


class DiscordClient(discord.Client):
    """discord.py's client with our settings. `DiscordChat` sends through it, `DiscordGateway` keeps it connected.

    `api_base` and `gateway_url` point it at another server (the sandbox). discord.py holds both for the whole process, so
    there is one Discord in a process; a given `api_base` without `gateway_url` is asked for its gateway.
    """

    def __init__(self, *, api_base: str | None = None, gateway_url: str | None = None, clock: Clock | None = None) -> None:
        self.breaker = Breaker(clock or SystemClock())
        super().__init__(
            http_trace=self.breaker.trace(),
            intents=intents(),
            allowed_mentions=NOBODY,
            max_ratelimit_timeout=LONGEST_SILENT_WAIT,
            max_messages=None,  # edits, deletions and reactions come raw: nothing depends on what was cached
            guild_ready_timeout=0.2,  # seconds without a new server after which we count as ready
        )
        self.sink: EventSink | None = None
        self.desk: Desk | None = None
        self.commands: Sequence[Command] = ()
        self.flowing = asyncio.Event()
        self._logged_in = asyncio.Event()
        self._asks_for_gateway = api_base is not None and gateway_url is None
        self._fetched: dict[int, discord.abc.Snowflake] = {}
        self._starters = past.Starters(self)
        self._told_of_intent = False
        if api_base is not None:
            Route.BASE = api_base.rstrip("/")
        if gateway_url is not None:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
        discord.http.Ratelimit = Bucket  # type: ignore[misc]
        self._guard_parsers()

    def _guard_parsers(self) -> None:
        """One event that discord.py cannot read must not end its reader, and with it the session.

        Its parsers index fields that Discord may leave out (Rapptz/discord.py lets the KeyError end `Client.connect`).
        """
        parsers = self._connection.parsers
        for name in parsers.keys() - {"READY", "RESUMED"}:  # without these there is no session worth keeping
            parsers[name] = partial(_guarded, name, parsers[name])

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event to its handler. discord.py's own timers go on after a close, when no loop is left to handle it in."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def online(self) -> None:
        """Return when requests can be sent; raises ConnectionError once the client is closed."""
        if self.is_closed():
            raise ConnectionError("the Discord client is closed")
        await self._logged_in.wait()

    async def locate(self, channel_id: int) -> discord.abc.Snowflake:
        """The channel or thread, asked from Discord if the client does not know it (a thread that just woke up)."""
        if (known := self.get_channel(channel_id)) is not None:
            return known
        if channel_id not in self._fetched:
            self._fetched[channel_id] = await self.fetch_channel(channel_id)
        return self._fetched[channel_id]

    async def setup_hook(self) -> None:
        """Logged in, not yet connected."""
        self.http._global_over = GlobalPause()  # noqa: SLF001 - discord.py makes a new one at each login and gives no other way
        if self._asks_for_gateway:
            _, url, _ = await self.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
        self._logged_in.set()

    async def on_ready(self) -> None:
        """A new session."""
        self.flowing.set()
        log.info("discord connected", guilds=len(self.guilds))
        if self.commands:
            await self._register(self.commands)
        await self._give(SessionStarted("discord"))

    async def on_resumed(self) -> None:
        """The session goes on; what was missed is replayed."""
        self.flowing.set()
        log.info("discord session resumed")

    async def on_disconnect(self) -> None:
        """The connection is lost; discord.py or the gateway opens a new one."""
        self.flowing.clear()

    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote."""
        await self._hand_in(message, MessagePosted)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A message changed; one that nobody edited has only had its links unfolded."""
        if payload.message.edited_at is not None:
            await self._hand_in(payload.message, MessageEdited)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        await self._give(parse.deleted(payload.channel_id, payload.message_id))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """A moderator deleted many messages."""
        for message_id in payload.message_ids:
            await self._give(parse.deleted(payload.channel_id, message_id))

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """Somebody reacted."""
        if payload.user_id == self.our_id or parse.mark_of(payload.emoji) is None:
            return
        await self._give(parse.reaction(payload, await self._channel_of(payload.channel_id)))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Somebody clicked, sent a form or gave a command."""
        if self.desk is not None:
            await self.desk.receive(interaction, self._us(interaction.guild))

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """An event's handling failed; the others go on."""
        log.exception("discord event not handled", handler=event_method)

    @property
    def our_id(self) -> int:
        """Our own user's id; 0 before the login."""
        return self.user.id if self.user else 0

    async def _hand_in(self, message: discord.Message, event: type[MessagePosted] | type[MessageEdited]) -> None:
        us = self._us(message.guild)
        channel: discord.abc.Snowflake = message.channel
        if isinstance(channel, discord.PartialMessageable) and message.guild:
            channel = await self._channel_of(channel.id) or channel
        starter = await self._starters.of(message, us, channel)
        incoming = parse.message(message, us, channel, starter=starter, keep_empty=event is MessageEdited)
        if incoming:
            await self._give(event(incoming))
        elif parse.withheld(message) and not self._told_of_intent:
            self._told_of_intent = True
            log.warning("discord withholds message texts", mend=errors.MISSING_INTENT[1])

    async def missed(self, channel_id: int, since: int, limit: int) -> list[IncomingMessage]:
        """What people wrote in a channel, thread or direct-message channel after the message `since`, oldest first."""
        channel = await self.locate(channel_id)
        found = []
        for message in await past.messages_after(channel, since, limit):
            us = self._us(message.guild)
            starter = await self._starters.of(message, us, channel)
            found.append(parse.message(message, us, channel, starter=starter))
        return [one for one in found if one is not None]

    def _us(self, guild: discord.Guild | None) -> parse.Us:
        role = guild.self_role if guild else None
        return parse.Us(self.our_id, role.id if role else None)

    async def _register(self, wanted: Sequence[Command]) -> None:
        """Once in a process; a failure is tried again with the next session."""
        try:
            with errors.translated("applications.commands"):
                await commands.register(self.http, self.application_id or self.our_id, wanted)
        except ChatError as error:
            log.warning("discord commands not registered", error=str(error))
        else:
            self.commands = ()

    async def _channel_of(self, channel_id: int) -> discord.abc.Snowflake | None:
        try:
            return await self.locate(channel_id)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("discord channel not found", channel=channel_id, error=type(error).__name__)
            return None

    async def _give(self, event: ChatEvent | None) -> None:
        if event is not None and self.sink is not None:
            await self.sink(event)


def _guarded(name: str, parser: Callable[[Any], None], data: Any) -> None:
    try:
        parser(data)
    except Exception:
        log.exception("discord event not readable", name=name)
