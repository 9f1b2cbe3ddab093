"""Serves the sandbox page: its files, and a WebSocket with events out and actions in.

For this machine alone. A page elsewhere could point a name of its own at 127.0.0.1 or open a WebSocket across origins, so
every request must name a loopback host, and a WebSocket must come from the page itself.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import structlog
from aiohttp import WSMsgType, web

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.world import World
from adapters.sandbox.feed import Watch
from adapters.sandbox.page_actions import ActionError, read_action
from adapters.sandbox.page_feed import PageFeed
from adapters.sandbox.page_pages import Pages
from adapters.sandbox.page_perform import perform
from adapters.sandbox.slack.faults import Faults as SlackFaults
from adapters.sandbox.slack.world import World as SlackWorld
from adapters.sandbox.slack_page_actions import read_action as read_slack_action
from adapters.sandbox.slack_page_feed import SlackPageFeed
from adapters.sandbox.slack_page_perform import perform as perform_in_slack

PAGE_FILES = Path(__file__).parent / "page"
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
CONTENT_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HEADERS = {
    # Nothing but the page's own files may load or run, whatever a message manages to say.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
LARGEST_ACTION = 64 * 1024
"""Bytes; the page's box takes 8,000 characters, at most 32 KB."""

RunEvents: TypeAlias = Callable[[], AsyncIterator[JsonObject]]
Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


def add_page(app: web.Application, world: World, faults: Faults, *, run_events: RunEvents | None = None) -> None:
    """Add the page in Discord's look to `app`, which must not have started: `GET /` and the WebSocket `/page/ws`.

    `run_events` gives the events of all runs as `{"type": "run", "thread", "run_id", "event", "data", "ts"}`.
    """
    look = _Look("discord", PageFeed(world), world.subscribe, lambda raw: perform(read_action(raw), world, faults))
    _add(app, "/", "/page/ws", look, run_events)


def add_slack_page(
    app: web.Application, world: SlackWorld, faults: SlackFaults, *, run_events: RunEvents | None = None
) -> None:
    """Add the page in Slack's look, at `GET /slack` with the WebSocket `/page/slack`; alone or beside Discord's look.

    A run's thread is named `<channel>/<ts>`, as the page names messages.
    """

    def act(raw: str) -> JsonObject:
        return perform_in_slack(read_slack_action(raw), world, faults)

    _add(app, "/slack", "/page/slack", _Look("slack", SlackPageFeed(world), world.subscribe, act), run_events)


@dataclass(frozen=True, slots=True)
class _Look:
    """One platform's look: what pages are told, where that comes from, and how what they ask for is done."""

    name: str
    feed: Pages
    watch: Callable[[], Watch]
    act: Callable[[str], JsonObject]


_LOOKS: web.AppKey[list[str]] = web.AppKey("looks", list)


def _add(app: web.Application, address: str, socket: str, look: _Look, run_events: RunEvents | None) -> None:
    if _LOOKS not in app:
        app[_LOOKS] = []
        for path in sorted(PAGE_FILES.iterdir()):
            if path.suffix in CONTENT_TYPES:
                app.router.add_get(f"/{path.name}", _guarded(_file(path.name)))
    app[_LOOKS].append(look.name)
    look.feed.looks = app[_LOOKS]
    page = _PageServer(look, run_events)
    app.cleanup_ctx.append(page.follow)
    app.on_shutdown.append(page.hang_up)
    app.router.add_get(address, _guarded(_file("index.html")))
    app.router.add_get(socket, _guarded(page.talk))


class _PageServer:
    """The open pages and what keeps them up to date."""

    def __init__(self, look: _Look, run_events: RunEvents | None) -> None:
        self._look = look
        self._feed = look.feed
        self._run_events = run_events
        self._sockets: set[web.WebSocketResponse] = set()

    async def follow(self, _app: web.Application) -> AsyncIterator[None]:
        """Follow the world and the runs while the server runs."""
        tasks = [asyncio.create_task(self._feed.follow_world(self._look.watch()), name="page: world")]
        if self._run_events is not None:
            tasks.append(asyncio.create_task(self._feed.follow_runs(self._run_events()), name="page: runs"))
        for task in tasks:
            task.add_done_callback(_tell_failure)
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def hang_up(self, _app: web.Application) -> None:
        """Tell open pages that the server stops; they will look for it again."""
        for socket in list(self._sockets):
            await socket.close(code=1001, message=b"the sandbox stops")

    async def talk(self, request: web.Request) -> web.StreamResponse:
        """One page: events out, actions in, until it leaves."""
        if not _same_origin(request):
            raise web.HTTPForbidden(text="Only the sandbox's own page may talk to it.")
        socket = web.WebSocketResponse(heartbeat=20, max_msg_size=LARGEST_ACTION)
        await socket.prepare(request)
        self._sockets.add(socket)
        queue = self._feed.open_page()
        sender = asyncio.create_task(_send_all(socket, queue), name="page: send")
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    queue.put_nowait(self._answer(message.data))
        finally:
            self._feed.close_page(queue)
            self._sockets.discard(socket)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        return socket

    def _answer(self, raw: str) -> JsonObject:
        ref = _ref_of(raw)
        try:
            done = self._look.act(raw)
        except ActionError as error:
            return {"type": "error", "ref": ref, "message": str(error)}
        return {"type": "ok", "ref": ref, "data": done}


def _tell_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        structlog.get_logger().error("the page is no longer told what happens", task=task.get_name(), exc_info=error)


def _file(name: str) -> Handler:
    path = PAGE_FILES / name

    async def serve(_request: web.Request) -> web.StreamResponse:
        body = await asyncio.to_thread(path.read_bytes)
        return web.Response(body=body, content_type=CONTENT_TYPES[path.suffix], charset="utf-8", headers=HEADERS)

    return serve


def _guarded(handler: Handler) -> Handler:
    async def checked(request: web.Request) -> web.StreamResponse:
        if _host_name(f"//{request.host}") not in LOOPBACK_NAMES:
            raise web.HTTPForbidden(text="The sandbox answers on this machine alone: open it as http://127.0.0.1.")
        return await handler(request)

    return checked


def _host_name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _same_origin(request: web.Request) -> bool:
    # Browsers always send Origin with a WebSocket; a client without one is a program on this machine.
    origin = request.headers.get("Origin")
    return origin is None or origin == f"http://{request.host}"


async def _send_all(socket: web.WebSocketResponse, queue: "asyncio.Queue[JsonObject]") -> None:
    with suppress(ConnectionError):  # the reader sees the end too and cleans up
        while True:
            await socket.send_str(json.dumps(await queue.get(), ensure_ascii=False))


def _ref_of(raw: str) -> int | None:
    try:
        ref = json.loads(raw).get("ref")
    except (ValueError, AttributeError):
        return None
    return ref if isinstance(ref, int) else None
