"""Movie nights as rows, messages and runs: real PostgreSQL, Valkey and worker, a platform in memory."""

import asyncio

import pytest
from redis.asyncio import Redis

from bot import actions
from bot.errors import Forbidden, RateLimited, Unreachable
from bot.types import Clicked, IncomingMessage, MessageEdited, MessageRef, Place
from tests.bot.core import thread_of
from tests.bot.movie_night.club import ADA, BEN, CHANNEL, CHLOE, DAN, Club, buttons, club, words
from tests.fakes.chat import Failure
from tests.fakes.reply import FakeReply

DIRECT = Place("discord", "", "dm-1", is_direct=True)


async def test_three_people_find_a_film(database: str, redis: Redis) -> None:
    """From the mention to the result, with one message a round; what was chosen is on their lists of what they have seen."""
    async with club(database, redis) as night:
        await night.begin()
        over = await night.whole(ADA, BEN, CHLOE)
        assert over.result is not None
        assert "chosen" == over.result.ending
        result = await night.shown()
        assert "Tonight you watch" in words(result)
        assert over.round + 1 == len(night.boards())
        closed = list(night.boards().values())[:-1]
        assert all(not view.controls for view in closed)
        for person in (ADA, BEN, CHLOE):
            seen = await night.bot.known.people.titles("discord", person.id, "seen")
            assert [over.result.winner] == [ref.id for ref in seen]


async def test_the_agent_learns_what_was_said_and_nobodys_name(database: str, redis: Redis) -> None:
    """Aliases, wishes, duels and what may come next."""
    async with club(database, redis) as night:
        await night.begin()
        await night.whole(ADA, BEN)
        kinds = [request.allowed[0] for request in night.agent.requests]
        assert ["question", "duel", "duel", "candidates", "picks"] == kinds
        last = night.agent.requests[-1].evening
        assert [("g1", ("funny",), 2), ("g2", ("funny",), 2)] == [(g.alias, g.wishes, len(g.won)) for g in last.guests]
        assert "Ada" not in str(last)


async def test_an_evening_is_begun_once_however_often_its_message_comes(database: str, redis: Redis) -> None:
    """A platform may deliver twice; the second asks nothing anew."""
    async with club(database, redis) as night:
        ref = await night.bot.says(ADA, "movie night", mention=True)
        await night.bot.says(ADA, "movie night", mention=True, ref=ref)
        assert 1 == await night.bot.pool.fetchval("SELECT count(*) FROM nights")
        assert [] == night.bot.chat.seen("notice")


async def test_a_thread_has_one_running_evening(database: str, redis: Redis) -> None:
    """Whoever asks for another is told what to do; afterwards there may be a next one."""
    async with club(database, redis) as night:
        session = await night.begin()
        await night.bot.says(BEN, "movie night", session.place, mention=True)
        [notice] = night.bot.chat.seen("notice")
        assert "A movie night runs here already" in notice.text
        await night.click(ADA, "cancel")
        await night.shown()
        again = await night.begin(BEN, session.place)
        assert again.id != session.id


async def test_two_evenings_in_a_channel_do_not_mix(database: str, redis: Redis) -> None:
    """Each has a thread, members and films of its own."""
    async with club(database, redis) as night:
        first, second = await night.begin(ADA), await night.begin(BEN)
        assert first.place != second.place
        assert (CHANNEL.channel, CHANNEL.channel) == (first.place.channel, second.place.channel)
        await night.click(CHLOE, "join")
        assert {BEN.id, CHLOE.id} == set((await night.session()).members)
        night.night = first.id
        assert {ADA.id} == set((await night.session()).members)


async def test_somebody_alone_has_an_evening_in_a_direct_message(database: str, redis: Redis) -> None:
    """It takes place right there."""
    async with club(database, redis) as night:
        session = await night.begin(place=DIRECT)
        assert DIRECT == session.place
        over = await night.whole(ADA)
        assert over.result is not None
        assert "chosen" == over.result.ending


