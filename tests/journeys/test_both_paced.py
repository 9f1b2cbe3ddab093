"""A visit at the limits of each platform, from a mention to the last edit, over real sockets."""

import asyncio
import re
from collections.abc import Sequence

from redis.asyncio import Redis

from agent.llm import ChatMessage
from agent.llm_scripted import ScriptedLlm
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import until, written
from tests.journeys.visits import REASON, RETRIEVE, Platform, model, on_both, theatre

pytestmark = on_both
PATH = ["👀", "🧵", "🧭", "🔎", "📝", "✅"]


async def test_a_mention_becomes_a_thread_with_an_answer_that_grows(database: str, redis: Redis, platform: Platform) -> None:
    """Reaction, thread, placeholder, several edits of one message, the final text to its last character; the path as reactions
    or as the status line, which is taken away; no call too many."""
    async with theatre(platform, database, redis, FakeDomain(), model(rate=40), paced=True) as stage:
        seen: list[str] = []
        steps: set[str] = set()
        question = stage.say("Ada", "something tense set in one room, under two hours")
        while stage.end(question) is None:
            steps |= set(stage.steps(question))
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
        assert await written(database, stage.key(question)) == answer
        assert answer.startswith("Three for tonight.")
        assert ["Rope", "The Guilty", "Locke"] == re.findall(r"\*\*(.+?)\*\*", answer)
        assert answer.count(REASON.strip()) == 9
        assert steps
        left = PATH if platform.limits.marks_progress else []
        await until(lambda: stage.steps(question) == left)
        assert stage.thread_name(question) in {"something tense set in one room, under two hours", None}
        assert 0 == stage.throttled()


async def test_as_many_conversations_at_once_as_the_limits_carry_all_end_exact(
    database: str, redis: Redis, platform: Platform
) -> None:
    """Every answer lands whole in its own thread; hardly a call is refused for too many, on Slack not one."""

    def answer(messages: Sequence[ChatMessage]) -> str:
        number = re.findall(r"question (\d+)", messages[-1].content)[-1]
        return f"This is for number {number}.\n\n[1] {REASON * 3}\n\n[2] {REASON * 3}"

    llm = ScriptedLlm(answer, decisions=RETRIEVE, rate=50)
    async with theatre(platform, database, redis, FakeDomain(), llm, paced=True) as stage:
        questions = [stage.say("Ada", f"question {number}") for number in range(platform.many)]
        for number, question in enumerate(questions):
            assert "done" == await stage.finished(question, 110)
            [text] = stage.texts(question)
            assert text.startswith(f"This is for number {number}.")
            assert 6 == text.count(REASON.strip())
            assert await written(database, stage.key(question)) == text
        assert stage.throttled() <= platform.throttled
