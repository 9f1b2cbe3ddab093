"""Messages that were written while nobody listened."""

import asyncio

from redis.asyncio import Redis

from bot.errors import Forbidden
from bot.types import IncomingMessage, MessageRef, Place, SessionStarted
from tests.bot.core import ADA, BEN, OTHER_BOT, Core, core, eventually, thread_of

NEW_SESSION = SessionStarted("discord")


async def answered(bot: Core, number: int) -> MessageRef:
    """A question that was asked in the channel and answered."""
    ref = await bot.says(ADA, f"question {number}", mention=True)
    await bot.worker.answer((await bot.worker.request(number)).run_id, f"answer {number}")
    await eventually(lambda: bot.chat.texts(thread_of(ref)) == [f"answer {number}"])
    return ref


def unheard(bot: Core, place: Place, text: str, author: object = BEN) -> IncomingMessage:
    """Somebody writes, and no event of it comes."""
    message = IncomingMessage(bot.chat.person_message(place), place, author, text, mentions_us=False)  # type: ignore[arg-type]
    bot.chat.unheard[place.thread or place.channel].append(message)
    return message


async def test_what_was_written_before_a_new_session_is_answered_once(database: str, redis: Redis) -> None:
    """In order, through the same claims as events: reading it many times, at once too, makes one answer each."""
    async with core(database, redis) as bot:
        place = thread_of(await answered(bot, 0))
        unheard(bot, place, "something shorter")
        unheard(bot, place, "I am a bot", OTHER_BOT)
        unheard(bot, place, "and older")
        await asyncio.gather(*[bot.inbox.receive(NEW_SESSION) for _ in range(3)])
        assert "something shorter" == (await bot.worker.request(1)).question
        await bot.worker.answer((await bot.worker.request(1)).run_id, "Rope.")
        await bot.worker.answer((await bot.worker.request(2)).run_id, "Metropolis.")
        await eventually(lambda: bot.chat.texts(place) == ["answer 0", "Rope.", "Metropolis."])
        await bot.inbox.receive(NEW_SESSION)
        assert 3 == len(await bot.worker.requests())


async def test_a_place_that_cannot_be_read_keeps_no_other_from_being_read(database: str, redis: Redis) -> None:
    """Its thread was made private; the others are caught up."""
    async with core(database, redis) as bot:
        places = [thread_of(await answered(bot, number)) for number in range(2)]
        for place in places:
            unheard(bot, place, "something shorter")
        bot.chat.fail("missed", Forbidden("View Channel", "Ask an admin."))
        await bot.inbox.receive(NEW_SESSION)
        await bot.worker.request(2)
        assert 3 == len(await bot.worker.requests())


async def test_only_the_conversations_of_the_last_day_are_read_and_not_too_many(database: str, redis: Redis) -> None:
    """A restart costs at most fifty calls."""
    async with core(database, redis) as bot:
        for number in range(3):
            await answered(bot, number)
        newest = await bot.claims.recent("discord", limit=2)
        assert 2 == len(newest)
        assert [] == await bot.claims.recent("discord", hours=0)
        assert [] == await bot.claims.recent("slack")
