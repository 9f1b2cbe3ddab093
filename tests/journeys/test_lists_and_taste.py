"""What people tell us of titles and of answers, over real sockets: lists, taste, feedback, limits, and the words about them."""

import asyncpg
import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.limits import NO_LIMITS
from adapters.sandbox.discord.model import Message
from agent.catalogue.films import FilmDomain
from agent.contract import Taste
from bot.clicks import EXPIRED
from bot.commands.feedback import feedback
from bot.slash.help import text
from bot.slash.privacy import NOTHING
from bot.slash.registry import COMMANDS
from bot.types import Terms
from tests.bot.people import HEAT, ROPE
from tests.bot.test_feedback_command import settings_for
from tests.fakes.finder import FakeFinder
from tests.journeys.people import Person, answered, button, club, parts_of, text_of
from tests.journeys.stage import Stage, theatre, until, until_async


async def test_a_title_goes_onto_the_watchlist_by_button_and_off_it_by_menu(database: str, redis: Redis) -> None:
    """The list is shown to its person alone, and another person's is empty."""
    async with club(database, redis) as (stage, worker):
        ada, ben = Person(stage, "Ada"), Person(stage, "Ben")
        _, cards = await answered(stage, worker, ada)
        assert "Heat (1995) is on your watchlist." == text_of(
            await ada.told(await ada.click(cards, button(cards, "Watchlist")))
        )
        await ada.told(await ada.command("watchlist add", title=ROPE.id))
        shown = await ada.told(await ada.command("watchlist show"))
        assert ["1\\. Rope (1948)", "2\\. Heat (1995)"] == text_of(shown).splitlines()[1:]
        assert "Your watchlist is empty" in text_of(await ben.told(await ben.command("watchlist show")))
        menu = next(part["custom_id"] for part in parts_of(shown.components) if part.get("options"))
        await ada.choose(shown, menu, [HEAT.id])
        await until(lambda: "Removed: Heat (1995)." in text_of(stage.world.message(shown.id)))
        assert "Rope (1948)" in text_of(stage.world.message(shown.id))
        gone = await ada.told(await ada.command("watchlist remove", title=ROPE.id))
        assert "Rope (1948) is off your watchlist." == text_of(gone)


async def test_what_was_seen_is_hidden_from_every_later_run(database: str, redis: Redis) -> None:
    """Marked by button and by command, in whichever conversation; shown again once it is taken off."""
    async with club(database, redis) as (stage, worker):
        ada = Person(stage, "Ada")
        _, cards = await answered(stage, worker, ada)
        await ada.told(await ada.click(cards, button(cards, "Seen it")))
        await ada.told(await ada.command("seen add", title=ROPE.id))
        stage.say("Ada", "a heist film", channel=stage.world.channel_named("general").id)
        assert {HEAT.id, ROPE.id} == set((await worker.request(1)).taste.hidden)
        await ada.told(await ada.command("seen remove", title=HEAT.id))
        stage.say("Ada", "another one", channel=stage.world.channel_named("general").id)
        assert (ROPE.id,) == (await worker.request(2)).taste.hidden


async def test_not_this_kind_turns_the_conversation_away_until_it_is_undone(database: str, redis: Redis) -> None:
    """For whoever pressed it, in that conversation; the notice has the way back."""
    async with club(database, redis) as (stage, worker):
        ada = Person(stage, "Ada")
        thread, cards = await answered(stage, worker, ada)
        told = await ada.told(await ada.click(cards, button(cards, "Not this kind")))
        assert "Heat (1995) will not come back" in text_of(told)
        stage.say("Ada", "another one", channel=thread, mention=False)
        request = await worker.request(1)
        assert Taste(disliked=(HEAT.id,), hidden=(HEAT.id,)) == request.taste
        await worker.answer(request.run_id, "One for tonight.")
        await ada.click(told, button(told, "Undo"))
        await until(lambda: "Taken back" in text_of(stage.world.message(told.id)))
        stage.say("Ada", "and another", channel=thread, mention=False)
        assert Taste() == (await worker.request(2)).taste


async def test_any_message_can_be_asked_about_from_its_menu(database: str, redis: Redis) -> None:
    """In that message's thread, for whoever chose the command; the answer comes by bot token."""
    async with club(database, redis) as (stage, worker):
        ada = Person(stage, "Ada")
        message = stage.say("Ben", "something tense in one room", mention=False)
        told = await ada.told(await ada.menu_command("Ask Matinee", message))
        assert f"<#{message.id}>" in text_of(told)
        request = await worker.request(0)
        assert "something tense in one room" == request.question
        await worker.answer(request.run_id, "Rope.")
        await until(lambda: "Rope." in stage.texts(message))


async def test_a_button_under_an_answer_that_is_gone_says_what_to_do(database: str, redis: Redis) -> None:
    """Its turn was deleted on its asker's wish; Discord still shows the button."""
    async with club(database, redis) as (stage, worker):
        ada, ben = Person(stage, "Ada"), Person(stage, "Ben")
        _, cards = await answered(stage, worker, ada)
        await until_async(lambda: _all_done(database))
        asked = await ada.told(await ada.command("privacy delete"))
        await ada.click(asked, button(asked, "Delete everything"))
        await until(lambda: "is deleted" in text_of(stage.world.message(asked.id)))
        assert NOTHING == text_of(await ada.told(await ada.command("privacy show")))
        for label in ("More like this", "Not this kind", "Seen it", "Watchlist", "👍 Good answer", "👎 Not helpful"):
            assert EXPIRED == text_of(await ben.told(await ben.click(cards, button(cards, label))))


