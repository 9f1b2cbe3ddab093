"""Socket Mode on the wire and through slack-bolt: hello, envelopes, acknowledgements, deliveries again, reconnects."""

import asyncio
from dataclasses import replace

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.sandbox.slack import NO_LIMITS, SlackServer, World
from tests.adapters.sandbox.slack.client import PATIENCE, Bot, Socket, connected, until
from tests.adapters.sandbox.slack.conftest import Connect, Start

IMPATIENT = replace(NO_LIMITS, ack_seconds=0.05, retry_after=(0.0, 0.05, 0.05))


async def test_an_envelope_is_delivered_until_it_is_acknowledged(
    server: SlackServer, plug: Connect, world: World, ada: str, club: str
) -> None:
    """An event has an envelope id and no retry; acknowledged it is never seen again."""
    socket = await plug()
    world.person_says(ada, club, "hello")
    first = await socket.envelope()
    assert (first["type"], first["retry_attempt"], first["retry_reason"]) == ("events_api", 0, "")
    assert first["payload"]["event"]["text"] == "hello"
    assert server.socket_mode.unacknowledged == 1
    await socket.ack(first)
    world.person_says(ada, club, "again")
    assert (await socket.envelope())["payload"]["event"]["text"] == "again"
    assert server.socket_mode.unacknowledged == 1


async def test_an_unacknowledged_event_comes_three_times_more_with_the_same_event_id(
    start: Start, plug: Connect, world: World, ada: str, club: str
) -> None:
    """Each attempt has another envelope id, its number and the reason; then Slack gives up."""
    world.state.limits = IMPATIENT
    socket = await plug()
    world.state.limits = IMPATIENT
    world.person_says(ada, club, "hello")
    attempts = [await socket.envelope() for _ in range(4)]
    assert [one["retry_attempt"] for one in attempts] == [0, 1, 2, 3]
    assert {one["retry_reason"] for one in attempts[1:]} == {"timeout"}
    assert len({one["payload"]["event_id"] for one in attempts}) == 1
    assert len({one["envelope_id"] for one in attempts}) == 4
    watch = world.subscribe()
    async with asyncio.timeout(PATIENCE):
        while (await anext(watch))["data"].get("what") != "gave up":  # type: ignore[attr-defined]
            pass


async def test_a_connection_that_goes_leaves_its_events_to_the_next(
    server: SlackServer, plug: Connect, world: World, ada: str, club: str
) -> None:
    """What was not acknowledged on a closed connection, and what happened while none was open, comes on the next one."""
    first = await plug()
    world.person_says(ada, club, "one")
    await first.envelope()
    await first.ws.close()
    await until(server, lambda: server.socket_mode.connections == 0)
    world.person_says(ada, club, "two")
    second = await plug()
    texts = {}
    for _ in range(2):
        envelope = await second.envelope()
        texts[envelope["payload"]["event"]["text"]] = envelope["retry_reason"]
        await second.ack(envelope)
    assert texts == {"one": "connection_closed", "two": ""}


async def test_each_event_goes_to_one_of_several_connections(
    server: SlackServer, plug: Connect, world: World, ada: str, club: str
) -> None:
    """Two connections share the events, and none comes twice."""
    sockets = [await plug(), await plug()]
    for number in range(6):
        world.person_says(ada, club, str(number))
    seen = [[(await socket.envelope())["payload"]["event"]["text"] for _ in range(3)] for socket in sockets]
    assert sorted(seen[0] + seen[1]) == [str(number) for number in range(6)]


async def test_there_are_ten_connections_and_a_ticket_opens_one(server: SlackServer, plug: Connect) -> None:
    """The eleventh is refused, and an address is good once."""
    for _ in range(10):
        await plug()
    app = AsyncWebClient(token=server.app_token, base_url=server.api_base)
    with pytest.raises(SlackApiError) as refused:
        await app.apps_connections_open(app_token=server.app_token)
    assert refused.value.response["error"] == "too_many_websockets"
    server.faults.close_socket()
    await until(server, lambda: server.socket_mode.connections == 0)
    url = (await app.apps_connections_open(app_token=server.app_token))["url"]
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url) as ws:
            assert (await Socket(ws).receive())["num_connections"] == 1
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)


