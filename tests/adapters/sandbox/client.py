"""The real discord.py as a test client, and plain HTTP and WebSocket clients for what discord.py never sends."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.sandbox.discord import DiscordServer

PATIENCE = 60.0
"""Seconds after which a test gives up waiting for an event."""

INTENTS = discord.Intents(
    guilds=True, guild_messages=True, guild_reactions=True, dm_messages=True, dm_reactions=True, message_content=True
)


class Recorder(discord.Client):
    """A discord.py client that keeps the events of a few kinds for a test to await."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allowed_mentions=discord.AllowedMentions.none(), guild_ready_timeout=0.05, **options)
        self.events: dict[str, asyncio.Queue[Any]] = {}

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Keep the event, then do what discord.py does."""
        self.events.setdefault(event, asyncio.Queue()).put_nowait(args[0] if args else None)
        super().dispatch(event, *args, **kwargs)

    def channel(self, channel_id: str) -> discord.TextChannel:
        """A text channel that the client knows."""
        found = self.get_channel(int(channel_id))
        assert isinstance(found, discord.TextChannel)
        return found

    async def next(self, event: str) -> Any:
        """The next event of a kind that was not taken yet."""
        async with asyncio.timeout(PATIENCE):
            return await self.events.setdefault(event, asyncio.Queue()).get()

    async def next_text(self) -> str:
        """The text of the next message that somebody wrote."""
        while True:
            message = await self.next("message")
            if not message.is_system():
                return str(message.content)

    def seen(self, event: str) -> int:
        """How many events of a kind wait to be taken."""
        return self.events.setdefault(event, asyncio.Queue()).qsize()


def point_discord_py_at(server: DiscordServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py takes its addresses from class attributes: set them for one test."""
    monkeypatch.setattr(Route, "BASE", server.api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))


@asynccontextmanager
async def running(client: discord.Client, token: str) -> AsyncIterator[None]:
    """Any discord.py client at work, closed at the end."""
    work = asyncio.create_task(client.start(token))
    try:
        yield
    finally:
        await client.close()
        with suppress(asyncio.CancelledError):
            await work


@asynccontextmanager
async def connected(server: DiscordServer, **options: Any) -> AsyncIterator[Recorder]:
    """A discord.py client that has seen its server, closed at the end."""
    client = Recorder(**{"intents": INTENTS, **options})
    running = asyncio.create_task(client.start(server.token))
    waiting = asyncio.create_task(client.next("ready"))
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    try:
        if running.done():
            running.result()
        yield client
    finally:
        waiting.cancel()
        await client.close()
        with suppress(asyncio.CancelledError):
            await running


class Http:
    """Plain REST calls."""

    def __init__(self, session: aiohttp.ClientSession, server: DiscordServer) -> None:
        self._session = session
        self._server = server

    async def __call__(
        self, method: str, path: str, body: object = None, *, token: str | None = None, **query: str
    ) -> tuple[int, Any, Mapping[str, str]]:
        """Status, JSON (None without a body) and headers."""
        headers = {"Authorization": f"Bot {token or self._server.token}"}
        url = self._server.api_base + path
        extra: dict[str, Any] = {} if body is None else {"json": body}
        async with self._session.request(method, url, params=query, headers=headers, **extra) as response:
            text = await response.read()
            return response.status, await response.json() if text else None, response.headers


class Socket:
    """A plain gateway connection."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def receive(self) -> Any:
        """The next payload; an int is the close code."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.ws.receive()
        return frame.json() if frame.type is aiohttp.WSMsgType.TEXT else self.ws.close_code

    async def until(self, name: str) -> Any:
        """The data of the next event of a name."""
        while True:
            payload = await self.receive()
            assert isinstance(payload, dict), f"closed with {payload} before {name}"
            if payload["t"] == name:
                return payload["d"]

    async def send(self, op: int, data: object = None) -> None:
        """Send one payload."""
        await self.ws.send_json({"op": op, "d": data})

    async def identify(self, server: DiscordServer, intents: int) -> Any:
        """Identify and take READY and GUILD_CREATE; returns READY."""
        await self.send(2, {"token": server.token, "intents": intents, "properties": {}})
        ready = await self.until("READY")
        await self.until("GUILD_CREATE")
        return ready
