"""Workers on a real Valkey when things break: one terminal event for every run, whoever dies or comes back."""

import asyncio
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from agent.contract import (
    QUEUE_FIELD,
    RUN_QUEUE,
    TERMINAL_EVENTS,
    GenerationStarted,
    InterruptAck,
    ResponseChunk,
    ResponseDone,
    RunError,
    RunRequest,
    attempt_counter,
    write_request,
)
from agent.graph import Graph
from agent.llm import ModelTimeout
from agent.llm_scripted import ScriptedLlm
from agent.publisher import Fenced, Publisher
from tests.agent.runs import CLAIMING, QUICK, HeldDomain, acknowledged, ended, enqueue, entries, held_model, working
from tests.fakes.domain import FakeDomain


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
        await redis.xadd(RUN_QUEUE, {QUEUE_FIELD: write_request(request)})
        await enqueue(redis, RunRequest("r2", "c1", "a tense film"))
        await ended(redis, "r2")
        await acknowledged(redis)

    assert len(domain.asked) == 2
    assert sum(isinstance(entry.event, TERMINAL_EVENTS) for entry in await entries(redis, "r1")) == 1


async def test_an_unreadable_entry_does_not_stop_the_worker(redis: Redis) -> None:
    """Bytes that are no request are dropped; the next one is answered."""
    async with working(redis, Graph(FakeDomain())):
        await redis.xadd(RUN_QUEUE, {QUEUE_FIELD: "{"})
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


async def test_a_worker_outlives_a_redis_that_forgot_everything(redis: Redis) -> None:
    """A flushed Redis has no consumer group: the worker makes it again and goes on."""
    async with working(redis, Graph(FakeDomain())):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        await ended(redis, "r1")
        await redis.flushall()
        await enqueue(redis, RunRequest("r2", "c1", "a tense film"))
        found = await ended(redis, "r2")

    assert isinstance(found[-1].event, ResponseDone)
