"""The local Slack assembled: Web API, Socket Mode, response URLs and uploads on one loopback port."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from aiohttp import web

from adapters.sandbox.slack.call import Exchange
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.faults import Faults
from adapters.sandbox.slack.limits import REAL_LIMITS, Limiter, Limits
from adapters.sandbox.slack.socket_mode import SocketMode
from adapters.sandbox.slack.web_api import WebApi
from adapters.sandbox.slack.world import World

LARGEST_UPLOAD = 25 * 1024 * 1024


class SlackServer:
    """One local Slack. `app` takes further routes before `start`. `clock`, for the rate limits, never goes back (seconds)."""

    def __init__(
        self,
        world: World,
        limits: Limits = REAL_LIMITS,
        clock: Callable[[], float] = time.monotonic,
        *,
        ping_seconds: float = 10.0,
    ) -> None:
        self.world = world
        world.state.limits = limits
        self.faults = Faults()
        self.faults.clock = world.pass_time
        self.limiter = Limiter(limits, clock)
        self.socket_mode = SocketMode(world, self.faults, ping_seconds=ping_seconds)
        self.web_api = WebApi(world, self.faults, self.limiter, self.socket_mode.open, clock=clock)
        self.app = web.Application(client_max_size=LARGEST_UPLOAD)
        self.app.router.add_route("*", "/api/{method}", self.web_api.serve)
        self.app.router.add_get("/link/", self.socket_mode.handle)
        self.app.router.add_post("/response/{response}", self._respond)
        self.app.router.add_post("/upload/{file}", self._upload)
        self.bot_token = ""
        self.app_token = ""
        self.api_base = ""
        self.root_url = ""
        self._runner: web.AppRunner | None = None

    @property
    def exchanges(self) -> list[Exchange]:
        """The Web API calls so far, oldest first (the last 20,000)."""
        return list(self.web_api.exchanges)

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen; afterwards `api_base` (with a slash at its end, as `base_url` of a client), `root_url` and fresh tokens are
        known. Stopped and started again it keeps its tokens. Raises OSError for a taken port.
        """
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        bound = self._runner.addresses[0][1]
        self.root_url = self.world.state.root_url = f"http://{host}:{bound}"
        self.api_base = f"{self.root_url}/api/"
        self.socket_mode.url = f"ws://{host}:{bound}/link/"
        self.bot_token = self.web_api.bot_token = self.bot_token or f"xoxb-sandbox-{secrets.token_hex(12)}"
        self.app_token = self.web_api.app_token = self.app_token or f"xapp-sandbox-{secrets.token_hex(12)}"

    async def _respond(self, request: web.Request) -> web.Response:
        try:
            body = json.loads(await request.read())
            self.world.respond(request.match_info["response"], body if isinstance(body, dict) else {})
        except ValueError:
            return web.json_response({"ok": False, "error": "invalid_payload"}, status=400)
        except ApiError as refusal:
            status = 404 if refusal.error in ("expired_url", "used_url") else 400
            return web.json_response(refusal.body(), status=status)
        return web.Response(text="ok")

    async def _upload(self, request: web.Request) -> web.Response:
        state = self.world.state
        found = state.files.get(request.match_info["file"])
        if found is None or found.uploaded:
            raise web.HTTPNotFound
        content = await _uploaded_bytes(request)
        if len(content) != found.size:
            return web.Response(status=400, text=f"expected {found.size} bytes, got {len(content)}")
        state.files[found.id] = replace(found, content=content, uploaded=True)
        return web.Response(text=f"OK - {len(content)}")

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        if self._runner is None:
            return
        await self.socket_mode.stop()
        await asyncio.sleep(0)
        await self._runner.cleanup()
        self._runner = None


async def _uploaded_bytes(request: web.Request) -> bytes:
    if request.content_type != "multipart/form-data":
        return await request.read()
    form = await request.post()
    files = [one for one in form.values() if isinstance(one, web.FileField)]
    return files[0].file.read() if files else b""
