"""Commands, buttons, selects and forms between people and the unmodified discord.py, over real sockets."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import aiohttp
import discord
import pytest

from adapters.sandbox.discord import NO_LIMITS, ApiError, DiscordServer, World
from adapters.sandbox.discord.faults import Drop, TooMany
from adapters.sandbox.discord.intents import Intent
from adapters.sandbox.discord.model import Callback, Interaction, MessageFlag, MessageKind
from tests import openapi
from tests.adapters.sandbox.bot import Heard, serving, settled, until
from tests.adapters.sandbox.client import PATIENCE, Http, Socket
from tests.adapters.sandbox.conftest import Start


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


async def test_a_click_changes_its_message_at_once_or_later(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """An update answers the click by the new message; after a deferred update `@original` is the message clicked."""

    async def handler(interaction: Heard) -> None:
        assert interaction.message is not None
        if interaction.message.content == "look":
            await interaction.response.edit_message(content="at once")
        else:
            await interaction.response.defer()
            await interaction.edit_original_response(content="later", view=None)

    async with serving(server, handler) as bot:
        message = await post_button(bot, club)
        first = await settled(server, world.person_clicks(ada, message, "more"))
        await bot.done()
        assert (first.answer, texts(world, club)) == (Callback.UPDATE, ["at once"])
        second = await settled(server, world.person_clicks(ada, message, "more"))
        await bot.done()
        assert (second.answer, texts(world, club)) == (Callback.UPDATE_LATER, ["later"])
        assert world.message(message).components == ()
        with pytest.raises(ApiError):
            world.person_clicks(ada, message, "more")


async def test_choosing_from_a_menu_brings_the_values(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """The values chosen arrive in order; too many, unknown and doubled ones cannot be chosen."""

    async def handler(interaction: Heard) -> None:
        await interaction.response.send_message(" ".join(interaction.data["values"]))  # type: ignore[index, typeddict-item]

    async with serving(server, handler) as bot:
        message = await post_button(bot, club)
        for wrong in ([], ["Rope", "Jaws", "Alien"], ["Rope", "Rope"], ["Psycho"]):
            with pytest.raises(ApiError):
                world.person_selects(ada, message, "pick", wrong)
        await settled(server, world.person_selects(ada, message, "pick", ["Jaws", "Rope"]))
        answer = world.messages_in(club)[-1]
        assert (answer.content, answer.kind, answer.refers_to) == ("Jaws Rope", MessageKind.REPLY, (club, message))


@pytest.mark.parametrize("custom_id", ["old", "nothing", "pick"], ids=["a disabled one", "one that is not there", "a menu"])
async def test_what_is_no_button_cannot_be_pressed(
    server: DiscordServer, world: World, ada: str, club: str, custom_id: str
) -> None:
    """The bot is not told of a click that its button does not allow."""
    async with serving(server) as bot:
        message = await post_button(bot, club)
        with pytest.raises(ApiError) as refused:
            world.person_clicks(ada, message, custom_id)
        assert refused.value.code == 50035
        assert bot.heard.empty()


class Comment(discord.ui.Modal, title="What was wrong?"):
    """A form in the new shape (labels), with one field in the old one (a row)."""

    said = discord.ui.Label(
        text="In your words",
        description="As long as you like",
        component=discord.ui.TextInput(custom_id="said", style=discord.TextStyle.long, min_length=3, max_length=40),
    )
    again = discord.ui.TextInput(label="Anything else?", custom_id="again", required=False, default="no")

    async def on_submit(self, interaction: Heard) -> None:
        """Change the message that the form was opened under."""
        assert isinstance(self.said.component, discord.ui.TextInput)
        assert interaction.message is not None
        await interaction.response.edit_message(
            content=f"{interaction.message.content}: {self.said.component.value}, {self.again}"
        )


async def test_a_form_is_opened_filled_in_and_answered(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """What was typed comes back by field; a field left alone keeps its text; what the form does not allow is not sent."""

    async def handler(interaction: Heard) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Comment())

    async with serving(server, handler) as bot:
        message = await post_button(bot, club)
        opened = await settled(server, world.person_clicks(ada, message, "more"))
        assert opened.form is not None
        assert opened.form["title"] == "What was wrong?"
        for wrong in ({}, {"said": "no"}, {"said": "n" * 41}, {"said": "too dark", "other": "x"}):
            with pytest.raises(ApiError):
                world.person_sends_form(ada, opened.id, wrong)
        with pytest.raises(ApiError):
            world.person_sends_form(world.person_named("Ben").id, opened.id, {"said": "too dark"})
        sent = await settled(server, world.person_sends_form(ada, opened.id, {"said": "too dark"}))
        assert (sent.answer, texts(world, club)) == (Callback.UPDATE, ["look: too dark, no"])


async def test_an_answer_after_three_seconds_finds_nothing(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """The person reads that the application did not respond, and the late answer is told that there is no such interaction."""
    late = asyncio.Event()
    codes: list[int] = []

    async def handler(interaction: Heard) -> None:
        await late.wait()
        with pytest.raises(discord.NotFound) as refused:
            await interaction.response.send_message("too late")
        codes.append(refused.value.code)

    async with serving(server, handler) as bot:
        message = await post_button(bot, club)
        begun = world.person_clicks(ada, message, "more")
        watch = world.subscribe()
        server.faults.pass_time(3.0)
        event: Any = await anext(watch)
        await watch.aclose()
        assert (event["type"], event["data"]["id"], event["data"]["state"]) == ("interaction", begun.id, "failed")
        late.set()
        await bot.done()
        assert (codes, texts(world, club)) == ([10062], ["look"])


async def test_nobody_answers_a_bot_that_is_away() -> None:
    """Without a connected bot an interaction fails by itself once its time is over."""
    world = World()
    world.state.commands = [{"type": 1, "name": "help", "id": "1"}]
    world.answer_seconds = 0.02
    begun = world.person_uses_command(world.person_named("Ada").id, world.channel_named("general").id, "help")
    assert begun.waiting
    assert (await world.settled(begun)).failed


async def test_a_token_lives_for_fifteen_minutes(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Until then the answer can be edited by the token; afterwards only by the bot's own, and an ephemeral one by nobody."""
    over = asyncio.Event()
    codes: list[tuple[int, int]] = []

    async def handler(interaction: Heard) -> None:
        await interaction.response.send_message("first")
        await interaction.edit_original_response(content="second")
        await over.wait()
        for act in (interaction.edit_original_response(content="third"), interaction.followup.send("more")):
            with pytest.raises(discord.HTTPException) as refused:
                await act
            codes.append((refused.value.status, refused.value.code))
        answer = world.messages_in(club)[-1]
        await interaction.channel.get_partial_message(int(answer.id)).edit(content="by the bot's token")  # type: ignore[union-attr]

    async with serving(server, handler) as bot:
        message = await post_button(bot, club)
        await settled(server, world.person_clicks(ada, message, "more"))
        server.faults.pass_time(899)
        await until(server, lambda: texts(world, club) == ["look", "second"])
        server.faults.pass_time(2)
        over.set()
        await bot.done()
        assert codes == [(401, 50027), (401, 50027)]
        assert texts(world, club) == ["look", "by the bot's token"]


