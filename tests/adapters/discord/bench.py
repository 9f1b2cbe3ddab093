"""Our Discord adapter, connected to a local Discord server over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Ratelimit, Route

from adapters.discord.chat import WHOLE_RATE, DiscordChat
from adapters.discord.client import DiscordClient
from adapters.discord.gateway import DiscordGateway
from adapters.discord.interactions import Desk
from adapters.sandbox.discord.limits import NO_LIMITS, Limits
from adapters.sandbox.discord.server import DiscordServer
from adapters.sandbox.discord.world import World
from bot.clock import SystemClock
from bot.egress import Egress, Rate
from bot.ports import Clock, Gateway, InteractionSink
from bot.slash.declare import Command
from bot.types import ChatEvent, IncomingMessage, MessageEdited, MessagePosted, MessageRef, Place, SessionStarted

E = TypeVar("E")
UNLIMITED = Rate(10_000, 1.0)
PATIENCE = 60.0  # seconds before a test that waits in vain fails


@dataclass(slots=True)
class Bench:
    """A server with its world, and the adapter's two halves connected to it. `events` is what the sink was given."""

    server: DiscordServer
    client: DiscordClient
    chat: DiscordChat
    gateway: Gateway
    running: asyncio.Task[None]
    events: list[ChatEvent] = field(default_factory=list)
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    pauses: list[float] = field(default_factory=list)
    sessions: int = 0  # how often a new one was reported, apart from `events`

    @property
    def world(self) -> World:
        """The server's world."""
        return self.server.world

    def id_of(self, name: str) -> str:
        """A person's user id."""
        return self.world.person_named(name).id

    def channel(self, name: str = "movie-club") -> Place:
        """A channel of the server."""
        return Place("discord", self.world.state.guild_id, self.world.channel_named(name).id)

    def says(self, name: str, content: str, place: Place | None = None, *, reply_to: str | None = None) -> MessageRef:
        """Somebody writes."""
        where = place or self.channel()
        target = where.thread or where.channel
        return MessageRef("discord", target, self.world.person_posts(self.id_of(name), target, content, reply_to=reply_to).id)

    async def receive(self, event: ChatEvent) -> None:
        """The sink."""
        async with self.arrived:
            if isinstance(event, SessionStarted):
                self.sessions += 1
            else:
                self.events.append(event)
            self.arrived.notify_all()

    async def wait_for(self, kind: type[E], count: int = 1) -> list[E]:
        """The events of one kind, once there are `count` of them."""
        async with asyncio.timeout(PATIENCE), self.arrived:
            await self.arrived.wait_for(lambda: len(self.of(kind)) >= count)
        return self.of(kind)

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds at the server, which is looked at whenever something happens there."""
        happenings = self.world.subscribe()
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await anext(happenings)

    async def messages(self, count: int = 1) -> list[IncomingMessage]:
        """The posted messages, once there are `count`."""
        return [event.message for event in await self.wait_for(MessagePosted, count)]

    async def edits(self, count: int = 1) -> list[IncomingMessage]:
        """The edited messages, once there are `count`."""
        return [event.message for event in await self.wait_for(MessageEdited, count)]


@asynccontextmanager
async def local_server(limits: Limits = NO_LIMITS) -> AsyncIterator[DiscordServer]:
    """A local Discord server on a free loopback port; discord.py's process-wide settings are put back afterwards."""
    base, gateway_url = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    server = DiscordServer(World(), limits)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway_url
        discord.http.Ratelimit = Ratelimit  # type: ignore[misc]


@asynccontextmanager
async def connected(
    server: DiscordServer,
    *,
    timeout: float = 15.0,
    token: str | None = None,
    ready: bool = True,
    make: Callable[..., DiscordClient] = DiscordClient,
    egress: Egress | None = None,
    clock: Clock | None = None,
    commands: Sequence[Command] = (),
    handler: InteractionSink | None = None,
) -> AsyncIterator[Bench]:
    """The adapter at a server, ready unless told otherwise; nothing it pauses for takes time, and channels have no budget.

    `handler` is given the clicks and commands; `clock` is that of their replies.
    """
    client = make(api_base=server.api_base, gateway_url=server.gateway_url)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await asyncio.sleep(0)

    async def sink(event: ChatEvent) -> None:
        await bench.receive(event)

    chat = DiscordChat(client, timeout=timeout, egress=egress or Egress(SystemClock(), lane=UNLIMITED, whole=WHOLE_RATE))
    desk = Desk(handler, chat, clock or SystemClock()) if handler else None
    gateway = DiscordGateway(client, token=token or server.token, sink=sink, desk=desk, commands=commands, pause=pause)
    running = asyncio.create_task(gateway.run())
    bench = Bench(server, client, chat, gateway, running, pauses=pauses)
    try:
        if ready:
            await within(gateway.ready())
        yield bench
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await running


async def within(waiting: Awaitable[E], seconds: float = PATIENCE) -> E:
    """Wait, but not for ever."""
    async with asyncio.timeout(seconds):
        return await waiting
