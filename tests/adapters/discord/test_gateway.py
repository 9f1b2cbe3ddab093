"""Discord's events reach the sink, over real sockets to the local server, and go on reaching it whatever happens to them."""

import asyncio

import pytest
from structlog.testing import capture_logs

from adapters.discord import client as module
from adapters.discord.client import DiscordClient, intents
from adapters.sandbox.discord.faults import Drop, ServerError
from bot.errors import Forbidden, Unreachable
from bot.types import Author, ChatEvent, MessageDeleted, MessageEdited, MessagePosted, MessageRef, Place, ReactionAdded
from tests.adapters.discord.bench import Bench, connected, local_server, within
from tests.openapi import judge


class Hasty(DiscordClient):
    """A client that does not wait five seconds before each new session."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing."""


async def test_mentions_by_user_and_by_role() -> None:
    """Our name and our managed role, which autocomplete offers as well, both call us."""
    async with local_server() as server, connected(server) as bench:
        first = bench.says("Ada", f"{server.world.mention_of_bot} a heist film")
        bench.says("Ben", f"a heist film, {server.world.role_mention_of_bot}")
        by_user, by_role = await bench.messages(2)
        assert (by_user.ref, by_user.place, by_user.author) == (first, bench.channel(), Author(bench.id_of("Ada"), "Ada"))
        assert (by_user.text, by_user.mentions_us) == ("a heist film", True)
        assert (by_role.text, by_role.mentions_us) == ("a heist film,", True)


async def test_what_people_do_in_a_channel() -> None:
    """Plain messages, edits, deletions and stop signs of people are handed in, with who may moderate."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", "hello")
        server.world.person_edits(ref.id, f"{server.world.mention_of_bot} a heist film")
        server.world.person_reacts(bench.id_of("Chloe"), ref.channel, ref.id, "👍")
        server.world.person_reacts(bench.id_of("Chloe"), ref.channel, ref.id, "🛑")
        server.world.person_deletes(ref.id)
        await bench.wait_for(MessageDeleted)
        edited, stopped = (await bench.edits())[0], (await bench.wait_for(ReactionAdded))[0]
        assert [type(event) for event in bench.events] == [MessagePosted, MessageEdited, ReactionAdded, MessageDeleted]
        assert (edited.ref, edited.text, edited.mentions_us) == (ref, "a heist film", True)
        assert stopped == ReactionAdded(ref, Author(bench.id_of("Chloe"), "Chloe", may_moderate=True), "stop")
        assert bench.of(MessageDeleted) == [MessageDeleted(ref)]
        assert not edited.author.may_moderate


async def test_a_follow_up_in_a_thread() -> None:
    """A reply in the thread comes without a mention and with its text, from a thread that we opened ourselves."""
    async with local_server() as server, connected(server) as bench:
        thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "Heist films")
        ref = bench.says("Ben", "something shorter", thread)
        _, follow_up = await bench.messages(2)
        assert (follow_up.ref, follow_up.place, follow_up.text) == (ref, thread, "something shorter")
        assert not follow_up.mentions_us


@pytest.mark.parametrize("told", [True, False], ids=["with its parent told late", "told before"])
async def test_a_thread_that_wakes_up(*, told: bool) -> None:
    """A thread that was archived when we came is recognised, also if Discord tells us of it only after the message."""
    async with local_server() as server:
        world, ada = server.world, server.world.person_named("Ada").id
        channel = world.channel_named("movie-club")
        thread = world.person_opens_thread(ada, channel.id, "Old thread")
        world.archive_thread(thread.id)
        async with connected(server) as bench:
            if told:
                server.faults.delay("THREAD_UPDATE")
            place = Place("discord", world.state.guild_id, channel.id, thread=thread.id)
            bench.says("Chloe", "still here?", place)
            (message,) = await bench.messages()
            assert message.place == place
            assert message.author.may_moderate


async def test_a_direct_message() -> None:
    """A direct message needs no mention; a stop sign there has no member and still counts."""
    async with local_server() as server, connected(server) as bench:
        direct = Place("discord", "", server.world.open_dm(bench.id_of("Ada")).id, is_direct=True)
        ref = bench.says("Ada", "a heist film", direct)
        server.world.person_reacts(bench.id_of("Ada"), ref.channel, ref.id, "🛑")
        (message,) = await bench.messages()
        (stopped,) = await bench.wait_for(ReactionAdded)
        assert (message.place, message.text, message.author.name) == (direct, "a heist film", "Ada")
        assert (stopped.ref, stopped.user.id) == (ref, bench.id_of("Ada"))


async def test_a_reply_to_our_message_calls_us() -> None:
    """In a channel a reply that pings us is a mention, as the client sends it."""
    async with local_server() as server, connected(server) as bench:
        ours = await bench.chat.post(bench.channel(), "Which film?", key="k1")
        bench.says("Ada", "the shorter one", reply_to=ours.ref.id)
        (message,) = await bench.messages()
        assert (message.text, message.mentions_us) == ("the shorter one", True)


async def test_bots_and_ourselves() -> None:
    """Another bot is marked as one; nothing that we do ourselves comes back."""
    async with local_server() as server, connected(server) as bench:
        server.world.add_person("Echo", bot=True)
        ours = await bench.chat.post(bench.channel(), "Hello", key="k1")
        await bench.chat.edit(ours.ref, "Hello again")
        await bench.chat.react(ours.ref, "stop")
        await bench.chat.open_thread(ours.ref, "Thread")
        bench.says("Echo", f"{server.world.mention_of_bot} hello")
        (message,) = await bench.messages()
        assert message.author.is_bot
        assert [type(event) for event in bench.events] == [MessagePosted]


async def test_an_unfolded_link_is_no_edit() -> None:
    """Discord announces a link's preview as a changed message; nobody edited it."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", "see https://example.org")
        await bench.messages()
        unchanged = await bench.client.http.get_message(int(ref.channel), int(ref.id))
        server.faults.send_raw("MESSAGE_UPDATE", {**unchanged, "guild_id": server.world.state.guild_id})
        server.world.person_edits(ref.id, "see nothing")
        assert [message.text for message in await bench.edits()] == ["see nothing"]


