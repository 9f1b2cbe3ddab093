"""What stands beside an answer's text: cards, the note of a question in line, a word after a long wait."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import asyncpg
from redis.asyncio import Redis

from agent.contract import GenerationStarted, InterruptAck, ResponseChunk, ResponseDone, TitleCard, TitleRef
from bot.errors import Forbidden, RateLimited, Unreachable
from bot.types import (
    Author,
    ChatLimits,
    IncomingMessage,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    MessageRef,
    Place,
    ReactionAdded,
)
from bot.views import Card, View
from tests.bot.core import ADA, BEN, CHANNEL, CHLOE, Core, HurriedClock, core, eventually, thread_of
from tests.fakes.chat import Failure


def cards(*names: str) -> tuple[TitleCard, ...]:
    """Cards of titles."""
    return tuple(TitleCard(TitleRef(name.lower(), name, 1995), "movie") for name in names)


def views(_turn_id: str, shown: Sequence[TitleCard], limits: ChatLimits) -> list[View]:
    """One message for two cards."""
    return [View(cards=tuple(Card(card.ref.title) for card in shown[start : start + 2])) for start in range(0, len(shown), 2)]


def headings(bot: Core, place: Place) -> list[list[str]]:
    """The cards that stand in a place, message by message."""
    shown = [ref for ref in bot.chat.refs(place) if ref in bot.chat.views]
    return [[card.heading for card in bot.chat.views[ref].cards] for ref in shown]


async def asked(bot: Core, *, number: int = 0) -> MessageRef:
    """Ada asks."""
    ref = await bot.says(ADA, "a heist film", mention=True)
    await bot.worker.request(number)
    return ref


async def edited(bot: Core, ref: MessageRef, text: str) -> None:
    """Ada changes her question."""
    await bot.inbox.receive(MessageEdited(IncomingMessage(ref, CHANNEL, ADA, text, mentions_us=True)))


async def age(database: str, seconds: float) -> None:
    """Let all questions have been asked some time ago."""
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE turns SET asked_at = now() - make_interval(secs => $1)", seconds)
    await connection.close()


async def settled(bot: Core) -> None:
    """Wait until nothing is shown any more."""
    await eventually(lambda: not bot.turns._shown)


async def test_cards_follow_the_text_and_an_edited_question_uses_their_messages_again(database: str, redis: Redis) -> None:
    """Five cards in three messages; then three in two of the same ones; then none."""
    async with core(database, redis, views=views) as bot:
        ref = await asked(bot)
        place = thread_of(ref)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Five.", cards=cards(*"ABCDE"))
        await eventually(lambda: headings(bot, place) == [["A", "B"], ["C", "D"], ["E"]])
        await settled(bot)
        before = bot.chat.refs(place)
        assert "Five." == bot.chat.text(before[0])
        await edited(bot, ref, "fewer")
        await bot.worker.answer((await bot.worker.request(1)).run_id, "Three.", cards=cards(*"FGH"))
        await eventually(lambda: headings(bot, place) == [["F", "G"], ["H"]])
        await settled(bot)
        assert before[:3] == bot.chat.refs(place)
        await edited(bot, ref, "hello")
        await bot.worker.answer((await bot.worker.request(2)).run_id, "Hello.")
        await eventually(lambda: bot.chat.refs(place) == before[:1])


async def test_cards_stay_below_an_answer_that_has_grown(database: str, redis: Redis) -> None:
    """The edited question's answer needs a second message, which would stand below the old cards: they move."""
    async with core(database, redis, views=views) as bot:
        ref = await asked(bot)
        place = thread_of(ref)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "One.", cards=cards("A"))
        await eventually(lambda: headings(bot, place) == [["A"]])
        await settled(bot)
        await edited(bot, ref, "more")
        text = " ".join(f"w{number}" for number in range(700))
        await bot.worker.answer((await bot.worker.request(1)).run_id, text, cards=cards("B"))
        await eventually(lambda: headings(bot, place) == [["B"]])
        await settled(bot)
        *texts, last = bot.chat.refs(place)
        assert (2, True) == (len(texts), last in bot.chat.views)
        assert 1 == len([shown for shown in bot.chat.timeline if shown.kind == "delete"])


