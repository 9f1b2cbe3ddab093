"""The unmodified discord.py over real sockets."""

import asyncio
from itertools import pairwise

import aiohttp
import discord
import pytest

from adapters.sandbox.discord import NO_LIMITS, REAL_LIMITS, DiscordServer, World
from adapters.sandbox.discord.faults import Drop, Hold, ServerError, TooMany
from adapters.sandbox.discord.model import MessageKind
from adapters.sandbox.discord.permissions import permissions_in
from tests.adapters.sandbox.client import INTENTS, connected
from tests.adapters.sandbox.conftest import Start


async def test_login_fills_the_clients_view(server: DiscordServer, world: World) -> None:
    """After login the client knows the server, its channels, roles, itself, and its permissions as the server reckons them."""
    async with connected(server) as bot:
        guild = bot.guilds[0]
        assert [channel.name for channel in guild.text_channels] == ["movie-club", "general"]
        assert [role.name for role in guild.roles] == ["@everyone", "Moderator", "Matinee"]
        assert world.bot_id == str(guild.me.id)
        assert guild.self_role is not None
        assert guild.member_count == 4
        for channel in guild.text_channels:
            ours = permissions_in(world.state, world.bot_id, world.state.channel(str(channel.id)))
            assert channel.permissions_for(guild.me).value == ours


