"""Movie nights over real sockets, on both platforms: gateway, queue, worker, PostgreSQL; the movie agent is scripted."""

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord.faults import Drop as DiscordDrop
from adapters.sandbox.discord.faults import TooMany as DiscordTooMany
from adapters.sandbox.slack.faults import Drop as SlackDrop
from adapters.sandbox.slack.faults import TooMany as SlackTooMany
from tests.journeys.evenings import THEATRES, Evening, brisk, titles_of, whole
from tests.journeys.slack_stage import SlackStage
from tests.journeys.stage import until

__all__ = ["brisk"]
pytestmark = [pytest.mark.usefixtures("brisk"), pytest.mark.parametrize("platform", THEATRES)]


async def test_three_people_find_a_film_by_clicking(database: str, redis: Redis, platform: str) -> None:
    """A message a round, each closed when the next one comes; every click is answered to whoever clicked alone."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Ben", "Chloe")
        async for _ in evening.clicks("Ada", "Ben", "Chloe"):
            pass
        assert whole(3) == titles_of(evening.room.messages())
        assert all(not message.buttons and not message.menus for message in evening.room.messages())
        assert "All three" in (result := evening.room.messages()[-1].text) or "3 of 3" in result


async def test_a_restart_between_any_two_clicks_changes_nothing(database: str, redis: Redis, platform: str) -> None:
    """Every click of the evening meets a gateway that was started after the one before it."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Ben")
        await evening.again()
        async for _ in evening.clicks("Ada", "Ben"):
            await evening.again()
        assert whole(2) == titles_of(evening.room.messages())


async def test_people_come_and_go(database: str, redis: Redis, platform: str) -> None:
    """Somebody late comes in by their vote, a leaving host hands on, a double click counts once, the last one ends it."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Ben")
        assert "Something tense" in await evening.choose("Chloe", "Something tense")
        await evening.press("Ada", "Leave")
        assert "Ben as the host" in await evening.press("Chloe", "Go on now")
        await evening.press("Ben", "Go on now")
        await evening.newest("Duel 1: which")
        first, second = [await evening.press("Ben", "B: ") for _ in range(2)]
        assert first == second
        await evening.press("Ben", "Leave")
        await evening.press("Chloe", "Leave")
        await evening.newest("everybody left")


async def test_films_that_one_loves_are_understood_or_said_not_to_be(database: str, redis: Redis, platform: str) -> None:
    """In a form; what was understood of it counts."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.room.ask("Ada", "film night")
        lobby = await evening.newest("Start now")
        loves = lobby.button("Films I love")
        told = await evening.room.fill("Ben", lobby, loves, {"film0": "Heat", "film1": "Heet", "film2": "rope"})
        assert "Heat (1995) and Rope (1948)" in told
        assert "“Heet”" in told
        await evening.newest("2 named")


async def test_two_evenings_in_a_channel_go_their_own_ways(database: str, redis: Redis, platform: str) -> None:
    """One is called off, the other finds its film."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Chloe")
        other = Evening(type(evening.room)(evening.stage), evening.agent, evening.again, evening.stage)  # type: ignore[call-arg]
        await other.room.ask("Ben", "Filmabend bitte")
        await other.newest("Start now")
        assert "called off" in await other.press("Ben", "Call it off")
        await other.newest("called off")
        async for _ in evening.clicks("Ada", "Chloe"):
            pass
        assert whole(2) == titles_of(evening.room.messages())


async def test_a_command_begins_an_evening_with_its_time(database: str, redis: Redis, platform: str) -> None:
    """In a thread of its own under what it says in the channel."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.room.command("Ada", 100)
        lobby = await evening.newest("Start now" if platform == "slack" else "Movie night")
        assert "1 h 40 min" in lobby.text
        await evening.press("Ben", "Join", lobby)
        await evening.newest("Ben")


async def test_somebody_alone_finds_a_film_in_a_direct_message(database: str, redis: Redis, platform: str) -> None:
    """The whole evening takes place there."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.room.ask("Ada", "movie night", direct=True)
        await evening.newest("Movie night")
        await evening.press("Ada", "Start now")
        await evening.newest("What kind of evening is it?")
        async for _ in evening.clicks("Ada"):
            pass
        assert whole(1) == titles_of(evening.room.messages())


FAULTS = {
    "discord": {"limited": lambda: DiscordTooMany(0.1), "lost after": lambda: DiscordDrop(applied=True)},
    "slack": {"limited": lambda: SlackTooMany(1), "lost after": lambda: SlackDrop(applied=True, reset=True)},
}


@pytest.mark.parametrize("fault", ["limited", "lost after"])
async def test_whatever_its_messages_meet_none_comes_twice(database: str, redis: Redis, platform: str, fault: str) -> None:
    """Posts and edits that are put off, or whose answers are lost."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Ben")
        planned = [_plan(evening, method, FAULTS[platform][fault]()) for method in ("post", "edit")]
        async for _ in evening.clicks("Ada", "Ben"):
            pass
        assert whole(2) == titles_of(evening.room.messages())
        assert all(each.hits for each in planned)


def _plan(evening: Evening, method: str, effect):  # type: ignore[no-untyped-def]
    if isinstance(evening.stage, SlackStage):
        name = "chat.postMessage" if method == "post" else "chat.update"
        return evening.stage.server.faults.on(f"^{name}$", effect)
    http, path = ("POST", r"/channels/\d+/messages$") if method == "post" else ("PATCH", r"/channels/\d+/messages/\d+$")
    return evening.stage.server.faults.on(http, path, effect)


async def test_a_deleted_message_comes_back_below(database: str, redis: Redis, platform: str) -> None:
    """Without anybody clicking: there would be nothing to click on."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Ben")
        asked = evening.room.messages()[-1]
        await evening.room.delete(asked)
        await until(lambda: evening.room.messages()[-1].id != asked.id and "What kind" in evening.room.messages()[-1].text)
        async for _ in evening.clicks("Ada", "Ben"):
            pass
        assert whole(2) == titles_of(evening.room.messages())


async def test_what_people_write_in_the_thread_is_not_answered_but_stop_is_heard(
    database: str, redis: Redis, platform: str
) -> None:
    """They talk to each other there."""
    async with THEATRES[platform](database, redis) as evening:
        await evening.gather("Ben")
        before = len(evening.room.messages())
        _say(evening, "Ben", "what about something with trains?")
        _say(evening, "Ben", "stop")
        assert "Something tense" in await evening.choose("Ben", "Something tense")
        assert before == len(evening.room.messages())
        _say(evening, "Ada", "stop")
        await evening.newest("called off")


def _say(evening: Evening, person: str, text: str) -> None:
    if isinstance(evening.stage, SlackStage):
        evening.stage.say(person, text, thread=evening.room.root, mention=False)  # type: ignore[attr-defined]
    else:
        evening.stage.say(person, text, channel=evening.room.thread, mention=False)  # type: ignore[attr-defined]
