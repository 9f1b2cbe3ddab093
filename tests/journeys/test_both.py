"""What people live through on both platforms, over real sockets: one set of journeys, told once.

What one platform alone has is in the files beside: test_slack.py, test_turns.py, test_bad_input.py.
"""

import re

import pytest
from redis.asyncio import Redis

from agent.catalogue.films import FilmDomain
from agent.llm import ModelTimeout
from tests.fakes.domain import FakeDomain
from tests.fakes.finder import FakeFinder
from tests.journeys.stage import until, worker, written
from tests.journeys.visits import REASON, Platform, Visit, model, on_both, theatre

pytestmark = [pytest.mark.usefixtures("unpaced"), on_both]


async def growing(stage: Visit, question: object) -> None:
    """Wait until the answer to a question has begun."""
    await until(lambda: any("Rope" in text for text in stage.texts(question)))


async def status_gone(platform: Platform, stage: Visit, question: object) -> None:
    """Wait until a status line, where there is one, is taken away: marks stay."""
    await until(lambda: platform.limits.marks_progress or not stage.steps(question))


async def test_a_reply_in_the_thread_goes_on(database: str, redis: Redis, platform: Platform) -> None:
    """No mention is needed; what was shown is known and not shown again."""
    async with theatre(platform, database, redis, FakeDomain()) as stage:
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        reply = stage.reply("Ben", question, "something shorter")
        assert "done" == await stage.finished(reply)
        first, second = stage.texts(question)
        assert "“something tense, something shorter”" in second
        assert not set(re.findall(r"\*\*(.+?)\*\*", first)) & set(re.findall(r"\*\*(.+?)\*\*", second))


async def test_a_weak_search_asks_once_and_then_answers(database: str, redis: Redis, platform: Platform) -> None:
    """The clarifying question is the bot's; anybody's reply to it is answered even if the search stays weak."""
    async with theatre(platform, database, redis, FakeDomain(score=0.2)) as stage:
        question = stage.say("Ada", "something good")
        assert "asked" == await stage.finished(question)
        # Its mark stands for the step as well, which is shown before the words.
        await until(lambda: ["Which one?\n1. **thrillers**\n2. **comedies**"] == stage.texts(question))
        await status_gone(platform, stage, question)
        reply = stage.reply("Ben", question, "the first")
        assert "done" == await stage.finished(reply)


