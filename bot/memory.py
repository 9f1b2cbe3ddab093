"""The memory of conversations: long turns are summarised behind the answers, once each.

Which turns lack a short form is a question to the database, and what was asked of a worker is found by its run's id: nothing is
held here, so that any process may die and another goes on without paying twice.
"""

import asyncio
from typing import cast

import structlog
from redis.asyncio import Redis

from agent.contract import (
    TERMINAL_EVENTS,
    ContractError,
    Entry,
    RunEvent,
    SummaryDone,
    SummaryRequest,
    run_stream,
    summary_run,
)
from bot import metrics
from bot.launcher import Launcher
from bot.ports import Clock
from bot.store.memory import LONG, MemoryStore, Unsummarised, tokens_of

_log = structlog.get_logger()

_EVERY_SECONDS = 2.0


class Memory:
    """Summarises the turns of all platforms."""

    def __init__(self, store: MemoryStore, launcher: Launcher, redis: Redis, clock: Clock) -> None:
        self._store, self._launcher, self._redis, self._clock = store, launcher, redis, clock

    async def run(self) -> None:
        """Tend until cancelled; services that are away are waited for."""
        task = asyncio.current_task()
        while not (task and task.cancelling()):  # redis-py can swallow a cancellation that comes amid a call
            try:
                await self.tend()
            except Exception:
                _log.exception("memory_failed")
            await self._clock.sleep(_EVERY_SECONDS)

    async def tend(self) -> None:
        """Ask for the summaries that are lacking, and keep those that have come."""
        for turn in await self._store.unsummarised():
            end = await self._end(summary_run(turn.run_id))
            if end is None:
                await self._launcher.enqueue(SummaryRequest(summary_run(turn.run_id), turn.question, turn.answer))
            else:
                await self._settle(turn, end)

    async def _end(self, run_id: str) -> RunEvent | ContractError | None:
        last = await self._redis.xrevrange(run_stream(run_id), count=1)
        for _id, fields in last or ():
            try:
                event = Entry.from_fields(cast("dict[str, str]", fields)).event
            except ContractError as error:
                return error
            return event if isinstance(event, TERMINAL_EVENTS) else None
        return None

    async def _settle(self, turn: Unsummarised, end: RunEvent | ContractError) -> None:
        if not isinstance(end, SummaryDone):
            if await self._store.settle(turn):
                metrics.summaries.labels("failed").inc()
                _log.info("summary_failed", turn=turn.turn_id, reason=type(end).__name__)
            return
        question, answer = _shorter(turn.question, end.question), _shorter(turn.answer, end.answer)
        spent = end.usage.prompt_tokens + end.usage.completion_tokens
        if await self._store.settle(turn, question=question, answer=answer, tokens=spent):
            metrics.count(end.usage)
            metrics.summaries.labels("made").inc()
            metrics.summary_tokens_saved.inc(_saved(turn.question, question) + _saved(turn.answer, answer))


def _shorter(text: str, short: str) -> str:
    """The short form if the text is long and it is shorter; "" where the text itself serves."""
    return short if tokens_of(text) > LONG and short and tokens_of(short) < tokens_of(text) else ""


def _saved(text: str, short: str) -> int:
    return tokens_of(text) - tokens_of(short) if short else 0