async def test_many_messages_deleted_at_once() -> None:
    """A moderator's sweep is one deletion for each message."""
    async with local_server() as server, connected(server) as bench:
        channel = bench.channel().channel
        data: dict[str, object] = {"ids": ["7", "8"], "channel_id": channel, "guild_id": server.world.state.guild_id}
        server.faults.send_raw("MESSAGE_DELETE_BULK", data)
        gone = await bench.wait_for(MessageDeleted, 2)
        assert {event.ref for event in gone} == {MessageRef("discord", channel, "7"), MessageRef("discord", channel, "8")}


async def test_a_channel_that_cannot_be_looked_up() -> None:
    """A message from a channel that Discord does not tell us about is still handed in, with what it says itself."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", "hello")
        known = await bench.client.http.get_message(int(ref.channel), int(ref.id))
        guild = server.world.state.guild_id
        content = f"{server.world.mention_of_bot} hidden"
        server.faults.send_raw("MESSAGE_CREATE", {**known, "channel_id": "77", "guild_id": guild, "content": content})
        _, hidden = await bench.messages(2)
        assert (hidden.place, hidden.text) == (Place("discord", guild, "77"), "hidden")


async def _survives(bench: Bench, *, new_session: bool) -> None:
    """What people write while we are away and afterwards arrives once and in order."""
    sessions = bench.server.gateway.identified
    bench.says("Ada", "while we are away")
    await bench.messages(2)
    bench.says("Ada", "afterwards")
    assert [message.text for message in await bench.messages(3)] == ["before", "while we are away", "afterwards"]
    assert (bench.server.gateway.identified - sessions > 0) is new_session


@pytest.mark.parametrize("fault", ["reset", "close", "op 7", "op 9, resumable"])
async def test_a_lost_connection_is_resumed(fault: str) -> None:
    """After a TCP reset, a close and a request to reconnect the session goes on and nothing is missed or told twice."""
    async with local_server() as server, connected(server) as bench:
        bench.says("Ada", "before")
        await bench.messages()
        match fault:
            case "reset":
                server.faults.reset_gateway()
            case "close":
                server.faults.close_gateway(4000)
            case "op 7":
                server.faults.ask_reconnect()
            case _:
                server.faults.invalidate_session(resumable=True)
        await _survives(bench, new_session=False)


async def test_an_invalid_session_is_replaced() -> None:
    """After op 9 a new session is opened and events flow again; what happened between is lost, as on Discord."""
    async with local_server() as server, connected(server, make=Hasty) as bench:
        server.faults.invalidate_session()
        await bench.until(lambda: server.gateway.identified == 2)
        bench.says("Ada", "afterwards")
        assert [message.text for message in await bench.messages()] == ["afterwards"]


async def test_an_event_that_cannot_be_read_ends_nothing() -> None:
    """A payload without the fields that discord.py indexes is logged; the session stays and the next message arrives."""
    async with local_server() as server, connected(server) as bench:
        with capture_logs() as logs:
            server.faults.send_raw("MESSAGE_CREATE", {"id": "1"})
            server.faults.send_raw("MESSAGE_REACTION_ADD", {})
            bench.says("Ada", "still there?")
            await bench.messages()
        assert [entry["name"] for entry in logs if entry["event"] == "discord event not readable"] == [
            "MESSAGE_CREATE",
            "MESSAGE_REACTION_ADD",
        ]
        assert (server.gateway.identified, bench.pauses) == (1, [])


async def test_a_broken_frame_is_answered_with_a_new_connection() -> None:
    """What ends discord.py's reader all the same leads to a new session after a pause, in the same client."""
    async with local_server() as server, connected(server, make=Hasty) as bench:
        for connection in server.gateway._connections:
            connection.outbox.put_nowait("no JSON")
        await bench.until(lambda: server.gateway.identified == 2)
        bench.says("Ada", "still there?")
        assert [message.text for message in await bench.messages()] == ["still there?"]
        assert bench.pauses == [1.0]


