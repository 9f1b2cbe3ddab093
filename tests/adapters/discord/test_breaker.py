"""Refused requests are counted, and we stop before Discord bans the address."""

from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from adapters.discord.breaker import ESSENTIAL_FROM, SILENT_FROM, WINDOW, Breaker
from adapters.discord.client import DiscordClient
from adapters.sandbox.discord.faults import TooMany
from bot import metrics
from bot.app import Platforms, add_discord
from bot.egress import Urgency
from bot.errors import Forbidden, RateLimited
from tests.adapters.discord.bench import Bench, connected, local_server
from tests.fakes.clock import FakeClock


def allowed(breaker: Breaker) -> set[Urgency]:
    """What may go out."""
    found = set()
    for urgency in Urgency:
        try:
            breaker.allow(urgency)
        except RateLimited:
            continue
        found.add(urgency)
    return found


def refuse(breaker: Breaker, times: int, status: int = 403, scope: str | None = None) -> None:
    """So many answers."""
    for _ in range(times):
        breaker.answered(status, scope)


async def test_it_opens_in_two_steps_and_closes_when_the_refusals_are_old() -> None:
    """First only what somebody waits for goes out, then nothing, and all of it again ten minutes later."""
    clock = FakeClock()
    breaker = Breaker(clock)
    refuse(breaker, ESSENTIAL_FROM - 1)
    assert allowed(breaker) == set(Urgency)
    await breaker.check()
    refuse(breaker, 1)
    assert allowed(breaker) == {Urgency.NOW}
    refuse(breaker, SILENT_FROM - ESSENTIAL_FROM)
    assert allowed(breaker) == set()
    with pytest.raises(RateLimited) as refused:
        breaker.allow(Urgency.NOW)
    assert refused.value.retry_after == WINDOW + 5
    await clock.advance(WINDOW + 5)
    assert allowed(breaker) == set(Urgency)
    await breaker.check()


async def test_it_does_not_flutter() -> None:
    """Once open it closes at half the count that opened it, not at one refusal less."""
    clock = FakeClock()
    breaker = Breaker(clock)
    refuse(breaker, ESSENTIAL_FROM // 4)
    await clock.advance(300)
    refuse(breaker, ESSENTIAL_FROM - ESSENTIAL_FROM // 4)
    await clock.advance(305)
    assert allowed(breaker) == {Urgency.NOW}
    await clock.advance(300)
    assert allowed(breaker) == set(Urgency)


@pytest.mark.parametrize(
    ("status", "scope", "counts"),
    [
        (401, None, True),
        (403, None, True),
        (429, "user", True),
        (429, "global", True),
        (429, None, True),
        (429, "shared", False),
        (404, None, False),
        (400, None, False),
        (200, None, False),
        (503, None, False),
    ],
)
def test_what_counts_is_what_discord_counts(status: int, scope: str | None, *, counts: bool) -> None:
    """401, 403 and 429 count, but not a limit that Discord says we share with others."""
    breaker = Breaker(FakeClock())
    refuse(breaker, ESSENTIAL_FROM, status, scope)
    assert (breaker.level != "normal") == counts


async def test_the_owner_is_told_once_and_by_the_health_check() -> None:
    """One log line when it opens, with the way out, and the same in the health check and as a figure."""
    breaker = Breaker(FakeClock())
    with capture_logs() as logs:
        refuse(breaker, ESSENTIAL_FROM + 10)
        allowed(breaker)
    assert [entry["log_level"] for entry in logs] == ["error"]
    assert "permissions" in logs[0]["mend"]
    with pytest.raises(RuntimeError, match="permissions"):
        await breaker.check()
    assert metrics.breaker.labels("discord")._value.get() == 1


async def test_the_health_check_is_among_the_platforms() -> None:
    """What `/readyz` asks of Discord is its breaker."""
    platforms, client = Platforms(), DiscordClient()
    add_discord(platforms, client, "token")
    await platforms.checks["discord"]()
    refuse(client.breaker, ESSENTIAL_FROM)
    with pytest.raises(RuntimeError):
        await platforms.checks["discord"]()


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    """The adapter at a fresh server."""
    async with local_server() as server, connected(server) as found:
        yield found


async def test_answers_that_the_library_deals_with_itself_are_counted(bench: Bench) -> None:
    """A 429 that discord.py sleeps through and a 403 both count; a success does not."""
    count = metrics.refused.labels
    before = [count("discord", status)._value.get() for status in ("429", "403")]
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    bench.server.faults.on("PATCH", "/messages/", TooMany(0.01), times=2)
    await bench.chat.edit(posted.ref, "more")
    bench.world.deny("send_messages", bench.channel().channel)
    with pytest.raises(Forbidden):
        await bench.chat.post(bench.channel(), "text", key="k2")
    assert [count("discord", status)._value.get() for status in ("429", "403")] == [before[0] + 2, before[1] + 1]


async def test_an_open_breaker_sends_finals_and_no_previews_or_reactions(bench: Bench) -> None:
    """The adapter keeps to it, without asking Discord."""
    question = bench.says("Ada", "hello")
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    refuse(bench.client.breaker, ESSENTIAL_FROM)
    asked = len(bench.server.exchanges)
    for call in (bench.chat.edit(posted.ref, "more", preview=True), bench.chat.react(question, "seen")):
        with pytest.raises(RateLimited):
            await call
    assert len(bench.server.exchanges) == asked
    assert (await bench.chat.edit(posted.ref, "final")).text == "final"
