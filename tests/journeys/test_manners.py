"""Manners over real sockets: nobody is pinged whoever words it, and what stands against an answer is told with the way out.

That no request could ping is judged at the end of every journey (tests/manners.py); here everything that can word one tries.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.faults import Refuse
from adapters.sandbox.discord.limits import NO_LIMITS
from agent.contract import TitleCard, TitleRef
from tests.bot.core import FakeWorker
from tests.fakes.domain import FakeDomain
from tests.fakes.titles import FakeTitles
from tests.journeys.people import Person, button, text_of
from tests.journeys.stage import Stage, bot, sandbox, theatre, until

pytestmark = pytest.mark.usefixtures("unpaced")


def calls_to_all(stage: Stage) -> str:
    """A text that would notify everybody, if it could."""
    ben, role = stage.world.person_named("Ben").id, stage.world.moderator_role_id
    return f"@everyone @here <@{ben}> <@!{ben}> <@&{role}>"


def named_badly(stage: Stage, name: str) -> None:
    """Somebody calls themselves what would notify everybody."""
    person = stage.world.person_named(name)
    stage.world.state.people[person.id] = replace(person, name=f"@everyone {calls_to_all(stage)}"[:80])


def pinged(stage: Stage) -> list[str]:
    """Whom messages of ours have notified."""
    ours = [message for message in stage.world.state.messages.values() if message.author_id == stage.world.bot_id]
    return [person for message in ours for person in message.pinged]


async def test_nobody_is_pinged_by_a_title_a_quote_a_name_a_file_or_a_model(database: str, redis: Redis) -> None:
    """In threads, answers, cards, questions posted for people, lists, exports and private answers."""
    async with sandbox(NO_LIMITS) as stage:
        loud = calls_to_all(stage)
        film = TitleRef("loud-1999", f"Loud {loud}", 1999)
        card = TitleCard(
            film, "movie", genres=(loud,), countries=(loud,), certificate=loud, why=(loud,), where=(loud,), region=loud,
            credits=(loud,), poster="https://example.org/@everyone.jpg",
        )  # fmt: skip
        async with bot(stage, database, redis, titles=FakeTitles(film)):
            await until(lambda: stage.calls("PUT", "/commands"))
            worker, ada = FakeWorker(redis), Person(stage, "Ada")
            question = stage.say("Ada", f"a film, {loud}")
            quiet = stage.say("Ada", loud, mention=False)
            named_badly(stage, "Ada")
            await worker.answer((await worker.request(0)).run_id, f"One. {loud}", titles=(film,), cards=(card,))
            await until(lambda: [one for one in stage.answers(question) if "Loud" in text_of(one)])
            cards = next(one for one in stage.answers(question) if "Loud" in text_of(one))
            for label in ("More like this", "Not this kind", "Seen it", "Watchlist"):
                assert "Loud" in text_of(await ada.told(await ada.click(cards, button(cards, label))))
            for command in ("watchlist show", "seen show", "privacy show"):
                await ada.told(await ada.command(command))
            await ada.command("privacy export")
            await ada.told(await ada.command("recommend", query=loud))
            await ada.told(await ada.command("watchlist add", title=loud))
            await ada.told(await ada.menu_command("Ask Matinee", quiet))
            assert 4 == len([await worker.request(number) for number in range(4)])
            assert [] == pinged(stage)


async def test_nobody_is_pinged_by_what_is_quoted(database: str, redis: Redis) -> None:
    """A question that replies to a loud message, and one in a thread that was opened from one; the plain answer repeats it."""
    domain = FakeDomain()
    async with theatre(database, redis, domain, limits=NO_LIMITS) as stage:
        world, ben = stage.world, Person(stage, "Ben")
        loud = stage.say("Ben", f"a heist film {calls_to_all(stage)}", mention=False)
        thread = world.person_opens_thread(ben.id, ben.club, "Friday", message_id=loud.id)
        first = stage.say("Ada", "what do you suggest?", channel=thread.id)
        assert "done" == await stage.finished(first)
        second = world.person_posts(
            world.person_named("Ada").id, ben.club, f"{world.mention_of_bot} like this?", reply_to=loud.id
        )
        assert "done" == await stage.finished(second)
        assert "a heist film" in domain.asked[0][0]
        assert [] == pinged(stage)


Arrange = Callable[[Stage], object]


def refuses_threads(code: int) -> Arrange:
    """Discord answers each new thread with a code."""
    return lambda stage: stage.server.faults.on("POST", r"/messages/\d+/threads$", Refuse(400, code), times=9)


@pytest.mark.parametrize(
    ("arrange", "says"),
    [
        (refuses_threads(160006), "as many open threads as Discord allows: a moderator can close some"),
        (refuses_threads(160007), "This channel has as many open threads"),
        (refuses_threads(50024), "Threads are not possible in this kind of channel: ask me in a text channel"),
        (refuses_threads(200001), "This server's AutoMod blocked the thread's name"),
        (refuses_threads(20024), "ask me in another channel"),
        (
            lambda stage: stage.world.deny("CREATE_PUBLIC_THREADS", stage.world.channel_named("movie-club").id),
            "an admin can give my role Create Public Threads",
        ),
    ],
    ids=["server full", "channel full", "no threads here", "AutoMod", "age", "permission"],
)
async def test_what_keeps_a_thread_from_being_opened_is_told_in_the_channel(
    database: str, redis: Redis, arrange: Arrange, says: str
) -> None:
    """One sentence with the way out, as a reply; nothing is asked, and the next question elsewhere is answered."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        arrange(stage)
        channel = stage.world.channel_named("movie-club").id
        question = stage.say("Ada", "something tense")
        await until(lambda: any(says in text for text in stage.texts(question, place=channel)))
        assert [] == stage.world.threads()
        stage.server.faults.clear()
        elsewhere = stage.say("Ada", "something tense", channel=stage.world.channel_named("general").id)
        assert "done" == await stage.finished(elsewhere)