async def test_help_and_privacy_answer_in_a_direct_message_too(database: str, redis: Redis) -> None:
    """Where there is no server; every command that /help names exists."""
    async with club(database, redis) as (stage, worker):
        ada = Person(stage, "Ada")
        direct = stage.world.open_dm(ada.id).id
        assert text(Terms()) == text_of(await ada.told(await ada.command("help", direct)))
        assert NOTHING == text_of(await ada.told(await ada.command("privacy show", direct)))
        await ada.told(await ada.command("recommend", direct, query="a heist film"))
        await worker.answer((await worker.request(0)).run_id, "Heat.")
        await until(lambda: "Heat." in [message.content for message in stage.world.messages_in(direct)])
        named = {word.strip("/,.:") for word in text(Terms()).split() if word.startswith("/")}
        assert named <= {command.name.split()[0] for command in COMMANDS}


async def test_a_verdict_is_listed_with_the_run_that_it_is_about(
    database: str, redis: Redis, valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the thumb under the cards to `matinee feedback`."""
    async with club(database, redis) as (stage, worker):
        ada, ben = Person(stage, "Ada"), Person(stage, "Ben")
        _, cards = await answered(stage, worker, ada)
        assert "Thank you" in text_of(await ben.told(await ben.click(cards, button(cards, "👍 Good answer"))))
        clicked = await ada.click(cards, button(cards, "👎 Not helpful"))
        sent = stage.world.person_sends_form(ada.id, clicked.id, {"comment": "neither is about a heist"})
        await ada.told(await stage.world.settled(sent, patience=20))
        run = (await worker.request(0)).run_id
        await until_async(lambda: _all_done(database))
    await feedback(settings_for(database, valkey_url), since=None, as_json=False)
    printed = capsys.readouterr().out
    assert 2 == printed.count(f"run {run}")
    assert "neither is about a heist" in printed
    assert "Heat" in printed


async def test_who_has_used_up_the_day_is_told_in_the_channel_and_by_command(database: str, redis: Redis) -> None:
    """With what is used up and when it is full again; another person goes on."""
    async with club(database, redis) as (stage, worker):
        ada, chloe = Person(stage, "Ada"), Person(stage, "Chloe")
        await chloe.told(await chloe.command("settings limits", **{"for": "person", "questions": 1}))
        first = stage.say("Ada", "a heist film")
        await worker.answer((await worker.request(0)).run_id, "Heat.")
        assert "done" == await stage.finished(first)
        stage.say("Ada", "another one")
        told = "You have used up today's 1 question: ask again in "
        await until(lambda: any(text.startswith(told) for text in stage.texts(first, place=ada.club)))
        assert told in text_of(await ada.told(await ada.command("recommend", query="another one")))
        stage.say("Ben", "another one")
        assert "another one" == (await worker.request(1)).question


@pytest.mark.usefixtures("unpaced")
async def test_what_somebody_has_seen_is_in_no_later_answer_of_theirs(database: str, redis: Redis) -> None:
    """The whole way, with the film domain's own search: in another conversation, and for another person it is there."""
    async with theatre(database, redis, FilmDomain(FakeFinder()), limits=NO_LIMITS) as stage:
        ada = Person(stage, "Ada")
        first = await _titles(stage, stage.say("Ada", "a heist film"))
        cards = next(message for message in stage.world.state.messages.values() if headings(message))
        await ada.told(await ada.click(cards, button(cards, "Seen it")))
        general = stage.world.channel_named("general").id
        again = await _titles(stage, stage.say("Ada", "a heist film", channel=general))
        assert again
        assert first[0] not in again
        assert first[0] in await _titles(stage, stage.say("Ben", "a heist film", channel=general))


@pytest.mark.usefixtures("unpaced")
async def test_more_like_this_looks_on_from_a_title_in_the_same_thread(database: str, redis: Redis) -> None:
    """The whole way: the question stands there in the person's name, and its answer is about titles that were not shown."""
    async with theatre(database, redis, FilmDomain(FakeFinder()), limits=NO_LIMITS) as stage:
        ada, question = Person(stage, "Ada"), stage.say("Ada", "a heist film")
        first = await _titles(stage, question)
        cards = next(message for message in stage.answers(question) if headings(message))
        await ada.told(await ada.click(cards, button(cards, "More like this")))
        await until(lambda: f"**Ada** asks: More like {first[0]}" in stage.texts(question))
        asked = next(one for one in stage.answers(question) if one.content.startswith("**Ada** asks"))
        assert not set(first) & set(await _titles(stage, asked))


async def _titles(stage: Stage, question: Message) -> list[str]:
    """The titles on the cards that follow a question; an answer is done before its cards come."""
    assert "done" == await stage.finished(question)
    thread = question.id if question.id in {channel.id for channel in stage.world.threads()} else question.channel_id

    def shown() -> list[str]:
        later = [message for message in stage.world.messages_in(thread) if int(message.id) > int(question.id)]
        return [name for message in later for name in headings(message)]

    await until(shown)
    return shown()


def headings(message: Message) -> list[str]:
    """The titles on a message's cards."""
    return [line.removeprefix("### ") for line in text_of(message).splitlines() if line.startswith("### ")]


async def _all_done(database: str) -> bool:
    connection = await asyncpg.connect(database)
    try:
        return not await connection.fetchval("SELECT count(*) FROM turns WHERE state <> 'done'")
    finally:
        await connection.close()
