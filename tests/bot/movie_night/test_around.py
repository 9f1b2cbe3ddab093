"""What surrounds an evening: the forms and commands, taste and history, the day after, privacy, figures."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from prometheus_client import REGISTRY
from redis.asyncio import Redis

from agent.contract import TitleRef
from bot.commands.feedback import nights_text
from bot.movie_night.fairness import LEAN
from bot.store.night_history import NightFeedback
from bot.store.people import PersonChoices
from bot.store.servers import ServerChoices
from bot.types import Place
from tests.bot.desk import Desk
from tests.bot.movie_night.club import ADA, BEN, CHANNEL, CHLOE, DAN, HEAT, ROPE, Club, buttons, club, words

HEAT_1986 = TitleRef("heat-1986", "Heat", 1986)
NEXT_DAY = 21 * 3600.0


async def test_a_form_takes_films_that_one_loves_and_says_what_it_understood(database: str, redis: Redis) -> None:
    """Whoever sends it comes in; opened again it shows what was named."""
    async with club(database, redis) as night:
        await night.begin()
        [form] = (await night.click(BEN, "love")).forms
        said = (await night.send(BEN, form, film0="heat", film1=" rope (1948) ")).said
        assert "Heat (1995) and Rope (1948)" in said
        assert (HEAT, ROPE) == (await night.session()).present[BEN.id].loved
        [again] = (await night.click(BEN, "love")).forms
        assert ["Heat (1995)", "Rope (1948)", ""] == [field.value for field in again.fields]


async def test_names_that_are_unknown_or_unclear_are_told_and_the_others_kept(database: str, redis: Redis) -> None:
    """With a button that lets one try again."""
    async with club(database, redis, refs=(HEAT, HEAT_1986, ROPE)) as night:
        await night.begin()
        [form] = (await night.click(ADA, "love")).forms
        reply = await night.send(ADA, form, film0="Heat", film1="Rope", film2="@everyone *qqq*")
        assert "“Heat” could be Heat (1995) or Heat (1986): name one of them with its year." in reply.said
        assert "I know no film called “@everyone \\*qqq\\*”" in reply.said
        assert ["Name films again"] == reply.labels
        assert (ROPE,) == (await night.session()).present[ADA.id].loved
        assert (HEAT_1986,) == await _loved(night, "heat (1986)")


async def _loved(night: Club, typed: str) -> tuple[TitleRef, ...]:
    [form] = (await night.click(ADA, "love")).forms
    await night.send(ADA, form, film0=typed)
    return (await night.session()).present[ADA.id].loved


async def test_names_that_are_all_wrong_lose_nothing(database: str, redis: Redis) -> None:
    """What was named before still counts."""
    async with club(database, redis) as night:
        await night.begin()
        assert (HEAT,) == await _loved(night, "heat")
        assert (HEAT,) == await _loved(night, "nothing of the kind")


async def test_a_command_opens_a_thread_with_what_was_set(database: str, redis: Redis) -> None:
    """And says where; used in a thread it begins there."""
    async with club(database, redis) as night:
        desk = Desk(night.bot)
        told = await desk.command("movienight start", minutes=100, short=True)
        session = await night.bot.evenings.nights.running_with(CHANNEL, ADA)
        assert session is not None
        assert (100, True) == (session.settings.minutes, session.settings.is_short)
        assert f"Your movie night begins in <#{session.place.thread}>." == told.said
        assert "Give the time that you have in minutes" in (await desk.command("movienight start", minutes=5)).said
        assert "runs here already" in (await desk.command("movienight start", place=session.place)).said


async def test_a_command_names_films_for_the_evening_that_one_is_in(database: str, redis: Redis) -> None:
    """Also from the channel around it; without an evening it says how to begin one."""
    async with club(database, redis) as night:
        desk = Desk(night.bot)
        assert "No movie night runs here" in (await desk.command("movienight love", film1="heat")).said
        await night.begin()
        assert "Heat (1995)" in (await desk.command("movienight love", film1=HEAT.id)).said
        assert (HEAT,) == (await night.session()).present[ADA.id].loved
        assert "No movie night runs here" in (await desk.command("movienight love", by=BEN, film1="heat")).said
        assert ["Heat (1995)"] == await desk.typing("movienight love", "film2", "hea")


async def test_where_one_may_not_ask_one_may_not_begin_an_evening(database: str, redis: Redis) -> None:
    """By word or by command; an evening counts as a question of its host's day."""
    async with club(database, redis) as night:
        servers = night.bot.known.servers
        await servers.change("discord", "guild", lambda _: ServerChoices(person_runs=1))
        await night.begin()
        await night.bot.says(ADA, "movie night", mention=True)
        [notice] = night.bot.chat.seen("notice")
        assert "You have used up today's 1 question" in notice.text
        assert "You have used up" in (await Desk(night.bot).command("movienight start")).said
        assert 1 == await night.bot.pool.fetchval("SELECT count(*) FROM nights")


