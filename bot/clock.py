"""Real time."""

import asyncio
import time


class SystemClock:
    """The `Clock` of production."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
