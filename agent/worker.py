"""A worker: takes runs from a queue, runs them, publishes what happens. Any number of them share one queue.

A run belongs to a worker for as long as the worker's heartbeat keeps its queue entry fresh; an entry that goes stale is claimed
by another worker, which starts the run again as the next attempt. The publisher fences whoever comes back from the dead.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, cast

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from agent.contract import (
    QUEUE_FIELD,
    RUN_QUEUE,
    RUN_TTL_SECONDS,
    WORKER_GROUP,
    ContractError,
    InterruptAck,
    Request,
    RunError,
    attempt_counter,
    read_request,
    stop_flag,
)
from agent.execution import Execution, Runner, Stopped, cancel_all
from agent.publisher import Fenced, Publisher, has_ended

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerTiming:
    """Seconds. `dead_after` must be several heartbeats; `idle_limit` is the longest silence of a run, above the model's own."""

    heartbeat: float = 5.0
    dead_after: float = 20.0
    stop_poll: float = 0.2
    block: float = 0.5  # one XREADGROUP wait: also the longest that `drain` waits for it; below redis-py's socket timeout
    idle_limit: float = 120.0
    redis_pause: float = 1.0


MAX_ATTEMPTS = 3
_LONG_GONE_MS = 3_600_000
# Deleting a consumer drops what it had taken, so it is asked in the same step whether there is any.
_SIGN_OFF = """
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) == 0 then
  redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
end
"""
Step: TypeAlias = Callable[[], Awaitable[None]]
QueueEntry: TypeAlias = tuple[str, dict[str, str]]


