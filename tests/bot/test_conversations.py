"""Conversations on a fake platform, with real Valkey and PostgreSQL."""

import asyncio

from prometheus_client import REGISTRY
from redis.asyncio import Redis

from agent.contract import (
    GenerationStarted,
    InterruptAck,
    NodeStart,
    ResponseChunk,
    ResponseDone,
    RunError,
    TitleRef,
    Usage,
)
from bot.errors import Forbidden, Unreachable
from bot.store.conversations import QUEUE_DEPTH, TURNS_A_MINUTE
from bot.types import Author, Place, ReactionAdded
from tests.bot.core import ADA, BEN, CHANNEL, CHLOE, OTHER_BOT, HurriedClock, core, eventually, thread_of


async def test_a_mention_is_answered_in_a_thread_that_bears_the_question(database: str, redis: Redis) -> None:
    """Reaction, thread, placeholder, growing text, final: all in one message."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film from the 90s", mention=True)
        request = await bot.worker.request()
        assert ("a heist film from the 90s", "Ada", (), 0) == (
            request.question,
            request.display_name,
            request.history,
            request.reask_count,
        )
        thread = thread_of(ref)
        await eventually(lambda: bot.chat.texts(thread) == ["*Reading your question…*"])
        await bot.worker.emit(request.run_id, GenerationStarted(), NodeStart("router"), NodeStart("retrieve"))
        await eventually(lambda: bot.chat.texts(thread) == ["*Searching…*"])
        await bot.worker.emit(request.run_id, NodeStart("generate_retrieve"), ResponseChunk("**Heat"))
        await eventually(lambda: bot.chat.texts(thread) == ["**Heat** ▍"])
        await bot.worker.emit(request.run_id, ResponseChunk("** (1995)."), ResponseDone("**Heat** (1995)."))
        await eventually(lambda: bot.chat.texts(thread) == ["**Heat** (1995)."])
        await eventually(lambda: bot.chat.marks(ref) == ["seen", "route", "search", "write", "done"])
        assert ["a heist film from the 90s"] == [shown.text for shown in bot.chat.seen("thread")]


async def test_a_reply_in_the_thread_goes_on_with_what_was_said(database: str, redis: Redis) -> None:
    """The next run gets the question, the answer and its titles; nobody has to mention us again."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        first = await bot.worker.request(0)
        titles = (TitleRef("heat-1995", "Heat", 1995, ("starter:heat",)),)
        await bot.worker.answer(first.run_id, "**Heat** (1995).", titles=titles)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["**Heat** (1995)."])
        await bot.says(BEN, "something shorter", thread_of(ref))
        second = await bot.worker.request(1)
        assert [("user", "a heist film"), ("assistant", "**Heat** (1995).")] == [(m.role, m.text) for m in second.history]
        assert titles == second.history[1].titles


