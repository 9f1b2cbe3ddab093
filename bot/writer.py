"""Writes one answer: as a message that the platform itself shows growing, where it can, and by edits in all other cases.

A stream is the fragile way: it ends after minutes, it only ever grows, and it may break. Whatever happens to it, its message
is handed over to the pacer, which edits the whole text into it: no character is lost, and none comes twice.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from bot.calls import quietly, sleep_while, to_its_end
from bot.errors import ChatError, RateLimited, Unappendable, Unreachable
from bot.pacer import Pacer
from bot.ports import ChatPort, Clock, StreamPort
from bot.types import MessageRef, Place, Step, StepState

_log = structlog.get_logger()

_STRIKES = 3  # calls in a row that the platform puts off, before edits take over


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is to be seen: the answer so far, and how it would be shown by edits."""

    text: str = ""
    steps: tuple[Step, ...] = ()
    edited: str = ""
    is_status: bool = True
    cursor: str = ""


class Writer:
    """The messages of one answer. `after` is the question; `fresh` says that no other process can have begun the answer."""

    def __init__(
        self, chat: ChatPort, pacer: Pacer, place: Place, clock: Clock, *, after: MessageRef, fresh: bool = False
    ) -> None:
        self._chat, self._pacer, self._place, self._clock = chat, pacer, place, clock
        self._after, self._fresh = after, fresh
        can = chat.streams is not None and place.is_direct and not pacer.messages
        self._streams: StreamPort | None = chat.streams if can else None  # None: by edits, from now on or from the beginning
        self._ref: MessageRef | None = None
        self._born = self._next = 0.0
        self._strikes = 0
        self._newest, self._held = _Shown(), _Shown()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._ending = False

    @property
    def messages(self) -> list[MessageRef]:
        """The messages that hold the answer so far."""
        return self._pacer.messages or ([self._ref] if self._ref else [])

    def show(self, text: str, *, is_status: bool = False, cursor: str = "", steps: Sequence[Step] = ()) -> None:
        """Make `text` the newest preview, as `Pacer.show` does; `steps` are shown where the platform has a place for them."""
        self._newest = _Shown("" if is_status else text.rstrip(), tuple(steps), text, is_status, cursor)
        if self._streams is None:
            self._pacer.show(text, is_status=is_status, cursor=cursor)
            return
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._follow(self._streams))

    async def finish(self, text: str, *, ended: StepState = "done") -> None:
        """Write the final text and return when the platform holds it; raises as `Pacer.finish` does."""
        await self._rest()
        if self._streams is not None:
            await self._end(self._streams, text, ended)
        await self._pacer.finish(text)

    async def hold(self) -> None:
        """Write no more previews; a call that is under way is awaited."""
        await self._rest()
        await self._pacer.hold()

    async def _rest(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            self._ending = True
            self._wake.set()
            await task
            self._ending = False

    async def _follow(self, streams: StreamPort) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._ending:
                return
            wait = self._next - self._clock.now()
            if wait > 0 and not self._has_first_words:
                await sleep_while(lambda: not (self._ending or self._has_first_words), wait, self._wake, self._clock)
                self._wake.set()
            elif not await self._step(streams):
                return

    @property
    def _has_first_words(self) -> bool:
        """They do not wait for the pace of the steps before them, unless the platform puts calls off."""
        return bool(self._newest.text and not self._held.text and not self._strikes)

    async def _step(self, streams: StreamPort) -> bool:
        """One call to the platform; False when edits have taken over."""
        try:
            await to_its_end(self._advance(streams))
        except RateLimited as error:
            self._strikes += 1
            self._next = self._clock.now() + max(error.retry_after, streams.interval)
        except Unreachable:
            if self._ref is not None:
                return await self._hand_over(streams)
            self._strikes, self._fresh = self._strikes + 1, False  # it may have begun: the next call looks
            self._next = self._clock.now() + streams.interval
        except ChatError as error:
            _log.info("stream_given_up", error=type(error).__name__)
            return await self._hand_over(streams)
        else:
            self._strikes = 0
            self._next = self._clock.now() + streams.interval
            return True
        self._wake.set()
        return self._strikes < _STRIKES or await self._hand_over(streams)

    async def _advance(self, streams: StreamPort) -> None:
        newest = self._newest
        if self._ref is None:
            self._ref = await streams.start(self._place, after=self._after, fresh=self._fresh, steps=newest.steps)
            self._born = self._clock.now()
            self._held = replace(self._held, steps=newest.steps)
            await self._pacer.keep(self._ref)
        if not self._can_grow(streams, newest.text):
            raise Unappendable
        steps = _changed(self._held.steps, newest.steps)
        if newest.text != self._held.text or steps:
            await streams.append(self._ref, self._held.text, newest.text, steps)
            self._held = newest

    def _can_grow(self, streams: StreamPort, text: str) -> bool:
        is_young = self._clock.now() - self._born < streams.life
        return is_young and self._chat.length(text) <= self._chat.limits.text

    async def _hand_over(self, streams: StreamPort) -> bool:
        """Go on by edits."""
        self._streams, self._task = None, None
        if self._ref is not None:
            await quietly(streams.stop(self._ref, self._held.text, self._held.text), "stream_stop")
            self._pacer.adopt(self._ref)
        if not self._ending:
            self._pacer.show(self._newest.edited, is_status=self._newest.is_status, cursor=self._newest.cursor)
        return False

    async def _end(self, streams: StreamPort, text: str, ended: StepState) -> None:
        """End the stream on the final text if that can be had by growing, else as it stands; the pacer mends the rest."""
        self._streams = None
        if self._ref is None:
            return
        steps = [replace(step, state=ended) for step in self._held.steps if step.state == "working"]
        final, holds = text.strip(), None
        try:
            if not self._can_grow(streams, final):
                raise Unappendable
            holds = (await to_its_end(streams.stop(self._ref, self._held.text, final, steps))).text
        except Unappendable:
            await quietly(streams.stop(self._ref, self._held.text, self._held.text, steps), "stream_stop")
        except ChatError as error:
            _log.info("stream_not_stopped", error=type(error).__name__)
        self._pacer.adopt(self._ref, holds)


def _changed(before: Sequence[Step], now: Sequence[Step]) -> tuple[Step, ...]:
    return tuple(step for step in now if step not in before)