async def test_a_direct_message_takes_commands_too(server: DiscordServer, world: World, ada: str) -> None:
    """There the person comes without a membership, and commands for servers alone are not offered."""
    direct = world.open_dm(ada).id
    async with serving(server) as bot:
        assert {one["name"] for one in world.commands_for(ada, direct)} == {"similar", "watchlist", "Ask Matinee"}
        await settled(server, world.person_uses_command(ada, direct, "similar", {"title": "Rope"}))
        heard = await bot.next()
        assert (heard.guild, type(heard.user), heard.context.dm_channel) == (None, discord.User, True)
        assert isinstance(heard.channel, discord.DMChannel)
        assert texts(world, direct) == ["3 films like Rope"]


async def test_commands_are_offered_to_those_who_may_use_them(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """By permission, by place, by age; the refusal is the client's, the bot hears nothing."""
    chloe = world.person_named("Chloe").id
    async with serving(server) as bot:
        bot.tree.add_command(discord.app_commands.Command(name="late", description="x", callback=nothing, nsfw=True))
        await bot.tree.sync()
        everyday = {"similar", "watchlist", "Ask Matinee"}
        assert {str(one["name"]) for one in world.commands_for(ada, club)} == everyday
        assert {str(one["name"]) for one in world.commands_for(chloe, club)} == everyday | {"settings"}
        world.set_age_restricted(club)
        assert {str(one["name"]) for one in world.commands_for(ada, club)} == everyday | {"late"}
        for name, code in (("settings", 50013), ("nonsense", 10063), ("watchlist", 10063), ("watchlist drop", 10063)):
            with pytest.raises(ApiError) as refused:
                world.person_uses_command(ada, club, name)
            assert refused.value.code == code
        world.deny("use_application_commands", club, to=world.state.guild_id)
        with pytest.raises(ApiError) as refused:
            world.person_uses_command(ada, club, "similar", {"title": "x"})
        assert refused.value.code == 50013
        assert bot.heard.empty()


async def nothing(interaction: Heard) -> None:
    """A command that does nothing."""


@pytest.mark.parametrize(
    "options",
    [{}, {"title": 7}, {"title": "x", "count": 6}, {"title": "x", "count": True}, {"title": "x", "other": "y"}],
    ids=["a missing one", "another type", "out of range", "true for a number", "an unknown one"],
)
async def test_options_that_do_not_fit_are_not_sent(
    server: DiscordServer, world: World, ada: str, club: str, options: dict[str, Any]
) -> None:
    """As in the client, which lets nobody send them."""
    async with serving(server) as bot:
        with pytest.raises(ApiError) as refused:
            world.person_uses_command(ada, club, "similar", options)
        assert refused.value.code == 50035
        assert bot.heard.empty()


async def test_interactions_are_outside_the_limit_over_all_routes(start: Start, world: World, ada: str, club: str) -> None:
    """With every other call refused for the moment, an answer still goes through."""
    server = await start(limits=replace(NO_LIMITS, per_second=0))
    begun = begin(world, ada, club)
    async with aiohttp.ClientSession() as session:
        http = Http(session, server)
        status, body, _ = await http("GET", "/users/@me")
        assert (status, body["global"]) == (429, True)
        status, _, _ = await http("POST", callback(begun), {"type": 4, "data": {"content": "x"}})
        assert (status, texts(world, club)) == (204, ["x"])


async def test_a_second_first_answer_and_tokens_that_are_none(http: Http, world: World, ada: str, club: str) -> None:
    """40060 for the second answer, 10062 for no such interaction, 10015 for a token that was not acknowledged."""
    begun = begin(world, ada, club)
    webhook = f"/webhooks/{world.state.application_id}/{begun.token}"
    assert (await http("POST", webhook, {"content": "x"}))[1]["code"] == 10015
    assert (await http("POST", f"/interactions/1/{begun.token}/callback", {"type": 5}))[1]["code"] == 10062
    assert (await http("POST", f"/interactions/{begun.id}/other/callback", {"type": 5}))[1]["code"] == 10062
    status, answer, _ = await http("POST", callback(begun), {"type": 5}, with_response="true")
    assert (status, answer["interaction"]["response_message_loading"], "resource" in answer) == (200, True, False)
    assert (await http("POST", callback(begun), {"type": 5}))[1]["code"] == 40060
    assert (await http("POST", f"/webhooks/1/{begun.token}", {"content": "x"}))[1]["code"] == 10015
    assert (await http("GET", f"{webhook}/messages/1"))[1]["code"] == 10008
    assert (await http("DELETE", f"{webhook}/messages/@original"))[0] == 204
    assert (await http("GET", f"{webhook}/messages/@original"))[1]["code"] == 10008


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"type": 3},
        {"type": 6},
        {"type": 7, "data": {"content": "x"}},
        {"type": 8, "data": {"choices": []}},
        {"type": 4, "data": {"content": "x" * 2001}},
        {"type": 4, "data": {"content": ""}},
        {"type": 4, "data": []},
        {"type": 9, "data": {"custom_id": "c", "title": "t" * 46, "components": []}},
        {"type": 9, "data": {"custom_id": "c", "title": "t", "components": [{"type": 2}]}},
    ],
)
async def test_a_bad_first_answer_can_be_made_good(http: Http, world: World, ada: str, club: str, body: object) -> None:
    """What is refused leaves the interaction open: the next answer is the first."""
    begun = begin(world, ada, club)
    status, answer, _ = await http("POST", callback(begun), body)
    assert (status, answer["code"]) in ((400, 50035), (400, 50006))
    assert (await http("POST", callback(begun), {"type": 4, "data": {"content": "good"}}))[0] == 204
    assert texts(world, club) == ["good"]