async def test_re_asks_in_a_row_are_counted_and_marked(database: str, redis: Redis) -> None:
    """A clarifying question is the bot's turn to ask; the reply's run knows that it was asked."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "something good", mention=True)
        first = await bot.worker.request(0)
        await bot.worker.answer(first.run_id, "A film or a series?", needs_reask=True)
        await eventually(lambda: "ask" in bot.chat.marks(ref))
        await bot.says(ADA, "a film", thread_of(ref))
        second = await bot.worker.request(1)
        assert (1, True) == (second.reask_count, second.history[-1].is_reask)


async def test_what_is_not_for_us_is_left_alone(database: str, redis: Redis) -> None:
    """Other bots, talk in channels without a mention, threads of others, edits: no run, no word."""
    async with core(database, redis) as bot:
        await bot.says(OTHER_BOT, "hello", mention=True)
        await bot.says(ADA, "hello everyone")
        await bot.says(ADA, "hello", Place("discord", "guild", "general", thread="of-others"))
        assert [] == await bot.worker.requests()
        assert [] == bot.chat.timeline


async def test_an_event_that_is_delivered_twice_is_handled_once(database: str, redis: Redis) -> None:
    """The same message, many times at once, makes one thread, one turn and one answer."""
    async with core(database, redis) as bot:
        ref = bot.chat.person_message(CHANNEL)
        await asyncio.gather(*[bot.says(ADA, "a heist film", mention=True, ref=ref) for _ in range(10)])
        await eventually(lambda: bot.chat.texts(thread_of(ref)))
        assert 1 == len(await bot.worker.requests())
        assert 1 == len(bot.chat.seen("thread"))


async def test_a_direct_message_needs_no_mention_and_no_thread(database: str, redis: Redis) -> None:
    """The channel itself is the conversation."""
    place = Place("discord", "", "dm-1", is_direct=True)
    async with core(database, redis) as bot:
        await bot.says(ADA, "a heist film", place)
        await bot.worker.answer((await bot.worker.request()).run_id, "Heat.")
        await eventually(lambda: bot.chat.texts(place) == ["Heat."])


async def test_a_plain_reply_waits_in_line_and_is_answered_next(database: str, redis: Redis) -> None:
    """One run at a time in a conversation; the second begins when the first has ended."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        first = await bot.worker.request(0)
        await bot.says(BEN, "and a comedy", thread_of(ref))
        await asyncio.sleep(0.05)
        assert 1 == len(await bot.worker.requests())
        await bot.worker.answer(first.run_id, "Heat.")
        second = await bot.worker.request(1)
        await bot.worker.answer(second.run_id, "Airplane!")
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Heat.", "Airplane!"])


async def test_a_mention_interrupts_and_goes_before_plain_replies(database: str, redis: Redis) -> None:
    """The running answer stops with its text kept, the mention is next, then the reply that waited."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        first = await bot.worker.request(0)
        await bot.worker.emit(first.run_id, GenerationStarted(), ResponseChunk("Heat is"))
        await bot.says(BEN, "and a comedy", thread_of(ref))
        await bot.says(ADA, "no, a western", thread_of(ref), mention=True)
        await bot.worker.acknowledge_stop(first.run_id, "Heat is")
        second = await bot.worker.request(1)
        assert "no, a western" == second.question
        assert [("user", "a heist film")] == [(m.role, m.text) for m in second.history]
        await eventually(lambda: "Heat is\n\n*Stopped.*" in bot.chat.texts(thread_of(ref)))


async def test_the_line_has_an_end_and_says_so(database: str, redis: Redis) -> None:
    """The eleventh question in line is refused with the way out; those before it stay."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        for number in range(QUEUE_DEPTH + 1):
            await bot.says(BEN, f"question {number}", thread_of(ref))
        notices = [shown.text for shown in bot.chat.seen("notice")]
        assert 1 == len(notices)
        assert "Ask again" in notices[0]


async def test_two_bots_that_talk_to_each_other_are_cut_off(database: str, redis: Redis) -> None:
    """More turns a minute than people type are refused in plain words."""
    async with core(database, redis) as bot:
        place = Place("discord", "", "dm-1", is_direct=True)
        for number in range(TURNS_A_MINUTE):
            await bot.says(ADA, f"question {number}", place, mention=True)
            await bot.worker.answer((await bot.worker.request(number)).run_id, f"answer {number}")
            await eventually(lambda number=number: f"answer {number}" in bot.chat.texts(place))
        await bot.says(ADA, "one more", place, mention=True)
        assert ["That was a lot of questions within a minute. Give me a moment, then ask again."] == [
            shown.text for shown in bot.chat.seen("notice")
        ]


