"""Questions that change while and after they are answered, over real sockets."""

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.limits import NO_LIMITS
from agent.llm_scripted import ScriptedLlm
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import theatre, until
from tests.journeys.test_journeys import ANSWER, RETRIEVE

pytestmark = pytest.mark.usefixtures("unpaced")


async def test_an_edited_question_is_answered_in_the_same_messages(database: str, redis: Redis) -> None:
    """Edited amid its answer and after it: one text message, the newest question's answer, its own marks, cards once."""
    model = ScriptedLlm(ANSWER, decisions=RETRIEVE, rate=40)
    domain = FakeDomain()
    async with theatre(database, redis, domain, model, limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tens")
        await until(lambda: any("Three for tonight" in text for text in stage.texts(question)))
        [first, *_] = stage.answers(question)
        stage.world.person_edits(question.id, f"{stage.world.mention_of_bot} something tense")
        assert "done" == await stage.finished(question)
        assert ["something tens", "something tense"] == [asked[0] for asked in domain.asked]
        stage.world.person_edits(question.id, f"{stage.world.mention_of_bot} something short")
        await until(lambda: stage.end(question) is None)
        assert "done" == await stage.finished(question)
        texts = [text for text in stage.texts(question) if text]
        assert (1, first.id) == (len(texts), stage.answers(question)[0].id)
        assert texts[0].startswith("Three for tonight.")
        assert "something short" == domain.asked[-1][0]


async def test_a_deleted_question_takes_its_unfinished_answer_along(database: str, redis: Redis) -> None:
    """Nothing of it is left in the thread, and the thread goes on."""
    model = ScriptedLlm(ANSWER, decisions=RETRIEVE, rate=20)
    async with theatre(database, redis, FakeDomain(), model, limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Three" in text for text in stage.texts(question)))
        stage.world.person_deletes(question.id)
        await until(lambda: stage.texts(question) == [])
        reply = stage.say("Ben", "something else", channel=question.id)
        assert "done" == await stage.finished(reply)


async def test_a_call_in_a_thread_of_people_is_answered_about_what_they_talk_of(database: str, redis: Redis) -> None:
    """The message that the thread was opened from counts; talk between people in it is theirs."""
    domain = FakeDomain()
    async with theatre(database, redis, domain, limits=NO_LIMITS) as stage:
        world = stage.world
        ben, channel = world.person_named("Ben").id, world.channel_named("movie-club").id
        starter = stage.say("Ben", "a heist film with a plan that goes wrong", mention=False)
        thread = world.person_opens_thread(ben, channel, "Friday", message_id=starter.id)
        question = stage.say("Ada", "what do you suggest?", channel=thread.id)
        assert "done" == await stage.finished(question)
        assert "a heist film with a plan that goes wrong, what do you suggest?" == domain.asked[-1][0]
        stage.say("Ada", f"<@{ben}> shall we?", channel=thread.id, mention=False)
        follow_up = stage.say("Ben", "something shorter", channel=thread.id, mention=False)
        assert "done" == await stage.finished(follow_up)
        assert 2 == len(domain.asked)


async def test_a_reply_that_was_written_while_the_session_was_lost_is_answered(database: str, redis: Redis) -> None:
    """Its event never came, and the new session replays nothing."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        stage.server.faults.lose("MESSAGE_CREATE")
        reply = stage.say("Ben", "something shorter", channel=question.id, mention=False)
        stage.server.faults.invalidate_session()
        assert "done" == await stage.finished(reply)
