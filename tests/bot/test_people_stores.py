"""Opinions, choices, feedback, use and privacy on a real PostgreSQL."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from agent.contract import Taste
from bot.store.choices import from_json, to_json
from bot.store.feedback import FeedbackStore
from bot.store.inbox import InboxStore
from bot.store.people import PeopleStore, PersonChoices
from bot.store.privacy import PrivacyStore, StillAnsweringError
from bot.store.servers import ServerChoices, ServerStore
from bot.store.usage import UsageStore
from bot.types import IncomingMessage, MessageRef
from tests.bot.core import ADA, BEN
from tests.bot.people import DIRECT, HEAT, LOCKE, OTHER_THREAD, ROPE, THREAD, Asked, pool_of


async def test_a_list_holds_each_title_once_and_gives_it_back_the_newest_first(database: str) -> None:
    """Adding twice says so; removing what is not there says so."""
    async with pool_of(database) as pool:
        people = PeopleStore(pool)
        assert await people.add("discord", "1", "watchlist", HEAT)
        assert not await people.add("discord", "1", "watchlist", HEAT)
        assert await people.add("discord", "1", "watchlist", ROPE)
        await people.add("discord", "2", "watchlist", LOCKE)
        assert [ROPE, HEAT] == await people.titles("discord", "1", "watchlist")
        assert await people.remove("discord", "1", "watchlist", HEAT.id)
        assert not await people.remove("discord", "1", "watchlist", HEAT.id)
        assert [ROPE] == await people.titles("discord", "1", "watchlist")
        assert [] == await people.titles("slack", "1", "watchlist")


async def test_what_was_said_in_a_conversation_counts_there_and_elsewhere_only_by_choice(database: str) -> None:
    """Anchors keep to their conversation; what was seen or not wanted is hidden everywhere."""
    async with pool_of(database) as pool:
        people = PeopleStore(pool)
        await people.add("discord", "1", "liked", HEAT, "here")
        await people.add("discord", "1", "disliked", ROPE, "here")
        await people.add("discord", "1", "seen", LOCKE)
        hidden = {ROPE.id, LOCKE.id}
        here = await people.taste("discord", "1", "here", everywhere=False)
        there = await people.taste("discord", "1", "there", everywhere=False)
        both = await people.taste("discord", "1", "there", everywhere=True)
        assert ((HEAT.id,), (ROPE.id,), hidden) == (here.liked, here.disliked, set(here.hidden))
        assert ((), (), hidden) == (there.liked, there.disliked, set(there.hidden))
        assert ((HEAT.id,), (ROPE.id,), hidden) == (both.liked, both.disliked, set(both.hidden))
        assert Taste() == await people.taste("discord", "2", "here", everywhere=True)


async def test_liking_a_title_ends_disliking_it(database: str) -> None:
    """The last word counts, in both directions."""
    async with pool_of(database) as pool:
        people = PeopleStore(pool)
        await people.add("discord", "1", "disliked", HEAT, "here")
        await people.add("discord", "1", "liked", HEAT, "here")
        assert Taste(liked=(HEAT.id,)) == await people.taste("discord", "1", "here", everywhere=False)
        await people.add("discord", "1", "disliked", HEAT, "here")
        assert Taste((), (HEAT.id,), (HEAT.id,)) == await people.taste("discord", "1", "here", everywhere=False)


async def test_titles_of_a_praised_answer_draw_the_search_until_the_verdict_changes(database: str) -> None:
    """A thumbs up is as good as liking each title; a dislike of one of them stands above it."""
    async with pool_of(database) as pool:
        people, feedback = PeopleStore(pool), FeedbackStore(pool)
        turn = await Asked(pool).answered(HEAT, ROPE)
        await feedback.give(turn.id, ADA.id, 1)
        await people.add("discord", ADA.id, "disliked", ROPE, turn.conversation_id)
        taste = await people.taste("discord", ADA.id, turn.conversation_id, everywhere=False)
        assert ((HEAT.id,), (ROPE.id,)) == (taste.liked, taste.disliked)
        assert () == (await people.taste("discord", ADA.id, "another", everywhere=False)).liked
        await feedback.give(turn.id, ADA.id, -1)
        assert () == (await people.taste("discord", ADA.id, turn.conversation_id, everywhere=False)).liked


async def test_choices_are_kept_and_what_was_never_chosen_has_its_default(database: str) -> None:
    """For people and for servers; direct messages are of no server."""
    async with pool_of(database) as pool:
        people, servers = PeopleStore(pool), ServerStore(pool)
        assert PersonChoices() == await people.choices("discord", "1")
        mine = PersonChoices(everywhere=True, notices=False, region="HU")
        assert mine == await people.change("discord", "1", lambda _: mine)
        assert mine == await people.choices("discord", "1")
        ours = ServerChoices(channels=("1", "2"), language="hu", viewer_age=12, person_runs=3, moderators_unlimited=True)
        assert (ServerChoices(), ours) == await servers.change("discord", "guild", lambda _: ours)
        assert ours == await servers.choices("discord", "guild")
        assert ServerChoices() == await servers.choices("discord", "other")
        assert ServerChoices() == await servers.choices("discord", "")


async def test_choices_that_are_made_at_once_are_all_kept(database: str) -> None:
    """By several moderators, or by somebody who clicks fast."""
    async with pool_of(database) as pool:
        servers = ServerStore(pool)

        def adding(channel: str) -> Callable[[ServerChoices], ServerChoices]:
            return lambda before: replace(before, channels=(*before.channels, channel))

        await asyncio.gather(*[servers.change("discord", "guild", adding(str(number))) for number in range(8)])
        assert {str(number) for number in range(8)} == set((await servers.choices("discord", "guild")).channels)


@pytest.mark.parametrize(
    "stored", ['{"viewer_age": "12", "later": 1}', '{"viewer_age": true}', '{"channels": [1]}', '{"channels": "1"}', "[]", "1"]
)
def test_stored_choices_of_another_version_count_as_not_chosen(stored: str) -> None:
    """Unknown keys and values of another type never reach the code behind."""
    assert ServerChoices() == from_json(ServerChoices, stored)


def test_a_limit_can_be_lifted_though_its_default_is_a_number() -> None:
    """None is a choice like any other."""
    lifted = ServerChoices(person_runs=None)
    assert lifted == from_json(ServerChoices, to_json(lifted))


async def test_a_person_has_one_verdict_an_answer_which_they_can_change(database: str) -> None:
    """The comment goes with its verdict; the list names question, titles and run."""
    async with pool_of(database) as pool:
        feedback = FeedbackStore(pool)
        turn = await Asked(pool).answered(HEAT)
        assert await feedback.give(turn.id, ADA.id, -1)
        assert await feedback.give(turn.id, ADA.id, -1, "too long")
        assert await feedback.give(turn.id, ADA.id, -1)
        assert await feedback.give(turn.id, BEN.id, 1)
        assert not await feedback.give("0" * 32, ADA.id, 1)
        ada, ben = await feedback.since()
        if ada.person != ADA.id:
            ada, ben = ben, ada
        assert (-1, "too long", "a heist film", (HEAT,), turn.run_id) == (
            ada.verdict,
            ada.comment,
            ada.question,
            ada.titles,
            ada.run_id,
        )
        await feedback.give(turn.id, ADA.id, 1)
        assert {(1, "")} == {(each.verdict, each.comment) for each in await feedback.since()}
        assert [] == await feedback.since(datetime.now(UTC) + timedelta(hours=1))


async def test_use_is_counted_by_person_channel_and_server_since_midnight(database: str) -> None:
    """Turns of yesterday, of other servers and of direct messages are apart; an edited question counts again."""
    async with pool_of(database) as pool:
        asked, usage = Asked(pool), UsageStore(pool)
        first = await asked.answered(tokens=100)
        await asked.answered(author=BEN, tokens=50)
        await asked.answered(place=OTHER_THREAD, tokens=7)
        await asked.answered(place=DIRECT, tokens=1000)
        old = await asked.answered(tokens=9000)
        await pool.execute("UPDATE turns SET created_at = now() - interval '25 hours' WHERE id = $1", old.id)
        await pool.execute("UPDATE turns SET revision = 2 WHERE id = $1", first.id)
        used = await usage.today(THREAD, ADA)
        assert (4, 107) == (used.person_runs, used.person_tokens)
        assert (4, 150) == (used.channel_runs, used.channel_tokens)
        assert (5, 157) == (used.server_runs, used.server_tokens)
        assert 0 < used.resets_in <= 24 * 3600
        await asked.answered(author=BEN, place=replace(DIRECT, channel="dm-2"), tokens=1)
        assert (1, 1000) == ((direct := await usage.today(DIRECT, ADA)).person_runs, direct.person_tokens)


async def test_everything_about_a_person_can_be_counted_handed_out_and_deleted(database: str) -> None:
    """What others said stays; of the person's turns only wordless rows are left, which the day's limits still count."""
    async with pool_of(database) as pool:
        people, feedback, privacy = PeopleStore(pool), FeedbackStore(pool), PrivacyStore(pool)
        asked, usage = Asked(pool), UsageStore(pool)
        mine, theirs = await asked.answered(HEAT), await asked.answered(ROPE, author=BEN, text="something of Ben's")
        await people.add("discord", ADA.id, "seen", HEAT)
        await people.add("discord", BEN.id, "seen", HEAT)
        await people.change("discord", ADA.id, lambda _: PersonChoices(everywhere=True))
        await feedback.give(theirs.id, ADA.id, -1, "no")
        await feedback.give(mine.id, BEN.id, 1)
        failed = MessageRef("discord", "general", "failed")
        await InboxStore(pool).claim(IncomingMessage(failed, THREAD, ADA, "a heist film that failed", mentions_us=True))
        stored = await privacy.count("discord", ADA.id)
        assert (1, 0, 1, 1, True) == (stored.seen, stored.liked, stored.feedback, stored.questions, stored.choices)
        exported = json.loads(json.dumps(await privacy.export("discord", ADA.id)))
        assert {"everywhere": True} == exported["choices"]
        assert ["Heat"] == [opinion["title"] for opinion in exported["opinions"]]
        assert [("no", -1)] == [(given["comment"], given["verdict"]) for given in exported["feedback"]]
        assert [("a heist film", "An answer.")] == [(turn["question"], turn["answer"]) for turn in exported["questions"]]
        assert [mine.run_id] == await privacy.delete("discord", ADA.id)
        assert not (await privacy.count("discord", ADA.id)).anything
        kept = json.dumps([dict(row) for row in await pool.fetch("SELECT * FROM turns WHERE id = $1", mine.id)], default=str)
        assert not any(word in kept for word in ("Ada", "heist", "An answer", "Heat"))
        assert [None] == [row["event"] for row in await pool.fetch("SELECT event FROM inbox")]
        assert 1 == (await usage.today(THREAD, ADA)).person_runs
        assert (1, 1, 1) == (
            (ben := await privacy.count("discord", BEN.id)).seen,
            ben.feedback,
            ben.questions,
        )
        await pool.execute("UPDATE turns SET created_at = now() - interval '25 hours'")
        await privacy.prune()
        askers = {row["asker_id"] for row in await pool.fetch("SELECT asker_id FROM turns")}
        assert {"", BEN.id} == askers


async def test_nothing_is_deleted_while_an_answer_would_come_behind(database: str) -> None:
    """A question that runs or waits in line has to end first."""
    async with pool_of(database) as pool:
        people, privacy, asked = PeopleStore(pool), PrivacyStore(pool), Asked(pool)
        await people.add("discord", ADA.id, "seen", HEAT)
        await asked.open()
        with pytest.raises(StillAnsweringError):
            await privacy.delete("discord", ADA.id)
        assert 1 == (await privacy.count("discord", ADA.id)).seen


async def test_a_deleted_question_is_no_part_of_later_history(database: str) -> None:
    """The next turn's run gets neither its empty question nor an empty answer."""
    async with pool_of(database) as pool:
        asked = Asked(pool)
        await asked.answered(HEAT)
        await asked.answered(ROPE, author=BEN, text="another")
        await PrivacyStore(pool).delete("discord", ADA.id)
        following = await asked.open(BEN)
        history = await asked.store.history(following)
        assert ["another", "An answer."] == [message.text for message in history.messages]
