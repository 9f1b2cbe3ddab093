"""Workers on a real Valkey: one terminal event for every run, whoever dies, stops or comes back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from agent.contract import (
    RUN_QUEUE,
    RUN_TTL_SECONDS,
    TERMINAL_EVENTS,
    WORKER_GROUP,
    Entry,
    GenerationStarted,
    InterruptAck,
    ResponseChunk,
    ResponseDone,
    RunError,
    RunRequest,
    attempt_counter,
    run_stream,
    stop_flag,
)
from agent.domain import Document
from agent.graph import Graph
from agent.llm import ModelTimeout
from agent.llm_scripted import ScriptedLlm
from agent.publisher import Fenced, Publisher
from agent.queue import REQUEST_FIELD, enqueue
from agent.worker import Worker, WorkerTiming
from tests.fakes.domain import DOCUMENTS, FakeDomain

QUICK = WorkerTiming(heartbeat=0.05, dead_after=60.0, stop_poll=0.02, block=0.05, idle_limit=20.0, redis_pause=0.05)
# Claims runs that are silent for a second; only where a test is about that, for a loaded machine may stall as long.
CLAIMING = replace(QUICK, dead_after=1.0)


class HeldDomain(FakeDomain):
    """A domain whose model waits amid its answer until `release`; `held` says that it waits."""

    def __init__(self, documents: Sequence[Document] = DOCUMENTS) -> None:
        super().__init__(documents)
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
    redis: Redis, graph: Graph, name: str = "w1", *, concurrency: int = 64, timing: WorkerTiming = QUICK
) -> AsyncIterator[tuple[Worker, asyncio.Task[None]]]:
    """A worker at work; it is cancelled at the end, and what broke it raises."""
    worker = Worker(redis, graph, name, concurrency, timing)
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


def kinds(found: Sequence[Entry]) -> Iterator[str]:
    """The event types."""
    return (type(entry.event).__name__ for entry in found)


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


async def test_a_run_is_queued_once(redis: Redis) -> None:
    """A second enqueue of the same run, as after a lost answer, does nothing."""
    first, second = await enqueue(redis, RunRequest("r1", "c1", "x")), await enqueue(redis, RunRequest("r1", "c1", "x"))

    assert (first, second) == (True, False)
    assert await redis.xlen(RUN_QUEUE) == 1


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
        await domain.held.wait()
        await redis.set(stop_flag("r1"), 1)
        found = await ended(redis, "r1")
        await acknowledged(redis)

    written = "".join(entry.event.text for entry in found if isinstance(entry.event, ResponseChunk))
    assert written.startswith("Here is one.\n1. **Rope** (1948)")
    assert found[-1].event == InterruptAck(written)


async def test_a_dead_workers_run_is_finished_by_another(redis: Redis, valkey_url: str) -> None:
    """A worker that vanishes amid an answer leaves its entry; another claims it and answers as the second attempt."""
    domain = HeldDomain()
    async with Redis.from_url(valkey_url, decode_responses=True) as other:
        async with working(redis, Graph(domain, held_model(domain)), "w1") as (_worker, task):
            await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
            await domain.held.wait()
            task.cancel()  # no acknowledgement, no terminal event: all that a kill leaves behind
            await asyncio.gather(task, return_exceptions=True)
        assert not any(isinstance(entry.event, TERMINAL_EVENTS) for entry in await entries(redis, "r1"))
        async with working(other, Graph(FakeDomain()), "w2", timing=replace(QUICK, dead_after=0.1)):
            found = await ended(redis, "r1")
            await acknowledged(redis)

    assert {entry.attempt for entry in found} == {1, 2}
    second = [entry for entry in found if entry.attempt == 2]
    assert second[0].event == GenerationStarted()
    assert isinstance(second[-1].event, ResponseDone)


async def test_a_living_workers_long_run_is_not_claimed(redis: Redis, valkey_url: str) -> None:
    """The heartbeat keeps a run that is silent for longer than `dead_after`."""
    domain = HeldDomain()
    async with (
        Redis.from_url(valkey_url, decode_responses=True) as other,
        working(redis, Graph(domain, held_model(domain)), "w1", timing=CLAIMING),
    ):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await domain.held.wait()
        async with working(other, Graph(FakeDomain()), "w2", timing=CLAIMING):
            await asyncio.sleep(1.5 * CLAIMING.dead_after)
            domain.release.set()
            found = await ended(redis, "r1")

    assert {entry.attempt for entry in found} == {1}


async def test_a_zombie_cannot_write_behind_its_successor(redis: Redis) -> None:
    """Once a higher attempt has begun, the lower one is fenced, and after a terminal event everybody is."""
    await redis.set(attempt_counter("r1"), 1)
    zombie = Publisher(redis, "r1", 1)
    await zombie.publish(GenerationStarted())
    await redis.set(attempt_counter("r1"), 2)
    successor = Publisher(redis, "r1", 2)
    await successor.publish(GenerationStarted())
    with pytest.raises(Fenced) as fenced:
        await zombie.publish(ResponseChunk("late"))
    await successor.publish(ResponseDone("all"))
    with pytest.raises(Fenced):
        await successor.publish(InterruptAck("all"))
    with pytest.raises(Fenced) as over:
        await Publisher(redis, "r1", 2).publish(RunError("internal", "x", retryable=True))

    assert (fenced.value.over, over.value.over) == (False, True)
    assert [entry.attempt for entry in await entries(redis, "r1")] == [1, 2, 2]


async def test_a_run_that_kills_three_workers_is_given_up(redis: Redis) -> None:
    """The fourth attempt tells the user instead of dying too."""
    await enqueue(redis, RunRequest("r1", "c1", "x"))
    await redis.set(attempt_counter("r1"), 3)
    async with working(redis, Graph(FakeDomain())):
        found = await ended(redis, "r1")

    error = found[-1].event
    assert isinstance(error, RunError)
    assert (error.code, error.retryable) == ("worker_lost", True)


async def test_a_run_that_has_ended_is_not_run_again(redis: Redis) -> None:
    """An entry that was delivered twice is acknowledged and nothing more."""
    domain = FakeDomain()
    request = RunRequest("r1", "c1", "a tense film")
    async with working(redis, Graph(domain)):
        await enqueue(redis, request)
        await ended(redis, "r1")
        await redis.xadd(RUN_QUEUE, {REQUEST_FIELD: request.to_json()})
        await enqueue(redis, RunRequest("r2", "c1", "a tense film"))
        await ended(redis, "r2")
        await acknowledged(redis)

    assert len(domain.asked) == 2
    assert sum(isinstance(entry.event, TERMINAL_EVENTS) for entry in await entries(redis, "r1")) == 1


async def test_an_unreadable_entry_does_not_stop_the_worker(redis: Redis) -> None:
    """Bytes that are no request are dropped; the next one is answered."""
    async with working(redis, Graph(FakeDomain())):
        await redis.xadd(RUN_QUEUE, {REQUEST_FIELD: "{"})
        await redis.xadd(RUN_QUEUE, {"other": "x"})
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        found = await ended(redis, "r1")
        await acknowledged(redis)

    assert isinstance(found[-1].event, ResponseDone)


@pytest.mark.parametrize(
    ("error", "code"), [(RuntimeError("index gone"), "retrieval_failed"), (ModelTimeout("x"), "retrieval_failed")]
)
async def test_a_broken_search_is_told_in_one_sentence(redis: Redis, error: Exception, code: str) -> None:
    """The user reads a plain sentence, nothing of the cause."""
    async with working(redis, Graph(FakeDomain(error=error))):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        found = await ended(redis, "r1")

    told = found[-1].event
    assert isinstance(told, RunError)
    assert told.code == code
    assert "index gone" not in told.message


async def test_a_bug_in_a_node_is_an_internal_error(redis: Redis) -> None:
    """Whatever a node raises, the run ends with a terminal event."""

    class Broken(FakeDomain):
        async def route(self, question: str) -> object:  # type: ignore[override]
            raise ZeroDivisionError(question)

    async with working(redis, Graph(Broken())):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        found = await ended(redis, "r1")

    told = found[-1].event
    assert isinstance(told, RunError)
    assert told.code == "internal"


async def test_a_model_that_dies_amid_its_answer_keeps_the_text(redis: Redis) -> None:
    """The partial text is in the error, which may be retried."""
    model = ScriptedLlm(
        "Here is one.\n[1] Two friends, one room. It grips.\n",
        decisions={"FakeRoute": {"decision": "RETRIEVE"}},
        dies_after=9,
        death=ModelTimeout("silent"),
    )
    async with working(redis, Graph(FakeDomain(), model)):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        found = await ended(redis, "r1")

    told = found[-1].event
    assert isinstance(told, RunError)
    assert (told.code, told.retryable) == ("model_timeout", True)
    assert told.text.startswith("Here is one.\n1. **Rope** (1948)")


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
        await asyncio.wait_for(task, 30)

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


async def test_a_worker_outlives_a_redis_that_forgot_everything(redis: Redis) -> None:
    """A flushed Redis has no consumer group: the worker makes it again and goes on."""
    async with working(redis, Graph(FakeDomain())):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await ended(redis, "r1")
        await redis.flushall()
        await enqueue(redis, RunRequest("r2", "c1", "a tense film"))
        found = await ended(redis, "r2")

    assert isinstance(found[-1].event, ResponseDone)
