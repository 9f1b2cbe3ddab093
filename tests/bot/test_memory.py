"""Long turns put into fewer words behind the answers: real Valkey and PostgreSQL, a real worker, a scripted model."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from agent.contract import (
    QUEUE_FIELD,
    RUN_QUEUE,
    SUMMARY_QUEUE,
    HistoryMessage,
    SummaryRequest,
    read_request,
    run_stream,
    summary_run,
)
from agent.llm import ModelUnavailable
from agent.llm_scripted import ScriptedLlm
from agent.nodes.prompting import conversation
from agent.summary import Summariser
from agent.worker import Worker
from bot.launcher import Launcher
from bot.memory import Memory
from bot.store.memory import LONG, MemoryStore, tokens_of
from bot.store.privacy import PrivacyStore
from bot.types import IncomingMessage, Outcome, Turn
from tests.agent.runs import QUICK
from tests.bot.people import HEAT, ROPE, Asked, cards_of, pool_of
from tests.fakes.clock import FakeClock

SHORT_ANSWER = "Heat (1995) for its heist, Rope (1948) for its single room; asked whether an older one would do."
LONG_ANSWER = "A crew plans its last job while a detective closes in on it, and nobody leaves the city. " * 12
JAPANESE = "雨の夜に始まる静かで不思議な映画を探しています。" * 12
SHORT_FORM = {"question": "静かで不思議な映画", "answer": SHORT_ANSWER}


def memory_of(pool: asyncpg.Pool, redis: Redis) -> Memory:
    """The memory of one gateway process."""
    return Memory(MemoryStore(pool), Launcher(redis), redis, FakeClock())


def model(form: object = SHORT_FORM) -> ScriptedLlm:
    """A model that shortens a turn like this."""
    return ScriptedLlm("", decisions={"ShortForm": form})


@asynccontextmanager
async def summarising(redis: Redis, llm: ScriptedLlm | None) -> AsyncIterator[None]:
    """A worker of the summary queue at work."""
    worker = Worker(redis, Summariser(llm), "w1", 1, QUICK, queue=SUMMARY_QUEUE)
    task = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def asked(pool: asyncpg.Pool, answer: str = LONG_ANSWER, *, question: str = "a heist film", tokens: int = 900) -> Turn:
    """An answered turn with these texts; `tokens` 0: by rules."""
    turns = Asked(pool)
    turn = await turns.open(text=question)
    await turns.store.finish(turn, Outcome("done", answer, (HEAT, ROPE), cards_of((HEAT, ROPE)), tokens=tokens))
    return turn


async def history(pool: asyncpg.Pool) -> tuple[HistoryMessage, ...]:
    """What a question asked now is told."""
    asking = Asked(pool)
    asking._count = 50
    return (await asking.store.history(await asking.open(text="something shorter"))).messages


async def remembered(memory: Memory, pool: asyncpg.Pool) -> None:
    """Tend until nothing is left to be summarised."""
    async with asyncio.timeout(60):
        while await MemoryStore(pool).unsummarised():
            await memory.tend()


def counted(outcome: str) -> float:
    """How many summaries ended so."""
    return REGISTRY.get_sample_value("matinee_summaries_total", {"outcome": outcome}) or 0.0


async def test_a_long_answer_goes_into_later_prompts_in_fewer_words_and_stays_as_it_is(database: str, redis: Redis) -> None:
    """The prompt has the short form with the titles; rules and the record have the text."""
    async with pool_of(database) as pool, summarising(redis, model()):
        turn = await asked(pool)
        before, saved = counted("made"), REGISTRY.get_sample_value("matinee_summary_tokens_saved_total") or 0.0
        await remembered(memory_of(pool, redis), pool)
        told = await history(pool)
        kept = await pool.fetchval("SELECT answer FROM turns WHERE id = $1", turn.id)

    assert [("a heist film", ""), (LONG_ANSWER, SHORT_ANSWER)] == [(message.text, message.short) for message in told]
    assert told[1].titles == (HEAT, ROPE)
    assert kept == LONG_ANSWER
    shown = conversation(told)
    assert SHORT_ANSWER in shown
    assert LONG_ANSWER[:80] not in shown
    assert '"titles": ["Heat (1995)", "Rope (1948)"]' in shown
    assert counted("made") == before + 1
    now_saved = REGISTRY.get_sample_value("matinee_summary_tokens_saved_total")
    assert now_saved == saved + tokens_of(LONG_ANSWER) - tokens_of(SHORT_ANSWER)


async def test_a_long_question_is_shortened_and_its_short_answer_is_not(database: str, redis: Redis) -> None:
    """Only what is over the threshold is replaced, in whatever script it is written."""
    async with pool_of(database) as pool, summarising(redis, model()):
        await asked(pool, "Heat.", question=JAPANESE)
        await remembered(memory_of(pool, redis), pool)
        told = await history(pool)

    assert [(JAPANESE, SHORT_FORM["question"]), ("Heat.", "")] == [(message.text, message.short) for message in told]


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [("A short answer.", 900), ("x" * (4 * LONG + 3), 900), (LONG_ANSWER, 0)],
    ids=["short", "at the threshold", "answered by rules"],
)
async def test_nothing_is_asked_for_a_turn_that_is_short_or_was_answered_without_a_model(
    database: str, redis: Redis, answer: str, tokens: int
) -> None:
    """No request stands in the queue."""
    async with pool_of(database) as pool:
        await asked(pool, answer, tokens=tokens)
        await memory_of(pool, redis).tend()
        assert await redis.xlen(SUMMARY_QUEUE) == 0


async def test_a_summary_is_asked_for_once_by_however_many_processes_and_restarts(database: str, redis: Redis) -> None:
    """One request and one model call; the answer that came while nobody looked is found by the next process."""
    llm = model()
    async with pool_of(database) as pool:
        turn = await asked(pool)
        for _ in range(3):
            await memory_of(pool, redis).tend()
        waiting = [read_request(fields[QUEUE_FIELD]) for _id, fields in await redis.xrange(SUMMARY_QUEUE)]
        assert waiting == [SummaryRequest(summary_run(turn.run_id), "a heist film", LONG_ANSWER)]
        assert await redis.xlen(RUN_QUEUE) == 0
        before = counted("made")
        async with summarising(redis, llm):
            await remembered(memory_of(pool, redis), pool)
        late = MemoryStore(pool)
        await memory_of(pool, redis).tend()
        assert counted("made") == before + 1
        assert await late.unsummarised() == []
    assert len(llm.prompts) == 1


@pytest.mark.parametrize("form", [ModelUnavailable("away"), {"answer": 3}], ids=["model away", "unreadable"])
async def test_a_summary_that_fails_is_counted_and_not_tried_again(database: str, redis: Redis, form: object) -> None:
    """Later prompts get the text, cut by the rules as ever."""
    llm = model(form)
    async with pool_of(database) as pool, summarising(redis, llm):
        await asked(pool)
        before = counted("failed")
        memory = memory_of(pool, redis)
        await remembered(memory, pool)
        await memory.tend()
        told = await history(pool)
    assert counted("failed") == before + 1
    assert len(llm.prompts) == 1
    assert told[1].short == ""
    assert LONG_ANSWER[:80] in conversation(told)


async def test_a_short_form_that_is_no_shorter_is_not_kept(database: str, redis: Redis) -> None:
    """The text itself serves."""
    async with pool_of(database) as pool, summarising(redis, model({"question": "", "answer": LONG_ANSWER + "!"})):
        await asked(pool)
        await remembered(memory_of(pool, redis), pool)
        assert (await history(pool))[1].short == ""


async def test_an_edited_question_forgets_the_short_form_of_its_first_answer(database: str, redis: Redis) -> None:
    """What was made of the old run is neither shown nor written over the new one."""
    async with pool_of(database) as pool:
        turns = Asked(pool)
        turn = await asked(pool)
        store = MemoryStore(pool)
        (old,) = await store.unsummarised()
        assert await store.settle(old, answer=SHORT_ANSWER)
        edited = IncomingMessage(turn.question_ref, turn.place, turn.asker, "a ghost film", True)
        anew = await turns.store.ask_anew(turn, edited)
        assert anew is not None
        await turns.store.finish(anew.turn, Outcome("done", "A new one. " + LONG_ANSWER, tokens=900))
        assert (await history(pool))[1].short == ""
        assert not await store.settle(old, answer=SHORT_ANSWER)
        assert [anew.turn.run_id] == [lacking.run_id for lacking in await store.unsummarised()]


async def test_privacy_shows_short_forms_and_deletes_them_with_what_workers_wrote(database: str, redis: Redis) -> None:
    """A summary that comes after the deletion is not kept."""
    async with pool_of(database) as pool:
        turn = await asked(pool)
        store, privacy = MemoryStore(pool), PrivacyStore(pool)
        (lacking,) = await store.unsummarised()
        await store.settle(lacking, answer=SHORT_ANSWER)
        exported = await privacy.export("discord", turn.asker.id)
        assert ("", SHORT_ANSWER) == tuple(exported["questions"][0][name] for name in ("short_question", "short_answer"))
        await redis.xadd(run_stream(summary_run(turn.run_id)), {"data": SHORT_ANSWER})
        await Launcher(redis).forget(await privacy.delete("discord", turn.asker.id))
        assert await redis.exists(run_stream(summary_run(turn.run_id))) == 0
        assert await pool.fetchval("SELECT short_answer FROM turns WHERE id = $1", turn.id) == ""
        assert not await store.settle(lacking, answer=SHORT_ANSWER)


async def test_what_a_summary_costs_counts_as_what_its_turn_cost(database: str) -> None:
    """Daily limits in tokens see it."""
    async with pool_of(database) as pool:
        turn = await asked(pool, tokens=900)
        store = MemoryStore(pool)
        (lacking,) = await store.unsummarised()
        await store.settle(lacking, answer=SHORT_ANSWER, tokens=120)
        assert await pool.fetchval("SELECT tokens FROM turns WHERE id = $1", turn.id) == 1020


async def test_summaries_wait_in_a_line_of_their_own(database: str, redis: Redis) -> None:
    """Whatever waits to be summarised, the queue of questions is empty, and no worker of questions takes a summary."""
    async with pool_of(database) as pool:
        for number in range(3):
            turns = Asked(pool)
            turns._count = 10 * number
            turn = await turns.open(text=f"film {number}")
            await turns.store.finish(turn, Outcome("done", LONG_ANSWER, tokens=900))
        await memory_of(pool, redis).tend()
        assert (await redis.xlen(SUMMARY_QUEUE), await redis.xlen(RUN_QUEUE)) == (3, 0)
