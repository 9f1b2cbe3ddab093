"""Where an answer cannot be written on Discord: the asker hears why."""

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.limits import NO_LIMITS
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import theatre, until
from tests.journeys.visits import model

pytestmark = pytest.mark.usefixtures("unpaced")


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
