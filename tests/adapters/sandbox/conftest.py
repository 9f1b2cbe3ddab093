"""A local Discord for each test, on a free port; every exchange is judged at the end where Discord's OpenAPI file is there."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import aiohttp
import pytest

from adapters.sandbox.discord import NO_LIMITS, DiscordServer, World
from tests import openapi
from tests.adapters.sandbox.client import Http, Socket, point_discord_py_at


class Clock:
    """Seconds since 1970 that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1_900_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until the test moves it."""
    return Clock()


@pytest.fixture
def world(clock: Clock) -> World:
    """A server with its people, on the test's clock."""
    return World(clock=clock)


@pytest.fixture
def ada(world: World) -> str:
    """Ada's id."""
    return world.person_named("Ada").id


@pytest.fixture
def club(world: World) -> str:
    """The id of #movie-club."""
    return world.channel_named("movie-club").id


Start = Callable[..., Awaitable[DiscordServer]]


@pytest.fixture
async def start(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    """Starts a server with given options, points discord.py at it, stops and judges it at the end."""
    servers: list[DiscordServer] = []

    async def start(**options: object) -> DiscordServer:
        server = DiscordServer(world, **{"limits": NO_LIMITS, **options})  # type: ignore[arg-type]
        await server.start()
        servers.append(server)
        point_discord_py_at(server, monkeypatch)
        return server

    yield start
    for server in servers:
        await server.stop()
    if openapi.available():
        assert [line for server in servers for line in openapi.judge(server.exchanges, refused_too=False)] == []


@pytest.fixture
async def server(start: Start) -> DiscordServer:
    """A server without limits."""
    return await start()


@pytest.fixture
async def http(server: DiscordServer) -> AsyncIterator[Http]:
    """Plain REST calls to the server."""
    async with aiohttp.ClientSession() as session:
        yield Http(session, server)


@pytest.fixture
async def gateway(server: DiscordServer) -> AsyncIterator[Callable[[], Awaitable[Socket]]]:
    """Opens plain gateway connections that have had HELLO."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())

        async def connect() -> Socket:
            socket = Socket(await stack.enter_async_context(session.ws_connect(server.gateway_url)))
            hello = await socket.receive()
            assert hello["op"] == 10
            return socket

        yield connect
