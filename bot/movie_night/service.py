"""The movie nights that this process keeps: commands in, messages and runs out.

The session's row is all that counts: an evening is changed by `rules.decide` under its lock, and everything that follows from
the change is done from the row by whoever keeps the evening, now or after a restart.
"""

import asyncio
import hashlib
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import structlog
from redis.asyncio import Redis

from agent.contract import StepDone, StepRequest
from bot import metrics
from bot.launcher import Launcher
from bot.movie_night import rules
from bot.movie_night.boards import Boards
from bot.movie_night.session import (
    Answer,
    Approve,
    Arrived,
    Cancel,
    Command,
    Effect,
    Failed,
    Prefer,
    Ready,
    Search,
    Session,
    Settings,
    StopSearch,
    Strike,
    Surprise,
    Tick,
    Told,
    Waiting,
)
from bot.movie_night.steps import follow
from bot.movie_night.surroundings import Surroundings
from bot.ports import ChatPort, Clock
from bot.store.nights import Kept, NightStore
from bot.tasks import cancel_all
from bot.types import Author, MessageRef, Place, Platform

_log = structlog.get_logger()

_STALE_SECONDS = 2 * 3600.0  # nothing was tended for so long: whoever was there has watched something else by now

_BALLOTS: dict[type[Command], str] = {
    Answer: "question", Prefer: "duel", Strike: "strikes", Approve: "vote", Surprise: "vote", Ready: "ready",
}  # fmt: skip


