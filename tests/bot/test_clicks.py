"""Buttons under answers, on the chat core with real services."""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from redis.asyncio import Redis

from agent.contract import Taste
from bot import actions
from bot.actions import AboutTitle, GiveFeedback, StopTurn
from bot.clicks import ENDED, EXPIRED, UNKNOWN
from bot.errors import Forbidden, Gone, RateLimited, Unreachable
from bot.interactions import AWAY, FAILED, GONE
from bot.types import Author, Clicked, MessageRef, Outcome, Place, Turn
from bot.views import View
from tests.bot.core import ADA, BEN, CHANNEL, CHLOE, OTHER_BOT, thread_of
from tests.bot.desk import desk
from tests.bot.people import HEAT, LOCKE, ROPE, cards_of
from tests.fakes.reply import FakeReply


def of_card(verb: actions.Verb, turn: str, number: int = 0) -> str:
    """What a card's button carries."""
    return actions.write(AboutTitle(verb, turn, number))


async def test_more_like_this_asks_at_once_and_leans_that_way_from_then_on(database: str, redis: Redis) -> None:
    """The question stands in the thread in the person's name; its run knows the title as liked; twice is once."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT, ROPE)
        replies = [await people.click(of_card("like", turn.id, 1), by=BEN) for _ in range(2)]
        request = await people.request(1)
        assert ("More like Rope (1948)", "Ben", Taste(liked=(ROPE.id,))) == (
            request.question,
            request.display_name,
            request.taste,
        )
        assert 2 == len(await people.bot.worker.requests())
        assert "**Ben** asks: More like Rope (1948)" in people.bot.chat.texts(turn.place)
        assert "Looking for more like Rope (1948)" in replies[0].said
        assert replies[0].said == replies[1].said


async def test_liking_can_be_undone_from_the_private_notice(database: str, redis: Redis) -> None:
    """What was noted is forgotten, and the notice says so in place."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        liked = await people.click(of_card("like", turn.id))
        undone = await people.click(liked.action("Undo"))
        assert ["Taken back: it is as if you had not said that of Heat (1995)."] == [view.text for view in undone.changed]
        assert Taste() == await people.bot.known.people.taste("discord", ADA.id, turn.conversation_id, everywhere=True)


async def test_not_this_kind_turns_later_answers_of_that_person_away(database: str, redis: Redis) -> None:
    """Recorded, told with a way back, and in the next run of the same person alone."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        reply = await people.click(of_card("not", turn.id))
        assert "Heat (1995) will not come back, and in this conversation I keep away from its kind." == reply.said
        await people.bot.says(ADA, "another", turn.place)
        assert Taste((), (HEAT.id,), (HEAT.id,)) == (await people.request(1)).taste
        await people.bot.worker.answer((await people.request(1)).run_id, "Rope.")
        await people.bot.says(BEN, "and for me", turn.place)
        assert Taste() == (await people.request(2)).taste
        undone = await people.click(reply.action("Undo"))
        assert undone.said.startswith("Taken back")
        assert Taste() == await people.bot.known.people.taste("discord", ADA.id, turn.conversation_id, everywhere=False)


@pytest.mark.parametrize(
    ("verb", "kind", "first", "again", "undo", "undone"),
    [
        (
            "seen",
            "seen",
            "I will not suggest Heat (1995) to you any more.",
            "Heat (1995) was marked as seen already.",
            "I have not seen it",
            "Heat (1995) may be suggested to you again.",
        ),
        (
            "list",
            "watchlist",
            "Heat (1995) is on your watchlist.",
            "Heat (1995) was on your watchlist already.",
            "Take it off",
            "Heat (1995) is off your watchlist.",
        ),
    ],
)
async def test_a_title_is_put_on_a_list_once_and_taken_off_from_the_notice(
    database: str,
    redis: Redis,
    verb: actions.Verb,
    kind: actions.ListName,
    first: str,
    again: str,
    undo: str,
    undone: str,
) -> None:
    """A second click says that it was there; its notice has the way back too."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        assert first == (await people.click(of_card(verb, turn.id))).said
        reply = await people.click(of_card(verb, turn.id))
        assert again == reply.said
        assert [HEAT] == await people.bot.known.people.titles("discord", ADA.id, kind)
        assert undone == (await people.click(reply.action(undo))).said
        assert [] == await people.bot.known.people.titles("discord", ADA.id, kind)