def in_thread(permission: str) -> Callable[[Stage, str], object]:
    """A permission that is taken away meanwhile."""
    return lambda stage, thread: stage.world.deny(permission, thread)


def locked(stage: Stage, thread: str) -> None:
    """A moderator locks the thread."""
    stage.world.lock_thread(thread)
    stage.world.archive_thread(thread)
    stage.world.deny("MANAGE_THREADS", thread)


def refuses_posts(code: int) -> Callable[[Stage, str], object]:
    """Discord answers each message in the thread with a code."""
    return lambda stage, thread: stage.server.faults.on("POST", rf"/channels/{thread}/messages$", Refuse(400, code), times=9)


@pytest.mark.parametrize(
    ("arrange", "says"),
    [
        (in_thread("SEND_MESSAGES_IN_THREADS"), "give my role Send Messages in Threads"),
        (in_thread("VIEW_CHANNEL"), "give my role View Channel"),
        (
            lambda stage, thread: stage.world.set_slow_mode(thread, 21600),
            "Slow mode keeps me from posting here for another 6",
        ),
        (refuses_posts(20009), "in age-restricted channels alone: ask me in one of those"),
        (refuses_posts(200000), "This server's AutoMod blocked my message"),
        (refuses_posts(30033), "ask me in the channel and I will open a new one"),
    ],
    ids=["permission", "hidden", "slow mode", "age", "AutoMod", "full thread"],
)
async def test_what_keeps_an_answer_out_of_its_thread_is_told_to_the_asker(
    database: str, redis: Redis, arrange: Callable[[Stage, str], object], says: str
) -> None:
    """By direct message, since nothing can be written in place."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        stage.say("Ada", "something shorter", channel=question.id)
        arrange(stage, question.id)
        direct = stage.world.open_dm(stage.world.person_named("Ada").id).id
        await until(lambda: any(says in text for text in stage.texts(question, place=direct)))


async def test_an_archived_thread_is_opened_again_by_whoever_writes(database: str, redis: Redis) -> None:
    """An answer that is still to come reaches it all the same."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        stage.world.archive_thread(question.id)
        reply = stage.say("Ben", "something shorter", channel=question.id, mention=False)
        assert "done" == await stage.finished(reply)


async def test_short_slow_mode_only_makes_an_answer_wait(database: str, redis: Redis) -> None:
    """What does not fit its pace is posted later, and nobody is told anything."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: stage.texts(question))
        stage.world.set_slow_mode(question.id, 2)
        assert "done" == await stage.finished(question)
        reply = stage.say("Ben", "something shorter", channel=question.id, mention=False)
        assert "done" == await stage.finished(reply)
        assert 2 == len([text for text in stage.texts(question) if text])


async def test_an_age_restricted_channel_is_answered_as_any_other(database: str, redis: Redis) -> None:
    """What it restricts is who may read it."""
    async with theatre(database, redis, FakeDomain(), limits=NO_LIMITS) as stage:
        stage.world.set_age_restricted(stage.world.channel_named("movie-club").id)
        assert "done" == await stage.finished(stage.say("Ada", "something tense"))