async def test_a_ping_is_answered(plug: Connect) -> None:
    """The client's own pings get their pongs."""
    socket = await plug(autoping=False)
    await socket.ws.ping(b"hello")
    async with asyncio.timeout(PATIENCE):
        frame = await socket.ws.receive()
    assert (frame.type, frame.data) == (aiohttp.WSMsgType.PONG, b"hello")


async def test_bolt_opens_a_new_connection_when_asked_to(
    server: SlackServer, bot: Bot, world: World, ada: str, club: str
) -> None:
    """After refresh_requested, a close and a TCP reset the app is back and has every event."""
    for trouble in (server.faults.ask_reconnect, server.faults.close_socket, server.faults.reset_socket):
        trouble()
        said = world.person_says(ada, club, trouble.__name__)
        assert (await bot.next_event("message"))["ts"] == said.ts
        await until(server, lambda: server.socket_mode.connections == 1)


async def test_bolt_runs_its_listener_again_for_a_duplicate_and_for_a_lost_acknowledgement(
    server: SlackServer, bot: Bot, world: World, ada: str, club: str
) -> None:
    """A duplicate has an event id of its own, a delivery after a lost acknowledgement the same one."""
    server.faults.duplicate("message")
    world.person_says(ada, club, "twice")
    pair = [await bot.next("message"), await bot.next("message")]
    assert pair[0]["event"]["ts"] == pair[1]["event"]["ts"]
    assert pair[0]["event_id"] != pair[1]["event_id"]
    await until(server, lambda: server.socket_mode.unacknowledged == 0)
    server.faults.ignore_acks()
    world.person_says(ada, club, "again")
    first = await bot.next("message")
    server.faults.retry_now()
    assert (await bot.next("message"))["event_id"] == first["event_id"]


async def test_events_can_change_places_and_be_lost(server: SlackServer, bot: Bot, world: World, ada: str, club: str) -> None:
    """A delayed event comes after the next one; a lost one never."""
    server.faults.delay("message")
    world.person_says(ada, club, f"{world.mention_of_bot} first")
    mention, message = await bot.next("app_mention"), await bot.next("message")
    assert mention["event"]["ts"] == message["event"]["ts"]
    server.faults.lose("message")
    world.person_says(ada, club, "lost")
    world.person_says(ada, club, "kept")
    assert (await bot.next_event("message"))["text"] == "kept"


async def test_frames_of_any_kind_do_not_end_a_connection(
    server: SlackServer, bot: Bot, world: World, ada: str, club: str
) -> None:
    """Broken JSON from the server, and acknowledgements of nothing, change nothing."""
    server.faults.send_raw("{")
    server.faults.send_raw('{"type": "hello"}')
    world.person_says(ada, club, "still here")
    assert (await bot.next_event("message"))["text"] == "still here"


async def test_nobody_there_to_take_it_fails_an_interaction_at_once(
    server: SlackServer, world: World, ada: str, club: str
) -> None:
    """Without a connection a command has failed before anybody waits."""
    assert world.person_uses_command(ada, club, "/matinee", "help").failed


async def test_two_apps_in_one_process_share_the_events(server: SlackServer, world: World, ada: str, club: str) -> None:
    """Two handlers of one app: each event reaches it once."""
    async with connected(server, sockets=2) as bot:
        for number in range(4):
            world.person_says(ada, club, str(number))
        texts = sorted([(await bot.next_event("message"))["text"] for _ in range(4)])
        assert texts == ["0", "1", "2", "3"]
        assert bot.seen("message") == 0


async def test_a_server_that_restarts_is_found_again(start: Start, world: World, ada: str, club: str) -> None:
    """After stop and start on the same port with the same tokens the app is connected again."""
    server = await start()
    port = int(server.root_url.rsplit(":", 1)[1])
    async with connected(server) as bot:
        await server.stop()
        await server.start(port=port)
        world.person_says(ada, club, "still there?")
        assert (await bot.next_event("message"))["text"] == "still there?"