async def test_what_was_seen_is_hidden_from_the_next_run(database: str, redis: Redis) -> None:
    """In every conversation of that person."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        await people.click(of_card("seen", turn.id))
        await people.bot.says(ADA, "something else", mention=True)
        assert Taste(hidden=(HEAT.id,)) == (await people.request(1)).taste


async def test_a_thumbs_down_is_kept_at_once_and_asks_what_was_wrong(database: str, redis: Redis) -> None:
    """The comment may stay empty; a later thumbs up replaces all of it."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        down = await people.click(actions.write(GiveFeedback("down", turn.id)))
        (form,) = down.forms
        given = await people.bot.pool.fetch("SELECT verdict, comment FROM feedback")
        assert [(-1, "")] == [tuple(row) for row in given]
        sent = await people.send(form.action, {"comment": " too old "})
        assert "Thank you: that helps to get better." == sent.said
        given = await people.bot.pool.fetch("SELECT verdict, comment FROM feedback")
        assert [(-1, "too old")] == [tuple(row) for row in given]
        up = await people.click(actions.write(GiveFeedback("up", turn.id)))
        assert up.said.startswith("Thank you")
        given = await people.bot.pool.fetch("SELECT verdict, comment FROM feedback")
        assert [(1, "")] == [tuple(row) for row in given]


async def test_a_thumbs_up_makes_the_answers_titles_draw_the_next_search(database: str, redis: Redis) -> None:
    """In that conversation."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT, LOCKE)
        await people.click(actions.write(GiveFeedback("up", turn.id)))
        await people.bot.says(ADA, "more", turn.place)
        assert {HEAT.id, LOCKE.id} == set((await people.request(1)).taste.liked)


async def test_the_stop_button_obeys_the_asker_and_moderators_alone(database: str, redis: Redis) -> None:
    """Others are told privately; after the end it says that there is nothing to stop."""
    async with desk(database, redis) as people:
        ref = await people.bot.says(ADA, "a heist film", mention=True)
        request = await people.request(0)
        turn = await people.bot.store.by_question(ref)
        assert turn is not None
        stop = actions.write(StopTurn(turn.id))
        assert "Only Ada or a moderator can stop this answer." == (await people.click(stop, by=BEN)).said
        assert not await people.bot.worker.stopped(request.run_id)
        reply = await people.click(stop, by=CHLOE)
        assert ([], True) == (reply.told, await people.bot.worker.stopped(request.run_id))
        await people.bot.worker.acknowledge_stop(request.run_id)
        await people.bot.turns.drain(20)
        assert ENDED == (await people.click(stop)).said


EVERY_ACTION_OF_A_TURN = [
    *(of_card(verb, "0" * 32) for verb in ("like", "not", "seen", "list")),
    actions.write(GiveFeedback("up", "0" * 32)),
    actions.write(GiveFeedback("down", "0" * 32)),
    actions.write(actions.Undo("not", "0" * 32, 0)),
]


@pytest.mark.parametrize("action", EVERY_ACTION_OF_A_TURN)
async def test_a_button_of_a_forgotten_answer_says_what_to_do(database: str, redis: Redis, action: str) -> None:
    """No error and no silence."""
    async with desk(database, redis) as people:
        assert EXPIRED == (await people.click(action)).said


async def test_a_button_beyond_the_cards_or_of_another_server_does_nothing(database: str, redis: Redis) -> None:
    """Somebody who makes up what a button carries gets no further than with an old one."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        assert EXPIRED == (await people.click(of_card("seen", turn.id, 1))).said
        elsewhere = Place("discord", "another guild", "general")
        assert EXPIRED == (await people.click(of_card("seen", turn.id), place=elsewhere)).said
        assert EXPIRED == (await people.click(actions.write(GiveFeedback("up", turn.id)), place=elsewhere)).said
        assert ENDED == (await people.click(actions.write(StopTurn(turn.id)), place=elsewhere)).said


