"""The distribution's Chromium, driven by playwright, and the sandbox page served without a bot.

Needs `chromium` (or `chromium-browser`, `google-chrome`) on the path; skips, saying so, where there is none. playwright's own
browsers are never downloaded.
"""

import asyncio
import itertools
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiohttp import web
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_server import add_page

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60_000  # milliseconds: only a hang reaches it, also on a machine that does other things
expect.set_options(timeout=PATIENCE)
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str:
    """Where the browser is. Skips the test where there is none."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium here: browser tests are left out (Debian: apt-get install chromium)")


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A headless browser for one test or a script."""
    path = chromium_path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


class GatewayRecorder:
    """Stands where the gateway's controls are and notes what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def close_all(self, code: int) -> None:
        self.asked.append(f"close {code}")

    def reset_all(self) -> None:
        self.asked.append("reset")

    def ask_reconnect(self) -> None:
        self.asked.append("reconnect")

    def invalidate(self, *, resumable: bool) -> None:
        self.asked.append(f"invalidate {resumable}")

    def send_raw(self, name: str, data: JsonObject) -> None:
        self.asked.append(f"raw {name}")


@dataclass
class Sandbox:
    """The page's server on a world that the test moves as if it were the bot."""

    world: World
    faults: Faults
    gateway: GatewayRecorder
    url: str = ""
    runs: "asyncio.Queue[JsonObject]" = field(default_factory=asyncio.Queue)
    _runner: web.AppRunner | None = None
    _ticks: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def start(self, port: int = 0) -> None:
        """Serve on loopback; `port` 0 picks a free one."""
        app = web.Application()
        add_page(app, self.world, self.faults, run_events=self._run_events)
        self._runner = web.AppRunner(app, shutdown_timeout=1)
        await self._runner.setup()
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        await web.SockSite(self._runner, listener).start()
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"

    async def stop(self) -> None:
        """Stop serving; the world stays."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rsplit(":", 1)[1])

    async def _run_events(self) -> AsyncIterator[JsonObject]:
        while True:
            yield await self.runs.get()

    def run(self, thread: str, event: str, data: JsonObject | None = None, *, run_id: str = "run-1") -> None:
        """Tell the page one event of a run, 20 ms after the one before."""
        ts = 1_800_000_000 + next(self._ticks) * 0.02
        self.runs.put_nowait({"type": "run", "thread": thread, "run_id": run_id, "event": event, "data": data or {}, "ts": ts})

    def id_of(self, name: str) -> str:
        """The id of a person, by name."""
        return self.world.person_named(name).id

    def channel(self, name: str = "movie-club") -> str:
        """The id of a channel, by name."""
        return self.world.channel_named(name).id


@asynccontextmanager
async def serve_sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox page on a free port."""
    faults, gateway = Faults(), GatewayRecorder()
    faults.gateway = gateway
    world = World()
    faults.clock = world.pass_time
    sandbox = Sandbox(world, faults, gateway)
    await sandbox.start()
    try:
        yield sandbox
    finally:
        await sandbox.stop()


async def open_page(browser: Browser, url: str, *, width: int = 1280, height: int = 800) -> Page:
    """The page in a fresh profile, loaded and connected. Any error in its scripts fails the test through `page.failures`."""
    context = await browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.failures = failures  # type: ignore[attr-defined]
    await page.goto(url)
    await page.get_by_role("heading", name="movie-club", exact=True).wait_for()
    return page


def message(page: Page, text: str) -> Locator:
    """The list item of the message that holds `text`."""
    return page.locator(".message", has_text=text)


def bot_thread(sandbox: Sandbox, question: str = "a heist film", name: str = "a heist film") -> tuple[str, str]:
    """Ada asks in #movie-club and the bot opens a thread with a placeholder; gives the thread's and the answer's id."""
    world = sandbox.world
    asked = world.person_posts(sandbox.id_of("Ada"), sandbox.channel(), f"{world.mention_of_bot} {question}")
    thread = world.open_thread(world.bot_id, sandbox.channel(), name, message_id=asked.id)
    answer = world.person_posts(world.bot_id, thread.id, "Searching …")
    return thread.id, answer.id


async def ask(page: Page, text: str) -> None:
    """Writes `text` and sends it with Enter."""
    await page.locator("#box").fill(text)
    await page.locator("#box").press("Enter")
    await expect(message(page, text.removeprefix("@Matinee "))).to_be_visible()


TITLES = [
    {"id": "heat-1995", "title": "Heat", "year": 1995, "score": 0.71, "why": ["a crime film", "1995"]},
    {"id": "the-usual-suspects-1995", "title": "The Usual Suspects", "year": 1995, "score": 0.64},
]


def retrieve(sandbox: Sandbox, thread: str, *, run_id: str = "run-1", score: float = 0.71) -> None:
    """A run up to the end of its retrieval."""

    def node(name: str, output: JsonObject, ms: float) -> None:
        sandbox.run(thread, "node_start", {"node": name}, run_id=run_id)
        sandbox.run(thread, "node_output", {"node": name, "data": output}, run_id=run_id)
        sandbox.run(thread, "node_end", {"node": name, "ms": ms}, run_id=run_id)

    sandbox.run(thread, "generation_started", run_id=run_id)
    sandbox.run(thread, "graph_start", run_id=run_id)
    node("contextualize", {"contextualized_question": "a heist film from the 90s"}, 0.4)
    node("router", {"decision": "RETRIEVE"}, 12.0)
    found: JsonObject = {
        "documents": 2,
        "score": score,
        "threshold": 0.5,
        "titles": TITLES,
        "media_type": "movie",
        "notes": ["Only two fit."],
        "ms": {"encode": 9.1, "total": 48.0},
    }
    node("retrieve", {**found, "filters": {"year_from": 1990, "year_to": 1999, "genres": []}}, 48.2)


def call(sandbox: Sandbox, status: int | None, **more: object) -> None:
    """One REST call of the bot on the wire."""
    path = f"/api/v10/channels/{sandbox.channel()}/messages/{sandbox.channel()}"
    data: JsonObject = {"kind": "rest", "method": "PATCH", "path": path, "status": status, "ms": 4.2, "remaining": "3"}
    sandbox.world.feed.publish("wire", data | more)