async def test_the_asker_or_a_moderator_stops_an_answer_and_nobody_else(database: str, redis: Redis) -> None:
    """A stop mark on the answer or on the question counts, from those who may."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        await eventually(lambda: bot.chat.refs(thread_of(ref)))
        answer = bot.chat.refs(thread_of(ref))[0]
        await bot.inbox.receive(ReactionAdded(answer, BEN, "stop"))
        assert not await bot.worker.stopped(run)
        assert "Only Ada or a moderator" in bot.chat.seen("notice")[0].text
        await bot.inbox.receive(ReactionAdded(answer, Author("9", "Matinee", is_bot=True), "stop"))
        assert not await bot.worker.stopped(run)
        await bot.inbox.receive(ReactionAdded(answer, CHLOE, "stop"))
        assert await bot.worker.stopped(run)
        await bot.worker.emit(run, GenerationStarted(), InterruptAck("Heat i"))
        await eventually(lambda: "Heat i\n\n*Stopped.*" in bot.chat.texts(thread_of(ref)))
        await eventually(lambda: "stopped" in bot.chat.marks(ref))
        assert "stop" not in bot.chat.marks(answer)


async def test_a_stop_that_is_quicker_than_our_notes_counts(database: str, redis: Redis) -> None:
    """The click came before the answer's message was written down: it stops what runs in its thread all the same."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        unknown = bot.chat.person_message(thread_of(ref))
        await bot.inbox.receive(ReactionAdded(unknown, ADA, "stop"))
        assert await bot.worker.stopped(run)


async def test_the_word_stop_stops_and_is_no_question(database: str, redis: Redis) -> None:
    """Also with capitals and punctuation; with nothing running it says so."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        await bot.says(ADA, "Stop!", thread_of(ref))
        await bot.worker.acknowledge_stop(run)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["*Stopped before I had written anything.*"])
        await eventually(lambda: not bot.turns._shown)
        await bot.says(ADA, "stop", thread_of(ref))
        assert ["Nothing is running here, so there is nothing to stop."] == [s.text for s in bot.chat.seen("notice")]
        assert 1 == len(await bot.worker.requests())


async def test_no_permission_to_open_threads_is_said_with_the_way_out(database: str, redis: Redis) -> None:
    """The person who asked reads who can mend it; no run is launched."""
    async with core(database, redis) as bot:
        bot.chat.fail("open_thread", Forbidden("Create Public Threads", "Ask an admin to let me create public threads here."))
        await bot.says(ADA, "a heist film", mention=True)
        assert ["Ask an admin to let me create public threads here."] == [s.text for s in bot.chat.seen("notice")]
        assert [] == await bot.worker.requests()


async def test_a_locked_thread_is_told_to_the_asker(database: str, redis: Redis) -> None:
    """The answer cannot be written; the run's end is kept and the asker hears why."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        bot.chat.fail("post", *[Forbidden("Locked", "This thread is locked: ask a moderator to unlock it.")] * 2)
        await bot.worker.answer((await bot.worker.request()).run_id, "Heat.")
        await eventually(lambda: any("locked" in s.text for s in bot.chat.seen("notice")))
        assert bot.chat.texts(thread_of(ref)) != ["Heat."]


async def test_a_failed_run_is_told_in_the_thread_with_what_there_was(database: str, redis: Redis) -> None:
    """The partial text stays, one plain sentence follows, and the next question works."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        error = RunError("model_timeout", "The model stopped answering. Ask again.", retryable=True, text="Heat is")
        await bot.worker.emit(run, GenerationStarted(), ResponseChunk("Heat is"), error)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Heat is\n\n⚠️ The model stopped answering. Ask again."])
        await eventually(lambda: "failed" in bot.chat.marks(ref))
        await eventually(lambda: not bot.turns._shown)
        await bot.says(ADA, "again", thread_of(ref))
        assert [("user", "a heist film")] == [(m.role, m.text) for m in (await bot.worker.request(1)).history]


async def test_another_gateway_finishes_the_answer_in_the_same_message(database: str, redis: Redis) -> None:
    """The process dies mid-answer; the next one reads the log from its start and edits the message that is there."""
    async with core(database, redis, lease_seconds=0.2) as dying:
        ref = await dying.says(ADA, "a heist film", mention=True)
        run = (await dying.worker.request()).run_id
        await dying.worker.emit(run, GenerationStarted(), ResponseChunk("Heat "))
        await eventually(lambda: dying.chat.texts(thread_of(ref)) == ["Heat ▍"])
    await asyncio.sleep(0.3)
    async with core(database, redis, dying.chat) as heir:
        await heir.turns.tend()
        await heir.worker.emit(run, ResponseChunk("is it."), ResponseDone("Heat is it."))
        await eventually(lambda: heir.chat.texts(thread_of(ref)) == ["Heat is it."])
        assert 1 == len(await heir.worker.requests())
        assert 1 == len(heir.chat.seen("post"))


async def test_a_second_attempt_takes_over_without_the_text_jumping_back(database: str, redis: Redis) -> None:
    """The dead worker's text stays in view until its successor has caught up; the dead one's late words are dropped."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        await bot.worker.emit(run, GenerationStarted(), ResponseChunk("Heat is a film"))
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Heat is a film ▍"])
        await bot.worker.emit(run, GenerationStarted(), ResponseChunk("Heat"), attempt=2)
        await bot.worker.emit(run, ResponseChunk(" zombie words"), ResponseDone("zombie"), attempt=1)
        await bot.worker.emit(run, ResponseChunk(" it is, then."), ResponseDone("Heat it is, then."), attempt=2)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Heat it is, then."])
        assert not any("zombie" in shown.text for shown in bot.chat.timeline)
        assert "Heat ▍" not in bot.chat.history(bot.chat.refs(thread_of(ref))[0])