async def test_a_failing_sink_keeps_nothing_from_the_next_event() -> None:
    """An event that the application fails on is logged, and the next one is handed in."""
    async with local_server() as server, connected(server) as bench:
        handed_in = bench.client.sink
        assert handed_in is not None

        failed = asyncio.Event()

        async def failing(event: ChatEvent) -> None:
            bench.client.sink = handed_in
            failed.set()
            raise LookupError

        bench.client.sink = failing
        with capture_logs() as logs:
            bench.says("Ada", "first")
            await within(failed.wait())
            bench.says("Ada", "second")
            assert [message.text for message in await bench.messages()] == ["second"]
        assert [entry["handler"] for entry in logs if entry["event"] == "discord event not handled"] == ["on_message"]


async def test_a_login_is_tried_until_discord_is_back() -> None:
    """An outage at the start is waited out with growing pauses."""
    async with local_server() as server:
        server.faults.on("GET", "/users/@me", ServerError(503))
        server.faults.on("GET", "/users/@me", Drop(applied=False), times=4)  # aiohttp makes each GET twice
        async with connected(server) as bench:
            bench.says("Ada", "hello")
            await bench.messages()
            assert bench.pauses == [1.0, 2.0, 5.0]


async def test_a_bad_token_is_one_plain_error() -> None:
    """A token that Discord refuses ends the gateway with what to do about it, and whoever waits is told."""
    async with local_server() as server, connected(server, token="wrong", ready=False) as bench:
        with pytest.raises(Forbidden) as caught:
            await within(bench.running)
        assert caught.value.advice.startswith("Discord does not accept DISCORD_TOKEN")
        with pytest.raises(ConnectionError):
            await within(bench.gateway.ready())
        assert bench.pauses == []


