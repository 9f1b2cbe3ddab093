"""A visit to Slack, from a mention to the last edit, over real sockets."""

import asyncio
import re
from collections.abc import Sequence

import pytest
from redis.asyncio import Redis

from adapters.sandbox.slack import NO_LIMITS
from adapters.sandbox.slack.faults import Drop, Refuse
from adapters.sandbox.slack.model import Message
from agent.llm import ChatMessage, ModelTimeout
from agent.llm_scripted import ScriptedLlm
from tests.fakes.domain import FakeDomain
from tests.journeys.slack_stage import SlackStage, slack_bot, slack_sandbox, slack_theatre
from tests.journeys.stage import until, worker, written
from tests.journeys.test_journeys import REASON, RETRIEVE, model


def assert_quiet(stage: SlackStage) -> None:
    """Nobody was pinged, nothing was refused, and no key was used twice."""
    everything = [each for channel in stage.world.state.channels for each in stage.world.state.messages_of(channel)]
    ours = [each for each in everything if each.author_id == stage.world.bot_id and not each.visible_to]
    assert not [each for each in ours if each.pinged]
    keys = [key for each in ours if (key := _payload(each).get("key"))]
    assert len(keys) == len(set(keys))
    assert "ratelimited" not in {each.error for each in stage.server.exchanges}


def _payload(message: Message) -> dict[str, object]:
    """What we enclosed in a message."""
    found = (message.metadata or {}).get("event_payload")
    return found if isinstance(found, dict) else {}


