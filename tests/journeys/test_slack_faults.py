"""Whatever fails at whichever call of an answer on Slack: its text ends exact, and no message comes twice.

Rows are faults, columns the calls that an answer is made of, in a channel and in a direct message. The whole gateway runs over
real sockets; the test plays the worker.
"""

import pytest
from redis.asyncio import Redis

from adapters.sandbox.slack import NO_LIMITS
from adapters.sandbox.slack.faults import Drop, Effect, Refuse, ServerError, TooMany
from adapters.sandbox.slack.model import Message
from agent.contract import GenerationStarted, NodeStart, ResponseChunk, TitleCard, TitleRef
from tests.bot.core import FakeWorker
from tests.journeys.slack_stage import SlackStage, slack_bot, slack_sandbox
from tests.journeys.stage import until

pytestmark = pytest.mark.usefixtures("unpaced")
WORDS = [f"word{number}" for number in range(900)]
CARDS = (TitleCard(TitleRef("heat-1995", "Heat", 1995), "movie"),)
FAULTS: dict[str, Effect] = {
    "lost before": Drop(applied=False),
    "lost after": Drop(applied=True, reset=True),
    "server error after": ServerError(applied=True),
    "too many": TooMany(1),
    "internal": Refuse("internal_error"),
}
# Each call by its method, and how many of that method go before it.
IN_CHANNEL = (
    ("chat.postMessage", 0),
    ("chat.postMessage", 1),
    ("chat.update", 0),
    ("chat.update", 3),
    ("conversations.replies", 0),
    ("assistant.threads.setStatus", 0),
)
IN_DIRECT = (
    ("chat.startStream", 0),
    ("chat.appendStream", 0),
    ("chat.appendStream", 1),
    ("chat.stopStream", 0),
    ("chat.postMessage", 0),
)
OF_STREAMS = ("message_not_in_streaming_state", "stopped_by_user", "msg_too_long", "channel_type_not_supported")


async def visit(stage: SlackStage, worker: FakeWorker, *, direct: bool, words: int) -> tuple[Message, str]:
    """A question whose answer grows in three pieces and ends with cards; returns when all of it stands."""
    text = " ".join(WORDS[:words])
    question = stage.write("Ada", "tense") if direct else stage.say("Ada", "tense")
    run = (await worker.request()).run_id
    await worker.emit(run, GenerationStarted(), NodeStart("retrieve"))
    await until(lambda: stage.answers(question))
    for start in range(3):
        piece = " ".join(WORDS[start * 20 : start * 20 + 20]) + " "
        await worker.emit(run, ResponseChunk(piece))
        await until(lambda last=start * 20 + 18: any(WORDS[last] in each for each in stage.texts(question)))
    await worker.answer(run, text, cards=CARDS)
    await until(lambda: " ".join(stage.texts(question)) == text)
    await until(lambda: stage.cards(question))
    return question, text


async def assert_once(stage: SlackStage, question: Message, text: str) -> None:
    """The text is exact, the cards are there once, nothing streams on."""
    assert "done" == await stage.finished(question)
    assert text == " ".join(stage.texts(question))
    assert 1 == len(stage.cards(question))
    ours = stage.answers(question) + stage.cards(question)
    everything = [each for each in stage.world.state.messages_of(question.channel_id) if each.author_id == stage.world.bot_id]
    assert len(ours) == len([each for each in everything if not each.visible_to])
    assert not stage.world.streams


@pytest.mark.parametrize(("method", "skip"), IN_CHANNEL)
@pytest.mark.parametrize("fault", FAULTS)
async def test_in_a_channel_no_fault_leaves_a_trace(database: str, redis: Redis, fault: str, method: str, skip: int) -> None:
    """The answer grows by edits, over two messages."""
    async with slack_sandbox(NO_LIMITS) as stage, slack_bot(stage, database, redis):
        planned = stage.server.faults.on(f"^{method}$", FAULTS[fault], skip=skip)
        await assert_once(stage, *await visit(stage, FakeWorker(redis), direct=False, words=900))
        assert 1 == planned.hits


@pytest.mark.parametrize(("method", "skip"), IN_DIRECT)
@pytest.mark.parametrize("fault", FAULTS)
async def test_in_a_direct_message_no_fault_leaves_a_trace(
    database: str, redis: Redis, fault: str, method: str, skip: int
) -> None:
    """The answer is a stream."""
    async with slack_sandbox(NO_LIMITS) as stage, slack_bot(stage, database, redis):
        planned = stage.server.faults.on(f"^{method}$", FAULTS[fault], skip=skip)
        await assert_once(stage, *await visit(stage, FakeWorker(redis), direct=True, words=200))
        assert 1 == planned.hits


@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream", "chat.stopStream"])
@pytest.mark.parametrize("code", OF_STREAMS)
async def test_a_stream_that_slack_ends_loses_no_character(database: str, redis: Redis, code: str, method: str) -> None:
    """Whatever it says: edits go on in the same message, or in a posted one where none began."""
    async with slack_sandbox(NO_LIMITS) as stage, slack_bot(stage, database, redis):
        planned = stage.server.faults.on(f"^{method}$", Refuse(code))
        await assert_once(stage, *await visit(stage, FakeWorker(redis), direct=True, words=200))
        assert 1 == planned.hits