async def test_people_who_talk_in_the_thread_are_not_answered(database: str, redis: Redis) -> None:
    """Not even where we talked with them before; a mention still asks."""
    async with club(database, redis) as night:
        asked = await night.bot.says(ADA, "a heist film", mention=True)
        thread = thread_of(asked)
        await night.begin(place=thread)
        await night.bot.says(BEN, "what about something with trains?", thread)
        assert 1 == await night.bot.pool.fetchval("SELECT count(*) FROM turns")
        await night.bot.says(BEN, "something with trains", thread, mention=True)
        assert 2 == await night.bot.pool.fetchval("SELECT count(*) FROM turns")


@pytest.mark.parametrize(("by", "ends"), [(ADA, True), (CHLOE, True), (BEN, False)])
async def test_the_host_and_moderators_end_an_evening_with_a_word(database: str, redis: Redis, by: object, ends: bool) -> None:
    """Others who say stop talk to each other."""
    async with club(database, redis) as night:
        session = await night.begin()
        await night.bot.says(by, "stop", session.place)  # type: ignore[arg-type]
        assert ends == ((await night.session()).phase == "over")
        assert [] == night.bot.chat.seen("notice")


async def test_only_the_host_and_moderators_can_call_off_by_button(database: str, redis: Redis) -> None:
    """The others are told who can."""
    async with club(database, redis) as night:
        await night.begin()
        assert "Only Ada or a moderator can call this movie night off." == (await night.click(BEN, "cancel")).said
        assert "called off" in (await night.click(CHLOE, "cancel")).said
        assert "called off" in words(await night.shown())


async def test_whoever_votes_without_being_in_comes_in(database: str, redis: Redis) -> None:
    """Late, with one click."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(ADA, "start")
        await night.until("question")
        assert "You chose: Something funny" in (await night.click(DAN, "answer", "funny")).said
        assert {ADA.id, DAN.id} == set((await night.session()).present)


async def test_a_click_on_an_older_message_is_told_so(database: str, redis: Redis) -> None:
    """Nothing changes."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(ADA, "start")
        await night.until("question")
        await night.click(ADA, "answer", "funny")
        await night.passes(10)
        await night.until("duels")
        assert "the message below" in (await night.click(ADA, "answer", "tense", number=1)).said
        assert {ADA.id: ("funny",)} == (await night.session()).asked[0].ballots


async def test_a_double_click_counts_once_and_says_the_same(database: str, redis: Redis) -> None:
    """Also when both come at once."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(ADA, "start")
        await night.until("question")
        first, second = await asyncio.gather(*[night.click(ADA, "answer", "funny") for _ in range(2)])
        assert first.said == second.said
        assert {ADA.id: ("funny",)} == (await night.session()).asked[0].ballots


async def test_clicks_of_many_at_once_are_all_counted(database: str, redis: Redis) -> None:
    """The row is the lock."""
    async with club(database, redis) as night:
        await night.begin()
        await asyncio.gather(*[night.click(person, "join") for person in (BEN, CHLOE, DAN)])
        await night.click(ADA, "start")
        await night.until("question")
        await asyncio.gather(*[night.click(person, "answer", "tense") for person in (ADA, BEN, CHLOE, DAN)])
        assert 4 == len((await night.session()).asked[0].ballots)


async def test_what_nobody_answers_closes_when_its_time_is_up(database: str, redis: Redis) -> None:
    """From the lobby to the end, without a click after joining."""
    async with club(database, redis) as night:
        await night.begin()
        for _ in range(8):
            await night.passes(16 * 60)
            if (await night.settled()).phase == "over":
                break
        over = await night.session()
        assert over.result is not None
        assert "chosen" == over.result.ending


async def test_a_film_that_nobody_voted_for_is_not_taken_as_watched(database: str, redis: Redis) -> None:
    """It is on nobody's list, may come again, and nobody is asked about it."""
    async with club(database, redis) as night:
        await night.begin()
        for _ in range(8):
            await night.passes(16 * 60)
            if (await night.settled()).phase == "over":
                break
        assert [] == await night.bot.known.people.titles("discord", ADA.id, "seen")
        assert () == await night.bot.evenings.history.chosen(CHANNEL)