async def test_lists_count_by_choice_and_what_was_seen_always_stays_away(database: str, redis: Redis) -> None:
    """A taste that is kept to its conversations is not used."""
    async with club(database, redis) as night:
        people = night.bot.known.people
        for person in (ADA, BEN):
            await people.add("discord", person.id, "watchlist", HEAT)
            await people.add("discord", person.id, "seen", ROPE)
        await people.change("discord", BEN.id, lambda _: PersonChoices(everywhere=True))
        await night.begin()
        await night.click(BEN, "join")
        await night.click(ADA, "start")
        await night.until("question")
        [request] = night.agent.requests
        assert [(), (HEAT.id,)] == [guest.liked for guest in request.evening.guests]
        assert ROPE.id in request.evening.hidden


async def test_what_was_chosen_in_a_channel_does_not_come_again_there(database: str, redis: Redis) -> None:
    """In another channel it may; whoever got least out of it is leaned towards the next time."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(BEN, "join")
        await night.click(ADA, "start")
        over = await _ada_decides(night)
        assert over.result is not None
        history = night.bot.evenings.history
        assert (over.result.winner,) == await history.chosen(CHANNEL)
        assert () == await history.chosen(replace(CHANNEL, channel="other"))
        again = await night.begin(BEN)
        assert LEAN == again.members[BEN.id].weight
        await night.click(BEN, "start")
        await night.until("question")
        assert over.result.winner in night.agent.requests[-1].evening.hidden


async def _ada_decides(night: Club):  # type: ignore[no-untyped-def]
    """An evening in which Ben says nothing."""
    for _ in range(9):
        session = await night.settled()
        if session.phase == "over":
            return session
        if session.phase == "vote":
            await night.vote(ADA, session)
        await night.passes(16 * 60)
    raise AssertionError("it never ended")


async def test_the_hour_is_that_of_the_servers_country(database: str, redis: Redis) -> None:
    """Where it has one; elsewhere the agent is not told any."""
    async with club(database, redis) as night:
        await night.bot.known.servers.change("discord", "guild", lambda _: ServerChoices(region="HU", language="hu"))
        await night.begin()
        await night.click(ADA, "start")
        await night.until("question")
        evening = night.agent.requests[-1].evening
        assert ("HU", "hu") == (evening.house.region, evening.house.language)
        assert evening.hour is None or 0 <= evening.hour <= 23


async def test_the_next_day_people_are_asked_once(database: str, redis: Redis) -> None:
    """With two buttons; the last verdict of each person counts, and only of those who were in."""
    async with club(database, redis) as night:
        session = await night.begin()
        await night.whole(ADA, BEN)
        await night.shown()
        await night.passes(3600)
        assert not _question(night, session.place)
        await night.bot.pool.execute("UPDATE nights SET kept_until = now()")
        for _ in range(2):
            await night.passes(NEXT_DAY)
            night.time.passed -= NEXT_DAY
        [asked] = _question(night, session.place)
        assert ["👍 Good choice", "👎 Not for us"] == list(buttons(asked))
        assert "was a good choice" in (await night.click(ADA, "thumb", arg="up")).said
        assert "was not for you" in (await night.click(ADA, "thumb", arg="down")).said
        await night.click(BEN, "thumb", arg="up")
        assert "You were not in this movie night" in (await night.click(DAN, "thumb", arg="up")).said
        given = await night.bot.evenings.history.since()
        assert [(ADA.id, -1, 2), (BEN.id, 1, 2)] == sorted((each.person, each.verdict, each.duels) for each in given)


def _question(night: Club, place: Place) -> list:  # type: ignore[type-arg]
    return [view for ref, view in night.boards().items() if ref.channel == place.thread and view.text.startswith("How was")]


def test_the_verdicts_after_evenings_with_and_without_duels_are_told_apart() -> None:
    """It is the figure that tells whether the clicks are worth it."""
    when = datetime(2026, 5, 8, 12, tzinfo=UTC)
    given = [NightFeedback(when, verdict, "discord", "1", "n", HEAT, duels) for verdict, duels in ((1, 3), (-1, 2), (1, 0))]
    said = nights_text(given)  # type: ignore[arg-type]
    assert "👍 up    2026-05-08 12:00  night n\n  chosen:  Heat (1995) after 3 duels" in said
    assert "movie nights with duels, 2 verdicts: 1 up (50%)" in said
    assert "movie nights without duels, 1 verdict: 1 up (100%)" in said
    assert "" == nights_text([])


async def test_what_somebody_said_in_evenings_is_counted_and_handed_out(database: str, redis: Redis) -> None:
    """Their ballots, not those of others."""
    async with club(database, redis) as night:
        await night.begin()
        await night.whole(ADA, BEN)
        privacy = night.bot.known.privacy
        assert 1 == (await privacy.count("discord", BEN.id)).evenings
        [evening] = (await privacy.export("discord", BEN.id))["evenings"]
        assert ([["funny"]], 2, "Ben") == (evening["wishes"], len(evening["duels"]), evening["name"])
        assert [] == (await privacy.export("discord", DAN.id))["evenings"]


async def test_a_running_evening_goes_on_without_somebody_who_had_all_deleted(database: str, redis: Redis) -> None:
    """Nothing of theirs is left in it, and nobody is given their alias."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(BEN, "join")
        await night.click(ADA, "start")
        await night.until("question")
        await night.click(ADA, "answer", "tense")
        await night.bot.known.privacy.delete("discord", ADA.id)
        row = await night.bot.pool.fetchrow("SELECT session, people, host, least FROM nights")
        assert ADA.id not in (*row["people"], row["host"], *row["least"])
        assert "Ada" not in row["session"]
        assert "tense" not in str((await night.session()).asked[0].ballots)
        await night.click(CHLOE, "join")
        after = await night.session()
        assert (BEN.id, {BEN.id, CHLOE.id}) == (after.host, set(after.present))
        assert len(after.members) == len({member.alias for member in after.members.values()})
        assert 0 == (await night.bot.known.privacy.count("discord", ADA.id)).evenings
        over = await night.whole(BEN, CHLOE) if after.phase == "lobby" else await _ada_decides(night)
        assert over.result is not None


