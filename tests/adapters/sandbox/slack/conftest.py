"""A local Slack for each test, on a free port; every exchange is judged at the end where Slack's method files are there."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from adapters.sandbox.slack import NO_LIMITS, SlackServer, World
from tests import slack_methods
from tests.adapters.sandbox.conftest import Clock
from tests.adapters.sandbox.slack.client import Bot, Socket, connected, web_client

Start = Callable[..., Awaitable[SlackServer]]
Connect = Callable[..., Awaitable[Socket]]


@pytest.fixture
def world(clock: Clock) -> World:
    """A workspace with its people, on the test's clock."""
    return World(clock=clock)


@pytest.fixture
def ada(world: World) -> str:
    """Ada's id."""
    return world.person_named("Ada").id


@pytest.fixture
def ben(world: World) -> str:
    """Ben's id."""
    return world.person_named("Ben").id


@pytest.fixture
def chloe(world: World) -> str:
    """The id of Chloe, an admin."""
    return world.person_named("Chloe").id


@pytest.fixture
def club(world: World) -> str:
    """The id of #movie-club, where the app is."""
    return world.channel_named("movie-club").id


@pytest.fixture
async def start(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    """Starts a server with given options, stops and judges it at the end."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):  # slack-sdk would go through them
        monkeypatch.delenv(name, raising=False)
    servers: list[SlackServer] = []

    async def start(**options: object) -> SlackServer:
        server = SlackServer(world, **{"limits": NO_LIMITS, **options})  # type: ignore[arg-type]
        await server.start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        await server.stop()
    if slack_methods.available():
        assert [line for server in servers for line in slack_methods.judge(server.exchanges)] == []


@pytest.fixture
async def server(start: Start) -> SlackServer:
    """A server without rate limits."""
    return await start()


@pytest.fixture
def web(server: SlackServer) -> AsyncWebClient:
    """slack-sdk's Web API client."""
    return web_client(server)


@pytest.fixture
async def bot(server: SlackServer) -> AsyncIterator[Bot]:
    """A connected slack-bolt app."""
    async with connected(server) as bot:
        yield bot


@pytest.fixture
async def plug(server: SlackServer) -> AsyncIterator[Connect]:
    """Opens plain Socket Mode connections that have had their hello."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())

        async def connect(*, autoping: bool = True) -> Socket:
            opened = await AsyncWebClient(token=server.app_token, base_url=server.api_base).apps_connections_open(
                app_token=server.app_token
            )
            socket = Socket(await stack.enter_async_context(session.ws_connect(opened["url"], autoping=autoping)))
            hello = await socket.receive()
            assert hello["type"] == "hello"
            return socket

        yield connect
