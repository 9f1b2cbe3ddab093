"""What tests of runs share: a worker at work on a real Valkey, and what its runs wrote."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from redis.asyncio import Redis

from agent.contract import (
    QUEUE_FIELD,
    RUN_QUEUE,
    TERMINAL_EVENTS,
    WORKER_GROUP,
    Entry,
    Request,
    run_stream,
    write_request,
)
from agent.execution import Runner
from agent.llm_scripted import ScriptedLlm
from agent.worker import Worker, WorkerTiming
from tests.fakes.domain import FakeDomain

QUICK = WorkerTiming(heartbeat=0.05, dead_after=60.0, stop_poll=0.02, block=0.05, idle_limit=20.0, redis_pause=0.05)
# Claims runs that are silent for a second; only where a test is about that, for a loaded machine may stall as long.
CLAIMING = replace(QUICK, dead_after=1.0)


async def enqueue(redis: Redis, request: Request) -> None:
    """Put a run into the queue."""
    await redis.xadd(RUN_QUEUE, {QUEUE_FIELD: write_request(request)})


class HeldDomain(FakeDomain):
    """A domain whose model waits amid its answer until `release`; `held` says that it waits."""

    def __init__(self) -> None:
        super().__init__()
        self.release = asyncio.Event()
        self.held = asyncio.Event()


def held_model(domain: HeldDomain) -> ScriptedLlm:
    """A model that writes the first line of an answer, then waits for the domain's release."""

    async def sleep(_seconds: float) -> None:
        sleep.count += 1  # type: ignore[attr-defined]
        if sleep.count > 8:  # type: ignore[attr-defined]
            domain.held.set()
            await domain.release.wait()

    sleep.count = 0  # type: ignore[attr-defined]
    text = "Here is one.\n[1] Two friends, one room, one evening. It grips until its end.\n[2] A call comes in.\nEnjoy!"
    return ScriptedLlm(text, decisions={"FakeRoute": {"decision": "RETRIEVE"}}, sleep=sleep)


@asynccontextmanager
async def working(
    redis: Redis, runner: Runner, name: str = "w1", *, concurrency: int = 64, timing: WorkerTiming = QUICK
) -> AsyncIterator[tuple[Worker, asyncio.Task[None]]]:
    """A worker at work; it is cancelled at the end, and what broke it raises."""
    worker = Worker(redis, runner, name, concurrency, timing)
    task = asyncio.create_task(worker.run())
    try:
        yield worker, task
    finally:
        task.cancel()
        outcomes = await asyncio.gather(task, return_exceptions=True)
        assert not isinstance(outcomes[0], Exception), outcomes


async def entries(redis: Redis, run_id: str) -> list[Entry]:
    """All that a run has written."""
    return [Entry.from_fields(fields) for _id, fields in await redis.xrange(run_stream(run_id))]


async def ended(redis: Redis, run_id: str) -> list[Entry]:
    """All that a run has written, once it is over."""
    return await until(redis, run_id, lambda entry: isinstance(entry.event, TERMINAL_EVENTS))


async def until(redis: Redis, run_id: str, wanted: Callable[[Entry], bool]) -> list[Entry]:
    """All that a run has written, once an entry is as wanted."""
    last, found = "0", []
    async with asyncio.timeout(30):
        while True:
            for _stream, batch in (await redis.xread({run_stream(run_id): last}, block=1000)) or ():
                for entry_id, fields in batch:
                    last = entry_id
                    found.append(Entry.from_fields(fields))
                    if wanted(found[-1]):
                        return found


async def pending(redis: Redis) -> int:
    """How many queue entries are handed out and not acknowledged."""
    return int((await redis.xpending(RUN_QUEUE, WORKER_GROUP))["pending"])


async def acknowledged(redis: Redis) -> None:
    """Wait until nothing is pending."""
    async with asyncio.timeout(30):
        while await pending(redis):  # noqa: ASYNC110 - Redis tells of no acknowledgement
            await asyncio.sleep(0.01)
