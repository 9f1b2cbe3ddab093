"""Questions that reach the bot in ways that Discord alone has, over real sockets."""

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.limits import NO_LIMITS
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import theatre

pytestmark = pytest.mark.usefixtures("unpaced")


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