class Nights:
    """Evenings on all platforms. `now` is the time in seconds since the epoch, as all processes see it."""

    def __init__(
        self,
        chats: Mapping[Platform, ChatPort],
        store: NightStore,
        surroundings: Surroundings,
        launcher: Launcher,
        redis: Redis,
        clock: Clock,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._chats, self._store, self._surroundings = chats, store, surroundings
        self._launcher, self._redis, self._clock, self._now = launcher, redis, clock, now
        self._boards: dict[str, Boards] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by evening, whose messages they keep, or by run, which they follow

    async def open(self, place: Place, host: Author, *, key: str, settings: Settings) -> Session | None:
        """Begin an evening with its host in, once a `key` (any text); None if another one runs in this place."""
        night = hashlib.blake2b(f"{place.platform}:{key}".encode(), digest_size=16).hexdigest()
        join = await self._surroundings.join(place, host)
        session = rules.open_session(night, place, join, settings, self._now())
        opened = await self._store.open(session)
        kept = await self._store.get(night)
        if opened == "taken" or kept is None:
            return None
        if opened == "new":
            metrics.nights.inc()
        self._attend(kept, is_new=opened == "new")
        return kept.session

    async def get(self, night: str) -> Session | None:
        """An evening by its id, for as long as anything is kept of it."""
        kept = await self._store.get(night)
        return kept.session if kept else None

    async def running(self, place: Place) -> Session | None:
        """The evening that runs in this very place."""
        return await self._store.running(place)

    async def running_with(self, place: Place, person: Author) -> Session | None:
        """The evening that runs in a place, or in its channel with this person in it."""
        return await self._store.running_with(place, person.id)

    async def act(self, night: str, command: Command, *, by: Author | None = None) -> Told | None:
        """Do what somebody or time wants, and return what the person is told; None for an evening of which nothing is kept.

        `by`: whoever is not in comes in first.
        """
        session = await self.get(night)
        if session is None:
            return None
        join = await self._surroundings.join(session.place, by) if by and by.id not in session.present else None

        def decide(session: Session) -> tuple[Session, tuple[Effect, ...]]:
            before: tuple[Effect, ...] = ()
            if join is not None:
                session, before = rules.decide(session, join, self._now())
            session, effects = rules.decide(session, command, self._now())
            return session, (*(each for each in before if not isinstance(each, Told)), *effects)

        found = await self._store.change(night, decide)
        if found is None:
            return None
        kept, effects = found
        told = next((effect for effect in effects if isinstance(effect, Told)), None)
        self._count(kept, command, told)
        for effect in effects:
            if isinstance(effect, StopSearch):
                await self._stop(effect.run_id)
        if kept.has_changed or any(isinstance(effect, Search) for effect in effects):
            self._attend(kept)
        return told or Told("")

    async def deleted(self, ref: MessageRef) -> None:
        """A message is gone; if it was one to click on, it comes back below."""
        night = await self._store.board_lost(ref)
        if night is not None and (kept := await self._store.get(night)):
            self._attend(kept)

    async def tend(self) -> None:
        """Keep our evenings, take over those whose process has gone, close what is due. Called every couple of seconds."""
        platforms = list(self._chats)
        await self._store.keep(list(self._boards))
        await self._store.adopt(platforms)
        for kept, is_behind in await self._store.ours():
            self._attend(kept, wakes=is_behind)
        for night, seconds in await self._store.due(platforms, self._now()):
            await (self.act(night, Tick()) if seconds < _STALE_SECONDS else self._call_off(night))

    async def close(self) -> None:
        """Let go of all evenings at once; another process goes on with them."""
        await cancel_all(self._tasks.values())
        await self._store.release()

    def _attend(self, kept: Kept, *, is_new: bool = False, wakes: bool = True) -> None:
        """See to it that the evening's messages are kept and its step is being chosen, if that is ours to do."""
        if not kept.is_ours:
            return
        session = kept.session
        if session.id not in self._boards:
            boards = Boards(session.id, self._chats[session.place.platform], self._store, self._clock, self._call_off)
            if is_new:
                boards.begin()
            self._boards[session.id] = boards
            self._start(session.id, boards.keep(), f"evening {session.id}")
        elif wakes:
            self._boards[session.id].wake()
        waiting = session.waiting
        if waiting is not None and waiting.run_id not in self._tasks:
            self._start(waiting.run_id, self._choose(session, waiting), f"step {waiting.run_id}")

    def _start(self, key: str, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks[key] = task
        task.add_done_callback(lambda ended: self._ended(key, ended))

    def _ended(self, key: str, task: asyncio.Task[None]) -> None:
        """What failed is begun anew by the next `tend`."""
        self._tasks.pop(key, None)
        self._boards.pop(key, None)
        if not task.cancelled() and (error := task.exception()):
            _log.error("night_task_failed", task=task.get_name(), exc_info=error)

    async def _stop(self, run_id: str) -> None:
        await self._launcher.stop(run_id)
        following = self._tasks.get(run_id)
        if following is not None and following is not asyncio.current_task():
            following.cancel()

    async def _choose(self, session: Session, waiting: Waiting) -> None:
        """Have the step chosen, and tell the evening how that ended."""
        evening = await self._surroundings.evening(session, self._now())
        await self._launcher.enqueue(StepRequest(waiting.run_id, evening, waiting.allowed))

        def note(data: Mapping[str, object]) -> None:
            if boards := self._boards.get(session.id):
                boards.note(waiting.run_id, data)

        end = await follow(self._redis, waiting.run_id, self._clock, note)
        if isinstance(end, StepDone):
            metrics.model_calls.inc(end.usage.model_calls)
            await self._store.spent(session.id, end.usage.prompt_tokens + end.usage.completion_tokens)
            await self.act(session.id, Arrived(waiting.run_id, end.step))
        else:
            _log.info("step_not_chosen", night=session.id, run_id=waiting.run_id, end=type(end).__name__)
            await self.act(session.id, Failed(waiting.run_id))

    async def _call_off(self, night: str) -> None:
        if session := await self.get(night):
            await self.act(night, Cancel(session.host))

    @staticmethod
    def _count(kept: Kept, command: Command, told: Told | None) -> None:
        kind = _BALLOTS.get(type(command))
        if kind and not (told and told.is_refusal):
            metrics.ballots.labels(kind).inc()
        if kept.has_changed and kept.session.result is not None:
            metrics.nights_ended.labels(kept.session.result.ending).inc()
