"""Questions that are edited or deleted, on a fake platform with real Valkey and PostgreSQL."""

import asyncio

import asyncpg
import pytest
from redis.asyncio import Redis

from agent.contract import GenerationStarted, InterruptAck, ResponseChunk
from bot.store.conversations import REVISIONS
from bot.types import IncomingMessage, MessageDeleted, MessageEdited, MessageRef, Place, Turn
from tests.bot.core import ADA, BEN, CHANNEL, CHLOE, Core, core, eventually, thread_of


async def edits(
    bot: Core, ref: MessageRef, text: str, *, mention: bool = True, place: Place = CHANNEL, author: object = ADA
) -> None:
    """Somebody changes a message."""
    await bot.inbox.receive(MessageEdited(IncomingMessage(ref, place, author, text, mention)))  # type: ignore[arg-type]


async def turn_of(bot: Core, ref: MessageRef) -> Turn:
    """The turn of a question."""
    turn = await bot.store.by_question(ref)
    assert turn is not None
    return turn


async def answered(bot: Core, ref: MessageRef, number: int, text: str) -> None:
    """Wait for the run of this number, let it answer, and wait until the answer is there and its turn closed."""
    await bot.worker.answer((await bot.worker.request(number)).run_id, text)
    await eventually(lambda: text in bot.chat.texts(thread_of(ref)))
    await eventually(lambda: not bot.turns._shown)


async def test_an_edited_question_is_answered_anew_in_the_same_message(database: str, redis: Redis) -> None:
    """The turn keeps its row and its message; its run and its marks are new, its history is what came before it."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await answered(bot, ref, 0, "Heat.")
        before, [message] = await turn_of(bot, ref), bot.chat.refs(thread_of(ref))
        await edits(bot, ref, "a comedy")
        request = await bot.worker.request(1)
        assert ("a comedy", ()) == (request.question, request.history)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["*Reading your question…*"])
        await eventually(lambda: bot.chat.marks(ref) == ["seen"])
        await answered(bot, ref, 1, "Airplane!")
        after = await turn_of(bot, ref)
        assert (before.id, before.revision + 1, "done") == (after.id, after.revision, after.state)
        assert [message] == bot.chat.refs(thread_of(ref))
        assert ["seen", "route", "write", "done"] == bot.chat.marks(ref)


async def test_an_edit_while_the_answer_grows_replaces_the_run_without_a_word(database: str, redis: Redis) -> None:
    """The old run is stopped; neither its late words nor a note that it was stopped reach anybody."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        old = (await bot.worker.request(0)).run_id
        await bot.worker.emit(old, GenerationStarted(), ResponseChunk("Heat "))
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Heat ▍"])
        await edits(bot, ref, "a comedy")
        assert await bot.worker.stopped(old)
        new = (await bot.worker.request(1)).run_id
        await bot.worker.emit(old, ResponseChunk("late words"), InterruptAck("Heat late words"))
        await answered(bot, ref, 1, "Airplane!")
        assert new != old
        assert ["Airplane!"] == bot.chat.texts(thread_of(ref))
        assert not any("late" in shown.text or "Stopped" in shown.text for shown in bot.chat.timeline)
        assert "stopped" not in bot.chat.marks(ref)


async def test_an_edit_that_lands_amid_a_call_to_the_platform_is_not_overtaken_by_it(database: str, redis: Redis) -> None:
    """The old answer's edit that is on its way ends before the new answer writes, so that it cannot land on top."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        old = (await bot.worker.request(0)).run_id
        await eventually(lambda: bot.chat.texts(thread_of(ref)))
        release = bot.chat.hold("edit")
        await bot.worker.emit(old, GenerationStarted(), ResponseChunk("Heat "))
        await eventually(lambda: bot.chat.in_flight["edit"])
        editing = asyncio.create_task(edits(bot, ref, "a comedy"))
        await asyncio.sleep(0.1)
        assert 1 == len(await bot.worker.requests())
        release.set()
        await editing
        await answered(bot, ref, 1, "Airplane!")
        assert ["Airplane!"] == bot.chat.texts(thread_of(ref))


async def test_a_question_in_line_waits_on_with_its_new_text(database: str, redis: Redis) -> None:
    """No run of the old text is launched, and its place in line is kept."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await bot.worker.request(0)
        waiting = await bot.says(BEN, "a comedi", thread_of(ref))
        await edits(bot, waiting, "a comedy", mention=False, place=thread_of(ref), author=BEN)
        await bot.worker.answer((await bot.worker.request(0)).run_id, "Heat.")
        assert "a comedy" == (await bot.worker.request(1)).question
        assert 0 == (await turn_of(bot, waiting)).revision


