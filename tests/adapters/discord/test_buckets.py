"""discord.py's rate-limit buckets as we mend them: long windows give out exactly what they have."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.discord.buckets import Bucket, GlobalPause


class Window:
    """What a server counts: `limit` requests in a window that stays open. Its answers come in any order."""

    def __init__(self, limit: int) -> None:
        self.limit, self.used, self.refused = limit, 0, 0

    def serve(self) -> Any:
        """The answer to one request."""
        self.refused += self.used >= self.limit
        self.used = min(self.used + 1, self.limit)
        left = str(self.limit - self.used)
        headers = {"X-Ratelimit-Limit": str(self.limit), "X-Ratelimit-Remaining": left, "X-Ratelimit-Reset-After": "300"}
        return SimpleNamespace(headers={**headers, "X-Ratelimit-Reset": "0"})


async def _request(bucket: Bucket, window: Window, turns: tuple[int, int]) -> float | None:
    """One request: it reaches the server, and its answer comes back, after some turns of the loop.

    None if it was sent, else for how long it was refused.
    """
    try:
        async with bucket:
            for _ in range(turns[0]):
                await asyncio.sleep(0)
            answer = window.serve()
            for _ in range(turns[1]):
                await asyncio.sleep(0)
            bucket.update(answer)
            return None
    except discord.RateLimited as error:
        return error.retry_after


@example(limit=6, requests=[(0, 0), (0, 0), (0, 0), (0, 1), (0, 0), (0, 0)])
@given(st.integers(1, 6), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12))
def test_a_long_window_is_used_up_and_never_overdrawn(limit: int, requests: list[tuple[int, int]]) -> None:
    """Of requests at once, whatever order their answers take, as many go out as the window has, and no more."""

    async def run() -> tuple[list[float | None], Window]:
        bucket, window = Bucket(), Window(limit)
        return await asyncio.gather(*(_request(bucket, window, turns) for turns in requests)), window

    results, window = asyncio.run(run())
    assert (window.used, window.refused) == (min(limit, len(requests)), 0)
    assert results.count(None) == window.used
    assert all(290 < wait <= 300 for wait in results if wait is not None)


async def test_a_cancelled_wait_hands_its_turn_on() -> None:
    """A request that is given up while it waits for the first answer keeps nobody else waiting."""
    bucket, window = Bucket(), Window(3)
    first = asyncio.create_task(_request(bucket, window, (3, 3)))
    await asyncio.sleep(0)
    given_up, waiting = (asyncio.create_task(_request(bucket, window, (0, 0))) for _ in range(2))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.wait_for(asyncio.wait([first, waiting]), 60)
    assert (first.result(), waiting.result(), window.used) == (None, None, 2)
    with pytest.raises(asyncio.CancelledError):
        await given_up


async def test_a_global_pause_ends_by_itself() -> None:
    """A gate that nobody opens opens in the end; one that is opened stays open."""
    pause = GlobalPause(longest=0.01)
    assert pause.is_set()
    pause.clear()
    assert not pause.is_set()
    await asyncio.wait_for(pause.wait(), 60)
