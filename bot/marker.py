"""Marks on the asker's message: one at a time, in order, each once, no faster than the platform takes reactions."""

import asyncio
from collections.abc import Callable

from bot.pacer import quietly
from bot.ports import ChatPort, Clock
from bot.types import Mark, MessageRef


class Marker:
    """The marks on one message. At most one of each kind, so the path of a run costs a bounded number of calls."""

    def __init__(self, chat: ChatPort, message: MessageRef, clock: Clock) -> None:
        self._chat, self._message, self._clock = chat, message, clock
        self._wanted: list[Mark] = []
        self._on_first: Callable[[], None] | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, *marks: Mark, on_first: Callable[[], None] | None = None) -> None:
        """Put marks in line. Returns at once. `on_first` is called when the message has its first mark."""
        self._on_first = on_first or self._on_first
        new = [mark for mark in marks if mark not in self._wanted]
        self._wanted += new
        if new and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work(len(self._wanted) - len(new)))

    async def settle(self) -> None:
        """Wait until all marks are there."""
        while self._task and not self._task.done():
            await self._task

    async def _work(self, start: int) -> None:
        position = start
        while position < len(self._wanted):
            if position:
                await self._clock.sleep(self._chat.limits.reaction_interval)
            if not await quietly(self._chat.react(self._message, self._wanted[position]), "react"):
                return
            if self._on_first:
                self._on_first()
                self._on_first = None
            position += 1