async def test_cards_that_a_dying_process_had_posted_are_not_posted_twice(database: str, redis: Redis) -> None:
    """It died between its post and its note of it, after a lost call too: the key finds the message."""
    async with core(database, redis, views=views, lease_seconds=0.2, clock=HurriedClock()) as dying:
        ref = await asked(dying)
        dying.chat.fail("post_view", Failure(Unreachable(), applied=True), RateLimited(0.1), None, *[Unreachable()] * 9)
        await dying.worker.answer((await dying.worker.request(0)).run_id, "Three.", cards=cards(*"ABC"))
        await eventually(lambda: headings(dying, thread_of(ref)) == [["A", "B"]])
        await settled(dying)
        connection = await asyncpg.connect(database)
        await connection.execute("DELETE FROM view_messages")
        await connection.execute("UPDATE turns SET state = 'running', relay_until = now()")
        await connection.close()
    await asyncio.sleep(0.3)
    dying.chat._faults.clear()
    async with core(database, redis, dying.chat, views=views) as heir:
        await heir.turns.tend()
        await eventually(lambda: headings(heir, thread_of(ref)) == [["A", "B"], ["C"]])
        await settled(heir)
        assert ["Three."] == [text for text in heir.chat.texts(thread_of(ref)) if text]


async def test_cards_that_a_platform_refuses_spoil_nothing(database: str, redis: Redis) -> None:
    """The answer stands, the turn is done, the next question is answered."""
    async with core(database, redis, views=views) as bot:
        ref = await asked(bot)
        bot.chat.fail("post_view", Forbidden("Embed Links", "Ask an admin."))
        await bot.worker.answer((await bot.worker.request(0)).run_id, "One.", cards=cards("A"))
        await eventually(lambda: "done" in bot.chat.marks(ref))
        await bot.says(ADA, "another", thread_of(ref))
        assert "another" == (await bot.worker.request(1)).question


async def test_a_stopped_answer_has_no_cards_of_an_earlier_one(database: str, redis: Redis) -> None:
    """Cards that do not belong to what is written above them would mislead."""
    async with core(database, redis, views=views) as bot:
        ref = await asked(bot)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "One.", cards=cards("A"))
        await eventually(lambda: headings(bot, thread_of(ref)))
        await settled(bot)
        await edited(bot, ref, "more")
        run = (await bot.worker.request(1)).run_id
        await bot.worker.emit(run, GenerationStarted(), InterruptAck("He"))
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["He\n\n*Stopped.*"])


async def test_whoever_waited_long_is_told_once_and_nobody_else(database: str, redis: Redis) -> None:
    """An answer that is finished by an edit makes no sound; after a minute people have turned to something else."""
    async with core(database, redis) as bot:
        quick = await asked(bot)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Quick.")
        await eventually(lambda: "done" in bot.chat.marks(quick))
        assert [] == bot.chat.seen("notify")
    async with core(database, redis, bot.chat, lease_seconds=0.1) as dying:
        slow = await asked(dying, number=1)
        await age(database, 90)
    await asyncio.sleep(0.2)
    async with core(database, redis, bot.chat) as heir:
        await heir.turns.tend()
        await heir.worker.answer((await heir.worker.request(1)).run_id, "Slow.")
        await eventually(lambda: heir.chat.seen("notify"))
        await settled(heir)
        connection = await asyncpg.connect(database)
        await connection.execute("UPDATE turns SET state = 'running', relay_until = now() WHERE question_message = $1", slow.id)
        await connection.close()
        await heir.turns.tend()
        await asyncio.sleep(0.1)
        await settled(heir)
        [told] = heir.chat.seen("notify")
        assert (ADA.id, slow.id, slow.id) == (told.user, told.channel, told.reply_to)


async def test_whoever_does_not_want_to_be_told_is_not(database: str, redis: Redis) -> None:
    """A person's own choice."""

    async def wants(_place: Place, asker: Author) -> bool:
        return asker != ADA

    async with core(database, redis, wants_notice=wants, lease_seconds=0.1) as dying:
        await asked(dying)
        await age(database, 90)
    await asyncio.sleep(0.2)
    async with core(database, redis, dying.chat, wants_notice=wants) as bot:
        await bot.turns.tend()
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Slow.")
        await asyncio.sleep(0.1)
        await settled(bot)
        assert [] == bot.chat.seen("notify")


async def test_a_question_in_line_is_told_so_and_the_note_goes_when_its_turn_comes(database: str, redis: Redis) -> None:
    """Once, as a reply to it; a question that is stopped or deleted in line takes its note along."""
    async with core(database, redis) as bot:
        ref = await asked(bot)
        place = thread_of(ref)
        await eventually(lambda: bot.chat.texts(place))
        first = await bot.says(BEN, "a comedy", place)
        second = await bot.says(CHLOE, "a western", place)
        notes = [shown for shown in bot.chat.seen("post") if "I'll get to this" in shown.text]
        assert [
            (first.id, "I'll get to this after the question before it."),
            (second.id, "I'll get to this after the 2 questions before it."),
        ] == [(note.reply_to, note.text) for note in notes]
        await bot.inbox.receive(MessageDeleted(second))
        await eventually(lambda: len(bot.chat.texts(place)) == 2)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Heat.")
        await bot.worker.answer((await bot.worker.request(1)).run_id, "Airplane!")
        await eventually(lambda: bot.chat.texts(place) == ["Heat.", "Airplane!"])