@pytest.mark.parametrize(
    ("text", "author"), [("a heist film", ADA), ("a comedy", BEN)], ids=["the same text", "somebody else's edit"]
)
async def test_an_edit_that_changes_nothing_for_us_is_left_alone(
    database: str, redis: Redis, text: str, author: object
) -> None:
    """Links that unfold make edits with the same text; nobody asks in another person's name."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await answered(bot, ref, 0, "Heat.")
        await edits(bot, ref, text, author=author)
        assert (1, 0) == (len(await bot.worker.requests()), (await turn_of(bot, ref)).revision)
        assert ["Heat."] == bot.chat.texts(thread_of(ref))


async def test_a_question_of_another_day_is_not_asked_anew(database: str, redis: Redis) -> None:
    """Somebody mends an old typo: nobody expects an answer to change that was read long ago."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await answered(bot, ref, 0, "Heat.")
        connection = await asyncpg.connect(database)
        await connection.execute("UPDATE turns SET created_at = now() - interval '25 hours'")
        await connection.close()
        await edits(bot, ref, "a comedy")
        assert 1 == len(await bot.worker.requests())


async def test_an_edited_question_waits_for_the_one_that_runs(database: str, redis: Redis) -> None:
    """Another answer is growing in the conversation: the edited one is next, before plain replies, and says so."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await answered(bot, ref, 0, "Heat.")
        other = await bot.says(BEN, "a western", thread_of(ref))
        await bot.worker.request(1)
        await bot.says(CHLOE, "a musical", thread_of(ref))
        await edits(bot, ref, "a comedy")
        assert "queued" == (await turn_of(bot, ref)).state
        await bot.worker.answer((await bot.worker.request(1)).run_id, "Unforgiven.")
        request = await bot.worker.request(2)
        assert ("a comedy", ()) == (request.question, request.history)
        assert "done" == (await turn_of(bot, other)).state
        await bot.worker.answer(request.run_id, "Airplane!")
        await eventually(lambda: bot.chat.texts(thread_of(ref))[0] == "Airplane!")


async def test_a_longer_and_then_a_shorter_answer_add_and_delete_the_right_messages(database: str, redis: Redis) -> None:
    """One message, then three of which the first is the same, then one again; nothing is left over."""
    words = [" ".join(f"{name}{number}" for number in range(1000)) for name in ("a", "b")]
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "zero", mention=True)
        await answered(bot, ref, 0, "Short.")
        [first] = bot.chat.refs(thread_of(ref))
        for number, text in enumerate(words, start=1):
            await edits(bot, ref, f"question {number}")
            await bot.worker.answer((await bot.worker.request(number)).run_id, text)
            await eventually(lambda text=text: " ".join(bot.chat.texts(thread_of(ref))).split() == text.split())
            await eventually(lambda: not bot.turns._shown)
        assert first == bot.chat.refs(thread_of(ref))[0]
        assert 3 == len(bot.chat.seen("post"))
        await edits(bot, ref, "last")
        await bot.worker.answer((await bot.worker.request(3)).run_id, "Short again.")
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == ["Short again."])
        assert [first] == bot.chat.refs(thread_of(ref))


async def test_a_message_that_was_deleted_from_an_earlier_answer_is_posted_anew(database: str, redis: Redis) -> None:
    """A moderator took the old answer away; the asker who edits the question still gets the new one, whole."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await answered(bot, ref, 0, "Heat.")
        bot.chat.lose(bot.chat.refs(thread_of(ref))[0])
        await edits(bot, ref, "a comedy")
        await answered(bot, ref, 1, "Airplane!")
        assert ["Airplane!"] == bot.chat.texts(thread_of(ref))


async def test_an_edit_survives_a_process_that_dies_before_the_new_run_is_launched(database: str, redis: Redis) -> None:
    """The edit is in the row; whoever adopts the turn launches its run and writes into the same message."""
    async with core(database, redis, lease_seconds=0.2) as dying:
        ref = await dying.says(ADA, "a heist film", mention=True)
        await answered(dying, ref, 0, "Heat.")
        turn = await turn_of(dying, ref)
        await dying.store.ask_anew(turn, IncomingMessage(ref, CHANNEL, ADA, "a comedy", mentions_us=True))
    await asyncio.sleep(0.3)
    async with core(database, redis, dying.chat) as heir:
        await heir.turns.tend()
        assert "a comedy" == (await heir.worker.request(1)).question
        await answered(heir, ref, 1, "Airplane!")
        assert 1 == len(heir.chat.seen("post"))


async def test_an_edit_that_comes_before_its_message_was_handled_is_the_question(database: str, redis: Redis) -> None:
    """Opening the thread took its time, or failed and is tried again by another process: the new text is asked, once."""
    async with core(database, redis) as bot:
        release = bot.chat.hold("open_thread")
        ref = bot.chat.person_message(CHANNEL)
        asking = asyncio.create_task(bot.says(ADA, "a heist film", mention=True, ref=ref))
        await eventually(lambda: bot.chat.in_flight["open_thread"])
        editing = asyncio.create_task(edits(bot, ref, "a comedy"))
        await asyncio.sleep(0.05)
        release.set()
        await asyncio.gather(asking, editing)
        turn = await turn_of(bot, ref)
        await bot.worker.answer(turn.run_id, "Airplane!")
        await eventually(lambda: "Airplane!" in bot.chat.texts(thread_of(ref)))
        assert "a comedy" == turn.question
        assert ["Airplane!"] == bot.chat.texts(thread_of(ref))


