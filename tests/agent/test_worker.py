"""Workers on a real Valkey: from the queue to one terminal event, stopped, drained, many at once."""

import asyncio

from redis.asyncio import Redis

from agent.contract import (
    RUN_QUEUE,
    RUN_TTL_SECONDS,
    TERMINAL_EVENTS,
    WORKER_GROUP,
    GenerationStarted,
    InterruptAck,
    ResponseChunk,
    ResponseDone,
    RunRequest,
    run_stream,
    stop_flag,
)
from agent.graph import Graph
from tests.agent.runs import QUICK, HeldDomain, acknowledged, ended, enqueue, entries, held_model, pending, until, working
from tests.fakes.domain import DOCUMENTS, FakeDomain


async def test_a_run_goes_from_the_queue_to_its_terminal_event(redis: Redis) -> None:
    """All events are there, numbered without a gap, the stream expires, and the queue is left empty."""
    async with working(redis, Graph(FakeDomain())):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        found = await ended(redis, "r1")
        await acknowledged(redis)

    assert [entry.seq for entry in found] == list(range(1, len(found) + 1))
    assert found[0].event == GenerationStarted()
    done = found[-1].event
    assert isinstance(done, ResponseDone)
    assert done.text == "".join(entry.event.text for entry in found if isinstance(entry.event, ResponseChunk))
    assert [ref.id for ref in done.titles] == [document.ref.id for document in DOCUMENTS]
    assert 0 < await redis.ttl(run_stream("r1")) <= RUN_TTL_SECONDS
    assert await redis.xlen(RUN_QUEUE) == 0


async def test_requests_from_before_the_first_worker_are_answered(redis: Redis) -> None:
    """The queue holds what came while no worker was there."""
    await enqueue(redis, RunRequest("early", "c1", "a tense film"))
    async with working(redis, Graph(FakeDomain())):
        found = await ended(redis, "early")

    assert isinstance(found[-1].event, ResponseDone)


async def test_forty_runs_at_once_all_end_on_two_workers(redis: Redis) -> None:
    """Every run ends once, with its own text."""
    async with working(redis, Graph(FakeDomain()), "w1"), working(redis, Graph(FakeDomain()), "w2"):
        for number in range(40):
            await enqueue(redis, RunRequest(f"r{number}", "c", f"film number {number}"))
        found = [await ended(redis, f"r{number}") for number in range(40)]

    for number, run in enumerate(found):
        assert sum(isinstance(entry.event, TERMINAL_EVENTS) for entry in run) == 1
        assert f"“film number {number}”" in run[-1].event.text  # type: ignore[union-attr]


async def test_a_stop_before_the_pick_up_answers_at_once(redis: Redis) -> None:
    """The graph is not even started."""
    domain = FakeDomain()
    await redis.set(stop_flag("r1"), 1)
    await enqueue(redis, RunRequest("r1", "c1", "x"))
    async with working(redis, Graph(domain)):
        found = await ended(redis, "r1")

    assert [entry.event for entry in found] == [InterruptAck("")]
    assert domain.asked == []


async def test_a_stop_amid_the_answer_keeps_what_was_written(redis: Redis) -> None:
    """The acknowledgement carries exactly the text that the chunks made, and the run is over."""
    domain = HeldDomain()
    async with working(redis, Graph(domain, held_model(domain))):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await until(redis, "r1", lambda entry: isinstance(entry.event, ResponseChunk) and "Rope" in entry.event.text)
        await redis.set(stop_flag("r1"), 1)
        found = await ended(redis, "r1")
        await acknowledged(redis)

    written = "".join(entry.event.text for entry in found if isinstance(entry.event, ResponseChunk))
    assert written.startswith("Here is one.\n1. **Rope** (1948)")
    assert found[-1].event == InterruptAck(written)


async def test_draining_finishes_what_runs_and_takes_nothing_new(redis: Redis) -> None:
    """`drain` waits for the run under way; `run` returns; a request that comes later waits for another worker."""
    domain = HeldDomain()
    async with working(redis, Graph(domain, held_model(domain))) as (worker, task):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await domain.held.wait()
        draining = asyncio.create_task(worker.drain())
        await asyncio.sleep(2 * QUICK.block)
        await enqueue(redis, RunRequest("r2", "c1", "a tense film"))
        domain.release.set()
        await draining
        await asyncio.wait_for(task, 60)

    assert isinstance((await entries(redis, "r1"))[-1].event, ResponseDone)
    assert await entries(redis, "r2") == []


async def test_a_full_worker_takes_no_more_than_it_can_run(redis: Redis) -> None:
    """With room for one, the second run waits in the queue for whoever has room."""
    domain = HeldDomain()
    async with working(redis, Graph(domain, held_model(domain)), concurrency=1) as (worker, _task):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await domain.held.wait()
        await enqueue(redis, RunRequest("r2", "c1", "a tense film"))
        await asyncio.sleep(2 * QUICK.block)
        taken = await pending(redis)
        running = worker.running
        domain.release.set()
        await ended(redis, "r2")

    assert (taken, running) == (1, 1)


async def test_a_worker_that_leaves_is_no_longer_taken_for_alive(redis: Redis) -> None:
    """Its consumer is gone from the group, so that whoever asks for a worker does not wait for it."""
    async with working(redis, Graph(FakeDomain())):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await ended(redis, "r1")
        await acknowledged(redis)
        assert 1 == len(await redis.xinfo_consumers(RUN_QUEUE, WORKER_GROUP))

    assert [] == await redis.xinfo_consumers(RUN_QUEUE, WORKER_GROUP)
