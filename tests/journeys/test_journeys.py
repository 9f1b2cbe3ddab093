"""A visit, from a mention to the last edit, over real sockets."""

import asyncio
import re
from collections.abc import Sequence

from redis.asyncio import Redis

from agent.llm import ChatMessage, ModelTimeout
from agent.llm_scripted import ScriptedLlm
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import theatre, until, written

RETRIEVE = {"FakeRoute": {"decision": "RETRIEVE", "media_type": None}}
REASON = "It is a chamber piece whose walls come closer with every minute that passes. "
ANSWER = f"Three for tonight.\n\n[1] {REASON * 3}\n\n[2] {REASON * 3}\n\n[3] {REASON * 3}"


def model(rate: float = 50.0, answer: str = ANSWER, **options: object) -> ScriptedLlm:
    """A model that recommends three documents at `rate` tokens a second."""
    return ScriptedLlm(answer, decisions=RETRIEVE, rate=rate, **options)  # type: ignore[arg-type]


async def test_a_mention_becomes_a_thread_with_an_answer_that_grows(database: str, redis: Redis) -> None:
    """Reaction, thread, placeholder, several edits of one message, the final text, and the path as reactions."""
    async with theatre(database, redis, FakeDomain(), model()) as stage:
        seen: list[str] = []
        question = stage.say("Ada", "something tense set in one room, under two hours")
        while stage.end(question) is None:
            texts = stage.texts(question)
            if texts and (not seen or seen[-1] != texts[0]):
                seen.append(texts[0])
            await asyncio.sleep(0.02)
        assert "done" == stage.end(question)
        assert "*Reading your question…*" == seen[0]
        growing = [text for text in seen if text.endswith("▍")]
        assert len(growing) >= 2
        assert growing == sorted(growing, key=len)
        [answer] = stage.texts(question)
        assert answer.startswith("Three for tonight.")
        assert ["Rope", "The Guilty", "Locke"] == re.findall(r"\*\*(.+?)\*\*", answer)
        assert answer.count(REASON.strip()) == 9
        assert ["👀", "🧵", "🧭", "🔎", "📝", "✅"] == stage.marks(question)
        thread = next(channel for channel in stage.world.threads() if channel.id == question.id)
        assert "something tense set in one room, under two hours" == thread.name
        assert 429 not in [exchange.status for exchange in stage.server.exchanges]


async def test_a_reply_in_the_thread_goes_on(database: str, redis: Redis) -> None:
    """No mention is needed; what was shown is known and not shown again."""
    domain = FakeDomain()
    async with theatre(database, redis, domain) as stage:
        question = stage.say("Ada", "something tense")
        await stage.finished(question)
        reply = stage.say("Ben", "something shorter", channel=question.id, mention=False)
        assert "done" == await stage.finished(reply)
        first, second = stage.texts(question)
        assert "“something tense, something shorter”" in second
        assert not set(re.findall(r"\*\*(.+?)\*\*", first)) & set(re.findall(r"\*\*(.+?)\*\*", second))


async def test_a_weak_search_asks_once_and_then_answers(database: str, redis: Redis) -> None:
    """The clarifying question is the bot's; the reply to it is answered even if the search stays weak."""
    async with theatre(database, redis, FakeDomain(score=0.2)) as stage:
        question = stage.say("Ada", "something good")
        assert "asked" == await stage.finished(question)
        assert ["Which one?\n1. **thrillers**\n2. **comedies**"] == stage.texts(question)
        reply = stage.say("Ada", "the first", channel=question.id, mention=False)
        assert "done" == await stage.finished(reply)


async def test_the_asker_stops_an_answer_with_a_click(database: str, redis: Redis) -> None:
    """The text so far stays and says that it was stopped; the next question is answered."""
    async with theatre(database, redis, FakeDomain(), model(rate=20)) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.react("Ben", stage.answers(question)[0])
        await until(lambda: any("Only" in text for text in stage.texts(question)))
        assert stage.end(question) is None
        stage.react("Ada", stage.answers(question)[0])
        assert "stopped" == await stage.finished(question)
        assert "Rope" in stage.texts(question)[0]
        assert stage.texts(question)[0].endswith("*Stopped.*")


async def test_a_moderator_stops_by_word_and_a_mention_interrupts(database: str, redis: Redis) -> None:
    """“stop” is no question; a new mention in the thread ends what runs and is answered itself."""
    async with theatre(database, redis, FakeDomain(), model(rate=20)) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: stage.texts(question))
        stage.say("Chloe", "stop", channel=question.id, mention=False)
        assert "stopped" == await stage.finished(question)
        second = stage.say("Ada", "another", channel=question.id)
        await until(lambda: len(stage.texts(question)) == 2)
        third = stage.say("Ben", "no, a western", channel=question.id)
        assert "stopped" == await stage.finished(second)
        assert "done" == await stage.finished(third)


async def test_a_direct_message_is_answered_in_place(database: str, redis: Redis) -> None:
    """No mention, no thread."""
    async with theatre(database, redis, FakeDomain()) as stage:
        channel = stage.world.open_dm(stage.world.person_named("Ada").id)
        question = stage.say("Ada", "something tense", channel=channel.id, mention=False)
        assert "done" == await stage.finished(question)
        [answer] = stage.texts(question, place=channel.id)
        assert "Rope" in answer


async def test_a_long_answer_fills_several_messages_and_none_is_lost(database: str, redis: Redis) -> None:
    """Over 2,000 characters go on in new messages, each chunk in its own, the text whole."""
    long_answer = "".join(f"\n\n[{n}] {REASON * 12}" for n in range(1, 6))
    async with theatre(database, redis, FakeDomain(), model(rate=400, answer=long_answer)) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        texts = stage.texts(question)
        assert len(texts) >= 2
        assert all(len(text) <= 2000 for text in texts)
        assert 60 == "\n".join(texts).count(REASON.strip())


async def test_a_model_that_dies_leaves_its_text_and_a_way_out(database: str, redis: Redis) -> None:
    """The stream ends mid-answer: the partial text stays, one sentence says what to do."""
    dying = model(rate=200, dies_after=80, death=ModelTimeout("silent"))
    async with theatre(database, redis, FakeDomain(), dying) as stage:
        question = stage.say("Ada", "something tense")
        assert "failed" == await stage.finished(question)
        [text] = stage.texts(question)
        assert "Rope" in text
        assert "⚠️" in text


async def test_forty_conversations_at_once_all_end_exact(database: str, redis: Redis) -> None:
    """Under Discord's limits every answer lands whole in its own thread, no 429 is ignored, nobody is pinged."""

    def answer(messages: Sequence[ChatMessage]) -> str:
        number = re.findall(r"question (\d+)", messages[-1].content)[-1]
        return f"This is for number {number}.\n\n[1] {REASON * 3}\n\n[2] {REASON * 3}"

    async with theatre(database, redis, FakeDomain(), ScriptedLlm(answer, decisions=RETRIEVE, rate=50)) as stage:
        questions = [stage.say("Ada", f"question {number}") for number in range(40)]
        for number, question in enumerate(questions):
            assert "done" == await stage.finished(question, 110)
            [text] = stage.texts(question)
            assert text.startswith(f"This is for number {number}.")
            assert 6 == text.count(REASON.strip())
            assert await written(database, question.id) == text
        retried = [e for e in stage.server.exchanges if e.status == 429]
        assert len(retried) <= len(stage.server.exchanges) / 20
