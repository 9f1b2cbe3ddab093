"""The local Discord assembled: REST and gateway on one loopback port."""

import asyncio
import secrets
import time
from collections.abc import Callable

from aiohttp import web

from adapters.sandbox.discord.call import Exchange
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.gateway import Gateway
from adapters.sandbox.discord.limits import REAL_LIMITS, Limiter, Limits
from adapters.sandbox.discord.rest import Rest
from adapters.sandbox.discord.world import World

API_PREFIX = "/api/v10"
_HARMLESS = {"Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff"}
"""The page has the same origin: whatever somebody uploads must not run in it."""


class DiscordServer:
    """One local Discord. `app` takes further routes before `start`. `clock`, for the limits, never goes back (seconds)."""

    def __init__(
        self,
        world: World,
        limits: Limits = REAL_LIMITS,
        clock: Callable[[], float] = time.monotonic,
        *,
        heartbeat_seconds: float = 41.25,
    ) -> None:
        self.world = world
        self.faults = Faults()
        self.faults.clock = world.pass_time
        self.limiter = Limiter(limits, clock)
        self.rest = Rest(world, self.faults, self.limiter, clock=clock)
        self.gateway = Gateway(world, self.faults, limits, clock=clock, heartbeat_seconds=heartbeat_seconds)
        self.app = web.Application()
        self.app.add_subapp(API_PREFIX, self.rest.application())
        self.app.router.add_get("/gateway", self.gateway.handle)
        self.app.router.add_get("/attachments/{attachment}/{filename}", self._give_attachment)
        self.token = ""
        self.api_base = ""
        self.gateway_url = ""
        self.root_url = ""
        self._runner: web.AppRunner | None = None

    @property
    def exchanges(self) -> list[Exchange]:
        """The REST calls so far, oldest first (the last 20,000)."""
        return list(self.rest.exchanges)

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen; afterwards `api_base`, `gateway_url`, `root_url` and a fresh `token` are known.

        Stopped and started again it keeps its token. Raises OSError for a taken port.
        """
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        bound = self._runner.addresses[0][1]
        self.root_url = f"http://{host}:{bound}"
        self.api_base = f"{self.root_url}{API_PREFIX}"
        self.gateway_url = f"ws://{host}:{bound}/gateway"
        self.token = self.token or f"sandbox.{secrets.token_urlsafe(24)}"
        self.rest.token = self.gateway.token = self.token
        self.world.state.media_url = f"{self.root_url}/attachments"
        self.rest.gateway_url = self.gateway.url = self.gateway_url

    async def _give_attachment(self, request: web.Request) -> web.Response:
        for message in self.world.state.messages.values():
            for one in message.attachments:
                if one.id == request.match_info["attachment"]:
                    return web.Response(body=one.content, headers={"Content-Type": one.content_type} | _HARMLESS)
        raise web.HTTPNotFound

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        if self._runner is None:
            return
        await self.gateway.stop()
        await asyncio.sleep(0)
        await self._runner.cleanup()
        self._runner = None