async def test_a_missing_intent_is_one_plain_error() -> None:
    """Close code 4014 ends the gateway with the switch that has to be set."""
    async with local_server() as server:
        server.gateway.granted_intents = 0
        async with connected(server, ready=False) as bench:
            with pytest.raises(Forbidden) as caught:
                await within(bench.running)
            assert "Message Content Intent" in caught.value.advice


async def test_withheld_texts_are_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the intent follow-ups arrive empty: that is logged once with the mend, and mentions still work."""
    without = intents()
    without.message_content = False
    monkeypatch.setattr(module, "intents", lambda: without)
    async with local_server() as server, connected(server) as bench:
        with capture_logs() as logs:
            for content in ("hello", "anybody?", f"{server.world.mention_of_bot} a heist film"):
                bench.says("Ada", content)
            assert [message.text for message in await bench.messages()] == ["a heist film"]
        assert ["Message Content Intent" in entry["mend"] for entry in logs if "mend" in entry] == [True]


async def test_the_gateway_is_asked_for_where_only_the_api_is_known() -> None:
    """With the API's address alone the client asks it for its gateway."""
    async with (
        local_server() as server,
        connected(server, make=lambda api_base, gateway_url: DiscordClient(api_base=api_base)) as bench,
    ):
        bench.says("Ada", "hello")
        await bench.messages()
        assert any(exchange.path.endswith("/gateway/bot") for exchange in server.exchanges)


async def test_a_stopped_gateway() -> None:
    """Cancelled, the gateway leaves Discord; what is still sent then is `Unreachable` and not a crash."""
    async with local_server() as server, connected(server) as bench:
        bench.running.cancel()
        await bench.until(lambda: server.gateway.connections == 0)
        with pytest.raises(Unreachable):
            await bench.chat.post(bench.channel(), "too late", key="k1")


async def test_a_visit_passes_discords_own_description() -> None:
    """Every request of a visit, and every answer to it, agrees with Discord's OpenAPI file."""
    async with local_server() as server, connected(server) as bench:
        question = bench.says("Ada", f"{server.world.mention_of_bot} a heist film")
        await bench.chat.react(question, "seen")
        thread = await bench.chat.open_thread(question, "a heist film")
        await bench.chat.status(thread, "searching")
        posted = await bench.chat.post(thread, "…", key="k1", reply_to=question)
        await bench.chat.edit(posted.ref, "**Rope** (1948)")
        await bench.chat.unreact(question, "seen")
        asked = bench.says("Ada", "thanks", thread)
        await bench.chat.notice(thread, bench.id_of("Ada"), "Nothing is running here.", reply_to=asked)
        await bench.chat.delete(posted.ref)
        await bench.chat.open_thread(question, "again")
        assert len(server.exchanges) >= 11
        # discord.py writes the ids of a reference as numbers, which Discord takes ("either") and its file does not.
        assert [line for line in judge(server.exchanges) if "$.message_reference" not in line] == []


async def test_a_question_brings_the_message_that_it_replies_to() -> None:
    """Somebody else's words, with names written out; our own are known from the conversation."""
    async with local_server() as server, connected(server) as bench:
        film = bench.says("Ben", f"<@{bench.id_of('Chloe')}> I loved Parasite")
        bench.says("Ada", f"{server.world.mention_of_bot} something like this", reply_to=film.id)
        ours = await bench.chat.post(bench.channel(), "Ask me.", key="k")
        bench.says("Ada", f"{server.world.mention_of_bot} fine", reply_to=ours.ref.id)
        _, asked, again = await bench.messages(3)
        assert ("something like this", "@Chloe I loved Parasite") == (asked.text, asked.quoted)
        assert "" == again.quoted


