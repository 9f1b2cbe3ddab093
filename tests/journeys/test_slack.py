"""A visit to Slack, in what Slack alone has, over real sockets."""

import asyncio

import pytest
from redis.asyncio import Redis

from adapters.sandbox.slack import NO_LIMITS
from adapters.sandbox.slack.faults import Drop, Refuse
from tests.fakes.domain import FakeDomain
from tests.journeys.slack_stage import body, slack_theatre
from tests.journeys.stage import until, written
from tests.journeys.visits import model

unpaced = pytest.mark.usefixtures("unpaced")


async def test_a_direct_message_is_answered_by_a_stream_in_its_thread(database: str, redis: Redis) -> None:
    """Task cards for the steps, text that is appended, and in the end the answer to its last character; no call too many."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=40)) as stage:
        question = stage.write("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert ["ok"] == stage.calls("chat.startStream")
        assert len(stage.calls("chat.appendStream")) >= 2
        assert ["ok"] == stage.calls("chat.stopStream")
        assert ["something tense"] == list(stage.world.state.titles.values())
        [answer] = stage.answers(question)
        assert await written(database, question.ts) == stage.texts(question)[0]
        tasks = [block for block in answer.blocks if block["type"] == "task_card"]
        assert tasks
        assert {"complete"} == {task["status"] for task in tasks}
        follow_up = stage.write("Ada", "another", thread=question)
        assert "done" == await stage.finished(follow_up)
        assert 2 == len(stage.texts(question))
        assert ["ok"] == stage.calls("assistant.threads.setTitle")
        assert 0 == stage.throttled()


@unpaced
async def test_a_growing_answer_has_a_stop_button_that_stops_it(database: str, redis: Redis) -> None:
    """Every update keeps it; an answer that ended has none; what is read out and listed is Slack's own markup."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=60), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        shown: set[bool] = set()
        while stage.end(question) is None:
            for message in stage.answers(question):
                if body(message).endswith(("▍", "*")):
                    shown.add(any(block["type"] == "actions" for block in message.blocks))
            await asyncio.sleep(0.02)
        assert {True} == shown
        [answer] = stage.answers(question)
        assert not any(block["type"] == "actions" for block in answer.blocks)
        assert "*Rope*" in answer.text
        follow_up = stage.reply("Ada", question, "another")
        await until(lambda: len(stage.answers(question)) == 2)
        answer = stage.answers(question)[1]
        [button] = next(block for block in answer.blocks if block["type"] == "actions")["elements"]
        stage.world.person_clicks(stage.id_of("Ada"), answer.channel_id, answer.ts, button["action_id"])
        assert "stopped" == await stage.finished(follow_up)


@unpaced
async def test_several_peoples_direct_message_is_a_channel_of_theirs(database: str, redis: Redis) -> None:
    """What they say to each other is not ours; a mention opens a thread, in which no mention is needed."""
    async with slack_theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        group = stage.world.open_group(stage.id_of("Ada"), stage.id_of("Ben")).id
        between = stage.say("Ben", "shall we ask?", channel=group, mention=False)
        question = stage.say("Ada", "something tense", channel=group)
        assert "done" == await stage.finished(question)
        assert await written(database, question.ts) == stage.texts(question)[0]
        follow_up = stage.say("Ben", "another", thread=question, mention=False)
        assert "done" == await stage.finished(follow_up)
        assert 2 == len(stage.answers(question))
        assert not stage.answers(between)
        assert not stage.calls("chat.startStream")
        assert not stage.calls("assistant.threads.setTitle")


@unpaced
async def test_a_stream_that_breaks_goes_on_by_edits_and_loses_nothing(database: str, redis: Redis) -> None:
    """Slack says that the message streams no longer: the same message is edited to the exact text."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=30), limits=NO_LIMITS) as stage:
        stage.server.faults.on(r"^chat\.appendStream$", Refuse("message_not_in_streaming_state"), skip=1)
        question = stage.write("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert await written(database, question.ts) == stage.texts(question)[0]
        assert 1 == len(stage.answers(question))
        assert "ok" in stage.calls("chat.update")


@unpaced
async def test_an_append_whose_answer_is_lost_is_not_seen_twice(database: str, redis: Redis) -> None:
    """The text was applied, and nobody knows: the whole text is written in its place."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=30), limits=NO_LIMITS) as stage:
        stage.server.faults.on(r"^chat\.(appendStream|startStream)$", Drop(applied=True), skip=0, times=2)
        question = stage.write("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert [await written(database, question.ts)] == stage.texts(question)


@unpaced
async def test_slacks_own_stop_button_stops_an_answer(database: str, redis: Redis) -> None:
    """The text so far stays with a note; Slack is told that nothing runs any more."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=20), limits=NO_LIMITS) as stage:
        question = stage.write("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.world.person_presses_stop(stage.id_of("Ada"), question.channel_id, question.ts)
        assert "stopped" == await stage.finished(question)
        [text] = stage.texts(question)
        assert "Rope" in text
        assert text.endswith("*Stopped.*")
        assert {"active"} == set(stage.world.state.sessions.values())


@unpaced
async def test_duplicates_under_other_event_ids_and_redeliveries_are_answered_once(database: str, redis: Redis) -> None:
    """A mention is two events anyway; here each comes twice, and one is not acknowledged in time."""
    async with slack_theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        stage.server.faults.duplicate("message")
        stage.server.faults.duplicate("app_mention")
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        stage.server.faults.ignore_acks(2)
        again = stage.say("Ada", "something calm", thread=question, mention=False)
        assert "done" == await stage.finished(again)
        stage.server.faults.retry_now()
        third = stage.say("Ada", "something short", thread=question, mention=False)
        assert "done" == await stage.finished(third)
        assert 3 == len(stage.answers(question))


@unpaced
async def test_a_socket_that_is_refreshed_or_reset_mid_answer_loses_nothing(database: str, redis: Redis) -> None:
    """The answer goes on, and what is written meanwhile is answered."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=40), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.server.faults.ask_reconnect()
        assert "done" == await stage.finished(question)
        second = stage.say("Ada", "another", thread=question, mention=False)
        await until(lambda: len(stage.answers(question)) == 2)
        stage.server.faults.reset_socket()
        third = stage.say("Ben", "and another", thread=question, mention=False)
        assert "done" == await stage.finished(second)
        assert "done" == await stage.finished(third)


@unpaced
async def test_an_unfolded_link_asks_nothing(database: str, redis: Redis) -> None:
    """Slack tells of it as of an edit."""
    domain = FakeDomain()
    async with slack_theatre(database, redis, domain, limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        stage.world.unfurl(question.channel_id, question.ts, "a preview")
        assert "done" == await stage.finished(stage.reply("Ada", question, "something calm"))
        assert 2 == len(domain.asked)
