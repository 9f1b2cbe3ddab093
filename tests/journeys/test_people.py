"""Commands, cards and private answers over real sockets: sandbox, discord.py, Valkey, PostgreSQL; the worker is scripted."""

import json

import pytest
from redis.asyncio import Redis

from adapters.sandbox.discord import ApiError
from agent.contract import Taste
from bot.slash.registry import COMMANDS
from tests.bot.core import FakeWorker
from tests.bot.people import HEAT
from tests.journeys.people import TITLES, Person, answered, button, club, text_of
from tests.journeys.stage import bot, sandbox, until


async def test_a_command_is_answered_in_a_thread_whose_cards_act(database: str, redis: Redis) -> None:
    """Told privately where; the question in the person's name; seen, undone and more like this by button."""
    async with club(database, redis) as (stage, worker):
        ada = Person(stage, "Ada")
        thread, cards = await answered(stage, worker, ada)
        assert ["**Ada** asks: @everyone a heist film"] == [m.content for m in stage.world.messages_in(ada.club) if m.content]
        assert "Two for tonight." in [m.content for m in stage.world.messages_in(thread)]
        seen = await ada.told(await ada.click(cards, button(cards, "Seen it")))
        assert "I will not suggest Heat (1995) to you any more." == text_of(seen)
        undone = await ada.click(seen, button(seen, "I have not seen it"))
        await until(lambda: "may be suggested to you again" in text_of(stage.world.message(seen.id)))
        assert undone.answer is not None
        await ada.click(cards, button(cards, "More like this"))
        request = await worker.request(1)
        assert ("More like Heat (1995)", Taste(liked=(HEAT.id,))) == (request.question, request.taste)
        await until(lambda: "**Ada** asks: More like Heat (1995)" in [m.content for m in stage.world.messages_in(thread)])


async def test_buttons_work_after_a_restart_and_feedback_is_commented(database: str, redis: Redis) -> None:
    """Nothing about a card is kept in a process; a thumbs down opens a form, whose comment is kept."""
    async with sandbox() as stage:
        worker, ben = FakeWorker(redis), Person(stage, "Ben")
        async with bot(stage, database, redis, titles=TITLES):
            await until(lambda: stage.calls("PUT", "/commands"))
            _, cards = await answered(stage, worker, ben)
        async with bot(stage, database, redis, titles=TITLES):
            clicked = await ben.click(cards, button(cards, "👎 Not helpful"))
            assert clicked.form is not None
            sent = stage.world.person_sends_form(ben.id, clicked.id, {"comment": "too old"})
            assert "Thank you" in text_of(await ben.told(await stage.world.settled(sent, patience=20)))
        assert 1 == len(stage.calls("PUT", "/commands"))  # the second start found them as they are


async def test_titles_are_suggested_while_they_are_typed(database: str, redis: Redis) -> None:
    """With their years; the one chosen is asked for by its name."""
    async with club(database, redis) as (stage, worker):
        ada = Person(stage, "Ada")
        typed = stage.world.person_types_option(ada.id, ada.club, "similar", "title", "he")
        choices = (await stage.world.settled(typed, patience=20)).choices
        assert [("Heat (1995)", HEAT.id)] == [(choice["name"], choice["value"]) for choice in choices]
        await ada.command("similar", title=HEAT.id)
        assert "More like Heat (1995)" == (await worker.request(0)).question


async def test_settings_are_offered_to_the_owner_and_hold_for_everybody(database: str, redis: Redis) -> None:
    """Ada does not even see them; what Chloe allows is told to Ada where she may not ask."""
    async with club(database, redis) as (stage, worker):
        ada, chloe = Person(stage, "Ada"), Person(stage, "Chloe")
        with pytest.raises(ApiError):
            await ada.command("settings show")
        general = stage.world.channel_named("general").id
        said = text_of(await chloe.told(await chloe.command("settings channels", add=general)))
        assert said == f"Changed. I answer only in <#{general}>, and in their threads."
        refused = text_of(await ada.told(await ada.command("recommend", query="a heist film")))
        assert f"On this server I answer in <#{general}>: ask me there." == refused
        assert [] == await worker.requests()


async def test_everything_stored_about_a_person_comes_as_a_private_file(database: str, redis: Redis) -> None:
    """One JSON file that only they see."""
    async with club(database, redis) as (stage, _):
        ada = Person(stage, "Ada")
        await ada.told(await ada.command("seen add", title=HEAT.id))
        await ada.command("privacy export")
        await until(lambda: [m for m in stage.world.state.messages.values() if m.attachments])
        (file,) = [m for m in stage.world.state.messages.values() if m.attachments]
        (attached,) = file.attachments
        assert (ada.id, "matinee-data.json") == (file.visible_to, attached.filename)
        assert [HEAT.id] == [opinion["id"] for opinion in json.loads(attached.content)["opinions"]]


async def test_every_declared_command_is_registered_once(database: str, redis: Redis) -> None:
    """Under its first word, subcommands beside each other."""
    async with club(database, redis) as (stage, _):
        names = {command.name if command.on_message else command.name.split()[0] for command in COMMANDS}
        assert names == {command["name"] for command in stage.world.state.commands}