class Worker:
    """Runs up to `concurrency` runs of `queue` at once. `name` must differ between its workers. `redis` decodes responses."""

    def __init__(
        self,
        redis: Redis,
        runner: Runner,
        name: str,
        concurrency: int = 64,
        timing: WorkerTiming | None = None,
        *,
        queue: str = RUN_QUEUE,
    ) -> None:
        self._redis = redis
        self._runner = runner
        self.name = name
        self._queue = queue
        self._concurrency = concurrency
        self._timing = timing or WorkerTiming()
        self._running: dict[str, Execution] = {}  # by run id
        self._entries: dict[str, str] = {}  # queue entry id → run id
        self._tasks: set[asyncio.Task[None]] = set()
        self._draining = asyncio.Event()
        self._freed = asyncio.Event()

    @property
    def running(self) -> int:
        """How many runs are under way."""
        return len(self._tasks)

    async def run(self) -> None:
        """Work until cancelled or drained. Cancelled, it leaves its runs to the other workers."""
        await self._ensure_group()
        timing = self._timing
        loops = [
            asyncio.create_task(self._take()),
            asyncio.create_task(self._every(timing.heartbeat, self._touch)),
            asyncio.create_task(self._every(timing.stop_poll, self._stop_flagged)),
            asyncio.create_task(self._every(timing.heartbeat, self._claim)),
        ]
        try:
            done, _ = await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
            for loop in done:
                loop.result()  # only `_take` ends by itself, drained; what ended another one must not go unseen
        finally:
            await cancel_all([*loops, *self._tasks])
            await self._sign_off()

    async def drain(self) -> None:
        """Take no new runs; `run` returns once those under way are through."""
        self._draining.set()
        self._freed.set()
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _sign_off(self) -> None:
        """Leave the group, so that nobody takes us for alive; with runs left behind, stay in it until they are claimed.

        Workers that were killed long ago leave with us.
        """
        with suppress(RedisError, OSError):
            consumers = await self._redis.xinfo_consumers(self._queue, WORKER_GROUP)
            gone = [consumer["name"] for consumer in consumers if consumer["idle"] > _LONG_GONE_MS]
            for name in (self.name, *gone):
                await self._redis.eval(_SIGN_OFF, 1, self._queue, WORKER_GROUP, name)

    async def _take(self) -> None:
        while not self._draining.is_set():
            await self._survive(self._take_new)
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _every(self, seconds: float, step: Step) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._survive(step)

    async def _ensure_group(self) -> None:
        # From the beginning of the stream: requests that came before the first worker are waiting there.
        with suppress(ResponseError):  # BUSYGROUP: another worker was first
            await self._redis.xgroup_create(self._queue, WORKER_GROUP, id="0", mkstream=True)

    async def _take_new(self) -> None:
        free = self._concurrency - len(self._tasks)
        if free <= 0:
            self._freed.clear()
            await self._freed.wait()
            return
        streams = await self._redis.xreadgroup(
            WORKER_GROUP, self.name, {self._queue: ">"}, count=free, block=int(self._timing.block * 1000)
        )
        for _stream, entries in _as_pairs(streams):
            self._start(entries)

    def _start(self, entries: Sequence[QueueEntry]) -> None:
        for entry_id, fields in entries:
            if entry_id in self._entries:
                continue
            self._entries[entry_id] = ""
            task = asyncio.create_task(self._handle(entry_id, fields))
            self._tasks.add(task)
            task.add_done_callback(partial(self._finished, entry_id))

    def _finished(self, entry_id: str, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._entries.pop(entry_id, None)
        self._freed.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            # Redis stayed away or the like: the entry is not acknowledged, so another worker claims it.
            log.error("run.abandoned", worker=self.name, entry=entry_id, exc_info=error)

    async def _handle(self, entry_id: str, fields: dict[str, str]) -> None:
        try:
            request = read_request(fields.get(QUEUE_FIELD, ""))
        except ContractError:
            log.exception("run.unreadable", worker=self.name, entry=entry_id)
            await self._acknowledge(entry_id)
            return
        if request.run_id not in self._running:  # else queued twice: the first one is under way here
            try:
                await self._attempt(entry_id, request)
            except Fenced as fenced:
                if not fenced.over:
                    return  # the entry is its successor's
        await self._acknowledge(entry_id)

    async def _attempt(self, entry_id: str, request: Request) -> None:
        run_id = request.run_id
        if await has_ended(self._redis, run_id):
            return
        attempt = int(await self._redis.incr(attempt_counter(run_id)))
        await self._redis.expire(attempt_counter(run_id), RUN_TTL_SECONDS)
        publisher = Publisher(self._redis, run_id, attempt)
        if attempt > MAX_ATTEMPTS:
            log.error("run.given_up", run_id=run_id, attempt=attempt)
            await publisher.publish(
                RunError("worker_lost", "I lost my way with this one several times; ask again.", retryable=True)
            )
            return
        if await self._redis.exists(stop_flag(run_id)):
            await publisher.publish(InterruptAck())
            return
        execution = Execution(self._runner, request, publisher, idle_limit=self._timing.idle_limit)
        self._running[run_id], self._entries[entry_id] = execution, run_id
        log.info("run.started", worker=self.name, run_id=run_id, attempt=attempt)
        try:
            await execution.run()
        except Stopped:
            log.info("run.stopped", run_id=run_id)
        finally:
            self._running.pop(run_id, None)

    async def _acknowledge(self, entry_id: str) -> None:
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.xack(self._queue, WORKER_GROUP, entry_id)
            pipe.xdel(self._queue, entry_id)  # the queue stays as short as what waits
            await pipe.execute()

    async def _touch(self) -> None:
        if self._entries:
            await self._redis.xclaim(self._queue, WORKER_GROUP, self.name, 0, list(self._entries), justid=True)

    async def _stop_flagged(self) -> None:
        run_ids = list(self._running)
        if not run_ids:
            return
        flags = await self._redis.mget([stop_flag(run_id) for run_id in run_ids])
        for run_id, flag in zip(run_ids, flags, strict=True):
            if flag is not None and (execution := self._running.get(run_id)) is not None:
                execution.stop()

    async def _claim(self) -> None:
        free = self._concurrency - len(self._tasks)
        if free > 0 and not self._draining.is_set():
            claimed = await self._redis.xautoclaim(
                self._queue, WORKER_GROUP, self.name, int(self._timing.dead_after * 1000), "0-0", count=free
            )
            self._start([(entry_id, fields) for entry_id, fields in claimed[1] if fields])

    async def _survive(self, step: Step) -> None:
        """One step of a loop that outlives Redis: its restart must not end the worker."""
        try:
            await step()
        except (RedisError, OSError) as error:
            log.warning("redis.failed", worker=self.name, reason=type(error).__name__)
            await asyncio.sleep(self._timing.redis_pause)
            if isinstance(error, ResponseError) and str(error).startswith("NOGROUP"):
                await self._ensure_group()  # Redis came back empty


def _as_pairs(streams: object) -> Iterable[tuple[str, Sequence[QueueEntry]]]:
    """XREADGROUP's answer by stream, in either protocol version's shape; nothing when the wait ran out."""
    if not streams:
        return ()
    if isinstance(streams, dict):
        return [(name, [entry for batch in batches for entry in batch]) for name, batches in streams.items()]
    return cast("Iterable[tuple[str, Sequence[QueueEntry]]]", streams)
