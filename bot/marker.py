"""Marks on askers' messages: the path of a run as reactions, within what a channel's reaction budget allows.

All marks of a channel share one budget. What people wait for goes first: the first mark of a message, then how its run ended,
then the steps in between, in order. When a channel is busy, a message that has ended gives up the steps that it still lacks.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot.errors import ChatError, RateLimited, Unreachable
from bot.ports import ChatPort, Clock
from bot.types import Mark, MessageRef

_ENDS: frozenset[Mark] = frozenset({"done", "ask", "stopped", "failed"})
# About two seconds' worth of reactions on Discord: with more in line, nobody could follow the steps anyway.
_BUSY = 7
_TRIES = 5  # of one call that may not have arrived; to add or take away a reaction twice does no harm
_MAX_WAIT = 60.0

_log = structlog.get_logger()


@dataclass(slots=True)
class _Message:
    ref: MessageRef
    known: set[Mark] = field(default_factory=set)
    stale: list[Mark] = field(default_factory=list)  # to be taken away, before anything is added
    pending: list[Mark] = field(default_factory=list)
    is_marked: bool = False
    failures: int = 0  # in a row
    on_first: Callable[[], None] | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)


class Marks:
    """The marks of one platform."""

    def __init__(self, chat: ChatPort, clock: Clock) -> None:
        self._chat, self._clock = chat, clock
        self._channels: dict[str, dict[str, _Message]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def add(self, ref: MessageRef, *marks: Mark, on_first: Callable[[], None] | None = None) -> None:
        """Put marks in line, each once a message. Returns at once. `on_first` is called when the message has its first mark."""
        channel = self._channels.setdefault(ref.channel, {})
        message = channel.setdefault(ref.id, _Message(ref))
        message.on_first = on_first or message.on_first
        new = [mark for mark in marks if mark not in message.known]
        message.known.update(new)
        message.pending += new
        self._begin(message)

    def reset(self, ref: MessageRef, *marks: Mark) -> None:
        """Take marks of an earlier run away, those that it still had in line too, so that they can be put on again.

        Returns at once. Marks that are not there do no harm.
        """
        channel = self._channels.setdefault(ref.channel, {})
        message = channel.setdefault(ref.id, _Message(ref, is_marked=True))
        message.stale = [*message.stale, *(mark for mark in marks if mark not in (*message.pending, *message.stale))]
        message.pending = [mark for mark in message.pending if mark not in marks]
        message.known.difference_update(marks)
        self._begin(message)

    async def settle(self, ref: MessageRef) -> None:
        """Wait until the message has all its marks, then forget it."""
        message = self._channels.get(ref.channel, {}).get(ref.id)
        if message is None:
            return
        if message.pending or message.stale:
            await message.settled.wait()
        self._forget(message)

    def _begin(self, message: _Message) -> None:
        if not message.pending and not message.stale:
            return
        message.settled.clear()
        if message.ref.channel not in self._tasks:
            self._tasks[message.ref.channel] = asyncio.create_task(self._work(message.ref.channel))

    def _forget(self, message: _Message) -> None:
        channel = self._channels.get(message.ref.channel, {})
        channel.pop(message.ref.id, None)
        if not channel:
            self._channels.pop(message.ref.channel, None)

    async def _work(self, channel: str) -> None:
        try:
            while message := _next(list(self._channels.get(channel, {}).values())):
                await self._step(message)
                if not message.pending and not message.stale:
                    message.settled.set()
                await self._clock.sleep(self._chat.limits.reaction_interval)
        finally:
            del self._tasks[channel]

    async def _step(self, message: _Message) -> None:
        """One call for a message. What may not have arrived goes back in line, behind whatever has become more urgent."""
        is_stale = bool(message.stale)
        mark = (message.stale if is_stale else message.pending).pop(0)
        try:
            await (self._chat.unreact if is_stale else self._chat.react)(message.ref, mark)
        except RateLimited as error:
            _put_back(message, mark, is_stale=is_stale)
            await self._clock.sleep(min(error.retry_after, _MAX_WAIT))
        except Unreachable as error:
            message.failures += 1
            if message.failures >= _TRIES:
                return _give_up(message, error)
            _put_back(message, mark, is_stale=is_stale)
            await self._clock.sleep(2.0 ** (message.failures - 1))
        except ChatError as error:
            _give_up(message, error)
        else:
            message.failures = 0
            if not is_stale:
                self._marked(message)

    def _marked(self, message: _Message) -> None:
        if not message.is_marked and message.on_first:
            message.on_first()
        message.is_marked = True


def _put_back(message: _Message, mark: Mark, *, is_stale: bool) -> None:
    """Unless it was reset while its call was under way."""
    if is_stale and mark not in message.stale:
        message.stale.insert(0, mark)
    elif not is_stale and mark in message.known and mark not in message.pending:
        message.pending.insert(0, mark)


def _give_up(message: _Message, error: ChatError) -> None:
    """Deleted, not allowed here or not to be reached: the other marks would fail the same way."""
    _log.info("mark_failed", error=str(error))
    message.failures = 0
    message.stale.clear()
    message.pending.clear()


def _next(messages: list[_Message]) -> _Message | None:
    """The message whose turn it is."""
    waiting = [message for message in messages if message.pending or message.stale]
    if not waiting:
        return None
    if sum(len(message.pending) for message in waiting) > _BUSY:
        for message in waiting:
            if message.is_marked and message.pending and message.pending[-1] in _ENDS:
                message.pending = message.pending[-1:]
    return min(waiting, key=_urgency)


def _urgency(message: _Message) -> int:
    if not message.is_marked:
        return 0
    return 1 if message.pending and message.pending[0] in _ENDS else 2
