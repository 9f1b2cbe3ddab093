"""Follows a run's events and keeps its answer's messages up to date until it has ended.

A relay holds no state that matters: everything is in the run's stream and in the store. When its process dies, another reads
the stream from its beginning and writes into the same messages.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, TypeAlias

import structlog
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from agent.contract import RUN_TTL_SECONDS, ContractError, Entry, RunError, Terminal, run_stream
from bot import actions, metrics
from bot.calls import quietly
from bot.draft import WAITING, Draft, cursor, final, final_mark, fold, preview, status
from bot.errors import Forbidden, Gone, Unreachable
from bot.marker import Marks
from bot.pacer import AnswerStore, Pacer
from bot.ports import ChatPort, Clock
from bot.status import StatusLine
from bot.store.conversations import ConversationStore
from bot.types import MessageRef, Turn
from bot.views import Button
from bot.writer import Writer

_log = structlog.get_logger()

# The worker ends a run that is silent for 90 s and a dead worker's run is claimed within half a minute. Longer silence means
# that no worker is left.
SILENCE_SECONDS = 150.0
# A run may wait in line for a seat when many people ask at once.
QUEUE_SECONDS = 600.0
_BLOCK_MS = 1000
_WAITED_SECONDS = 3.0


async def entries(redis: Redis, run_id: str) -> AsyncGenerator[Entry | None, None]:
    """The run's entries from its beginning, as they come; None about once a second while nothing comes.

    Entries of another protocol version are skipped. A lost connection is waited out.
    """
    stream, last = run_stream(run_id), "0"
    answer: Any
    task = asyncio.current_task()
    while not (task and task.cancelling()):  # redis-py can swallow a cancellation that comes amid a call
        try:
            answer = await redis.xread({stream: last}, block=_BLOCK_MS, count=500)
        except (RedisConnectionError, RedisTimeoutError):
            await asyncio.sleep(_BLOCK_MS / 1000)
            yield None
            continue
        if not answer:
            yield None
            continue
        found = answer[stream][0] if isinstance(answer, dict) else answer[0][1]
        for last, fields in found:  # noqa: B007  the last id read is where the next read starts
            try:
                yield Entry.from_fields(fields)
            except ContractError as error:
                _log.warning("entry_skipped", run_id=run_id, error=str(error))
    raise asyncio.CancelledError


Observer: TypeAlias = Callable[[Turn, Entry], None]


class Relay:
    """Shows the answers of one platform."""

    def __init__(
        self,
        chat: ChatPort,
        marks: Marks,
        redis: Redis,
        store: ConversationStore,
        clock: Clock,
        *,
        observe: Observer | None = None,
    ) -> None:
        """`observe` sees every entry as it is read; it returns at once and raises nothing."""
        self._chat, self._redis, self._store, self._clock, self._observe = chat, redis, store, clock, observe
        self._marks = marks

    async def follow(self, turn: Turn, *, is_new: bool = True) -> Terminal | None:
        """Show the run of `turn` until it has ended, deliver the final, and say how it ended.

        None, with nothing said, if meanwhile the question was asked anew or withdrawn: then somebody else shows what is to be
        shown. `is_new`: the run has just been launched. Raises Unreachable when the platform stayed away for all tries: the
        turn is then still to be finished.
        """
        pacer = await self._pacer(turn, is_new=is_new)
        writer = Writer(self._chat, pacer, turn.place, self._clock, after=turn.question_ref, fresh=is_new)
        line = StatusLine(self._chat, turn.place, self._clock)
        try:
            if is_new or not writer.messages:
                writer.show(WAITING, is_status=True)
            with metrics.answers_open.track_inprogress():
                end = await self._follow_run(turn, writer, line)
                ended_at = self._clock.now()
                await writer.hold()
                if not await self._store.is_current(turn):
                    return None
                await self._deliver(turn, writer, end)
            metrics.final_lag.observe(self._clock.now() - ended_at)
            return end
        finally:
            try:
                await writer.hold()
            finally:
                await line.clear()

    async def _follow_run(self, turn: Turn, writer: Writer, line: StatusLine) -> Terminal:
        draft, seen_text, offered_stop = Draft(), False, False
        started = heard = self._clock.now()
        async with aclosing(entries(self._redis, turn.run_id)) as stream:
            async for entry in stream:
                if entry is None:
                    if self._clock.now() - heard > _patience(turn, draft):
                        return _silent(draft)
                else:
                    heard = self._clock.now()
                    if self._observe:
                        self._observe(turn, entry)
                    draft = fold(draft, entry)
                    if draft.end:
                        return draft.end
                    self._show_progress(turn, draft, line)
                    has_text = bool(draft.text or draft.shown)
                    writer.show(preview(draft), is_status=not has_text, cursor=cursor(draft), steps=draft.steps)
                if writer.messages and not offered_stop:
                    offered_stop = True
                    self._offer_stop(writer.messages[0], line)
                if draft.text and not seen_text:
                    seen_text = True
                    metrics.first_text.observe(turn.age + self._clock.now() - started)
        raise Unreachable  # the stream of entries never ends by itself

    def _show_progress(self, turn: Turn, draft: Draft, line: StatusLine) -> None:
        if self._chat.limits.marks_progress:
            self._marks.add(turn.question_ref, *draft.marks)
        else:
            line.show(status(draft))

    async def _deliver(self, turn: Turn, writer: Writer, end: Terminal) -> None:
        try:
            await writer.finish(final(end), ended="failed" if isinstance(end, RunError) else "done")
        except Gone:
            pass  # somebody deleted the answer: it is not wanted
        except Forbidden as error:
            await quietly(
                self._chat.notice(turn.place, turn.asker.id, error.advice, reply_to=turn.question_ref), "notice_forbidden"
            )
        self._marks.add(turn.question_ref, final_mark(end))
        if writer.messages and self._chat.limits.marks_progress:
            self._marks.reset(writer.messages[0], "stop")
            await self._marks.settle(writer.messages[0])

    async def _pacer(self, turn: Turn, *, is_new: bool) -> Pacer:
        async def save(chunk: int, ref: MessageRef) -> None:
            await self._store.answers.save_text(turn, chunk, ref)

        async def drop(chunk: int) -> None:
            await self._store.answers.drop_text(turn, chunk)

        async def end(chunk: int, ends: int) -> None:
            await self._store.answers.end_text(turn, chunk, ends)

        return Pacer(
            self._chat,
            turn.place,
            key=answer_key(turn),
            store=AnswerStore(save, drop, end),
            clock=self._clock,
            posted=await self._store.answers.texts(turn),
            revision=turn.revision,
            reply_to=_reply_to(turn),
            buttons=(stop_button(turn),),
            fresh=is_new,
        )

    def _offer_stop(self, message: MessageRef, line: StatusLine) -> None:
        """The answer's message is there: put the stop mark under it, so that stopping is one click, or show the line again."""
        if self._chat.limits.marks_progress:
            self._marks.add(message, "stop")
        else:
            line.renew()


def answer_key(turn: Turn) -> str:
    """What the keys of this answer's posts begin with, 17 characters at most; another revision's posts are no repetitions."""
    return f"{turn.id[:14]}r{turn.revision}" if turn.revision else turn.id[:14]


def stop_button(turn: Turn) -> Button:
    """What stops the answer that it stands under."""
    return Button(actions.write(actions.StopTurn(turn.id)), "Stop")


def _silent(draft: Draft) -> RunError:
    message = "The answer stopped coming. Ask again, and I will start over."
    return RunError("worker_lost", message, retryable=True, text=draft.text or draft.shown)


def _patience(turn: Turn, draft: Draft) -> float:
    """Seconds of silence to bear. The log of an old run has expired: nothing will come of it."""
    if turn.age > RUN_TTL_SECONDS:
        return 0.0
    return SILENCE_SECONDS if draft.started else QUEUE_SECONDS


def _reply_to(turn: Turn) -> MessageRef | None:
    """The question, where other messages may have come between it and its answer; a thread's starter is next to it anyway."""
    waited = turn.age > _WAITED_SECONDS
    is_here = turn.question_ref.channel == (turn.place.thread or turn.place.channel)
    return turn.question_ref if waited and is_here else None
