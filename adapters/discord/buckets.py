"""Two mends of discord.py's own rate limiting (2.7.1), for calls that end after a time limit and for long windows.

* `Client(max_ratelimit_timeout=30)` makes discord.py raise `RateLimited` for *every* request of a bucket whose window ends in
  more than 30 s, also while the bucket has requests left: a second thread in a channel (50 in 5 minutes) would be refused.
* A global 429 closes a gate that only the request which met it opens again, after its sleep. If that request is cancelled
  meanwhile, as our time limit does, the gate stays closed for good.
"""

import asyncio
from types import TracebackType

import aiohttp
import discord
from discord.http import Ratelimit

LONGEST_SILENT_WAIT = 30.0
"""Seconds; the least that discord.py accepts. A longer wait for a rate limit is raised, not slept through."""


class Bucket(Ratelimit):
    """discord.py's bucket for short windows; a long one gives out all that it has, and refuses what is beyond at once."""

    __slots__ = ()

    def __init__(self, max_ratelimit_timeout: float | None = None) -> None:
        """Takes what discord.py passes, which is the reason for this class."""
        super().__init__(None)

    async def acquire(self) -> None:
        """Wait for a request's turn. Raises `discord.RateLimited` if the window is used up and ends too late."""
        while self.remaining <= 0:
            wait = self._too_long()
            if wait is not None:
                raise discord.RateLimited(wait)
            if self.expires is not None:
                break  # a short wait: discord.py sleeps through it
            await self._first_answer()
        await super().acquire()

    async def _first_answer(self) -> None:
        """Wait until the request that went ahead knows the window, or failed."""
        told = self._loop.create_future()
        self._pending_requests.append(told)
        try:
            await asyncio.wait([told], timeout=LONGEST_SILENT_WAIT)
        except asyncio.CancelledError:
            if told.done():
                self._wake_next()
            raise
        finally:
            told.cancel()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        """Learn from an answer's headers. In a long window what is left only falls, by what we sent or by what they say.

        What is under way is taken off once: when it was sent. The headers may count it already.
        """
        known = self.remaining if self._too_long() is not None else None
        super().update(response, use_clock=use_clock)
        if self._too_long() is not None:
            left = int(response.headers["X-Ratelimit-Remaining"])
            self.remaining = max(0, left - (self.outgoing - 1) if known is None else min(known, left))

    async def __aexit__(self, type_: type[BaseException], value: BaseException, traceback: TracebackType) -> None:
        if self._too_long() is None:
            await super().__aexit__(type_, value, traceback)
            return
        self.outgoing -= 1
        self._wake(self.remaining or len(self._pending_requests))  # none left: all are woken, to be refused

    def _too_long(self) -> float | None:
        """The seconds until the window ends, if they are too many to sleep through."""
        left = self.expires - self._loop.time() if self.expires is not None else 0.0
        return left if left > LONGEST_SILENT_WAIT else None


class GlobalPause(asyncio.Event):
    """The gate for a global rate limit: open, and open again at the latest when no wait is left that could open it."""

    def __init__(self, longest: float = LONGEST_SILENT_WAIT) -> None:
        super().__init__()
        self._longest = longest
        self.set()

    def clear(self) -> None:
        """Close the gate. If it opens too early for a later pause, Discord says so again."""
        super().clear()
        asyncio.get_running_loop().call_later(self._longest, self.set)
