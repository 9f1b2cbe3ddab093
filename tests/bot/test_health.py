"""The health port, over a socket."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.parser import text_string_to_metric_families

from bot.health import Check, HealthPortTaken, HealthServer


async def well() -> None:
    """A service in order."""


async def unwell() -> None:
    """A service that is not."""
    raise ConnectionError("PostgreSQL does not answer at db:5432: start it, or set DATABASE_URL.")


async def silent() -> None:
    """A service that never answers."""
    await asyncio.Event().wait()


async def nameless() -> None:
    """A failure without words."""
    raise ConnectionError


class Page:
    """The health port of a test, and a way to read it."""

    def __init__(self, server: HealthServer, port: int, session: aiohttp.ClientSession) -> None:
        self.server, self.port, self._session = server, port, session

    async def get(self, path: str, **headers: str) -> tuple[int, str, str]:
        """Status, content type and body."""
        async with self._session.get(f"http://127.0.0.1:{self.port}{path}", headers=headers) as response:
            return response.status, response.headers["Content-Type"], await response.text()

    async def ready(self) -> tuple[int, dict[str, object]]:
        """Status and body of /readyz."""
        async with self._session.get(f"http://127.0.0.1:{self.port}/readyz") as response:
            return response.status, await response.json()


@pytest.fixture
def checks() -> dict[str, Check]:
    """What the server checks; tests change it at will."""
    return {"redis": well, "database": well}


@pytest.fixture
async def page(checks: dict[str, Check]) -> AsyncIterator[Page]:
    """A running health port with one counter."""
    registry = CollectorRegistry()
    Counter("turns", "Turns.", registry=registry).inc(3)
    server = HealthServer(checks, registry, check_seconds=0.05)
    port = await server.start("127.0.0.1", 0)
    async with aiohttp.ClientSession() as session:
        yield Page(server, port, session)
    await server.stop()


async def test_alive_whatever_the_services(page: Page, checks: dict[str, Check]):
    """A process that answers is alive, even when a service it needs is not."""
    checks["database"] = unwell

    status, _, _ = await page.get("/healthz")

    assert status == 200


async def test_ready_when_all_checks_pass(page: Page):
    """Every check is named with its result."""
    assert await page.ready() == (200, {"ready": True, "checks": {"redis": "ok", "database": "ok"}})


async def test_not_ready_says_why(page: Page, checks: dict[str, Check]):
    """One failing check makes 503 and gives its own plain sentence; the others are still shown."""
    checks["database"] = unwell

    status, body = await page.ready()

    assert status == 503
    assert body == {
        "ready": False,
        "checks": {"redis": "ok", "database": "PostgreSQL does not answer at db:5432: start it, or set DATABASE_URL."},
    }


async def test_checks_that_hang_or_say_nothing(page: Page, checks: dict[str, Check]):
    """A check that hangs holds nobody up, and one that fails without words is still named."""
    checks |= {"redis": silent, "database": nameless}

    status, body = await page.ready()

    assert status == 503
    assert body["checks"] == {
        "redis": "redis gave no answer within 0.05 seconds.",
        "database": "database failed (ConnectionError).",
    }


async def test_ready_again_after_the_mend(page: Page, checks: dict[str, Check]):
    """Checks are made anew at every request."""
    checks["database"] = unwell
    assert (await page.ready())[0] == 503

    checks["database"] = well

    assert (await page.ready())[0] == 200


async def test_metrics_can_be_scraped(page: Page):
    """The figures come in Prometheus' text form."""
    status, content_type, text = await page.get("/metrics")

    values = {sample.name: sample.value for family in text_string_to_metric_families(text) for sample in family.samples}
    assert status == 200
    assert content_type.startswith("text/plain")
    assert values["turns_total"] == 3


async def test_metrics_as_openmetrics(page: Page):
    """A scraper that asks for OpenMetrics gets it."""
    _, content_type, text = await page.get("/metrics", Accept="application/openmetrics-text; version=1.0.0")

    assert content_type.startswith("application/openmetrics-text")
    assert text.endswith("# EOF\n")


async def test_a_taken_port(page: Page):
    """A port that is in use is refused in one sentence that names the setting; stopping the refused server is no error."""
    second = HealthServer({}, CollectorRegistry())

    with pytest.raises(HealthPortTaken, match=rf"Port {page.port} on 127.0.0.1 .* set MATINEE_HEALTH_PORT"):
        await second.start("127.0.0.1", page.port)

    await second.stop()


async def test_stopped_means_closed(page: Page):
    """After a stop nobody listens, and a second stop is no error."""
    await page.server.stop()
    await page.server.stop()

    with pytest.raises(aiohttp.ClientConnectionError):
        await page.get("/healthz")