@pytest.mark.parametrize("action", ["", "x:1", "t:love:1", "c:" + "0" * 32])
async def test_a_button_that_nobody_knows_says_what_to_do(database: str, redis: Redis, action: str) -> None:
    """A version before or after this one may have made it; a form's action is no button's."""
    async with desk(database, redis) as people:
        assert UNKNOWN == (await people.click(action)).said
        assert UNKNOWN == (await people.send("x:1", {})).said


async def test_bots_click_in_vain(database: str, redis: Redis) -> None:
    """Nothing is noted and nothing said."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        reply = await people.click(of_card("seen", turn.id), by=OTHER_BOT)
        assert ([], []) == (reply.told, await people.bot.known.people.titles("discord", OTHER_BOT.id, "seen"))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Forbidden("Send Messages", "I may not write here: ask a moderator for Send Messages."), None),
        (Gone("no such channel"), GONE),
        (Unreachable("no answer"), AWAY),
        (RateLimited(9.0), AWAY),
    ],
)
async def test_what_the_chat_refuses_is_told_with_the_way_out(
    database: str, redis: Redis, error: Exception, said: str | None
) -> None:
    """The opinion is noted all the same: only the question could not be posted."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        people.bot.chat.fail("post", error)  # type: ignore[arg-type]
        reply = await people.click(of_card("like", turn.id))
        assert [said or "I may not write here: ask a moderator for Send Messages."] == [view.text for view in reply.told]
        assert (HEAT.id,) == (
            await people.bot.known.people.taste("discord", ADA.id, turn.conversation_id, everywhere=False)
        ).liked


async def test_a_fault_of_ours_is_told_and_never_raised(database: str, redis: Redis) -> None:
    """Also when the person cannot even be told."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        await people.bot.pool.close()
        assert [View(FAILED)] == (await people.click(of_card("seen", turn.id))).told
        deaf = FakeReply(Unreachable("no answer"))
        where = thread_of(MessageRef("discord", "general", "any"))
        await people.bot.interactions.receive(Clicked(ADA, where, "x", MessageRef("discord", "general", "m")), deaf)
        assert [] == deaf.told


async def test_names_and_titles_are_shown_as_they_are(database: str, redis: Redis) -> None:
    """Markdown in a person's name forges nothing in the question that is posted for them."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        await people.click(of_card("like", turn.id), by=Author("9", "**Ada**\n# Boss"))
        assert any("\\*\\*Ada\\*\\* \\# Boss** asks: More like" in text for text in people.bot.chat.texts(turn.place))
        assert CHANNEL.channel == turn.place.channel


async def test_a_card_acts_from_the_moment_that_it_is_shown(database: str, redis: Redis) -> None:
    """Also before its turn is closed: a notice that takes long, or a crash in between, does not make it an unknown one."""
    async with desk(database, redis) as people:
        shown: list[FakeReply] = []

        async def click_at_once(turn: Turn) -> None:
            shown.append(await people.click(of_card("seen", turn.id)))

        ref = await people.bot.says(ADA, "a heist film", mention=True)
        turn = await people.bot.store.by_question(ref)
        assert turn is not None
        people.bot.turns._store.finish = partial(_after, click_at_once, people.bot.store.finish)  # type: ignore[method-assign]
        request = await people.request(0)
        await people.bot.worker.answer(request.run_id, "Heat.", titles=(HEAT,), cards=cards_of((HEAT,)))
        await people.ended(ref)
        assert ["I will not suggest Heat (1995) to you any more."] == [reply.said for reply in shown]


async def _after(
    first: Callable[[Turn], Awaitable[None]],
    then: Callable[[Turn, Outcome], Awaitable[Turn | None]],
    turn: Turn,
    outcome: Outcome,
) -> Turn | None:
    await first(turn)
    return await then(turn, outcome)
