"""Our Slack adapter, connected to a local Slack server over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from adapters.sandbox.slack import NO_LIMITS, Limits, SlackServer, World
from adapters.slack.chat import SlackChat
from adapters.slack.client import SlackClient
from adapters.slack.gateway import SlackGateway
from adapters.slack.interactions import Desk
from bot.clock import SystemClock
from bot.ports import InteractionSink
from bot.slash.registry import COMMANDS
from bot.types import ChatEvent, IncomingMessage, MessageEdited, MessagePosted, MessageRef, Place, SessionStarted
from tests.adapters.slack.method_files import strange

E = TypeVar("E")
PATIENCE = 60.0  # seconds before a test that waits in vain fails


class NoBudget:
    """Lets everything out at once, so that what Slack itself refuses is seen."""

    async def take(self, *_: Any) -> None:
        """At once."""

    def close(self, *_: Any) -> None:
        """Nothing is held back."""


@dataclass(slots=True)
class Bench:
    """A server with its world, and the adapter's two halves connected to it. `events` is what the sink was given."""

    server: SlackServer
    client: SlackClient
    chat: SlackChat
    events: list[ChatEvent] = field(default_factory=list)
    arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    sessions: int = 0  # how often a new one was reported, apart from `events`
    running: asyncio.Task[None] | None = None

    @property
    def world(self) -> World:
        """The server's world."""
        return self.server.world

    def id_of(self, name: str) -> str:
        """A person's user id."""
        return self.world.person_named(name).id

    def channel(self, name: str = "movie-club") -> Place:
        """A channel of the workspace."""
        return Place("slack", self.world.state.team_id, self.world.channel_named(name).id)

    def direct(self, name: str = "Ada") -> Place:
        """Somebody's direct message with us."""
        return Place("slack", self.world.state.team_id, self.world.open_direct(self.id_of(name)).id, is_direct=True)

    def says(self, name: str, text: str, place: Place | None = None) -> MessageRef:
        """Somebody writes."""
        where = place or self.channel()
        said = self.world.person_says(self.id_of(name), where.channel, text, thread_ts=where.thread)
        return MessageRef("slack", where.channel, said.ts)

    def calls(self, method: str) -> list[Any]:
        """The calls of one method so far."""
        return [exchange for exchange in self.server.exchanges if exchange.name == method]

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

    async def until(self, holds: Callable[[], object]) -> None:
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
async def local_server(limits: Limits = NO_LIMITS) -> AsyncIterator[SlackServer]:
    """A local Slack on a free loopback port, with what manifest.yaml declares; in the end all calls are judged."""
    server = SlackServer(World(), limits)
    server.world.state.app.shortcuts = ("ask_matinee",)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
    assert [] == strange(server.exchanges)


@asynccontextmanager
async def connected(
    server: SlackServer, *, timeout: float = 15.0, sink: InteractionSink | None = None, budget: bool = False
) -> AsyncIterator[Bench]:
    """The adapter at a server, ready."""
    client = SlackClient(server.bot_token, api_base=server.api_base, timeout=timeout)
    if not budget:
        client._budget = NoBudget()  # type: ignore[assignment]
    chat = SlackChat(client)
    bench = Bench(server, client, chat)
    desk = Desk(sink, client, chat, SystemClock(), COMMANDS) if sink else None
    gateway = SlackGateway(client, app_token=server.app_token, sink=bench.receive, desk=desk, ping=0.5)
    bench.running = asyncio.create_task(gateway.run())
    try:
        async with asyncio.timeout(PATIENCE):
            await gateway.ready()
        yield bench
    finally:
        bench.running.cancel()
        await asyncio.gather(bench.running, return_exceptions=True)
