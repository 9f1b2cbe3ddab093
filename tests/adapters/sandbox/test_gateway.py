"""The gateway by plain WebSockets: its opcodes and close codes."""

from collections.abc import Awaitable, Callable

import aiohttp
import pytest

from adapters.sandbox.discord import DiscordServer, Limits, World
from adapters.sandbox.discord.limits import Rule
from tests import openapi
from tests.adapters.sandbox.client import INTENTS, Socket
from tests.adapters.sandbox.conftest import Clock, Start

Connect = Callable[[], Awaitable[Socket]]
ALL = INTENTS.value


async def test_heartbeats_are_acknowledged(gateway: Connect) -> None:
    """Op 1 is answered with op 11, before IDENTIFY too."""
    socket = await gateway()
    await socket.send(1)
    assert (await socket.receive())["op"] == 11


async def test_events_are_numbered(gateway: Connect, server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Every dispatch of a session has the next number, from READY on."""
    socket = await gateway()
    await socket.send(2, {"token": server.token, "intents": ALL, "properties": {}})
    heard = [await socket.receive() for _ in range(2)]
    for text in "abc":
        world.person_posts(ada, club, text)
    heard += [await socket.receive() for _ in range(3)]
    assert [one["s"] for one in heard] == [1, 2, 3, 4, 5]
    assert [one["t"] for one in heard] == ["READY", "GUILD_CREATE", *["MESSAGE_CREATE"] * 3]


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "x", "intents": 0}, 4004),
        (2, {"intents": "all"}, 4013),
        (2, None, 4002),
        (3, {}, 4003),
        (8, {}, 4003),
        (99, None, 4001),
        (6, {}, 4002),
        (6, {"token": "x", "session_id": "y", "seq": 1}, 4004),
    ],
)
async def test_what_a_client_does_wrong_closes_with_its_code(gateway: Connect, op: int, data: object, code: int) -> None:
    """Each misuse has Discord's close code."""
    socket = await gateway()
    await socket.send(op, data)
    assert await socket.receive() == code


async def test_what_is_no_payload_closes_with_4002(gateway: Connect) -> None:
    """A frame that is no JSON object cannot be decoded."""
    for text in ("{", "[]", "7", '{"d": 1}'):
        socket = await gateway()
        await socket.ws.send_str(text)
        assert await socket.receive() == 4002


async def test_identifying_twice_and_a_number_from_the_future(gateway: Connect, server: DiscordServer) -> None:
    """A second IDENTIFY is 4005; a RESUME beyond the last number 4007."""
    socket = await gateway()
    ready = await socket.identify(server, ALL)
    await socket.send(2, {"token": server.token, "intents": ALL})
    assert await socket.receive() == 4005
    socket = await gateway()
    await socket.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": 99})
    assert await socket.receive() == 4007


async def test_resume_replays_what_was_missed(
    gateway: Connect, server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """Events after the given number come again in order, then RESUMED; later ones go on with the next number."""
    socket = await gateway()
    ready = await socket.identify(server, ALL)
    world.person_posts(ada, club, "a")
    await socket.until("MESSAGE_CREATE")
    await socket.ws.close(code=4000)
    world.person_posts(ada, club, "b")
    world.person_posts(ada, club, "c")
    socket = await gateway()
    await socket.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": 3})
    replayed = [await socket.receive() for _ in range(3)]
    assert [(one["s"], one["t"]) for one in replayed] == [(4, "MESSAGE_CREATE"), (5, "MESSAGE_CREATE"), (6, "RESUMED")]
    assert [one["d"]["content"] for one in replayed[:2]] == ["b", "c"]
    world.person_posts(ada, club, "d")
    assert (await socket.receive())["s"] == 7


async def test_a_session_that_was_left_politely_or_long_ago_is_invalid(
    start: Start, world: World, ada: str, club: str, clock: Clock
) -> None:
    """After a close with 1000, or minutes away, RESUME is answered with op 9 false."""
    server = await start(clock=clock)
    async with aiohttp.ClientSession() as session:

        async def connect() -> Socket:
            socket = Socket(await session.ws_connect(server.gateway_url))
            await socket.receive()
            return socket

        for code, away in ((1000, 0), (4000, 301)):
            socket = await connect()
            ready = await socket.identify(server, ALL)
            await socket.ws.close(code=code)
            clock.seconds += away
            world.person_posts(ada, club, "x")
            socket = await connect()
            await socket.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": 2})
            answer = await socket.receive()
            assert (answer["op"], answer["d"]) == (9, False)
            await socket.ws.close()


async def test_two_connections(gateway: Connect, server: DiscordServer, world: World, ada: str, club: str) -> None:
    """Two gateways of one bot are two sessions: each gets every event."""
    first, second = await gateway(), await gateway()
    for socket in (first, second):
        await socket.identify(server, ALL)
    world.person_posts(ada, club, "x")
    assert (await first.until("MESSAGE_CREATE"))["id"] == (await second.until("MESSAGE_CREATE"))["id"]


async def test_payloads_are_whole_by_discords_schemas(
    gateway: Connect, server: DiscordServer, world: World, ada: str, club: str
) -> None:
    """Messages, threads, channels, members and the server in gateway events satisfy the schemas of Discord's REST objects."""
    asked = world.person_posts(ada, club, f"{world.mention_of_bot} hello")
    world.person_opens_thread(ada, club, "before", message_id=asked.id)
    socket = await gateway()
    await socket.send(2, {"token": server.token, "intents": ALL})
    ready, guild = await socket.until("READY"), await socket.until("GUILD_CREATE")
    message = world.person_posts(ada, club, f"{world.mention_of_bot} again", reply_to=asked.id)
    world.person_reacts(ada, club, message.id, "👍")
    world.person_opens_thread(ada, club, "after", message_id=message.id)
    direct = world.open_dm(ada)
    created, reacted = await socket.until("MESSAGE_CREATE"), await socket.until("MESSAGE_REACTION_ADD")
    thread, marked, starter = await socket.until("THREAD_CREATE"), await socket.receive(), await socket.receive()
    opened = await socket.until("CHANNEL_CREATE")
    checked = [
        ("UserPIIResponse", ready["user"]),
        ("GuildResponse", guild),
        *(("GuildChannelResponse", one) for one in guild["channels"]),
        *(("ThreadResponse", one) for one in [*guild["threads"], thread]),
        *(("GuildMemberResponse", one) for one in [*guild["members"], reacted["member"]]),
        *(("MessageResponse", one) for one in [created, marked["d"], starter["d"]]),
        ("PrivateChannelResponse", opened),
    ]
    assert ([one["id"] for one in guild["threads"]], opened["id"]) == ([asked.id], direct.id)
    assert (marked["t"], starter["t"], starter["d"]["type"]) == ("MESSAGE_UPDATE", "MESSAGE_CREATE", 21)
    assert created["referenced_message"]["id"] == asked.id
    assert {name: faults for name, one in checked if (faults := openapi.faults_of(name, one))} == {}


async def test_intents_choose_the_events(gateway: Connect, server: DiscordServer, world: World, ada: str, club: str) -> None:
    """A session hears only what it asked for: here reactions, neither messages nor typing."""
    socket = await gateway()
    await socket.identify(server, (1 << 0) | (1 << 10))
    message = world.person_posts(ada, club, "x")
    world.person_types(ada, club)
    world.person_reacts(ada, club, message.id, "👍")
    assert (await socket.receive())["t"] == "MESSAGE_REACTION_ADD"


async def test_a_hidden_channel_is_silent(gateway: Connect, server: DiscordServer, world: World, ada: str, club: str) -> None:
    """The bot hears nothing of a channel that it cannot see."""
    socket = await gateway()
    await socket.identify(server, ALL)
    world.deny("view_channel", club)
    assert (await socket.receive())["t"] == "CHANNEL_UPDATE"
    world.person_posts(ada, club, "secret")
    world.person_posts(ada, world.channel_named("general").id, "open")
    assert (await socket.until("MESSAGE_CREATE"))["content"] == "open"


async def test_too_many_frames_close_with_4008(start: Start, clock: Clock) -> None:
    """More than the allowed frames in a minute are 4008."""
    server = await start(clock=clock, limits=Limits(gateway_sends=Rule(3, 60.0)))
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as ws:
        socket = Socket(ws)
        await socket.receive()
        for _ in range(3):
            await socket.send(1)
        assert [(await socket.receive())["op"] for _ in range(3)] == [11, 11, 11]
        await socket.send(1)
        assert await socket.receive() == 4008


async def test_a_silent_client_is_let_go(start: Start) -> None:
    """Without heartbeats the connection is closed so that it can be resumed (a code other than 1000)."""
    server = await start(heartbeat_seconds=0.02)
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as ws:
        socket = Socket(ws)
        assert (await socket.receive())["d"]["heartbeat_interval"] == 20
        assert await socket.receive() == 4000


async def test_faults_at_the_gateway(gateway: Connect, server: DiscordServer) -> None:
    """Op 7, op 9 and a broken payload arrive as they are; after op 9 the session cannot be resumed."""
    socket = await gateway()
    ready = await socket.identify(server, ALL)
    server.faults.ask_reconnect()
    assert (await socket.receive())["op"] == 7
    server.faults.send_raw("MESSAGE_CREATE", {"id": "1"})
    assert await socket.until("MESSAGE_CREATE") == {"id": "1"}
    server.faults.invalidate_session()
    answer = await socket.receive()
    assert (answer["op"], answer["d"]) == (9, False)
    again = await gateway()
    await again.send(6, {"token": server.token, "session_id": ready["session_id"], "seq": 2})
    assert (await again.receive())["op"] == 9
    server.faults.close_gateway(4009)
    assert await again.receive() == 4009
