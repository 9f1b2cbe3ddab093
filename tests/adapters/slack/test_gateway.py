"""What the gateway hands in, over real sockets with the real slack-bolt."""

import asyncio

import pytest

from adapters.sandbox.slack.faults import ServerError
from adapters.slack.client import SlackClient
from adapters.slack.gateway import SlackGateway
from bot.errors import Forbidden, Gone
from bot.types import MessageDeleted, MessagePosted, MessageRef, Place, ReactionAdded, StopPressed
from tests.adapters.slack.bench import Bench, connected, local_server


async def nothing_more(bench: Bench, count: int) -> None:
    """Events come in order of what happened: one more message is the last, and there are so many in all."""
    bench.says("Chloe", "the end", bench.channel())
    async with asyncio.timeout(60), bench.arrived:
        await bench.arrived.wait_for(lambda: bench.of(MessagePosted) and bench.of(MessagePosted)[-1].message.text == "the end")
    assert count + 1 == len(bench.events)


async def test_a_mention_is_handed_in_as_the_same_message_twice() -> None:
    """As message and as app_mention; the inbox claims it once by its reference."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Chloe", f"{bench.world.mention_of_bot} for @someone &amp; <me>")
        first, second = await bench.messages(2)
        assert first == second
        assert (ref, bench.channel(), True) == (first.ref, first.place, first.mentions_us)
        assert ("Chloe", True) == (first.author.name, first.author.may_moderate)


async def test_threads_and_direct_messages_say_where_they_stand() -> None:
    """A thread by its first message's time stamp."""
    async with local_server() as server, connected(server) as bench:
        root = bench.says("Ada", "what shall we watch?")
        inside = Place("slack", bench.channel().workspace, root.channel, thread=root.id)
        bench.says("Ben", "heat", inside)
        bench.says("Ada", "hello", bench.direct())
        places = {found.text: found.place for found in await bench.messages(3)}
        assert {"what shall we watch?": bench.channel(), "heat": inside, "hello": bench.direct()} == places


async def test_being_called_into_a_thread_brings_what_it_began_with() -> None:
    """Once asked, whoever calls again."""
    async with local_server() as server, connected(server) as bench:
        root = bench.says("Ada", "something with trains")
        inside = Place("slack", bench.channel().workspace, root.channel, thread=root.id)
        bench.says("Ben", f"{bench.world.mention_of_bot} any idea?", inside)
        found = await bench.messages(3)
        assert {"something with trains"} == {each.quoted for each in found if each.mentions_us}
        assert 1 == len(bench.calls("conversations.replies"))


async def test_edits_and_deletions_are_people_s_own() -> None:
    """Unfolded links, replies, and all that we do ourselves, are not handed in."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", f"{bench.world.mention_of_bot} tense https://example.com")
        await bench.messages(2)
        thread = await bench.chat.open_thread(ref, "tense")
        posted = await bench.chat.post(thread, "One.", key="k1")
        await bench.chat.edit(posted.ref, "One, two. https://example.com")
        bench.world.unfurl(ref.channel, ref.id, "a preview")
        bench.world.person_edits(ref.channel, ref.id, f"{bench.world.mention_of_bot} calm")
        [edited] = await bench.edits()
        assert (ref, "calm", True) == (edited.ref, edited.text, edited.mentions_us)
        bench.world.person_deletes(ref.channel, ref.id)
        await bench.wait_for(MessageDeleted)
        assert [MessageDeleted(ref)] == bench.of(MessageDeleted)
        await nothing_more(bench, 4)


async def test_a_message_of_ours_that_somebody_deletes_is_handed_in() -> None:
    """Nothing else that becomes of it is."""
    async with local_server() as server, connected(server) as bench:
        posted = await bench.chat.post(bench.channel(), "One.", key="k1")
        await bench.chat.edit(posted.ref, "One, two.")
        admin = bench.world.person_named("Chloe").id
        bench.world.person_deletes(posted.ref.channel, posted.ref.id, by=admin)
        await bench.wait_for(MessageDeleted)
        assert [MessageDeleted(posted.ref)] == bench.of(MessageDeleted)
        await nothing_more(bench, 1)


async def test_a_stop_sign_is_handed_in_with_whose_it_is() -> None:
    """Other reactions are not, nor are ours."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", "tense")
        await bench.messages()
        await bench.chat.react(ref, "stop")
        bench.world.person_reacts(bench.id_of("Ben"), ref.channel, ref.id, "eyes")
        bench.world.person_reacts(bench.id_of("Ben"), ref.channel, ref.id, "octagonal_sign")
        [found] = await bench.wait_for(ReactionAdded)
        assert (ref, "Ben", "stop") == (found.ref, found.user.name, found.mark)
        await nothing_more(bench, 2)