async def test_a_direct_message_is_answered_there_and_goes_on(database: str, redis: Redis, platform: Platform) -> None:
    """No mention; to the last character, and so is the next one."""
    async with theatre(platform, database, redis, FakeDomain(), model(rate=200)) as stage:
        question = stage.write("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert [await written(database, stage.key(question))] == stage.texts(question)
        follow_up = stage.write("Ada", "another", thread=question)
        assert "done" == await stage.finished(follow_up)
        assert 2 == len(stage.texts(question))


async def test_the_asker_stops_an_answer_with_a_reaction(database: str, redis: Redis, platform: Platform) -> None:
    """Somebody else is told who can; the text so far stays and says that it was stopped."""
    async with theatre(platform, database, redis, FakeDomain(), model(rate=10)) as stage:
        question = stage.say("Ada", "something tense")
        await growing(stage, question)
        stage.react("Ben", stage.answers(question)[0])
        await until(lambda: any("Only" in text for text in stage.told("Ben", question)))
        assert stage.end(question) is None
        stage.react("Ada", stage.answers(question)[0])
        assert "stopped" == await stage.finished(question)
        assert "Rope" in stage.texts(question)[0]
        assert stage.texts(question)[0].endswith("*Stopped.*")


async def test_a_moderator_stops_by_word_and_a_mention_interrupts(database: str, redis: Redis, platform: Platform) -> None:
    """“stop” is no question; a new mention in the thread ends what runs and is answered itself."""
    async with theatre(platform, database, redis, FakeDomain(), model(rate=40)) as stage:
        question = stage.say("Ada", "something tense")
        await until(lambda: stage.texts(question))
        stage.reply("Chloe", question, "stop")
        assert "stopped" == await stage.finished(question)
        second = stage.reply("Ada", question, "another", mention=True)
        await until(lambda: len(stage.texts(question)) == 2)
        third = stage.reply("Ben", question, "no, a western", mention=True)
        assert "stopped" == await stage.finished(second)
        assert "done" == await stage.finished(third)
        assert 3 == len(stage.texts(question))


async def test_a_mark_anywhere_in_the_thread_stops_what_runs_there(database: str, redis: Redis, platform: Platform) -> None:
    """Under the cards and the text of an earlier answer, under what somebody said meanwhile, and a moderator's after a restart;
    under a message elsewhere it stops nothing."""
    async with platform.free() as stage:
        async with worker(redis, FakeDomain(), model(rate=0)), platform.gateway(stage, database, redis):
            question = stage.say("Ada", "something tense")
            assert "done" == await stage.finished(question)
            await until(lambda: stage.cards(question))
        said = stage.reply("Ben", question, f"<@{stage.id_of('Chloe')}> look")
        async with worker(redis, FakeDomain(), model(rate=5)):
            async with platform.gateway(stage, database, redis):
                for number, marked in enumerate((stage.cards(question)[0], stage.answers(question)[0], said), 2):
                    follow_up = stage.reply("Ada", question, f"another {number}")
                    await until(lambda number=number: len(stage.texts(question)) == number)
                    stage.react("Ada", marked)
                    assert "stopped" == await stage.finished(follow_up)
                    await written(database, stage.key(follow_up))
                follow_up = stage.reply("Ada", question, "one more")
                await until(lambda: len(stage.texts(question)) == 5)
                stage.react("Ada", stage.say("Ben", "hello", mention=False))
                so_far = len(stage.texts(question)[-1])
                await until(lambda: len(stage.texts(question)[-1]) > so_far + 40)
                assert stage.end(follow_up) is None
            async with platform.gateway(stage, database, redis):
                stage.react("Chloe", stage.cards(question)[0])
                assert "stopped" == await stage.finished(follow_up)


@pytest.mark.parametrize("direct", [False, True], ids=["channel", "direct"])
async def test_a_model_that_dies_leaves_its_text_and_a_way_out(
    database: str, redis: Redis, platform: Platform, direct: bool
) -> None:
    """The stream ends mid-answer: the partial text stays, one sentence says what to do, and no status line outlives it."""
    dying = model(rate=200, dies_after=80, death=ModelTimeout("silent"))
    async with theatre(platform, database, redis, FakeDomain(), dying) as stage:
        question = (stage.write if direct else stage.say)("Ada", "something tense")
        assert "failed" == await stage.finished(question)
        [text] = stage.texts(question)
        assert "Rope" in text
        assert "⚠️" in text
        await status_gone(platform, stage, question)


@pytest.mark.parametrize("direct", [False, True], ids=["channel", "direct"])
async def test_a_long_answer_fills_several_messages_and_none_is_lost(
    database: str, redis: Redis, platform: Platform, direct: bool
) -> None:
    """What one message does not hold goes on in new ones, each chunk in its own, the text whole."""
    times = platform.limits.text // (2 * len(REASON))
    long_answer = "".join(f"\n\n[{n}] {REASON * times}" for n in range(1, 6))
    async with theatre(platform, database, redis, FakeDomain(), model(rate=1000, answer=long_answer)) as stage:
        question = (stage.write if direct else stage.say)("Ada", "something tense")
        assert "done" == await stage.finished(question)
        texts = stage.texts(question)
        assert len(texts) >= 2
        assert all(len(text) <= platform.limits.text for text in texts)
        assert 5 * times == "\n".join(texts).count(REASON.strip())


async def test_an_edited_question_is_answered_in_the_same_messages(database: str, redis: Redis, platform: Platform) -> None:
    """Edited amid its answer and after it: one text message, the newest question's answer, its own marks, cards once."""
    domain = FakeDomain()
    async with theatre(platform, database, redis, domain, model(rate=50)) as stage:
        question = stage.say("Ada", "something tens")
        await growing(stage, question)
        first = stage.key(stage.answers(question)[0])
        stage.edit(question, "something tense")
        assert "done" == await stage.finished(question)
        assert ["something tens", "something tense"] == [asked[0] for asked in domain.asked]
        stage.edit(question, "something short")
        await until(lambda: stage.end(question) is None)
        assert "done" == await stage.finished(question)
        [text] = stage.texts(question)
        assert text.startswith("Three for tonight.")
        assert first == stage.key(stage.answers(question)[0])
        assert "something short" == domain.asked[-1][0]
        await until(lambda: len(stage.cards(question)) == 1)


async def test_a_deleted_question_takes_its_unfinished_answer_along(database: str, redis: Redis, platform: Platform) -> None:
    """The run ends, nothing of a half answer is left, and the next question is answered."""
    async with theatre(platform, database, redis, FakeDomain(), model(rate=40)) as stage:
        question = stage.say("Ada", "something tense")
        await growing(stage, question)
        stage.delete(question)
        await until(lambda: not stage.answers(question))
        reply = stage.reply("Ben", question, "something else", mention=True)
        assert "done" == await stage.finished(reply)


async def test_a_restart_goes_on_in_the_same_message(database: str, redis: Redis, platform: Platform) -> None:
    """In a channel and in a direct message: another gateway finishes what the first began, to the last character."""
    async with platform.free() as stage, worker(redis, FakeDomain(), model(rate=30)):
        async with platform.gateway(stage, database, redis):
            asked = stage.say("Ada", "something tense"), stage.write("Ben", "something tense")
            for question in asked:
                await growing(stage, question)
        began = [stage.key(stage.answers(question)[0]) for question in asked]
        assert [None, None] == [stage.end(question) for question in asked]
        async with platform.gateway(stage, database, redis):
            for question, message in zip(asked, began, strict=True):
                assert "done" == await stage.finished(question)
                assert [await written(database, stage.key(question))] == stage.texts(question)
                assert message == stage.key(stage.answers(question)[0])


async def test_a_mention_of_nothing_is_greeted_with_examples(database: str, redis: Redis, platform: Platform) -> None:
    """Somebody only wants to know who this is."""
    async with theatre(platform, database, redis, FilmDomain(FakeFinder())) as stage:
        question = stage.say("Ada", "")
        assert "done" == await stage.finished(question)
        [text] = stage.texts(question)
        assert "one room" in text


async def test_emoji_alone_are_small_talk(database: str, redis: Redis, platform: Platform) -> None:
    """No search, no error; the thread has a readable name."""
    finder = FakeFinder()
    async with theatre(platform, database, redis, FilmDomain(finder)) as stage:
        question = stage.say("Ada", "🍿🎬😀")
        assert "done" == await stage.finished(question)
        assert [] == finder.searched
        assert "🔎" not in stage.steps(question)
        assert stage.thread_name(question) in {"Films with Ada", None}


async def test_a_very_long_question_is_answered(database: str, redis: Redis, platform: Platform) -> None:
    """As long as a message can be, in a channel and in a direct message; what a thread is called after it is shortened."""
    async with theatre(platform, database, redis, FakeDomain()) as stage:
        for ask in (stage.say, stage.write):
            question = ask("Ada", "something tense " * (platform.limits.text // 16 - 2))
            assert "done" == await stage.finished(question)
            assert len(stage.thread_name(question) or "") <= platform.limits.thread_name


async def test_another_bot_is_left_alone(database: str, redis: Redis, platform: Platform) -> None:
    """Two bots that mention each other would never end."""
    domain = FakeDomain()
    async with theatre(platform, database, redis, domain) as stage:
        robots = stage.robot_says("hello")
        question = stage.say("Ada", "something tense")
        assert "done" == await stage.finished(question)
        assert ["something tense"] == [asked[0] for asked in domain.asked]
        assert not stage.answers(robots)
