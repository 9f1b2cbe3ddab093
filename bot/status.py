"""The line in which a platform shows that work goes on, kept up to date and taken away at the end."""

import asyncio

from bot.calls import quietly
from bot.ports import ChatPort, Clock
from bot.types import Place

REFRESH_SECONDS = 90.0  # Slack takes the line away after two minutes


class StatusLine:
    """The line of one place. One call in flight, the newest words win, the same words are sent again before they vanish."""

    def __init__(self, chat: ChatPort, place: Place, clock: Clock) -> None:
        self._chat, self._place, self._clock = chat, place, clock
        self._words = ""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def show(self, words: str) -> None:
        """Make `words` the newest. Returns at once."""
        if words == self._words:
            return
        self._words = words
        self.renew()

    def renew(self) -> None:
        """Send the words again: a message of ours has taken the line away."""
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._keep())

    async def clear(self) -> None:
        """Take the line away, if there is one."""
        task, self._task = self._task, None
        if task is None:
            return
        self._words = ""
        self._wake.set()
        await task
        await quietly(self._chat.status(self._place, None), "status_clear")

    async def _keep(self) -> None:
        while True:
            await self._woken()
            self._wake.clear()
            if not self._words:
                return
            await quietly(self._chat.status(self._place, self._words), "status")

    async def _woken(self) -> None:
        sleep = asyncio.ensure_future(self._clock.sleep(REFRESH_SECONDS))
        woken = asyncio.ensure_future(self._wake.wait())
        try:
            await asyncio.wait({sleep, woken}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleep.cancel()
            woken.cancel()