async def test_slacks_stop_button_is_handed_in_and_the_session_rests() -> None:
    """It would stay marked as working for an hour."""
    async with local_server() as server, connected(server) as bench:
        ref = bench.says("Ada", "tense", bench.direct())
        place = await bench.chat.open_thread(ref, "tense")
        await bench.chat.streams.start(place, after=ref, fresh=True)
        bench.world.person_presses_stop(bench.id_of("Ada"), ref.channel, ref.id)
        [found] = await bench.wait_for(StopPressed)
        assert (place, "Ada") == (found.place, found.user.name)
        await bench.until(lambda: set(bench.world.state.sessions.values()) == {"active"})


async def test_a_connection_that_slack_asks_to_renew_is_no_new_session() -> None:
    """One that is lost is: what was written meanwhile has to be read."""
    async with local_server() as server, connected(server) as bench:
        assert 1 == bench.sessions
        server.faults.ask_reconnect()
        await bench.until(lambda: server.socket_mode.connections == 1)
        bench.says("Ada", "after the renewal")
        await bench.messages(1)
        assert 1 == bench.sessions
        server.faults.reset_socket()
        async with asyncio.timeout(60), bench.arrived:
            await bench.arrived.wait_for(lambda: bench.sessions == 2)
        bench.says("Ada", "after the loss")
        await bench.messages(2)


async def test_an_event_that_is_delivered_again_is_the_same_message() -> None:
    """Under another event id, or because our acknowledgement was lost."""
    async with local_server() as server, connected(server) as bench:
        server.faults.duplicate("message")
        server.faults.ignore_acks()
        bench.says("Ada", "tense")
        found = await bench.messages(2)
        assert 1 == len(set(found))


async def test_what_was_missed_can_be_read_afterwards() -> None:
    """In a thread, and in a direct message outside its threads too; not what we wrote."""
    async with local_server() as server, connected(server) as bench:
        root = bench.says("Ada", "something with trains", bench.direct())
        place = await bench.chat.open_thread(root, "trains")
        await bench.chat.post(place, "One.", key="k1")
        bench.says("Ada", "shorter", place)
        bench.says("Ada", "and another thing", bench.direct())
        missed = await bench.chat.missed(place, root)
        assert [("shorter", place), ("and another thing", bench.direct())] == [(each.text, each.place) for each in missed]
        assert ["shorter"] == [each.text for each in await bench.chat.missed(place, root, limit=1)]


@pytest.mark.parametrize("which", ["bot", "app"])
async def test_a_token_that_slack_refuses_ends_the_gateway_with_the_way_out(which: str) -> None:
    """No new attempt can help."""
    async with local_server() as server:
        client = SlackClient("xoxb-wrong" if which == "bot" else server.bot_token, api_base=server.api_base)
        gateway = SlackGateway(client, app_token="xapp-wrong" if which == "app" else server.app_token, sink=ignore)
        with pytest.raises(Forbidden) as refused:
            await gateway.run()
        assert f"SLACK_{which.upper()}_TOKEN" in refused.value.advice
        with pytest.raises(ConnectionError):
            await gateway.ready()


async def test_slack_being_away_at_the_start_is_waited_out() -> None:
    """With growing pauses."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async with local_server() as server:
        server.faults.on(r"^auth\.test$", ServerError(), times=3)
        client = SlackClient(server.bot_token, api_base=server.api_base)
        gateway = SlackGateway(client, app_token=server.app_token, sink=ignore, pause=pause)
        running = asyncio.create_task(gateway.run())
        async with asyncio.timeout(60):
            await gateway.ready()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert [1.0, 2.0, 5.0] == pauses


async def test_a_message_that_is_gone_has_no_thread_to_open() -> None:
    """It is asked for where nobody handed it in."""
    async with local_server() as server, connected(server) as bench:
        with pytest.raises(Gone):
            await bench.chat.open_thread(MessageRef("slack", bench.channel().channel, "1.000001"), "tense")


async def ignore(_: object) -> None:
    """Takes any event."""