def begin(world: World, user_id: str, channel_id: str) -> Interaction:
    """A command given to a bot that only speaks REST."""
    world.state.commands = [{"type": 1, "name": "help", "id": "1"}]
    return world.person_uses_command(user_id, channel_id, "help")


def callback(begun: Interaction) -> str:
    """Where an interaction is answered."""
    return f"/interactions/{begun.id}/{begun.token}/callback"


async def test_a_thread_knows_who_may_act_in_it(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Locked: only moderators give commands. Archived: an answer takes it out, a change of an old message is refused.

    Both at once: the command is taken and its answer refused, for which the bot can do nothing in that place.
    """
    codes: list[int] = []

    async def handler(interaction: Heard) -> None:
        if interaction.type is discord.InteractionType.component:
            with pytest.raises(discord.HTTPException) as refused:
                await interaction.response.edit_message(content="changed")
            codes.append(refused.value.code)

    thread = world.person_opens_thread(ada, club, "Boats").id
    async with serving(server, handler) as bot:
        first = await settled(server, world.person_uses_command(ada, thread, "similar", {"title": "Jaws"}))
        assert isinstance((await bot.done()).channel, discord.Thread)
        button = (await http_of(server, "PATCH", f"/channels/{thread}/messages/{first.original_id}", WITH_BUTTON))["id"]
        world.archive_thread(thread)
        world.person_clicks(ada, button, "more")
        await bot.done()
        assert codes == [50083]
        await settled(server, world.person_uses_command(ada, thread, "similar", {"title": "Rope"}))
        assert not world.state.channel(thread).archived
        world.lock_thread(thread)
        with pytest.raises(ApiError) as refused:
            world.person_uses_command(ada, thread, "similar", {"title": "Alien"})
        assert refused.value.code == 50083
        chloe = world.person_named("Chloe").id
        await settled(server, world.person_uses_command(chloe, thread, "similar", {"title": "Alien"}))
        assert texts(world, thread)[-1] == "3 films like Alien"
        with pytest.raises(ApiError):
            world.person_clicks(chloe, button, "more")
        world.archive_thread(thread)
        world.person_uses_command(ada, thread, "similar", {"title": "Marnie"})
        async with asyncio.timeout(PATIENCE):
            assert "50083" in str(await bot.problems.get())


WITH_BUTTON = {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "More", "custom_id": "more"}]}]}


async def http_of(server: DiscordServer, method: str, path: str, body: object) -> Any:
    """One plain REST call that goes well; its JSON."""
    async with aiohttp.ClientSession() as session:
        status, found, _ = await Http(session, server)(method, path, body)
        assert status == 200
        return found


async def test_an_answer_that_got_lost_was_still_the_first(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """429 is waited for; a connection that ends after the answer was applied leaves it there, and a second is one too many."""
    codes: list[int] = []

    async def handler(interaction: Heard) -> None:
        if interaction.type is discord.InteractionType.component:
            with pytest.raises(aiohttp.ClientConnectionError):
                await interaction.response.send_message("there")
            with pytest.raises(discord.HTTPException) as refused:
                await interaction.response.send_message("again")
            codes.append(refused.value.code)

    async with serving(server, handler) as bot:
        message = await post_button(bot, club)
        server.faults.on("POST", r"/callback$", TooMany(0.01))
        server.faults.on("POST", r"/callback$", Drop(applied=True))
        world.person_clicks(ada, message, "more")
        await bot.done()
        assert (codes, texts(world, club)) == ([40060], ["look", "there"])


async def test_an_interaction_that_came_twice_is_answered_once(
    server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """Gateway faults hold for interactions as for every event."""
    async with serving(server) as bot:
        server.faults.duplicate("INTERACTION_CREATE")
        await settled(server, world.person_uses_command(ada, club, "similar", {"title": "Rope"}))
        async with asyncio.timeout(PATIENCE):
            problem = await bot.problems.get()
        assert texts(world, club) == ["3 films like Rope"]
        assert isinstance(problem, discord.app_commands.CommandInvokeError)
        assert "40060" in str(problem)
        server.faults.lose("INTERACTION_CREATE")
        lost = world.person_uses_command(ada, club, "similar", {"title": "Jaws"})
        server.faults.pass_time(3)
        assert world.interaction(lost.id).failed


Connect = Callable[[], Awaitable[Socket]]


async def test_an_ephemeral_message_reaches_the_bot_as_a_direct_one(
    server: DiscordServer, http: Http, gateway: Connect, world: World, ada: str, club: str
) -> None:
    """Without server and membership, and only to a session that asked for direct messages."""
    with_direct, without = await gateway(), await gateway()
    await with_direct.identify(server, int(Intent.GUILDS | Intent.GUILD_MESSAGES | Intent.DM_MESSAGES))
    await without.identify(server, int(Intent.GUILDS | Intent.GUILD_MESSAGES))
    begun = begin(world, ada, club)
    await http("POST", callback(begun), {"type": 4, "data": {"content": f"psst <@{ada}>", "flags": 64}})
    world.person_posts(ada, club, "aloud")
    told = await with_direct.until("MESSAGE_CREATE")
    assert (told["content"], told["flags"], "guild_id" in told, "member" in told) == (f"psst <@{ada}>", 64, False, False)
    assert (await without.until("MESSAGE_CREATE"))["content"] != told["content"]
    (message,) = [one for one in world.messages_in(club, seen_by=ada) if one.visible_to]
    assert message.pinged == frozenset()
    for act in (world.person_dismisses, lambda who, which: world.person_clicks(who, which, "x")):
        with pytest.raises(ApiError) as refused:
            act(world.person_named("Ben").id, message.id)
        assert refused.value.code == 10008
    world.person_dismisses(ada, message.id)
    assert texts(world, club, seen_by=ada) == ["aloud"]


async def test_what_the_gateway_tells_of_an_interaction_is_made_of_discords_objects(
    server: DiscordServer, http: Http, gateway: Connect, world: World, ada: str, club: str
) -> None:
    """Message, member, channel and resolved objects hold by Discord's own schemas."""
    socket = await gateway()
    await socket.identify(server, int(Intent.GUILDS))
    members = [{"type": 6, "name": "who", "description": "x"}, {"type": 8, "name": "role", "description": "x"}]
    command = {"name": "seen", "description": "x", "options": [*members, {"type": 7, "name": "where", "description": "x"}]}
    await http("PUT", f"/applications/{world.state.application_id}/commands", [command])
    options = {"who": ada, "role": world.moderator_role_id, "where": club}
    begun = world.person_uses_command(ada, club, "seen", options)
    told = await socket.until("INTERACTION_CREATE")
    resolved = told["data"]["resolved"]
    assert [one["value"] for one in told["data"]["options"]] == list(options.values())
    assert set(resolved) == {"users", "members", "roles", "channels"}
    assert openapi.faults_of("UserResponse", resolved["users"][ada]) == []
    assert openapi.faults_of("GuildRoleResponse", resolved["roles"][world.moderator_role_id]) == []
    assert openapi.faults_of("GuildMemberResponse", told["member"]) == []
    assert openapi.faults_of("GuildChannelResponse", told["channel"]) == []
    await http("POST", callback(begun), {"type": 4, "data": {"content": "x"} | WITH_BUTTON})
    world.person_clicks(ada, world.messages_in(club)[-1].id, "more")
    clicked = await socket.until("INTERACTION_CREATE")
    assert openapi.faults_of("MessageResponse", clicked["message"]) == []