async def test_a_stream_that_expires_meanwhile_is_finished_by_edits(database: str, redis: Redis) -> None:
    """Slack ended it before we did."""
    async with slack_sandbox(NO_LIMITS) as stage, slack_bot(stage, database, redis):
        worker = FakeWorker(redis)
        question = stage.write("Ada", "tense")
        run = (await worker.request()).run_id
        await worker.emit(run, GenerationStarted(), ResponseChunk("word0 "))
        await until(lambda: "word0" in stage.texts(question))
        stage.world.pass_time(400.0)
        await worker.emit(run, ResponseChunk("word1 "))
        await worker.answer(run, "word0 word1 word2", cards=CARDS)
        await until(lambda: stage.texts(question) == ["word0 word1 word2"] and stage.cards(question))
        await assert_once(stage, question, "word0 word1 word2")


@pytest.mark.parametrize("direct", [False, True])
async def test_a_restart_after_a_lost_answer_posts_nothing_twice(database: str, redis: Redis, direct: bool) -> None:
    """The first message was applied, its answer was lost with the process that waited for it."""
    async with slack_sandbox(NO_LIMITS) as stage:
        worker = FakeWorker(redis)
        async with slack_bot(stage, database, redis):
            stage.server.faults.on(r"^chat\.(postMessage|startStream)$", Drop(applied=True), times=5)
            question = stage.write("Ada", "tense") if direct else stage.say("Ada", "tense")
            run = (await worker.request()).run_id
            await until(lambda: stage.answers(question))
        stage.server.faults.clear()
        async with slack_bot(stage, database, redis):
            await worker.emit(run, GenerationStarted(), ResponseChunk("word0 "))
            await worker.answer(run, "word0 word1", cards=CARDS)
            await until(lambda: stage.texts(question) == ["word0 word1"] and stage.cards(question))
            await assert_once(stage, question, "word0 word1")


@pytest.mark.parametrize(("method", "skip"), [("chat.update", 0), ("chat.update", 2), ("chat.postMessage", 0)])
async def test_a_text_that_slack_finds_too_long_is_written_all_the_same(
    database: str, redis: Redis, method: str, skip: int
) -> None:
    """Slack does not say what it counts; the next text of the answer is another one."""
    async with slack_sandbox(NO_LIMITS) as stage, slack_bot(stage, database, redis):
        planned = stage.server.faults.on(f"^{method}$", Refuse("msg_too_long"), skip=skip)
        await assert_once(stage, *await visit(stage, FakeWorker(redis), direct=False, words=200))
        assert 1 == planned.hits


@pytest.mark.parametrize("direct", [False, True])
@pytest.mark.parametrize("scope", ["reactions:write", "assistant:write", "users:read"])
async def test_a_scope_that_is_missing_costs_what_it_is_for_and_no_answer(
    database: str, redis: Redis, scope: str, direct: bool
) -> None:
    """Text and cards are there, once, whatever else Slack refuses."""
    async with slack_sandbox(NO_LIMITS) as stage, slack_bot(stage, database, redis):
        stage.world.revoke_scope(scope)
        question, text = await visit(stage, FakeWorker(redis), direct=direct, words=200)
        await until(lambda: not stage.world.streams)
        assert text == " ".join(stage.texts(question))
        assert 1 == len(stage.cards(question))
        assert (scope == "reactions:write") == ("missing_scope" in stage.calls("reactions.add"))


STEPS = ("asked", "begun", "growing", "written")


@pytest.mark.parametrize("direct", [False, True])
@pytest.mark.parametrize("step", STEPS)
async def test_a_restart_at_each_step_ends_exact(database: str, redis: Redis, step: str, direct: bool) -> None:
    """Another process goes on with what is there, and posts nothing twice."""
    async with slack_sandbox(NO_LIMITS) as stage:
        worker, at = FakeWorker(redis), STEPS.index(step)
        async with slack_bot(stage, database, redis):
            question = stage.write("Ada", "tense") if direct else stage.say("Ada", "tense")
            run = (await worker.request()).run_id
            if at >= 1:
                await worker.emit(run, GenerationStarted(), NodeStart("retrieve"))
                await until(lambda: stage.answers(question))
            if at >= 2:
                await worker.emit(run, ResponseChunk("word0 "))
                await until(lambda: any("word0" in text for text in stage.texts(question)))
            if at == 3:
                await worker.answer(run, "word0 word1", cards=CARDS)
                await until(lambda: stage.texts(question) == ["word0 word1"])
        async with slack_bot(stage, database, redis):
            if at < 3:
                await worker.answer(run, "word0 word1", cards=CARDS)
            await until(lambda: stage.texts(question) == ["word0 word1"] and stage.cards(question))
            await assert_once(stage, question, "word0 word1")