async def test_an_event_that_was_claimed_by_a_process_that_died_is_not_lost(database: str, redis: Redis) -> None:
    """The platform was down when the thread was to be opened, then the process went; another one answers."""
    async with core(database, redis, claim_seconds=0.1, clock=HurriedClock()) as dying:
        dying.chat.fail("open_thread", *[Unreachable()] * 5)
        ref = await dying.says(ADA, "a heist film", mention=True)
        assert [] == await dying.worker.requests()
    await asyncio.sleep(0.2)
    async with core(database, redis, dying.chat) as heir:
        await heir.inbox.recover()
        assert "a heist film" == (await heir.worker.request()).question
        await heir.inbox.recover()
        assert 1 == len(await heir.worker.requests())
        assert ref.id == heir.chat.seen("thread")[0].message


async def test_a_final_that_no_try_could_deliver_is_taken_up_anew(database: str, redis: Redis) -> None:
    """The platform stays away for all tries: the turn is not closed, and whoever tends next delivers it."""
    async with core(database, redis, lease_seconds=0.2, clock=HurriedClock()) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        await eventually(lambda: bot.chat.texts(thread_of(ref)))
        bot.chat.fail("edit", *[Unreachable()] * 14)
        await bot.worker.answer(run, "Heat.")
        await eventually(lambda: not bot.turns._shown)
        assert ["Heat."] != bot.chat.texts(thread_of(ref))
        await asyncio.sleep(0.3)
        await bot.turns.tend()
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Heat."])


async def test_what_a_run_cost_is_counted(database: str, redis: Redis) -> None:
    """Model calls and tokens of an answer appear in the figures."""
    async with core(database, redis) as bot:
        before = REGISTRY.get_sample_value("matinee_tokens_total", {"kind": "prompt"}) or 0.0
        await bot.says(ADA, "a heist film", mention=True)
        usage = Usage(model_calls=2, prompt_tokens=70, completion_tokens=30)
        await bot.worker.answer((await bot.worker.request()).run_id, "Heat.", usage=usage)
        await eventually(lambda: REGISTRY.get_sample_value("matinee_tokens_total", {"kind": "prompt"}) == before + 70)


async def test_many_conversations_at_once_each_get_their_own_answer(database: str, redis: Redis) -> None:
    """Forty askers, forty threads, no text in the wrong one."""
    async with core(database, redis) as bot:
        refs = await asyncio.gather(*[bot.says(Author(str(n), f"P{n}"), f"question {n}", mention=True) for n in range(40)])
        await bot.worker.request(39)
        for request in await bot.worker.requests():
            await bot.worker.answer(request.run_id, f"answer to {request.question}")
        for number, ref in enumerate(refs):
            await eventually(
                lambda ref=ref, number=number: bot.chat.texts(thread_of(ref)) == [f"answer to question {number}"], 30
            )
