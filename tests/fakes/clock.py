"""Time that moves when the test says so."""

import asyncio
import heapq
import itertools

_SETTLE = 30  # turns of the event loop that let every task reach its next wait


class FakeClock:
    """A `Clock` held by the test."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._order = itertools.count()

    def now(self) -> float:
        """Seconds since the test began."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until the test has moved time on."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        event = asyncio.Event()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), event))
        await event.wait()

    async def settle(self) -> None:
        """Let every task reach its next wait."""
        for _ in range(_SETTLE):
            await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        """Move time on, waking each sleeper at its own moment."""
        end = self._now + seconds
        await self.settle()
        while self._sleepers and self._sleepers[0][0] <= end + 1e-9:
            due, _, event = heapq.heappop(self._sleepers)
            self._now = max(self._now, due)
            event.set()
            await self.settle()
        self._now = end
        await self.settle()