async def test_a_mention_that_is_edited_in_asks_and_one_that_is_edited_out_takes_back(database: str, redis: Redis) -> None:
    """People forget to call us, and call us by mistake: an unfinished answer goes, messages and marks."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film")
        assert [] == await bot.worker.requests()
        await edits(bot, ref, "a heist film")
        run = (await bot.worker.request(0)).run_id
        await eventually(lambda: bot.chat.texts(thread_of(ref)))
        await edits(bot, ref, "a heist film", mention=False)
        assert await bot.worker.stopped(run)
        await eventually(lambda: bot.chat.texts(thread_of(ref)) == [] and bot.chat.marks(ref) == [])
        await eventually(lambda: not bot.turns._shown)
        assert "stopped" == (await turn_of(bot, ref)).state
        await edits(bot, ref, "a heist film")
        await answered(bot, ref, 1, "Heat.")


@pytest.mark.parametrize("wait_in_line", [False, True], ids=["running", "in line"])
async def test_a_deleted_question_leaves_nothing_and_the_next_one_goes_on(
    database: str, redis: Redis, *, wait_in_line: bool
) -> None:
    """Nobody waits for that answer: its run stops, its messages and its note go, and it is no part of later history."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await bot.worker.request(0)
        await eventually(lambda: bot.chat.texts(thread_of(ref)))
        doomed = await bot.says(BEN, "a comedy", thread_of(ref)) if wait_in_line else ref
        last = await bot.says(CHLOE, "a western", thread_of(ref))
        await bot.inbox.receive(MessageDeleted(doomed))
        if wait_in_line:
            await bot.worker.answer((await bot.worker.request(0)).run_id, "Heat.")
        else:
            assert await bot.worker.stopped((await bot.worker.request(0)).run_id)
        request = await bot.worker.request(1)
        assert "a western" == request.question
        assert (["a heist film", "Heat."] if wait_in_line else []) == [m.text for m in request.history]
        await bot.worker.answer(request.run_id, "Unforgiven.")
        await eventually(lambda: "done" in bot.chat.marks(last))
        assert (["Heat."] if wait_in_line else []) + ["Unforgiven."] == bot.chat.texts(thread_of(ref))


async def test_a_finished_answer_stays_when_its_question_is_deleted(database: str, redis: Redis) -> None:
    """Others have read it, and what they said since refers to it."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        await answered(bot, ref, 0, "Heat.")
        await bot.inbox.receive(MessageDeleted(ref))
        assert (["Heat."], "done") == (bot.chat.texts(thread_of(ref)), (await turn_of(bot, ref)).state)


async def test_a_withdrawal_survives_a_process_that_dies_before_it_has_tidied(database: str, redis: Redis) -> None:
    """It is in the row; whoever adopts the turn stops its run and takes the messages away."""
    async with core(database, redis, lease_seconds=0.2) as dying:
        ref = await dying.says(ADA, "a heist film", mention=True)
        run = (await dying.worker.request(0)).run_id
        await eventually(lambda: dying.chat.texts(thread_of(ref)))
        assert await dying.store.withdraw(await turn_of(dying, ref))
    await asyncio.sleep(0.3)
    async with core(database, redis, dying.chat) as heir:
        await heir.turns.tend()
        await eventually(lambda: heir.chat.texts(thread_of(ref)) == [])
        assert await heir.worker.stopped(run)


async def test_a_message_deleted_before_it_was_handled_is_not_taken_up_later(database: str, redis: Redis) -> None:
    """Its thread could not be opened, and then its author took it back."""
    async with core(database, redis, claim_seconds=0.1) as bot:
        release = bot.chat.hold("open_thread")
        ref = bot.chat.person_message(CHANNEL)
        asking = asyncio.create_task(bot.says(ADA, "a heist film", mention=True, ref=ref))
        await eventually(lambda: bot.chat.in_flight["open_thread"])
        asking.cancel()
        release.set()
        await asyncio.gather(asking, return_exceptions=True)
        await bot.inbox.receive(MessageDeleted(ref))
        await asyncio.sleep(0.2)
        await bot.inbox.recover()
        assert [] == await bot.worker.requests()


async def test_a_question_that_is_edited_without_end_is_told_to_be_asked_anew(database: str, redis: Redis) -> None:
    """Each version makes a model answer: after many of them a new message is needed, which is said."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "question 0", mention=True)
        for number in range(1, REVISIONS + 1):
            await edits(bot, ref, f"question {number}")
        await edits(bot, ref, "one more")
        assert 1 == len([shown for shown in bot.chat.seen("notice") if "new message" in shown.text])
        assert REVISIONS == (await turn_of(bot, ref)).revision