async def test_permissions_agree_with_discord_pys_own_reckoning(
    server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """Overwrites for everyone, a role and a member give the same bits here and in discord.py."""
    world.deny("send_messages", club)
    world.deny("add_reactions", club, to=world.state.guild_id)
    world.allow("add_reactions", club, to=ada)
    world.deny("create_public_threads", club, to=ada)
    async with connected(server) as bot:
        world.allow("manage_messages", club)
        await bot.next("guild_channel_update")
        channel = bot.channel(club)
        for user_id in (world.bot_id, ada, world.person_named("Ben").id):
            member = await channel.guild.fetch_member(int(user_id))
            ours = permissions_in(world.state, user_id, world.state.channel(club))
            assert channel.permissions_for(member).value == ours
        assert channel.permissions_for(await channel.guild.fetch_member(int(ada))).add_reactions


async def test_whole_conversation(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Mention, reaction, thread, placeholder, edits, a reply in the thread, history: all as on the real one."""
    async with connected(server) as bot:
        asked = world.person_posts(ada, club, f"{world.mention_of_bot} something tense")
        heard = await bot.next("message")
        assert bot.user in heard.mentions
        assert heard.author.display_name == "Ada"
        await heard.add_reaction("👀")
        thread = await heard.create_thread(name="Something tense")
        assert (str(thread.id), str(thread.parent_id)) == (asked.id, club)
        starter = await bot.next("message")
        assert starter.type is discord.MessageType.thread_starter_message
        answer = await thread.send("…")
        assert await bot.next_text() == "…"
        for text in ("Two", "Two films", "Two films."):
            assert (await answer.edit(content=text)).content == text
        await heard.remove_reaction("👀", bot.user)
        world.person_posts(ada, str(thread.id), "shorter please")
        assert await bot.next_text() == "shorter please"
        history = [message.content async for message in thread.history(oldest_first=True)]
        assert history == ["", "Two films.", "shorter please"]
        fetched = await bot.channel(club).fetch_message(int(asked.id))
        assert fetched.thread is not None
        assert fetched.reactions == []


async def test_direct_messages(server: DiscordServer, world: World, ada: str) -> None:
    """A direct message arrives without a server and can be answered; the bot can open one itself."""
    async with connected(server) as bot:
        direct = world.open_dm(ada)
        world.person_posts(ada, direct.id, "just between us")
        heard = await bot.next("message")
        assert heard.guild is None
        await heard.channel.send("of course")
        user = await bot.fetch_user(int(ada))
        assert str((await user.create_dm()).id) == direct.id
        world.set_accepts_dms(ada, accepts=False)
        with pytest.raises(discord.Forbidden) as refused:
            await user.send("and another thing")
        assert refused.value.code == 50007
        assert [one.content for one in world.messages_in(direct.id)] == ["just between us", "of course"]


async def test_events_of_people(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Edits, deletions and reactions of people reach the client's raw events with all ids."""
    async with connected(server) as bot:
        message = world.person_posts(ada, club, "frist")
        world.person_edits(message.id, "first")
        edited = await bot.next("raw_message_edit")
        assert edited.message.content == "first"
        assert edited.message.edited_at is not None
        world.person_reacts(ada, club, message.id, "🛑")
        added = await bot.next("raw_reaction_add")
        assert (str(added.user_id), str(added.message_id), added.emoji.name) == (ada, message.id, "🛑")
        assert added.member.display_name == "Ada"
        world.person_unreacts(ada, club, message.id, "🛑")
        assert (await bot.next("raw_reaction_remove")).emoji.name == "🛑"
        world.person_deletes(message.id)
        assert str((await bot.next("raw_message_delete")).message_id) == message.id


async def test_a_bots_sends_ping_nobody_when_it_says_so(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """With allowed mentions off nobody is pinged by post, reply or edit; without them the mentioned are."""
    async with connected(server) as bot:
        asked = world.person_posts(ada, club, "hello")
        heard = await bot.next("message")
        quiet = await heard.reply(f"<@{ada}> @everyone {world.role_mention_of_bot}", mention_author=False)
        await quiet.edit(content=f"again <@{ada}>")
        assert world.message(str(quiet.id)).pinged == frozenset()
        loud = await heard.channel.send(f"<@{ada}>", allowed_mentions=discord.AllowedMentions(users=True))
        assert world.message(str(loud.id)).pinged == {ada}
        assert [str(user.id) for user in loud.mentions] == [ada]
        ping = await heard.reply("to you", mention_author=True)
        assert world.message(str(ping.id)).pinged == {ada}
        assert world.message(str(ping.id)).refers_to == (club, asked.id)


@pytest.mark.parametrize("how", ["close", "op 7", "reset"])
async def test_a_lost_connection_is_resumed_with_what_was_missed(
    server: DiscordServer, world: World, ada: str, club: str, how: str
) -> None:
    """After a close, op 7 or a TCP reset the client resumes and gets every event that it missed, once and in order."""
    async with connected(server) as bot:
        match how:
            case "close":
                server.faults.close_gateway(4000)
            case "op 7":
                server.faults.ask_reconnect()
            case _:
                server.faults.reset_gateway()
        for number in range(5):
            world.person_posts(ada, club, f"missed {number}")
        await bot.next("resumed")
        assert [await bot.next_text() for _ in range(5)] == [f"missed {number}" for number in range(5)]
        assert bot.seen("message") == 0
        assert server.gateway.identified == 1


async def test_a_duplicated_and_a_late_event(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """The gateway delivers an event twice or after its successor when told to."""
    async with connected(server) as bot:
        server.faults.duplicate("MESSAGE_CREATE")
        world.person_posts(ada, club, "twice")
        assert [await bot.next_text(), await bot.next_text()] == ["twice", "twice"]
        server.faults.delay("MESSAGE_CREATE")
        world.person_posts(ada, club, "late")
        world.person_posts(ada, club, "early")
        assert [await bot.next_text(), await bot.next_text()] == ["early", "late"]


async def test_a_client_without_the_content_intent_reads_only_what_concerns_it(
    server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """Without Message Content, texts are empty except in mentions of the bot, direct messages and its own messages."""
    intents = discord.Intents(INTENTS.value)
    intents.message_content = False
    async with connected(server, intents=intents) as bot:
        world.person_posts(ada, club, "nothing to you")
        world.person_posts(ada, club, f"{world.mention_of_bot} to you")
        world.person_posts(ada, world.open_dm(ada).id, "secret")
        texts = [(await bot.next("message")).content for _ in range(3)]
        assert texts == ["", f"{world.mention_of_bot} to you", "secret"]


async def test_a_privileged_intent_that_was_not_granted_ends_the_client(server: DiscordServer) -> None:
    """Asking for an intent whose switch is off is close code 4014, which discord.py reports as such."""
    server.gateway.granted_intents = 0
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with connected(server):
            pass


async def test_a_wrong_token_is_refused_at_login(server: DiscordServer) -> None:
    """A bad token is 401 at login."""
    server.rest.token = "another"
    with pytest.raises(discord.LoginFailure):
        async with connected(server):
            pass


async def test_members_can_be_asked_for(server: DiscordServer, world: World) -> None:
    """Op 8 lists the members that GUILD_CREATE leaves out without the presence intent."""
    intents = discord.Intents(INTENTS.value)
    intents.members = True
    async with connected(server, intents=intents, chunk_guilds_at_startup=False) as bot:
        assert len(bot.guilds[0].members) == 1
        await bot.guilds[0].chunk()
        assert sorted(member.display_name for member in bot.guilds[0].members) == ["Ada", "Ben", "Chloe", "Matinee"]
        world.add_person("Dora")
        assert (await bot.next("member_join")).display_name == "Dora"


async def test_rate_limits_slow_the_client_and_nothing_is_lost(start: Start, world: World, ada: str, club: str) -> None:
    """Twelve edits and twelve posts pass a limit of five without one 429 and in order: the client waits by the headers."""
    server = await start(limits=REAL_LIMITS.scaled(25))
    async with connected(server) as bot:
        channel = bot.channel(club)
        message = await channel.send("v")
        for number in range(12):
            await message.edit(content=f"v{number}")
        for number in range(12):
            await channel.send(f"p{number}")
        assert world.message(str(message.id)).content == "v11"
        assert [one.content for one in world.messages_in(club)[1:]] == [f"p{number}" for number in range(12)]
        assert {exchange.status for exchange in server.exchanges} == {200}
        edits = [exchange.at for exchange in server.exchanges if exchange.method == "PATCH"]
        assert all(later - earlier >= 5.0 / 25 for earlier, later in pairwise(edits[::5]))


async def test_reactions_share_one_bucket(start: Start, world: World, ada: str, club: str) -> None:
    """PUT and DELETE of reactions name the same bucket, so the client spaces them together."""
    server = await start(limits=REAL_LIMITS.scaled(5))
    asked = world.person_posts(ada, club, "hello")
    async with connected(server) as bot:
        message = bot.channel(club).get_partial_message(int(asked.id))
        for emoji in ("👀", "🔎", "✅"):
            await message.add_reaction(emoji)
            await message.remove_reaction(emoji, discord.Object(int(world.bot_id)))
        calls = [exchange for exchange in server.exchanges if "/reactions/" in exchange.path]
        assert [exchange.status for exchange in calls] == [204] * 6
        assert len({exchange.headers["X-RateLimit-Bucket"] for exchange in calls}) == 1


async def test_a_429_is_waited_out_by_the_client(server: DiscordServer, world: World, club: str) -> None:
    """A 429 with Via, of this bucket or of all, delays the call and does not lose it."""
    async with connected(server) as bot:
        for scope in ("user", "global", "shared"):
            server.faults.on("POST", "/messages$", TooMany(0.01, scope=scope))
            await bot.channel(club).send(scope)
        assert [one.content for one in world.messages_in(club)] == ["user", "global", "shared"]
        assert [exchange.status for exchange in server.exchanges if exchange.method == "POST"] == [429, 200] * 3


async def test_a_429_without_via_is_a_ban_to_the_client(server: DiscordServer, world: World, club: str) -> None:
    """discord.py takes a 429 without a Via header for Cloudflare's and gives up at once."""
    async with connected(server) as bot:
        server.faults.on("POST", "/messages$", TooMany(0.01, via=False))
        with pytest.raises(discord.HTTPException) as raised:
            await bot.channel(club).send("x")
        assert raised.value.status == 429
        assert world.messages_in(club) == []


@pytest.mark.parametrize("applied", [False, True])
@pytest.mark.parametrize("reset", [False, True])
async def test_a_dropped_answer_and_an_enforced_nonce(
    server: DiscordServer, world: World, club: str, *, applied: bool, reset: bool
) -> None:
    """A call whose connection breaks may or may not have been applied; the same nonce again makes it exactly one message."""
    async with connected(server) as bot:
        channel = bot.channel(club)
        server.faults.on("POST", "/messages$", Drop(applied=applied, reset=reset))
        with pytest.raises((aiohttp.ClientError, OSError)):
            await channel.send("once", nonce="answer-1")
        assert len(world.messages_in(club)) == int(applied)
        await channel.send("once", nonce="answer-1")
        assert [one.content for one in world.messages_in(club)] == ["once"]


async def test_a_held_answer_is_applied_and_comes_when_released(server: DiscordServer, world: World, club: str) -> None:
    """An answer held back after the call was applied leaves the caller waiting on a message that is already there."""
    async with connected(server) as bot:
        stream = world.subscribe()
        released = asyncio.Event()
        server.faults.on("POST", "/messages$", Hold(released, applied=True))
        sending = asyncio.create_task(bot.channel(club).send("here"))
        while (await anext(stream))["type"] != "message_create":
            pass
        assert not sending.done()
        released.set()
        assert (await sending).content == "here"


async def test_a_server_error_reaches_the_caller(server: DiscordServer, club: str) -> None:
    """503, which discord.py does not retry, is its DiscordServerError."""
    async with connected(server) as bot:
        server.faults.on("POST", "/messages$", ServerError(503))
        with pytest.raises(discord.DiscordServerError):
            await bot.channel(club).send("x")


async def test_threads_change_and_go(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Locking, archiving and deleting a thread are told, and a locked thread refuses the bot with 50083."""
    async with connected(server) as bot:
        thread = await bot.channel(club).create_thread(name="t", type=discord.ChannelType.public_thread)
        announcement = await bot.next("message")
        assert announcement.type is discord.MessageType.thread_created
        world.lock_thread(str(thread.id))
        assert (await bot.next("raw_thread_update")).thread_id == thread.id
        with pytest.raises(discord.HTTPException) as refused:
            await thread.send("x")
        assert (refused.value.status, refused.value.code) == (400, 50083)
        world.lock_thread(str(thread.id), locked=False)
        world.archive_thread(str(thread.id))
        await thread.send("back again")
        assert not world.state.channel(str(thread.id)).archived
        world.delete_thread(str(thread.id))
        await bot.next("raw_thread_delete")
        with pytest.raises(discord.NotFound) as gone:
            await thread.send("x")
        assert gone.value.code == 10003
        assert all(one.kind is not MessageKind.DEFAULT for one in world.messages_in(club, system=True))
        assert ada in world.state.people


async def test_commands_are_kept(server: DiscordServer, world: World) -> None:
    """Syncing application commands stores them."""
    async with connected(server) as bot:
        tree = discord.app_commands.CommandTree(bot)

        @tree.command(name="privacy", description="What is stored about you")
        async def privacy(_interaction: discord.Interaction) -> None:
            """Never called here."""

        assert [command.name for command in await tree.sync()] == ["privacy"]
        assert [command["name"] for command in world.state.commands] == ["privacy"]


async def test_a_server_that_restarts_is_found_again(start: Start, world: World, ada: str, club: str) -> None:
    """After stop and start on the same port with the same token a REST call works again."""
    server = await start(limits=NO_LIMITS)
    port = int(server.root_url.rsplit(":", 1)[1])
    await server.stop()
    await server.start(port=port)
    async with connected(server) as bot:
        world.person_posts(ada, club, "still there?")
        assert await bot.next_text() == "still there?"
