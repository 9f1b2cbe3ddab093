"""The port that operators and orchestrators look at.

    /healthz   200 as long as the process answers
    /readyz    200, or 503 when a check fails: {"ready": false, "checks": {"redis": "ok", "database": "<one sentence>"}}
    /metrics   the figures, in Prometheus' text form or in OpenMetrics when asked for

Bound to loopback: it says which services we use and how they are.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import structlog
from aiohttp import web
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.exposition import choose_encoder

log = structlog.get_logger(__name__)

Check: TypeAlias = Callable[[], Awaitable[None]]
"""Returns when a service is well; raises otherwise, and the error's text is the plain sentence that people read."""

CHECK_SECONDS = 2.0


class HealthPortTaken(OSError):
    """The port cannot be had. The message is one plain sentence with the way out."""


class HealthServer:
    """Serves the three addresses. `checks` are run at every request for /readyz, all at once."""

    def __init__(
        self, checks: Mapping[str, Check], registry: CollectorRegistry = REGISTRY, *, check_seconds: float = CHECK_SECONDS
    ) -> None:
        self._checks = checks
        self._registry = registry
        self._check_seconds = check_seconds
        self._runner: web.AppRunner | None = None

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> int:
        """Listen; returns the port, which the system chooses when `port` is 0. Raises HealthPortTaken."""
        app = web.Application()
        app.add_routes(
            [web.get("/healthz", self._healthz), web.get("/readyz", self._readyz), web.get("/metrics", self._metrics)]
        )
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            await runner.cleanup()
            raise HealthPortTaken(
                f"Port {port} on {host} is not to be had ({error.strerror}): "
                "set MATINEE_HEALTH_PORT to another one, or to 0 for any."
            ) from error
        self._runner = runner
        chosen: int = runner.addresses[0][1]
        return chosen

    async def stop(self) -> None:
        """Stop listening. Safe to call twice."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _healthz(self, _: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _readyz(self, _: web.Request) -> web.Response:
        names = list(self._checks)
        results = await asyncio.gather(*(self._result(name) for name in names))
        ready = all(result == "ok" for result in results)
        return web.json_response(
            {"ready": ready, "checks": dict(zip(names, results, strict=True))}, status=200 if ready else 503
        )

    async def _result(self, name: str) -> str:
        try:
            async with asyncio.timeout(self._check_seconds):
                await self._checks[name]()
        except TimeoutError:
            return f"{name} gave no answer within {self._check_seconds:g} seconds."
        except Exception as error:
            log.warning("not ready", check=name, error=type(error).__name__)
            return str(error) or f"{name} failed ({type(error).__name__})."
        return "ok"

    async def _metrics(self, request: web.Request) -> web.Response:
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(self._registry), headers={"Content-Type": content_type})
