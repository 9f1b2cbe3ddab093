"""Commands, buttons, selects and forms between people and the unmodified discord.py, over real sockets."""

import asyncio
from typing import Any

import discord
import pytest

from adapters.sandbox.discord import ApiError, DiscordServer, World
from adapters.sandbox.discord.model import Callback, MessageFlag, MessageKind
from tests.adapters.sandbox.bot import Heard, serving, settled


def texts(world: World, channel_id: str, *, seen_by: str | None = None) -> list[str]:
    """A channel as one person sees it."""
    return [one.content for one in world.messages_in(channel_id, seen_by=seen_by)]


async def test_a_slash_command_is_registered_used_and_answered(
    server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """The command arrives with its options and its person; the answer names them."""
    async with serving(server) as bot:
        begun = await settled(server, world.person_uses_command(ada, club, "similar", {"title": "Rope", "count": 2}))
        heard = await bot.next()
        assert isinstance(heard.user, discord.Member)
        assert isinstance(heard.command, discord.app_commands.Command)
        assert (heard.user.display_name, heard.command.qualified_name, str(heard.channel_id)) == ("Ada", "similar", club)
        assert heard.permissions.send_messages
        assert not heard.permissions.manage_guild
        assert heard.app_permissions.embed_links
        (message,) = world.messages_in(club)
        assert (message.content, message.kind) == ("2 films like Rope", MessageKind.CHAT_COMMAND)
        assert (begun.answer, begun.original_id) == (Callback.MESSAGE, message.id)
        answer = await bot.get_channel(int(club)).fetch_message(int(message.id))  # type: ignore[union-attr]
        assert answer.interaction_metadata.user.display_name == "Ada"


async def test_suggestions_come_while_an_option_is_typed(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Each keystroke asks; the offered value can then be chosen. An option without suggestions cannot be typed so."""
    async with serving(server):
        typed = await settled(server, world.person_types_option(ada, club, "similar", "title", "Ro"))
        assert [one["name"] for one in typed.choices] == ["Ro (1948)", "Ro (2006)"]
        value = str(typed.choices[1]["value"])
        await settled(server, world.person_uses_command(ada, club, "similar", {"title": value}))
        assert texts(world, club) == ["3 films like id-2006"]
        with pytest.raises(ApiError):
            world.person_types_option(ada, club, "similar", "count", "1")


async def test_a_message_command_brings_its_message(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """The target arrives whole, though the bot never saw it written."""
    asked = world.person_posts(ada, club, "something with boats")
    async with serving(server) as bot:
        await settled(server, world.person_uses_message_command(ada, club, asked.id, "Ask Matinee"))
        heard = await bot.next()
        assert heard.data is not None
        assert heard.data["target_id"] == asked.id  # type: ignore[typeddict-item]
        assert texts(world, club) == ["something with boats", "About: something with boats"]
        assert world.messages_in(club)[-1].kind is MessageKind.MESSAGE_COMMAND


async def test_an_ephemeral_answer_is_seen_by_one_person(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Only who gave the command sees its answer, and neither the history nor the bot token reaches it."""
    ben = world.person_named("Ben").id
    async with serving(server) as bot:
        found = await settled(server, world.person_uses_command(ada, club, "watchlist add", {"title": "Rope", "member": ben}))
        assert (world.messages_in(club), world.messages_in(club, seen_by=ben)) == ([], [])
        (message,) = world.messages_in(club, seen_by=ada)
        assert (message.content, message.visible_to) == ("Rope for ben", ada)
        snapshot: Any = world.snapshot()
        assert [one["visible_to"] for one in snapshot["messages"][club]] == [ada]
        channel = bot.get_channel(int(club))
        assert isinstance(channel, discord.TextChannel)
        assert [one async for one in channel.history()] == []
        with pytest.raises(discord.NotFound) as unknown:
            await channel.get_partial_message(int(found.original_id or "0")).edit(content="x")
        assert unknown.value.code == 10008


async def test_the_first_follow_up_after_a_promise_takes_its_place(
    server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """A deferred answer shows that the bot thinks, stays as private as it was promised, and further follow-ups are new."""
    released = asyncio.Event()

    async def handler(interaction: Heard) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await released.wait()
        first = await interaction.followup.send("kept", wait=True)
        assert first.id == (await interaction.original_response()).id
        await interaction.followup.send("public", wait=True)
        second = await interaction.followup.send("secret", ephemeral=True, wait=True)
        await second.edit(content="secret!")
        await interaction.edit_original_response(content="kept!")
        await second.delete()

    async with serving(server, handler) as bot:
        button = await post_button(bot, club)
        begun = await settled(server, world.person_clicks(ada, button, "more"))
        promise = world.message(begun.original_id or "")
        assert (promise.visible_to, promise.flags) == (ada, MessageFlag.EPHEMERAL | MessageFlag.LOADING)
        released.set()
        await bot.done()
        assert texts(world, club, seen_by=ada) == ["look", "kept!", "public"]
        assert world.message(promise.id).flags == MessageFlag.EPHEMERAL


async def post_button(bot: discord.Client, channel_id: str) -> str:
    """A message with a button, a link and a menu; returns its id."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="More like this", custom_id="more", style=discord.ButtonStyle.primary))
    view.add_item(discord.ui.Button(label="Trailer", url="https://example.org/trailer"))
    view.add_item(discord.ui.Button(label="Old", custom_id="old", disabled=True))
    options = [discord.SelectOption(label=name, value=name) for name in ("Rope", "Jaws", "Alien")]
    view.add_item(discord.ui.Select(custom_id="pick", options=options, min_values=1, max_values=2))
    view.stop()
    channel = bot.get_channel(int(channel_id))
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send("look", view=view)
    assert [type(one) for one in message.components] == [discord.ActionRow, discord.ActionRow]
    return str(message.id)
