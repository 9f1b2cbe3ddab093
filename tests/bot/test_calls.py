"""Calls and tasks that end while nobody waits for them any more leave no noise behind, and are not forgotten."""

import asyncio
import gc
from typing import Any

import pytest
from redis.asyncio import Redis

from agent.contract import TitleCard, TitleRef
from bot.calls import to_its_end
from bot.errors import Unreachable
from bot.tasks import cancel_all, shared
from tests.bot.core import ADA, core, eventually
from tests.bot.test_epilogue import views

CARDS = (TitleCard(TitleRef("heat-1995", "Heat", 1995), "movie"),)


@pytest.fixture
async def lost() -> list[str]:
    """What asyncio reports as lost until the test ends."""
    said: list[str] = []

    def report(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        said.append(str(context["message"]))

    asyncio.get_running_loop().set_exception_handler(report)
    return said


async def forgotten() -> None:
    """Let what ended be collected: then asyncio reports what nobody asked for."""
    await asyncio.sleep(0)
    gc.collect()


async def fail_after(told: asyncio.Event) -> None:
    """A call that ends badly when it is told to."""
    await told.wait()
    raise Unreachable("the client is closed")


async def test_a_call_is_awaited_through_one_cancellation(lost: list[str]) -> None:
    """What comes in its place begins after it has ended."""
    told = asyncio.Event()
    waiting = asyncio.create_task(to_its_end(fail_after(told)))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting], timeout=0.01)
    assert not waiting.done()
    told.set()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    await forgotten()
    assert [] == lost


async def test_a_call_that_was_given_up_twice_fails_in_silence(lost: list[str]) -> None:
    """Nobody waits for it any more, so there is nobody to tell."""
    told = asyncio.Event()
    waiting = asyncio.create_task(to_its_end(fail_after(told)))
    await asyncio.sleep(0)
    await cancel_all([waiting], patience=0.01)
    assert waiting.cancelled()
    told.set()
    await asyncio.sleep(0)
    del waiting
    await forgotten()
    assert [] == lost


async def test_a_look_up_that_nobody_waits_for_any_more_fails_in_silence(lost: list[str]) -> None:
    """Several may share it; here the last one has gone."""
    told = asyncio.Event()
    look_up = shared(fail_after(told))
    waiting = asyncio.ensure_future(asyncio.shield(look_up))
    await asyncio.sleep(0)
    waiting.cancel()
    told.set()
    await asyncio.wait([look_up])
    del look_up, waiting
    await forgotten()
    assert [] == lost


async def test_a_task_that_fails_while_it_is_cancelled_is_told_in_the_log_alone(lost: list[str]) -> None:
    """Whoever ends tasks does not ask what they ended with."""

    async def fail_at_the_end() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise Unreachable("the server went first")

    task = asyncio.create_task(fail_at_the_end())
    await asyncio.sleep(0)
    await cancel_all([task])
    del task
    await forgotten()
    assert [] == lost


async def test_a_process_that_ends_amid_many_cards_reports_nothing_lost(database: str, redis: Redis, lost: list[str]) -> None:
    """Their posts are still under way, and fail when the platform's client is closed behind them."""
    async with core(database, redis, views=views) as bot:
        going = bot.chat.hold("post_view")
        bot.chat.fail("post_view", *[Unreachable("the client is closed")] * 5)
        for number in range(5):
            await bot.says(ADA, f"question {number}", mention=True)
            await bot.worker.answer((await bot.worker.request(number)).run_id, "One.", cards=CARDS)
        await eventually(lambda: bot.chat.in_flight["post_view"] == 5)
        await bot.turns.close()
        going.set()
        await eventually(lambda: not bot.chat.in_flight["post_view"])
    await forgotten()
    assert [] == lost