async def test_a_call_in_a_thread_of_people_brings_the_message_that_it_was_opened_from() -> None:
    """That message stands in the parent channel; it is asked for once, and not in threads of ours."""
    async with local_server() as server, connected(server) as bench:
        starter = bench.says("Ben", "what shall we watch on Friday?")
        world = server.world
        thread = world.person_opens_thread(bench.id_of("Ben"), bench.channel().channel, "Friday", message_id=starter.id)
        place = Place("discord", world.state.guild_id, bench.channel().channel, thread=thread.id)
        for text in ("any ideas?", "shorter?"):
            bench.says("Ada", f"{world.mention_of_bot} {text}", place)
        bench.says("Ada", "not you", place)
        ours = await bench.chat.open_thread(bench.says("Ada", "hello"), "Heat")
        bench.says("Ada", f"{world.mention_of_bot} hi", ours)
        found = {one.text: one.quoted for one in await bench.messages(6)}
        assert found["any ideas?"] == found["shorter?"] == "what shall we watch on Friday?"
        assert found["not you"] == found["hi"] == ""
        assert 1 == len([one for one in server.exchanges if one.method == "GET" and one.path.endswith(f"/{starter.id}")])


async def test_people_who_talk_to_each_other_are_told_apart_from_those_who_talk_to_us() -> None:
    """A mention of somebody else or a reply to them is theirs; one that calls or answers us is ours."""
    async with local_server() as server, connected(server) as bench:
        thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "Heist films")
        ours = await bench.chat.post(thread, "Heat.", key="k")
        ben, chloe = bench.id_of("Ben"), bench.id_of("Chloe")
        told = bench.says("Ben", "shall we?", thread)
        bench.says("Ada", f"<@{ben}> what do you think?", thread)
        bench.says("Ada", "yes, let us", thread, reply_to=told.id)
        bench.says("Ben", "and one more", thread, reply_to=told.id)
        bench.says("Ada", f"{server.world.mention_of_bot} what would <@{chloe}> like?", thread)
        bench.says("Ada", f"shorter, for <@{ben}>", thread, reply_to=ours.ref.id)
        found = {one.text: one.to_others for one in await bench.messages(7)}
        assert {text for text, to_others in found.items() if to_others} == {"@Ben what do you think?", "yes, let us"}


async def test_an_edit_that_leaves_nothing_is_handed_in() -> None:
    """The application decides what becomes of the answer; an empty message that is posted is nothing."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", f"{server.world.mention_of_bot} a heist film")
        server.world.person_edits(ref.id, "**")
        server.world.person_edits(ref.id, server.world.mention_of_bot)
        _, emptied = await bench.edits(2)
        assert ("", True) == (emptied.text, emptied.mentions_us)


async def test_a_new_session_is_reported_and_what_was_missed_can_be_read() -> None:
    """After op 9 nothing is replayed; the messages since the last one known are read, oldest first, as events would be."""
    async with local_server() as server, connected(server, make=Hasty) as bench:
        thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "Heist films")
        known = bench.says("Ada", "a heist film", thread)
        await bench.messages(2)
        assert 1 == bench.sessions
        server.faults.invalidate_session(resumable=False)
        refs = [bench.says("Ben", text, thread) for text in ("shorter", "older")]
        await bench.until(lambda: server.gateway.identified == 2)
        await within(bench.gateway.ready())
        async with asyncio.timeout(60), bench.arrived:
            await bench.arrived.wait_for(lambda: bench.sessions == 2)
        found = await bench.chat.missed(thread, known)
        assert (refs, ["shorter", "older"]) == ([one.ref for one in found], [one.text for one in found])
        assert refs[:1] == [one.ref for one in await bench.chat.missed(thread, known, limit=1)]
        assert found[0].place == thread
        assert [] == judge(server.exchanges)


async def test_a_client_that_is_closed_handles_nothing_more() -> None:
    """discord.py's timers, such as that of a server list that is still to come, dispatch after the close: nothing is raised."""
    async with local_server() as server, connected(server) as bench:
        client = bench.client
    client.dispatch("ready")
    assert client.is_closed()
