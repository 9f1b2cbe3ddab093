"""What people send that is no proper question: each gets what a person would expect."""

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.limits import NO_LIMITS
from agent.catalogue.films import FilmDomain
from tests.fakes.domain import FakeDomain
from tests.fakes.finder import FakeFinder
from tests.journeys.stage import theatre, until
from tests.journeys.test_journeys import model

pytestmark = pytest.mark.usefixtures("unpaced")


async def test_an_empty_mention_is_greeted_with_examples(database: str, redis: Redis) -> None:
    """Somebody only wants to know who this is."""
    async with theatre(database, redis, FilmDomain(FakeFinder()), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "")
        assert "done" == await stage.finished(question)
        [text] = stage.texts(question)
        assert "one room" in text


async def test_only_emoji_is_small_talk(database: str, redis: Redis) -> None:
    """No search, no error; the thread has a readable name."""
    async with theatre(database, redis, FilmDomain(FakeFinder()), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "🍿🎬😀")
        assert "done" == await stage.finished(question)
        assert "🔎" not in stage.marks(question)
        assert "Films with Ada" == next(c.name for c in stage.world.threads() if c.id == question.id)


async def test_a_very_long_question_is_answered(database: str, redis: Redis) -> None:
    """As long as the platform lets anybody write."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense " * 120)
        assert "done" == await stage.finished(question)
        assert len(next(c.name for c in stage.world.threads() if c.id == question.id)) <= 100


async def test_another_bot_is_left_alone(database: str, redis: Redis) -> None:
    """Two bots that mention each other would never end."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        robot = stage.world.add_person("Robot", bot=True)
        stage.world.person_posts(robot.id, stage.world.channel_named("movie-club").id, f"{stage.world.mention_of_bot} hello")
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert [question.id] == [thread.id for thread in stage.world.threads()]


async def test_a_deleted_question_takes_its_unfinished_answer_away(database: str, redis: Redis) -> None:
    """The run ends, and nothing of a half answer stays."""
    async with theatre(database, redis, FakeDomain(), model(rate=20), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.world.person_deletes(question.id)
        await until(lambda: not stage.texts(question))


async def test_a_thread_that_is_locked_meanwhile_is_told_to_the_asker(database: str, redis: Redis) -> None:
    """The answer cannot be written there; the asker hears why, in a direct message."""
    async with theatre(database, redis, FakeDomain(), model(rate=20), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        stage.world.deny("MANAGE_THREADS", stage.world.channel_named("movie-club").id)
        stage.world.lock_thread(question.id)
        stage.world.archive_thread(question.id)
        ada = stage.world.person_named("Ada")
        await until(lambda: "locked" in " ".join(stage.texts(question, place=stage.world.open_dm(ada.id).id)))


async def test_no_permission_to_open_threads_is_said_in_the_channel(database: str, redis: Redis) -> None:
    """With the name of the permission; nothing is left hanging."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        channel = stage.world.channel_named("movie-club").id
        stage.world.deny("CREATE_PUBLIC_THREADS", channel)
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Create Public Threads" in text for text in stage.texts(question, place=channel)))


async def test_no_permission_to_write_is_said_in_a_direct_message(database: str, redis: Redis) -> None:
    """Where the bot may not speak at all, the asker still hears why."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        channel = stage.world.channel_named("movie-club").id
        stage.world.deny("CREATE_PUBLIC_THREADS", channel)
        stage.world.deny("SEND_MESSAGES", channel)
        stage.say("Ada", "something tense")
        ada = stage.world.person_named("Ada")
        await until(lambda: "Create Public Threads" in " ".join(stage.texts(stage.say, place=stage.world.open_dm(ada.id).id)))  # type: ignore[arg-type]
