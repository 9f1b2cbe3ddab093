"""What is remembered and what is mended, over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from agent.contract import SUMMARY_QUEUE
from agent.llm_litellm import LiteLlm, ModelCall
from agent.llm_scripted import ScriptedLlm
from agent.summary import Summariser
from agent.worker import Worker
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import QUICK_WORKER, Stage, theatre, until

LONG_LINE = "Two friends, one room and one evening in which every word may give them away. " * 12
ANSWER = f"Here is one for tonight.\n[1] {LONG_LINE}\nShall I look for an older one?"
SHORT = "Rope (1948) for its single room; offered an older one."
DECISIONS = {
    "FakeRoute": {"decision": "RETRIEVE"},
    "Standalone": {"question": "something tense, but older"},
    "ShortForm": {"question": "", "answer": SHORT},
}


@asynccontextmanager
async def summarising(redis: Redis, model: ScriptedLlm) -> AsyncIterator[None]:
    """The worker of the summary queue."""
    worker = Worker(redis, Summariser(model), "w1", 1, QUICK_WORKER, queue=SUMMARY_QUEUE)
    task = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def direct_messages(stage: Stage, person: str) -> list[str]:
    """What the bot told somebody directly."""
    channel = stage.world.open_dm(stage.world.person_named(person).id).id
    return [message.content for message in stage.world.messages_in(channel) if message.author_id == stage.world.bot_id]


async def test_a_long_answer_is_remembered_in_short_by_the_next_turn(database: str, redis: Redis) -> None:
    """The thread keeps the long text; the follow-up's prompt has the short one."""
    model = ScriptedLlm(ANSWER, decisions=DECISIONS)
    async with theatre(database, redis, FakeDomain(), model) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        async with summarising(redis, model):
            await until(lambda: any("You shorten one turn" in prompt[0].content for prompt in model.prompts))
            before = len(model.prompts)

            async def follows_up() -> str:
                """Ask on; the short form is there within a moment of its making."""
                reply = stage.say("Ada", "older", channel=question.id, mention=False)
                assert "done" == await stage.finished(reply)
                return next(p[1].content for p in reversed(model.prompts) if "You rewrite the newest" in p[0].content)

            async with asyncio.timeout(60):
                while SHORT not in (told := await follows_up()):
                    pass
        assert LONG_LINE[:100] not in told.split(SHORT)[0]
        assert '"titles": ["Rope (1948)"]' in told
        assert len(model.prompts) > before
        assert LONG_LINE.strip() in stage.texts(question)[0]


async def test_a_model_that_is_away_is_told_to_the_moderator_directly_and_to_others_gently(
    database: str, redis: Redis, unused_tcp_port: int
) -> None:
    """Ada and Chloe read the same answer in the channel; Chloe, who moderates, gets one line with the command."""
    base = f"http://127.0.0.1:{unused_tcp_port}"
    call = ModelCall("ollama_chat/qwen2.5:7b", {"api_base": base})

    async def at_once(_seconds: float) -> None:
        """No wait between the tries."""

    model = LiteLlm({"primary": call, "secondary": call}, sleep=at_once)
    async with theatre(database, redis, FakeDomain(), model) as stage:
        questions = [stage.say(person, "something tense") for person in ("Ada", "Chloe")]
        for question in questions:
            assert "done" == await stage.finished(question)
        await until(lambda: direct_messages(stage, "Chloe"))
        shown = "\n".join(text for question in questions for text in stage.texts(question))
        assert "The language model is not answering right now" in shown
        assert base not in shown
        assert direct_messages(stage, "Ada") == []
        (line,) = direct_messages(stage, "Chloe")
        assert line.startswith(f"For whoever looks after me: No Ollama answers at {base}: run `ollama serve` there")