async def test_a_mention_becomes_a_thread_whose_answer_everybody_sees_grow(database: str, redis: Redis) -> None:
    """A reaction, a placeholder with a Stop button, updates that keep it, the final text without it, the status line taken
    away."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=40)) as stage:
        seen: list[str] = []
        statuses: set[str] = set()
        question = stage.say("Ada", "something tense set in one room, under two hours")
        while stage.end(question) is None:
            statuses |= {found.text for found in stage.world.state.statuses.values()}
            for message in stage.answers(question):
                text = stage.texts(question)[0]
                if not seen or seen[-1] != text:
                    seen.append(text)
                    if text.endswith(("▍", "*")):
                        assert any(block["type"] == "actions" for block in message.blocks)
            await asyncio.sleep(0.02)
        assert "done" == stage.end(question)
        growing = [text for text in seen if text.endswith("▍")]
        assert len(growing) >= 2
        assert growing == sorted(growing, key=len)
        [answer] = stage.answers(question)
        assert not any(block["type"] == "actions" for block in answer.blocks)
        [text] = stage.texts(question)
        assert await written(database, question.ts) == text
        assert ["Rope", "The Guilty", "Locke"] == re.findall(r"\*\*(.+?)\*\*", text)
        assert "*Rope*" in answer.text
        assert statuses - {""}
        await until(lambda: not [found for found in stage.world.state.statuses.values() if found.text])
        assert_quiet(stage)


async def test_a_direct_message_is_answered_by_a_stream_in_its_thread(database: str, redis: Redis) -> None:
    """Task cards for the steps, text that is appended, and in the end the answer to its last character."""
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
        assert_quiet(stage)


async def test_several_peoples_direct_message_is_a_channel_of_theirs(database: str, redis: Redis) -> None:
    """What they say to each other is not ours; a mention opens a thread, in which no mention is needed."""
    async with slack_theatre(database, redis, FakeDomain()) as stage:
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
        assert_quiet(stage)


async def test_a_stream_that_breaks_goes_on_by_edits_and_loses_nothing(database: str, redis: Redis) -> None:
    """Slack says that the message streams no longer: the same message is edited to the exact text."""
    async with slack_sandbox() as stage, worker(redis, FakeDomain(), model(rate=30)), slack_bot(stage, database, redis):
        stage.server.faults.on(r"^chat\.appendStream$", Refuse("message_not_in_streaming_state"), skip=1)
        question = stage.write("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert await written(database, question.ts) == stage.texts(question)[0]
        assert 1 == len(stage.answers(question))
        assert "ok" in stage.calls("chat.update")
        assert_quiet(stage)


async def test_an_append_whose_answer_is_lost_is_not_seen_twice(database: str, redis: Redis) -> None:
    """The text was applied, and nobody knows: the whole text is written in its place."""
    async with slack_sandbox() as stage, worker(redis, FakeDomain(), model(rate=30)), slack_bot(stage, database, redis):
        stage.server.faults.on(r"^chat\.(appendStream|startStream)$", Drop(applied=True), skip=0, times=2)
        question = stage.write("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert [await written(database, question.ts)] == stage.texts(question)
        assert_quiet(stage)


async def test_slacks_own_stop_button_stops_an_answer(database: str, redis: Redis) -> None:
    """The text so far stays with a note; Slack is told that nothing runs any more."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=20)) as stage:
        question = stage.write("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.world.person_presses_stop(stage.id_of("Ada"), question.channel_id, question.ts)
        assert "stopped" == await stage.finished(question)
        [text] = stage.texts(question)
        assert "Rope" in text
        assert text.endswith("*Stopped.*")
        assert {"active"} == set(stage.world.state.sessions.values())
        assert_quiet(stage)


async def test_an_answer_is_stopped_by_button_by_reaction_and_by_word(database: str, redis: Redis) -> None:
    """By its asker; somebody else is told who can, and sees that alone."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=20)) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.react("Ben", stage.answers(question)[0])
        await until(lambda: any("Only" in text for text in stage.told("Ben", question)))
        assert stage.end(question) is None
        stage.react("Ada", stage.answers(question)[0])
        assert "stopped" == await stage.finished(question)
        assert stage.texts(question)[0].endswith("*Stopped.*")
        second = stage.say("Ada", "another", thread=question, mention=False)
        await until(lambda: len(stage.answers(question)) == 2)
        stage.say("Chloe", "stop", thread=question, mention=False)
        assert "stopped" == await stage.finished(second)
        third = stage.say("Ada", "one more", thread=question, mention=False)
        await until(lambda: len(stage.answers(question)) == 3)
        answer = stage.answers(question)[2]
        [button] = next(block for block in answer.blocks if block["type"] == "actions")["elements"]
        stage.world.person_clicks(stage.id_of("Ada"), answer.channel_id, answer.ts, button["action_id"])
        assert "stopped" == await stage.finished(third)
        assert_quiet(stage)


async def test_a_mark_anywhere_in_the_thread_stops_what_runs_there(database: str, redis: Redis) -> None:
    """Under the cards and the text of an earlier answer, under what somebody said meanwhile, and after a restart; under a
    message elsewhere it stops nothing."""
    async with slack_sandbox() as stage, worker(redis, FakeDomain(), model(rate=20)):
        async with slack_bot(stage, database, redis):
            question = stage.say("Ada", "something tense")
            assert "done" == await stage.finished(question)
            await until(lambda: stage.cards(question))
            await written(database, question.ts)
            said = stage.say("Ben", f"<@{stage.id_of('Chloe')}> look", thread=question, mention=False)
            elsewhere = stage.say("Ben", "hello", mention=False)
            for number, marked in enumerate((stage.cards(question)[0], stage.answers(question)[0], said), 2):
                follow_up = stage.say("Ada", f"another {number}", thread=question, mention=False)
                await until(lambda number=number: len(stage.answers(question)) == number)
                stage.react("Ada", elsewhere, ("stop_button", "no_entry", "octagonal_sign")[number - 2])
                stage.react("Ada", marked)
                assert "stopped" == await stage.finished(follow_up)
                await written(database, follow_up.ts)
            follow_up = stage.say("Ada", "one more", thread=question, mention=False)
            await until(lambda: len(stage.answers(question)) == 5)
        async with slack_bot(stage, database, redis):
            stage.react("Ada", stage.cards(question)[0], "no_entry")
            assert "stopped" == await stage.finished(follow_up)
        assert_quiet(stage)


async def test_a_follow_up_goes_on_and_a_weak_search_asks_back(database: str, redis: Redis) -> None:
    """No mention is needed in the thread."""
    async with slack_theatre(database, redis, FakeDomain(score=0.2)) as stage:
        question = stage.say("Ada", "something good")
        assert "asked" == await stage.finished(question)
        assert ["Which one?\n1. **thrillers**\n2. **comedies**"] == stage.texts(question)
        await until(lambda: not [found for found in stage.world.state.statuses.values() if found.text])
        reply = stage.say("Ben", "the first", thread=question, mention=False)
        assert "done" == await stage.finished(reply)
        assert_quiet(stage)


async def test_a_model_that_dies_leaves_its_text_a_way_out_and_no_status_line(database: str, redis: Redis) -> None:
    """In a channel and in a direct message."""
    dying = model(rate=200, dies_after=80, death=ModelTimeout("silent"))
    async with slack_theatre(database, redis, FakeDomain(), dying) as stage:
        for question in (stage.say("Ada", "something tense"), stage.write("Ben", "something tense")):
            assert "failed" == await stage.finished(question)
            [text] = stage.texts(question)
            assert "Rope" in text
            assert "⚠️" in text
        await until(lambda: not [found for found in stage.world.state.statuses.values() if found.text])
        assert not stage.world.streams
        assert_quiet(stage)


@pytest.mark.usefixtures("unpaced")
async def test_an_edited_question_is_answered_anew_and_a_deleted_one_leaves_nothing(database: str, redis: Redis) -> None:
    """In the same message; and our own edits and unfolded links ask nothing."""
    async with slack_theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        [first] = stage.answers(question)
        stage.world.person_edits(question.channel_id, question.ts, f"{stage.world.mention_of_bot} something calm")
        await until(lambda: any("something calm" in text for text in stage.texts(question)))
        assert "done" == await stage.finished(question)
        assert [first.ts] == [each.ts for each in stage.answers(question)]
        stage.world.unfurl(question.channel_id, question.ts, "a preview")
    async with slack_theatre(database, redis, FakeDomain(), model(rate=20), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.world.person_deletes(question.channel_id, question.ts)
        await until(lambda: not stage.answers(question))
        assert_quiet(stage)


async def test_a_restart_goes_on_in_the_same_message(database: str, redis: Redis) -> None:
    """In a channel and in a stream: another process finishes what the first began, to the last character."""
    async with slack_sandbox() as stage, worker(redis, FakeDomain(), model(rate=20)):
        async with slack_bot(stage, database, redis):
            asked = stage.say("Ada", "something tense"), stage.write("Ben", "something tense")
            for question in asked:
                await until(lambda question=question: any("Rope" in text for text in stage.texts(question)))
        began = [[each.ts for each in stage.answers(question)] for question in asked]
        async with slack_bot(stage, database, redis):
            for question, messages in zip(asked, began, strict=True):
                assert "done" == await stage.finished(question)
                assert messages == [each.ts for each in stage.answers(question)]
                assert [await written(database, question.ts)] == stage.texts(question)
        assert_quiet(stage)


async def test_duplicates_under_other_event_ids_and_redeliveries_are_answered_once(database: str, redis: Redis) -> None:
    """A mention is two events anyway; here each comes twice, and one is not acknowledged in time."""
    async with slack_theatre(database, redis, FakeDomain()) as stage:
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
        assert_quiet(stage)


async def test_a_socket_that_is_refreshed_or_reset_mid_answer_loses_nothing(database: str, redis: Redis) -> None:
    """The answer goes on, and what is written meanwhile is answered."""
    async with slack_theatre(database, redis, FakeDomain(), model(rate=40)) as stage:
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
        assert_quiet(stage)


async def test_a_long_answer_fills_several_messages_and_none_is_lost(database: str, redis: Redis) -> None:
    """In a channel and in a direct message, where the stream is left at its limit."""
    long_answer = "".join(f"\n\n[{n}] {REASON * 20}" for n in range(1, 5))
    async with slack_theatre(database, redis, FakeDomain(), model(rate=400, answer=long_answer)) as stage:
        for question in (stage.say("Ada", "something tense"), stage.write("Ben", "something tense")):
            assert "done" == await stage.finished(question)
            texts = stage.texts(question)
            assert len(texts) >= 2
            assert 80 == "\n".join(texts).count(REASON.strip())
        assert_quiet(stage)


async def test_a_dozen_conversations_at_once_share_the_workspaces_edits(database: str, redis: Redis) -> None:
    """Under Slack's limits every answer lands whole in its own thread, and not one call is refused for too many."""

    def answer(messages: Sequence[ChatMessage]) -> str:
        number = re.findall(r"question (\d+)", messages[-1].content)[-1]
        return f"This is for number {number}.\n\n[1] {REASON * 3}\n\n[2] {REASON * 3}"

    async with slack_theatre(database, redis, FakeDomain(), ScriptedLlm(answer, decisions=RETRIEVE, rate=50)) as stage:
        questions = [stage.say("Ada", f"question {number}") for number in range(12)]
        for number, question in enumerate(questions):
            assert "done" == await stage.finished(question, 110)
            [text] = stage.texts(question)
            assert text.startswith(f"This is for number {number}.")
            assert await written(database, question.ts) == text
        assert_quiet(stage)
