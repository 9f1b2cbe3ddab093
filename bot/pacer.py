"""Keeps an answer's messages up to date: when to edit, and which message.

One call in flight per answer, the newest text wins, unchanged text is skipped. Previews keep `edit_interval` between them and
are dropped when they fail; the final is written at once, retried until it lands, and compared with what the platform returned.

A message that has aged while its answer grew is left as it is, and the answer goes on in a new one: platforms slow down edits
of old messages. Only a final whose text differs there edits it once more. Messages of an earlier answer to the same question
are used again; where they have aged, previews come seldom.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import structlog

from bot import metrics
from bot.calls import sleep_while, to_its_end
from bot.errors import Crowded, Forbidden, Gone, RateLimited, TooLong, Unreachable
from bot.markdown import close, gap, is_gap, split
from bot.ports import ChatPort, Clock
from bot.types import AnswerMessage, MessageRef, Place, Posted
from bot.views import Button

_log = structlog.get_logger()

_STRIKES = 3  # previews that fail in a row before only the final is tried
_MAX_WAIT = 60.0
_UNKNOWN = ""  # what a message shows after a call whose fate is unknown; no text of ours is empty
_MISMATCHES = 3  # a platform that keeps returning another text has its own rules for it; writing on would change nothing
_FINAL_TRIES = 12  # with doubling waits about eight minutes; then the turn is taken up anew
_LEAST_LIMIT = 500  # no platform refuses a text of this length for its length
_AGED_INTERVAL = 8.0  # Discord: about 3 edits per 20 s of messages older than an hour


@dataclass(frozen=True, slots=True)
class AnswerStore:
    """Where the pacer writes down which message holds which chunk."""

    save: Callable[[int, MessageRef], Awaitable[None]]
    drop: Callable[[int], Awaitable[None]]
    end: Callable[[int, int], Awaitable[None]]  # the chunk of this number ends at this character


@dataclass(frozen=True, slots=True)
class _Body:
    """What a message is to show."""

    text: str
    buttons: tuple[Button, ...] = ()


@dataclass(slots=True)
class _Held:
    """A message as we last knew it; `born` on our clock."""

    ref: MessageRef
    born: float
    is_ours: bool = True  # posted for this text, not for an earlier answer
    shows: _Body = field(default_factory=lambda: _Body(_UNKNOWN))


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
        posted: Sequence[AnswerMessage] = (),
        revision: int = 0,
        reply_to: MessageRef | None = None,
        buttons: Sequence[Button] = (),
        fresh: bool = False,
    ) -> None:
        """`key` (at most 18 characters) makes re-posting harmless; `posted` are messages that an earlier process wrote, or
        that held the answer to an earlier `revision` of the question. `buttons` stand under the answer while it grows.
        `fresh` as for `ChatPort.post`.
        """
        self._chat, self._place, self._key, self._store, self._clock = chat, place, key, store, clock
        self._reply_to, self._buttons, self._fresh = reply_to, tuple(buttons), fresh
        self._posted = [_Held(one.ref, clock.now() - one.age, one.revision == revision) for one in posted]
        ends = [(chunk, one.ends) for chunk, one in enumerate(posted) if one.ends is not None and one.revision == revision]
        self._cuts: list[int] = [end for _, end in ends]
        self._unsaved_cuts: dict[int, int] = {}
        self._reposts: dict[int, int] = {}  # how often a chunk was deleted: its next post is no repetition
        self._target: list[_Body] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._interval, self._limit = chat.limits.edit_interval, chat.limits.text
        self._next_edit = self._next_status = 0.0
        self._is_status = False
        self._strikes = self._mismatches = 0

    @property
    def messages(self) -> list[MessageRef]:
        """The messages that hold the answer so far."""
        return [posted.ref for posted in self._posted]

    async def keep(self, ref: MessageRef) -> None:
        """Write down that the answer begins in this message, which is not edited yet."""
        await self._store.save(0, ref)

    def adopt(self, ref: MessageRef, shows: str | None = None) -> None:
        """Go on in the message that was kept; `shows` is its text, None if that is not known for sure."""
        self._posted.append(_Held(ref, self._clock.now(), shows=_Body(shows or _UNKNOWN)))

    def show(self, text: str, *, is_status: bool = False, cursor: str = "") -> None:
        """Make `text` the newest preview, with its open Markdown closed and `cursor` behind it. Returns at once.

        A status ("Searching…") keeps its distance from the post before it too; the answer's own first words do not wait.
        """
        if not is_status:
            self._leave_aged(text)
        *whole, last = self._layout(text, self._cuts if not is_status else ())
        closed = (last if is_status else close(last)) + cursor
        last = closed if self._chat.length(closed) <= self._limit else last
        self._target = [*map(_Body, whole), _Body(last, self._buttons)]
        self._is_status = is_status
        self._wake.set()
        if self._task is None:
            self._task = asyncio.create_task(self._follow_previews())

    async def finish(self, text: str) -> None:
        """Write the final text and return when the platform holds it.

        Raises Gone or Forbidden when it never can, Unreachable when the platform stayed away for all tries.
        """
        await self.hold()
        target = [_Body(chunk) for chunk in self._layout(text, self._cuts)]
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
            except TooLong:
                failures += 1
                self._tighten()
                target = [_Body(chunk) for chunk in self._layout(text, self._cuts)]
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
        status = self._is_status
        await sleep_while(lambda: bool(self._target) and self._is_status == status, seconds, self._wake, self._clock)

    async def _try_preview(self) -> None:
        try:
            await self._write_next(self._target, preview=True)
        except Crowded as error:  # no fault of this answer: it comes back with newer text
            self._next_edit = self._next_status = self._clock.now() + max(error.retry_after, self._interval)
        except RateLimited as error:
            metrics.rate_limited.inc()
            self._strikes += 1
            self._interval = min(self._interval * 2, _MAX_WAIT)
            self._next_edit = self._next_status = self._clock.now() + max(error.retry_after, self._interval)
        except (TooLong, Unreachable) as error:
            if isinstance(error, TooLong):
                self._tighten()
            self._strikes += 1
            self._next_edit = self._next_status = self._clock.now() + self._interval
        except (Gone, Forbidden) as error:
            self._strikes = _STRIKES  # the final will meet the same and say so
            _log.info("preview_refused", answer=self._key, error=type(error).__name__)
        else:
            self._strikes = 0

    async def _write_next(self, target: list[_Body], *, preview: bool = False) -> None:
        """Bring the first message that differs up to date: one call."""
        chunk = next(index for index in range(len(target)) if self._differs(index, target))
        body = target[chunk]
        if chunk < len(self._posted):
            await self._edit(chunk, body, preview=preview)
        else:
            await self._post(chunk, body, preview=preview)
        self._next_status = self._clock.now() + self._interval

    async def _edit(self, chunk: int, body: _Body, *, preview: bool) -> None:
        held = self._posted[chunk]
        held.shows = _Body(_UNKNOWN)  # a call that fails may have been applied all the same
        try:
            result = await to_its_end(self._chat.edit(held.ref, body.text, buttons=body.buttons, preview=preview))
        except Gone:
            if held.is_ours:
                raise
            await self._delete_surplus(chunk)  # somebody deleted it before the question was asked anew
            return
        metrics.edits.inc()
        held.shows = self._confirmed(result, body)
        # An aged message of this answer gets its last text and rests; one of an earlier answer is edited on.
        is_slow = self._has_aged(held) and not held.is_ours
        self._next_edit = self._clock.now() + (max(self._interval, _AGED_INTERVAL) if is_slow else self._interval)

    async def _post(self, chunk: int, body: _Body, *, preview: bool) -> None:
        for left, end in list(self._unsaved_cuts.items()):
            await self._store.end(left, end)
            del self._unsaved_cuts[left]
        key = f"{self._key}-{chunk}" + (f".{self._reposts[chunk]}" if chunk in self._reposts else "")
        reply_to = self._reply_to if chunk == 0 else None
        result = await to_its_end(
            self._chat.post(
                self._place, body.text, key=key, reply_to=reply_to, buttons=body.buttons, preview=preview, fresh=self._fresh
            )
        )
        metrics.posts.inc()
        self._posted.append(_Held(result.ref, self._clock.now(), shows=self._confirmed(result, body)))
        await self._store.save(chunk, result.ref)

    def _confirmed(self, result: Posted, body: _Body) -> _Body:
        """What to compare with next time.

        A post whose key had been used returns the earlier message: its text is then not ours, and the next call mends it. A
        platform that normalises white space has still delivered.
        """
        if result.text.split() == body.text.split():
            return body
        self._mismatches += 1
        if self._mismatches > _MISMATCHES:
            _log.warning("text_differs_from_platform", answer=self._key)
            return body
        return _Body(result.text)

    def _stale(self, target: list[_Body]) -> bool:
        return any(self._differs(index, target) for index in range(len(target)))

    def _differs(self, index: int, target: list[_Body]) -> bool:
        return index >= len(self._posted) or self._posted[index].shows != target[index]

    async def _delete_surplus(self, wanted: int) -> None:
        while len(self._posted) > wanted:
            await self._chat.delete(self._posted[-1].ref)
            self._posted.pop()
            chunk = len(self._posted)
            self._reposts[chunk] = self._reposts.get(chunk, 0) + 1
            await self._store.drop(chunk)

    def _has_aged(self, held: _Held) -> bool:
        return self._clock.now() - held.born > self._chat.limits.edit_life

    def _leave_aged(self, text: str) -> None:
        """If the message that the answer grows in has aged, end it here and go on in the next."""
        chunks = self._layout(text, self._cuts)
        last = len(chunks) - 1
        if last != len(self._posted) - 1 or not self._posted[last].is_ours or not self._has_aged(self._posted[last]):
            return
        cut = gap(text)
        if cut is None or cut <= max(self._cuts, default=0):
            return
        chunks = self._layout(text, [*self._cuts, cut])
        if len(chunks) == last + 2 and all(self._chat.length(chunk) <= self._limit for chunk in chunks):
            self._cuts.append(cut)
            self._unsaved_cuts[last] = cut

    def _layout(self, text: str, cuts: Sequence[int]) -> list[str]:
        valid = [cut for cut in cuts if is_gap(text, cut)]
        return split(text, self._limit, self._chat.length, cuts=valid)

    def _tighten(self) -> None:
        """The platform counts otherwise than it says: split the answer into shorter messages from now on."""
        self._limit = max(_LEAST_LIMIT, self._limit * 3 // 4)