async def test_an_evening_that_nobody_tended_for_hours_is_called_off(database: str, redis: Redis) -> None:
    """The bot was away: it does not go on when everybody is asleep."""
    async with club(database, redis) as night:
        await night.begin()
        await night.passes(3 * 3600)
        over = await night.session()
        assert over.result is not None
        assert "cancelled" == over.result.ending
        assert [] == night.agent.requests


async def test_everybody_leaving_ends_it(database: str, redis: Redis) -> None:
    """A leaving host hands on to whoever is there longest."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(BEN, "join")
        await night.click(ADA, "leave")
        assert BEN.id == (await night.session()).host
        await night.click(BEN, "leave")
        assert "everybody left" in words(await night.shown())


async def test_a_cancelled_search_is_stopped(database: str, redis: Redis) -> None:
    """The worker need not go on, and its message turns into the end."""
    async with club(database, redis) as night:
        night.agent.holds.clear()
        await night.begin()
        await night.click(ADA, "start")
        waiting = (await night.session()).waiting
        assert waiting is not None
        await night.click(ADA, "cancel")
        assert await night.bot.worker.stopped(waiting.run_id)
        assert "called off" in words(await night.shown())
        assert 2 == len(night.boards())


async def test_a_step_that_fails_is_tried_once_more(database: str, redis: Redis) -> None:
    """By another run; people see a question all the same."""
    async with club(database, redis) as night:
        night.agent.fails = 1
        await night.begin()
        await night.click(ADA, "start")
        await night.until("question")
        first, second = night.agent.requests
        assert first.run_id != second.run_id


async def test_what_a_search_finds_out_shows_while_people_wait(database: str, redis: Redis) -> None:
    """In the message that turns into the question."""
    async with club(database, redis) as night:
        night.agent.holds.clear()
        await night.begin()
        await night.click(ADA, "start")
        for _ in range(500):
            if "films for an evening" in words(list(night.boards().values())[-1]):
                break
            await asyncio.sleep(0.01)
        assert "Looked at 120 titles so far." in words(list(night.boards().values())[-1])
        night.agent.holds.set()
        await night.until("question")
        assert "What kind of evening is it?" in words(await night.shown())
        assert 2 == len(night.boards())


async def test_what_is_looked_at_follows_one_another_while_people_wait(database: str, redis: Redis) -> None:
    """Each film once, by edits of the same message."""
    async with club(database, redis) as night:
        night.agent.holds.clear()
        await night.begin()
        await night.click(ADA, "start")
        seen: list[str] = []
        for _ in range(500):
            seen += [card.heading for card in list(night.boards().values())[-1].cards if card.heading not in seen]
            if len(seen) == 3:
                break
            await asyncio.sleep(0.005)
        assert ["Film 0 (1950)", "Film 1 (1951)", "Film 2 (1952)"] == seen
        assert 2 == len(night.boards())


async def test_clicks_on_another_gateway_are_shown_by_the_one_that_keeps_the_evening(database: str, redis: Redis) -> None:
    """It looks every couple of seconds; nothing is posted by both."""
    async with club(database, redis) as first:
        await first.begin()
        async with club(database, redis, first.bot.chat, at=first.time, agent=first.agent) as second:
            second.night = first.night
            await second.click(BEN, "join")
            await second.click(ADA, "start")
            await second.bot.evenings.tend()
            assert [] == first.agent.requests
            await first.until("question")
            assert "What kind of evening is it?" in words(await first.shown())
            assert 2 == len(first.boards())


FAULTS = {
    "limited": RateLimited(0.1),
    "unreachable": Unreachable("no answer"),
    "applied": Failure(Unreachable("no answer"), applied=True),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("method", ["post_view", "edit_view"])
async def test_whatever_a_call_meets_nothing_is_posted_twice(database: str, redis: Redis, method: str, fault: str) -> None:
    """And the evening is shown to its end."""
    async with club(database, redis) as night:
        await night.begin()
        night.bot.chat.fail(method, FAULTS[fault], None, FAULTS[fault], FAULTS[fault])  # type: ignore[arg-type]
        over = await night.whole(ADA, BEN)
        assert "Tonight you watch" in words(await night.shown())
        assert over.round + 1 == len(night.boards())


async def test_a_message_that_somebody_deletes_comes_back_below(database: str, redis: Redis) -> None:
    """With what stands open now; the deletion is told by the platform, or found at the next edit."""
    async with club(database, redis) as night:
        await night.begin()
        [lobby] = night.boards()
        night.bot.chat.lose(lobby)
        await night.click(BEN, "join")
        assert "Ben" in words(await night.shown())
        [again] = night.boards()
        assert again != lobby


async def test_an_evening_in_a_place_that_is_closed_to_us_ends(database: str, redis: Redis) -> None:
    """It does not go on unseen."""
    async with club(database, redis) as night:
        session = await night.begin()
        night.bot.chat.forbid(session.place.thread or "", Forbidden("Send Messages", "Let me write here."))
        await night.click(BEN, "join")
        over = await night.until("over")
        assert over.result is not None
        assert "cancelled" == over.result.ending


async def test_a_gateway_that_dies_at_any_click_is_replaced_and_nothing_comes_twice(database: str, redis: Redis) -> None:
    """Each click meets a process that was begun after the one before it was killed."""
    first = club(database, redis, lease_seconds=0.05)
    async with first as night:
        await night.begin()
        chat, time, agent, id_ = night.bot.chat, night.time, night.agent, night.night
    done = False
    while not done:
        async with club(database, redis, chat, at=time, agent=agent, lease_seconds=0.05) as night:
            night.night = id_
            await asyncio.sleep(0.1)  # the lease of the dead one runs out
            await night.bot.evenings.tend()
            done = await _next_click(night)
            await night.shown()
            over = await night.session()
    assert over.result is not None
    assert "chosen" == over.result.ending
    posted = [shown for shown in chat.seen("view") if shown.message]
    assert over.round + 1 == len({shown.message for shown in posted})


async def _next_click(night: Club) -> bool:
    """The next thing that one of two people does; True once the evening is over."""
    session = await night.settled()
    if session.phase == "over":
        return True
    if BEN.id not in session.members:
        await night.click(BEN, "join")
    elif session.phase == "lobby":
        await night.click(ADA, "start")
    elif session.phase == "question":
        for person in (ADA, BEN):
            if person.id not in session.asked[-1].ballots:
                await night.click(person, "answer", "funny")
                return False
        await night.passes(10)
    else:
        await night.vote(ADA, session)
        await night.vote(BEN, session)
        await night.passes(10)
    return False


async def test_buttons_carry_what_they_are_about(database: str, redis: Redis) -> None:
    """So that they work after any restart."""
    async with club(database, redis) as night:
        await night.begin()
        assert all(night.night in action for action in buttons(await night.shown()).values())


async def test_a_question_that_is_edited_into_asking_for_an_evening_begins_one(database: str, redis: Redis) -> None:
    """The answer that was being written is taken back."""
    async with club(database, redis) as night:
        ref = await night.bot.says(ADA, "movie nigth", mention=True)
        edited = IncomingMessage(ref, CHANNEL, ADA, "movie night", mentions_us=True)
        await night.bot.inbox.receive(MessageEdited(edited))
        assert await night.bot.evenings.nights.running(thread_of(ref)) is not None
        assert await night.bot.pool.fetchval("SELECT withdrawn FROM turns")


async def test_an_evening_that_cannot_be_read_ends_and_harms_no_other(database: str, redis: Redis) -> None:
    """Another version of the program wrote it."""
    async with club(database, redis) as night:
        unreadable = await night.begin()
        await night.bot.pool.execute("""UPDATE nights SET session = '{"version": 0}'""")
        readable = await night.begin(BEN)
        await night.passes(1)
        assert "I no longer have it" in (await _click_on(night, unreadable.id)).said
        assert "failed" == await night.bot.pool.fetchval("SELECT ending FROM nights WHERE id = $1", unreadable.id)
        assert "You are in" in (await _click_on(night, readable.id)).said


async def _click_on(night: Club, id_: str) -> FakeReply:
    reply = FakeReply()
    action = actions.write(actions.Night("join", id_, 0))
    await night.bot.interactions.receive(Clicked(CHLOE, CHANNEL, action, MessageRef("discord", "c", "m")), reply)
    return reply
