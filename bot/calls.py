"""Calls to a chat platform that may fail, wait or be cancelled: what to do about it where nobody else decides."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from bot.errors import ChatError, RateLimited, Unreachable
from bot.ports import Clock
from bot.tasks import shared

_log = structlog.get_logger()

_TRIES = 5
_MAX_WAIT = 60.0
_T = TypeVar("_T")


async def quietly(call: Awaitable[object], what: str) -> bool:
    """Await a call whose failure nobody needs to hear of; True when it went through."""
    try:
        await call
    except ChatError as error:
        _log.info("chat_call_failed", what=what, error=str(error))
        return False
    return True


async def to_its_end(call: Awaitable[_T]) -> _T:
    """Await a call; cancelled, let it end first, so that it cannot land after what comes in its place. Cancelled once more,
    leave it to itself."""
    task = shared(call)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def sleep_while(waits: Callable[[], bool], seconds: float, wake: asyncio.Event, clock: Clock) -> None:
    """Sleep, but no longer than `waits` holds; it is asked again whenever `wake` is set."""
    sleep = asyncio.ensure_future(clock.sleep(seconds))
    try:
        while not sleep.done() and waits():
            wake.clear()
            woken = asyncio.ensure_future(wake.wait())
            await asyncio.wait({sleep, woken}, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
    finally:
        sleep.cancel()


async def persistently(call: Callable[[], Awaitable[_T]], clock: Clock) -> _T:
    """Make a call that may be repeated, again where waiting may help. Raises the `ChatError` of the last try."""
    for failures in range(_TRIES - 1):
        try:
            return await to_its_end(call())
        except RateLimited as error:
            await clock.sleep(min(error.retry_after, _MAX_WAIT))
        except Unreachable:
            await clock.sleep(2.0**failures)
    return await to_its_end(call())
