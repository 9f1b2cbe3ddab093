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
from playwright.async_api import Browser, Page, async_playwright

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_server import add_page

NAMES = ("chromium", "chromium-browser", "google-chrome")
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
    sandbox = Sandbox(World(), faults, gateway)
    await sandbox.start()
    try:
        yield sandbox
    finally:
        await sandbox.stop()


async def open_page(browser: Browser, url: str, *, width: int = 1280, height: int = 800) -> Page:
    """The page in a fresh profile, loaded and connected. Any error in its scripts fails the test through `page.failures`."""
    context = await browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(10_000)
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.failures = failures  # type: ignore[attr-defined]
    await page.goto(url)
    await page.get_by_role("heading", name="movie-club", exact=True).wait_for()
    return page
