"""A question in parts on both platforms, over real sockets: its plan, its searches in words, one answer."""

import asyncio
import re
from typing import Any

from redis.asyncio import Redis

from agent.contract import Entry, GraphEnd, run_stream
from agent.domain import Retrieval
from agent.llm_scripted import ScriptedLlm
from tests.agent.test_subtasks import Judge, answers, planner
from tests.fakes.domain import FakeDomain
from tests.journeys.slack_stage import slack_theatre
from tests.journeys.stage import theatre, until

QUESTION = "a thriller in one room; a comedy in a kitchen"
PLACES = re.compile(r"Searching: (a thriller in one room \(1|a comedy in a kitchen \(2) of 2\)")


class Waiting(FakeDomain):
    """A domain whose searches wait until somebody has seen that they run."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = asyncio.Event()

    async def retrieve(self, question: str, **options: Any) -> Retrieval:
        """As the fake, once seen."""
        await self.seen.wait()
        return await super().retrieve(question, **options)


async def assert_path(redis: Redis) -> None:
    """From the plan through both searches to the joined answer, as the run's stream tells it."""
    [stream] = await redis.keys(run_stream("*"))
    events = [Entry.from_fields(fields).event for _, fields in await redis.xrange(stream)]
    path = next(event.path for event in events if isinstance(event, GraphEnd))
    assert path[:3] == ("contextualize", "router", "plan_subtasks")
    assert path[-1] == "synthesize_answer"
    assert sorted(path[3:-1]) == sorted(["rewrite_query", "retrieve", "grade_documents", "build_context"] * 2)


async def test_a_question_in_parts_on_discord(database: str, redis: Redis) -> None:
    """The plan has its mark, a part is searched in words, and the answer numbers its titles through."""
    domain = Waiting()
    async with theatre(database, redis, domain) as stage:
        question = stage.say("Ada", QUESTION)
        await until(lambda: any(PLACES.search(text) for text in stage.texts(question)))
        domain.seen.set()
        assert "done" == await stage.finished(question)
        [answer] = stage.texts(question)
        assert ["👀", "🧵", "🧭", "📋", "🔎", "📝", "✅"] == stage.marks(question)
        assert ["1", "2", "3", "4", "5", "6"] == re.findall(r"^(\d)\. ", answer, re.MULTILINE)
        await assert_path(redis)


async def test_a_question_in_parts_on_slack(database: str, redis: Redis) -> None:
    """The status line says which part is searched."""
    domain = Waiting()
    async with slack_theatre(database, redis, domain) as stage:
        question = stage.say("Ada", QUESTION)
        await until(lambda: any(PLACES.search(found.text) for found in stage.world.state.statuses.values()))
        domain.seen.set()
        assert "done" == await stage.finished(question)
        [answer] = stage.texts(question)
        assert "For “a comedy in a kitchen”" in answer
        await assert_path(redis)


WORDS = "It holds its breath for all of its length and never lets go. " * 6


def doubted() -> ScriptedLlm:
    """A model whose first answer claims what nothing supports."""
    first = f"Two wishes.\n[1] It won nine prizes. {WORDS}\n[2] {WORDS}"
    return planner(answers(first, f"Two wishes.\n[1] {WORDS}\n[2] A chest."), rate=60.0, Verdict=Judge([2], []))


async def test_a_draft_is_replaced_by_the_checked_answer(database: str, redis: Redis) -> None:
    """It grows with a word that it is a draft; what nothing supports is gone in the end, and one sentence says so."""
    async with theatre(database, redis, FakeDomain(), doubted()) as stage:
        question = stage.say("Ada", QUESTION)
        await until(lambda: any(text.endswith("-# Draft ▍") for text in stage.texts(question)))
        assert "done" == await stage.finished(question)
        [answer] = stage.texts(question)
        assert "nine prizes" not in answer
        assert answer.endswith("-# ✓ Checked against the catalogue. I corrected 1 detail.")
        assert "🔬" in stage.marks(question)


async def test_a_draft_that_was_streamed_is_replaced_as_well(database: str, redis: Redis) -> None:
    """Slack's native stream only grows: its message is edited in the end."""
    async with slack_theatre(database, redis, FakeDomain(), doubted()) as stage:
        question = stage.write("Ada", QUESTION)
        assert "done" == await stage.finished(question)
        [answer] = stage.texts(question)
        assert ["ok"] == stage.calls("chat.startStream")
        assert "nine prizes" not in answer
        assert answer.endswith("I corrected 1 detail.")
