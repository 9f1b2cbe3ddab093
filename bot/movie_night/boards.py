"""Keeps one evening's messages up to date: a message a round, the newest state wins.

When a round ends its message shows how, and the next one is posted below it. All is read from the store anew each time, so
that whichever process looks next goes on where the last one stopped; the keys of posts see to it that nothing is posted twice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog

from bot import metrics
from bot.calls import to_its_end
from bot.errors import ChatError, Forbidden, Gone, RateLimited, Unreachable
from bot.movie_night import views
from bot.movie_night.session import Session
from bot.ports import ChatPort, Clock
from bot.store.night_boards import KeptBoard
from bot.store.nights import Kept, NightStore
from bot.types import MessageRef
from bot.views import View

_log = structlog.get_logger()

_MAX_WAIT = 60.0
_POSTER_SECONDS = 3.0  # each of what a search looks at; long enough to know a film by
_TRIES = 12  # with doubling waits about eight minutes; then whoever tends evenings begins anew


class Boards:
    """The messages of the evening `night`. `call_off` ends it where nothing can be posted any more."""

    def __init__(
        self, night: str, chat: ChatPort, store: NightStore, clock: Clock, call_off: Callable[[str], Awaitable[None]]
    ) -> None:
        self._night, self._chat, self._store, self._clock, self._call_off = night, chat, store, clock, call_off
        self._wake = asyncio.Event()
        self._progress: Mapping[str, Any] = {}
        self._progress_of = ""  # the run that it is about
        self._at = 0  # the film whose poster is shown, of those that it looks at
        self._shows: dict[MessageRef, View] = {}  # what we know for sure
        self._fresh_from: int | None = None  # of this round and later ones nobody can have tried to post the message
        self._next_edit = 0.0

    def wake(self) -> None:
        """The evening has changed."""
        self._wake.set()

    def begin(self) -> None:
        """The evening has just been opened here: nobody can have posted anything of it."""
        self._fresh_from = 0

    def note(self, run_id: str, data: Mapping[str, Any]) -> None:
        """A search has got on."""
        if run_id != self._progress_of:
            self._progress, self._progress_of, self._at = {}, run_id, 0
        self._progress = {**self._progress, **data}
        self._wake.set()

    async def keep(self) -> None:
        """Show the evening until its end is shown, or another process keeps it."""
        failures = 0
        while failures < _TRIES:
            await self._rest()
            self._wake.clear()
            kept = await self._store.get(self._night)
            if kept is None or not kept.is_ours:
                return
            try:
                await self._bring_up_to_date(kept.session)
            except (RateLimited, Unreachable) as error:
                await self._clock.sleep(_pause(error, failures))
                failures += 1
                self._wake.set()
            except ChatError as error:
                await self._give_up(kept, error)
                return
            else:
                failures = 0
                await self._store.shown(self._night, kept.version)
                if kept.session.phase == "over":
                    return
                await self._woken(kept.session)

    async def _woken(self, session: Session) -> None:
        """Wait for a change; while a search goes on, for the next poster of what it looks at, each of them once."""
        films = self._progress.get("looking_at")
        is_turning = isinstance(films, list) and self._at + 1 < len(films) and _is_about(session, self._progress_of)
        waits: set[asyncio.Future[Any]] = {asyncio.ensure_future(self._wake.wait())}
        if is_turning:
            waits.add(asyncio.ensure_future(self._clock.sleep(_POSTER_SECONDS)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        if is_turning and not self._wake.is_set():
            self._at += 1

    async def _rest(self) -> None:
        """Keep the distance between edits that the platform asks for; what changes meanwhile is in the next one."""
        pause = self._next_edit - self._clock.now()
        if pause > 0:
            await self._clock.sleep(pause)

    async def _bring_up_to_date(self, session: Session) -> None:
        if self._fresh_from is None:
            self._fresh_from = session.round + 1
        boards = await self._store.boards.of(self._night, session.place.platform)
        for board in boards.values():
            if board.number < session.round and not board.is_closed:
                await self._close(session, board)
        progress = {**self._progress, "at": self._at} if _is_about(session, self._progress_of) else {}
        view = views.board(session, self._chat.limits, progress)
        ref = boards[session.round].ref if session.round in boards else None
        if ref is not None and self._shows.get(ref) != view:
            # What ends a round is not counted: the next one is to be seen as soon as it is there.
            self._next_edit = self._clock.now() + self._chat.limits.edit_interval
            if not await self._edit(ref, view):
                await self._store.boards.lost(self._night, ref)
                ref = None
        if ref is None:
            await self._post(session, view)

    async def _close(self, session: Session, board: KeptBoard) -> None:
        if board.ref is not None:
            await self._edit(board.ref, views.closed(session, board.number))
            self._shows.pop(board.ref, None)
        await self._store.boards.close(self._night, board.number)

    async def _edit(self, ref: MessageRef, view: View) -> bool:
        """Whether the message is there to be edited."""
        self._shows.pop(ref, None)  # a call that fails may have been applied all the same
        try:
            await to_its_end(self._chat.edit_view(ref, view))
        except Gone:
            return False
        metrics.edits.inc()
        self._shows[ref] = view
        return True

    async def _post(self, session: Session, view: View) -> None:
        number = session.round
        boards = await self._store.boards.of(self._night, session.place.platform)
        copy = boards[number].copy if number in boards else 0
        key = f"{self._night[:14]}-{number}" + (f".{copy}" if copy else "")
        is_fresh = self._fresh_from is not None and number >= self._fresh_from
        self._fresh_from = number + 1
        ref = await to_its_end(self._chat.post_view(session.place, view, key=key, fresh=is_fresh))
        metrics.posts.inc()
        await self._store.boards.save(self._night, number, ref)
        if is_fresh:
            self._shows[ref] = view
        else:  # it may be the message of an earlier call, which shows something older
            self._wake.set()

    async def _give_up(self, kept: Kept, error: ChatError) -> None:
        """Nothing can be shown here: the place is gone, or we may not write in it."""
        advice = error.advice if isinstance(error, Forbidden) else str(error)
        _log.warning("night_called_off", night=self._night, error=type(error).__name__, advice=advice)
        await self._call_off(self._night)
        last = await self._store.get(self._night)
        await self._store.shown(self._night, last.version if last else kept.version)


def _is_about(session: Session, run_id: str) -> bool:
    return session.waiting is not None and session.waiting.run_id == run_id


def _pause(error: RateLimited | Unreachable, failures: int) -> float:
    if isinstance(error, RateLimited):
        metrics.rate_limited.inc()
        return min(error.retry_after, _MAX_WAIT)
    return min(2.0**failures, _MAX_WAIT)