async def test_what_was_said_long_ago_is_forgotten_and_the_film_is_not(database: str, redis: Redis) -> None:
    """A late click is told that the evening is over."""
    async with club(database, redis) as night:
        await night.begin()
        over = await night.whole(ADA)
        assert over.result is not None
        assert "This evening is over" in (await night.click(ADA, "join")).said
        await night.shown()
        await night.bot.pool.execute("UPDATE nights SET ended_at = now() - interval '31 days'")
        await night.bot.evenings.store.prune()
        row = await night.bot.pool.fetchrow("SELECT session, people, host FROM nights")
        assert (None, [], "") == tuple(row)
        assert (over.result.winner,) == await night.bot.evenings.history.chosen(CHANNEL)


async def test_evenings_and_ballots_are_counted(database: str, redis: Redis) -> None:
    """For the metrics: begun, ended by how, ballots by what they were on."""
    names = [
        ("matinee_nights_total", {}),
        ("matinee_nights_ended_total", {"ending": "chosen"}),
        ("matinee_ballots_total", {"kind": "duel"}),
    ]

    def figures() -> list[float]:
        return [REGISTRY.get_sample_value(name, labels) or 0.0 for name, labels in names]

    async with club(database, redis) as night:
        before = figures()
        await night.begin()
        await night.whole(ADA, BEN)
        assert [1, 1, 4] == [after - earlier for after, earlier in zip(figures(), before, strict=True)]


@pytest.mark.parametrize("verb", ["join", "answer", "cancel"])
async def test_a_button_of_another_server_does_nothing(database: str, redis: Redis, verb: str) -> None:
    """Ids from elsewhere are not honoured."""
    async with club(database, redis) as night:
        await night.begin()
        elsewhere = Place("discord", "another", "general", thread="1")
        said = (await night.click(BEN, verb, "funny", place=elsewhere)).said  # type: ignore[arg-type]
        assert "over" in said
        assert {ADA.id} == set((await night.session()).members)


async def test_the_lobby_is_set_by_its_host(database: str, redis: Redis) -> None:
    """Time and kind; the message says so."""
    async with club(database, redis) as night:
        await night.begin()
        await night.click(ADA, "time", "120")
        await night.click(ADA, "short", arg="on")
        assert "2 h" in words(await night.shown())
        assert "short evening" in words(await night.shown())
        assert "host" in (await night.click(BEN, "time", "none")).said
        await night.click(ADA, "time", "none")
        session = await night.session()
        assert (None, True) == (session.settings.minutes, session.settings.is_short)