async def test_a_reply_to_a_complete_answer_is_not_told_to_wait_for_its_cards(database: str, redis: Redis) -> None:
    """To whoever reads it, that answer is done; the reply is taken up as soon as the cards stand."""
    async with core(database, redis, views=views) as bot:
        ref = await asked(bot)
        place = thread_of(ref)
        cards_may_come = bot.chat.hold("post_view")
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Heat.", cards=cards("A"))
        await eventually(lambda: "post_view" in bot.chat.calls)
        await bot.says(BEN, "a comedy", place)
        assert not [shown for shown in bot.chat.seen("post") if "I'll get to this" in shown.text]
        cards_may_come.set()
        assert "a comedy" == (await bot.worker.request(1)).question


async def test_the_stop_button_stands_under_the_answer_while_it_grows(database: str, redis: Redis) -> None:
    """Under the placeholder, under the newest message alone, and gone with the final."""
    async with core(database, redis) as bot:
        ref = await asked(bot)
        place = thread_of(ref)
        turn = await bot.store.by_question(ref)
        assert turn is not None
        await eventually(lambda: bot.chat.texts(place))
        assert [f"s:{turn.id}"] == [button.action for button in bot.chat.buttons[bot.chat.refs(place)[0]]]
        text = " ".join(f"w{number}" for number in range(700))
        await bot.worker.emit(turn.run_id, GenerationStarted(), ResponseChunk(text))
        await eventually(lambda: len(bot.chat.refs(place)) == 2)
        await eventually(lambda: [len(bot.chat.buttons[one]) for one in bot.chat.refs(place)] == [0, 1])
        await bot.worker.emit(turn.run_id, ResponseDone(text))
        await eventually(lambda: [len(bot.chat.buttons[one]) for one in bot.chat.refs(place)] == [0, 0])
        assert text.split() == " ".join(bot.chat.texts(place)).split()


async def test_a_stop_takes_the_askers_questions_in_line_along_with_their_notes(database: str, redis: Redis) -> None:
    """Nothing that they asked goes on."""
    async with core(database, redis) as bot:
        ref = await asked(bot)
        await eventually(lambda: bot.chat.texts(thread_of(ref)))
        await bot.says(ADA, "a comedy", thread_of(ref))
        assert 2 == len(bot.chat.texts(thread_of(ref)))
        await bot.inbox.receive(ReactionAdded(ref, ADA, "stop"))
        await bot.worker.acknowledge_stop((await bot.worker.request(0)).run_id)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["*Stopped before I had written anything.*"])


async def test_what_a_question_refers_to_is_told_to_the_run_once(database: str, redis: Redis) -> None:
    """The message that it replies to, or that the thread was opened from, comes before it in the history; said twice it would
    weigh twice."""
    place = Place("discord", "guild", "general", thread="77")
    async with core(database, redis) as bot:
        for number, text in enumerate(["what do you suggest?", "and shorter?"]):
            said = IncomingMessage(
                bot.chat.person_message(place), place, ADA, text, mentions_us=True, quoted="I loved Parasite,\n\nand Heat"
            )
            await bot.inbox.receive(MessagePosted(said))
            request = await bot.worker.request(number)
            await bot.worker.answer(request.run_id, "Rope.")
            await eventually(lambda number=number: len(bot.chat.texts(place)) == number + 1)
            await settled(bot)
        assert ["I loved Parasite,\n\nand Heat", "what do you suggest?", "Rope."] == [m.text for m in request.history]
        assert [True, False, False] == [m.is_quoted for m in request.history]


async def test_people_who_talk_to_each_other_in_our_thread_are_left_alone(database: str, redis: Redis) -> None:
    """Unless they call us, or it is a direct message."""
    async with core(database, redis) as bot:
        ref = await asked(bot)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Heat.")
        await settled(bot)
        place = thread_of(ref)
        said = IncomingMessage(bot.chat.person_message(place), place, BEN, "what do you think, Ada?", mentions_us=False)
        await bot.inbox.receive(MessagePosted(replace(said, to_others=True)))
        assert 1 == len(await bot.worker.requests())
        await bot.inbox.receive(MessagePosted(replace(said, ref=bot.chat.person_message(place))))
        assert "what do you think, Ada?" == (await bot.worker.request(1)).question
