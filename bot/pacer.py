"""Keeps an answer's messages up to date: when to edit, and which message.

One call in flight per answer, the newest text wins, unchanged text is skipped. Previews keep `edit_interval` between them and
are dropped when they fail; the final is written at once, retried until it lands, and compared with what the platform returned.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from bot import metrics
from bot.errors import ChatError, Forbidden, Gone, RateLimited, Unreachable
from bot.markdown import split
from bot.ports import ChatPort, Clock
from bot.types import MessageRef, Place, Posted

_log = structlog.get_logger()

_STRIKES = 3  # previews that fail in a row before only the final is tried
_MAX_WAIT = 60.0
_UNKNOWN = ""  # what a message shows after a call whose fate is unknown; no text of ours is empty
_MISMATCHES = 3  # a platform that keeps returning another text has its own rules for it; writing on would change nothing
_FINAL_TRIES = 12  # with doubling waits about eight minutes; then the turn is taken up anew


@dataclass(frozen=True, slots=True)
class AnswerStore:
    """Where the pacer writes down which message holds which chunk."""

    save: Callable[[int, MessageRef], Awaitable[None]]
    drop: Callable[[int], Awaitable[None]]


class Pacer:
    """The messages of one answer."""

    def __init__(
        self,
        chat: ChatPort,
        place: Place,
        *,
        key: str,
        store: AnswerStore,
        clock: Clock,
        posted: Sequence[MessageRef] = (),
        reply_to: MessageRef | None = None,
    ) -> None:
        """`key` (at most 22 characters) makes re-posting harmless; `posted` are messages that an earlier process wrote."""
        self._chat, self._place, self._key, self._store, self._clock = chat, place, key, store, clock
        self._reply_to = reply_to
        self._posted = [Posted(ref, _UNKNOWN) for ref in posted]
        self._target: list[str] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._interval = chat.limits.edit_interval
        self._next_edit = self._next_status = 0.0
        self._is_status = False
        self._strikes = 0
        self._mismatches = 0

    @property
    def messages(self) -> list[MessageRef]:
        """The messages that hold the answer so far."""
        return [posted.ref for posted in self._posted]

    def show(self, text: str, *, is_status: bool = False) -> None:
        """Make `text` the newest preview. Returns at once.

        A status ("Searching…") keeps its distance from the post before it too; the answer's own first words do not wait.
        """
        self._target, self._is_status = self._split(text), is_status
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._follow_previews())

    async def finish(self, text: str) -> None:
        """Write the final text and return when the platform holds it.

        Raises Gone or Forbidden when it never can, Unreachable when the platform stayed away for all tries.
        """
        await self.hold()
        target = self._split(text)
        failures = 0
        while failures < _FINAL_TRIES:
            try:
                while self._stale(target):
                    await self._write_next(target)
                    failures = 0
                await self._delete_surplus(len(target))
            except RateLimited as error:
                metrics.rate_limited.inc()
                failures += 1
                await self._clock.sleep(min(error.retry_after, _MAX_WAIT))
            except Unreachable:
                await self._clock.sleep(min(2.0**failures, _MAX_WAIT))
                failures += 1
            else:
                return
        raise Unreachable

    async def hold(self) -> None:
        """Stop writing previews; a call that is under way is awaited, so that it cannot land after the final."""
        task, self._task = self._task, None
        if task is None:
            return
        self._target = []
        self._wake.set()
        await task

    async def _follow_previews(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._target:
                return
            wait = (self._next_status if self._is_status else self._next_edit) - self._clock.now()
            if wait > 0:
                await self._sleep(wait)
                self._wake.set()
                continue
            if self._target and self._strikes < _STRIKES and self._stale(self._target):
                await self._try_preview()
                if self._target and self._stale(self._target):
                    self._wake.set()

    async def _sleep(self, seconds: float) -> None:
        """Sleep, but no longer than until the answer's first words or the final come: they do not wait for a status' pace."""
        sleep, status = asyncio.ensure_future(self._clock.sleep(seconds)), self._is_status
        try:
            while not sleep.done() and self._target and self._is_status == status:
                self._wake.clear()
                woken = asyncio.ensure_future(self._wake.wait())
                await asyncio.wait({sleep, woken}, return_when=asyncio.FIRST_COMPLETED)
                woken.cancel()
        finally:
            sleep.cancel()

    async def _try_preview(self) -> None:
        try:
            await self._write_next(self._target)
        except RateLimited as error:
            metrics.rate_limited.inc()
            self._strikes += 1
            self._interval = min(self._interval * 2, _MAX_WAIT)
            self._next_edit = self._next_status = self._clock.now() + max(error.retry_after, self._interval)
        except Unreachable:
            self._strikes += 1
            self._next_edit = self._next_status = self._clock.now() + self._interval
        except (Gone, Forbidden) as error:
            self._strikes = _STRIKES  # the final will meet the same and say so
            _log.info("preview_refused", answer=self._key, error=type(error).__name__)
        else:
            self._strikes = 0

    async def _write_next(self, target: list[str]) -> None:
        """Bring the first message that differs up to date: one call."""
        chunk = next(index for index in range(len(target)) if self._differs(index, target))
        body = target[chunk]
        if chunk < len(self._posted):
            ref = self._posted[chunk].ref
            self._posted[chunk] = Posted(ref, _UNKNOWN)  # a call that fails may have been applied all the same
            result = await self._chat.edit(ref, body)
            metrics.edits.inc()
            self._posted[chunk] = Posted(result.ref, self._confirmed(result, body))
            self._next_edit = self._clock.now() + self._interval
        else:
            reply_to = self._reply_to if chunk == 0 else None
            result = await self._chat.post(self._place, body, key=f"{self._key}-{chunk}", reply_to=reply_to)
            metrics.posts.inc()
            self._posted.append(Posted(result.ref, self._confirmed(result, body)))
            await self._store.save(chunk, result.ref)
        self._next_status = self._clock.now() + self._interval

    def _confirmed(self, result: Posted, body: str) -> str:
        """The text to compare with next time.

        A post whose key had been used returns the earlier message: its text is then not ours, and the next call mends it. A
        platform that normalises white space has still delivered.
        """
        if _same(result.text, body):
            return body
        self._mismatches += 1
        if self._mismatches > _MISMATCHES:
            _log.warning("text_differs_from_platform", answer=self._key)
            return body
        return result.text

    def _stale(self, target: list[str]) -> bool:
        return any(self._differs(index, target) for index in range(len(target)))

    def _differs(self, index: int, target: list[str]) -> bool:
        return index >= len(self._posted) or self._posted[index].text != target[index]

    async def _delete_surplus(self, wanted: int) -> None:
        while len(self._posted) > wanted:
            await self._chat.delete(self._posted[-1].ref)
            self._posted.pop()
            await self._store.drop(len(self._posted))

    def _split(self, text: str) -> list[str]:
        return split(text, self._chat.limits.text, self._chat.length)


def _same(stored: str, intended: str) -> bool:
    return stored.split() == intended.split()


async def quietly(call: Awaitable[object], what: str) -> bool:
    """Await a call whose failure nobody needs to hear of; True when it went through."""
    try:
        await call
    except ChatError as error:
        _log.info("chat_call_failed", what=what, error=str(error))
        return False
    return True
