"""The real slack-bolt as a test client, and a plain WebSocket for what slack-bolt never shows."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from adapters.sandbox.slack import SlackServer

PATIENCE = 60.0
"""Seconds after which a test gives up waiting."""

EVENTS = (
    "app_mention",
    "reaction_added",
    "reaction_removed",
    "app_home_opened",
    "agent_session_stopped",
    "member_joined_channel",
)


def web_client(server: SlackServer) -> AsyncWebClient:
    """A Web API client as the adapter has one; nothing is retried behind a test's back."""
    client = AsyncWebClient(token=server.bot_token, base_url=server.api_base)
    client.retry_handlers.clear()
    return client


class Bot:
    """A slack-bolt app that keeps whole events and payloads by kind for a test to await. Handlers can be added to `app`."""

    def __init__(self, server: SlackServer, keep: Iterable[str] = EVENTS) -> None:
        self.client = web_client(server)
        self.app = AsyncApp(client=self.client, ignoring_self_events_enabled=False)
        self.kept: dict[str, asyncio.Queue[Any]] = {}
        for name in keep:
            self.app.event(name)(self._keep_event)
        self.app.message("")(self._keep_event)
        self.app.event({"type": "message", "subtype": "message_changed"})(self._keep_event)
        self.app.event({"type": "message", "subtype": "message_deleted"})(self._keep_event)
        self.app.event({"type": "message", "subtype": "thread_broadcast"})(self._keep_event)

    async def _keep_event(self, body: dict[str, Any]) -> None:
        event = body["event"]
        self.keep(event.get("subtype") or event["type"], body)

    def keep(self, kind: str, body: Any) -> None:
        """Keep something for `next`."""
        self.kept.setdefault(kind, asyncio.Queue()).put_nowait(body)

    async def next(self, kind: str) -> Any:
        """The next whole body of a kind that was not taken yet: an event's type, or its subtype."""
        async with asyncio.timeout(PATIENCE):
            return await self.kept.setdefault(kind, asyncio.Queue()).get()

    async def next_event(self, kind: str) -> Any:
        """The next event of a kind."""
        return (await self.next(kind))["event"]

    def seen(self, kind: str) -> int:
        """How many of a kind wait to be taken."""
        return self.kept.setdefault(kind, asyncio.Queue()).qsize()


@asynccontextmanager
async def connected(server: SlackServer, *, sockets: int = 1, keep: Iterable[str] = EVENTS) -> AsyncIterator[Bot]:
    """A slack-bolt app in Socket Mode with so many connections, closed at the end; it keeps the events named."""
    bot = Bot(server, keep)
    handlers = [AsyncSocketModeHandler(bot.app, server.app_token, ping_interval=5) for _ in range(sockets)]
    for handler in handlers:
        handler.client.web_client = AsyncWebClient(token=server.app_token, base_url=server.api_base)
        await handler.connect_async()
    await until(server, lambda: server.socket_mode.connections == sockets)
    try:
        yield bot
    finally:
        for handler in handlers:
            await handler.close_async()


async def until(server: SlackServer, true: Callable[[], bool]) -> None:
    """Wait until something is so, looking again after each change in the world."""
    watch = server.world.subscribe()
    async with asyncio.timeout(PATIENCE):
        while not true():
            await anext(watch)
    await watch.aclose()


class Socket:
    """A plain Socket Mode connection."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def receive(self) -> Any:
        """The next frame; None when the connection is closed."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.ws.receive()
        return frame.json() if frame.type is aiohttp.WSMsgType.TEXT else None

    async def envelope(self) -> Any:
        """The next envelope, whatever comes before it."""
        while True:
            frame = await self.receive()
            assert frame is not None, "the connection was closed"
            if "envelope_id" in frame:
                return frame

    async def ack(self, envelope: Any, payload: Any = None) -> None:
        """Acknowledge one envelope."""
        answer = {"envelope_id": envelope["envelope_id"]}
        await self.ws.send_json(answer | ({"payload": payload} if payload is not None else {}))
