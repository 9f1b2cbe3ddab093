"""The page's server without a browser: who may talk to it, what it accepts, and what a page that is slow or late is told."""

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from adapters.sandbox.discord.commands import read_command
from adapters.sandbox.discord.components import read_components
from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.ledger import Event
from adapters.sandbox.discord.messages import Draft
from adapters.sandbox.discord.model import Channel
from adapters.sandbox.discord.permissions import allowed
from adapters.sandbox.discord.server import DiscordServer
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_actions import ActionError, read_action
from adapters.sandbox.page_faults import TROUBLES
from adapters.sandbox.page_feed import PAGE_QUEUE, PageFeed
from adapters.sandbox.page_perform import SLOW_MODE_SECONDS, perform
from adapters.sandbox.page_server import LARGEST_ACTION, add_page
from adapters.sandbox.page_troubles import make_trouble
from tests.journeys.browser import Sandbox, serve_sandbox


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A fresh world with its page."""
    async with serve_sandbox() as served:
        yield served


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    """A plain HTTP client."""
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.mark.parametrize("path", ["/", "/app.js", "/page/ws"])
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "[::1", ""])
async def test_another_host_name_is_refused(sandbox: Sandbox, client: aiohttp.ClientSession, host: str, path: str) -> None:
    """A name of somebody else's that points at this machine (DNS rebinding) gets nothing."""
    async with client.get(sandbox.url + path, headers={"Host": host}) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_loopback_names_are_served_under_a_strict_policy(
    sandbox: Sandbox, client: aiohttp.ClientSession, name: str
) -> None:
    """The page comes with a policy that lets nothing but its own files load or run."""
    async with client.get(f"http://{name}:{sandbox.port}/") as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


async def test_every_file_that_the_page_names_is_served(sandbox: Sandbox, client: aiohttp.ClientSession) -> None:
    """No script, sheet or picture is missing, and none lies outside the page's folder."""
    async with client.get(sandbox.url + "/") as answer:
        html = await answer.text()
    names = [part.split('"')[0] for mark in ('href="', 'src="') for part in html.split(mark)[1:] if not part.startswith("#")]
    assert {"style.css", "app.js", "icon.svg"} <= set(names)
    for name in names:
        async with client.get(f"{sandbox.url}/{name}") as answer:
            assert answer.status == 200, name
    for outside in ("/page_server.py", "/../page_server.py", "/%2e%2e/page_server.py"):
        async with client.get(sandbox.url + outside) as answer:
            assert answer.status == 404


async def test_a_websocket_of_another_page_is_refused(sandbox: Sandbox, client: aiohttp.ClientSession) -> None:
    """Only the page itself (or a program without an origin) may open the WebSocket."""
    url = sandbox.url + "/page/ws"
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(url, headers={"Origin": origin})
        assert refused.value.status == 403
    async with client.ws_connect(url, headers={"Origin": sandbox.url}) as socket:
        assert (await socket.receive_json())["type"] == "snapshot"


async def test_an_unreadable_action_is_answered_and_the_connection_lives(
    sandbox: Sandbox, client: aiohttp.ClientSession
) -> None:
    """Broken JSON, unknown actions and wrong fields get an error with their number; the next action still works."""
    async with client.ws_connect(sandbox.url + "/page/ws") as socket:
        await socket.receive_json()
        for raw, ref in [
            ("{", None),
            ("[]", None),
            ('{"type": "fly", "ref": 3}', 3),
            ('{"type": "post", "ref": 4}', 4),
            ("null", None),
        ]:
            await socket.send_str(raw)
            answer = await socket.receive_json()
            assert (answer["type"], answer["ref"]) == ("error", ref)
            assert "reload it" in answer["message"]
        good = {"type": "post", "ref": 5, "user_id": sandbox.id_of("Ada"), "channel_id": sandbox.channel(), "content": "hi"}
        await socket.send_json(good)
        answer = await socket.receive_json()
        assert (answer["type"], answer["ref"]) == ("ok", 5)
        assert sandbox.world.message(answer["data"]["message_id"]).content == "hi"


async def test_an_action_beyond_any_message_ends_the_connection(sandbox: Sandbox, client: aiohttp.ClientSession) -> None:
    """Nobody can fill the memory with one message."""
    async with client.ws_connect(sandbox.url + "/page/ws") as socket:
        await socket.receive_json()
        await socket.send_str("x" * (LARGEST_ACTION + 1))
        assert (await socket.receive()).type in {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED}


async def test_the_bots_calls_show_on_the_wire(client: aiohttp.ClientSession) -> None:
    """Joined with the local Discord on one port, a REST call of the bot reaches the page as it was answered."""
    server = DiscordServer(World())
    add_page(server.app, server.world, server.faults)
    await server.start()
    try:
        async with client.ws_connect(server.root_url + "/page/ws") as socket:
            await socket.receive_json()
            headers = {"Authorization": f"Bot {server.token}"}
            async with client.get(f"{server.api_base}/users/@me", headers=headers) as answer:
                assert answer.status == 200
            told = await socket.receive_json()
        assert told["type"] == "wire"
        wire = told["data"]
        assert (wire["kind"], wire["method"], wire["status"]) == ("rest", "GET", 200)
        assert wire["path"].endswith("/users/@me")
        assert wire["ts"] == pytest.approx(server.world.state.clock(), abs=60)
        async with client.ws_connect(server.root_url + "/page/ws") as late:
            assert (await late.receive_json())["wire"] == [wire]
    finally:
        await server.stop()


def act(world: World, **fields: object) -> JsonObject:
    """Performs an action as the page sends it."""
    return perform(read_action(json.dumps({"ref": 1, **fields})), world, Faults())


def test_nobody_writes_as_the_bot_or_as_nobody() -> None:
    """A person must exist and be human."""
    world = World()
    channel = world.channel_named("movie-club").id
    for user in (world.bot_id, "1"):
        with pytest.raises(ActionError, match="Nobody of that name"):
            act(world, type="post", user_id=user, channel_id=channel, content="hi")
    assert world.messages_in(channel) == []


def test_rules_of_the_place_are_told_in_plain_sentences() -> None:
    """Others' messages, gone messages, gone channels, locking without the right, odd emoji: each its own way out."""
    world = World()
    ada, ben = world.person_named("Ada").id, world.person_named("Ben").id
    channel = world.channel_named("movie-club").id
    posted = world.person_posts(ben, channel, "mine")
    refusals: list[tuple[dict[str, object], str]] = [
        ({"type": "edit", "user_id": ada, "message_id": posted.id, "content": "x"}, "Only the author"),
        ({"type": "delete", "user_id": ada, "message_id": posted.id}, "not allowed"),
        ({"type": "delete", "user_id": ada, "message_id": "1"}, "no longer exists"),
        ({"type": "post", "user_id": ada, "channel_id": "1", "content": "x"}, "no longer exists"),
        ({"type": "place", "user_id": ada, "channel_id": channel, "change": "slow_mode", "on": True}, "Only a moderator"),
        ({"type": "react", "user_id": ada, "channel_id": channel, "message_id": posted.id, "emoji": "abc"}, "emoji"),
        ({"type": "post", "user_id": ada, "channel_id": channel, "content": " \n "}, "empty"),
    ]
    for fields, sentence in refusals:
        with pytest.raises(ActionError, match=sentence):
            act(world, **fields)
    assert world.message(posted.id).content == "mine"


def test_a_direct_message_of_others_cannot_be_written_in() -> None:
    """Ben cannot write into Ada's direct message with the bot."""
    world = World()
    ada, ben = world.person_named("Ada").id, world.person_named("Ben").id
    channel = act(world, type="open_dm", user_id=ada)["channel_id"]
    with pytest.raises(ActionError):
        act(world, type="post", user_id=ben, channel_id=channel, content="hi")


def drained(queue: "asyncio.Queue[JsonObject]") -> list[JsonObject]:
    """All that waits for a page."""
    return [queue.get_nowait() for _ in range(queue.qsize())]


def test_a_slow_page_gets_a_snapshot_and_keeps_its_answers() -> None:
    """Instead of an endless queue: one new snapshot; answers to actions stay, for the page waits for them."""
    world = World()
    feed = PageFeed(world)
    slow = feed.open_page()
    slow.put_nowait({"type": "ok", "ref": 7})
    for number in range(PAGE_QUEUE):
        feed.tell_world_event({"type": "typing", "data": {"channel_id": "1", "user_id": str(number)}})
    told = drained(slow)
    assert len(told) < PAGE_QUEUE
    assert told[0]["type"] == "snapshot"
    assert [one for one in told if one["type"] == "ok"] == [{"type": "ok", "ref": 7}]


def test_the_snapshot_replays_a_run_without_its_text() -> None:
    """Of the answer only number and length of its pieces are kept, and nothing of an attempt that was replaced."""
    feed = PageFeed(World())

    def tell(event: str, **data: object) -> None:
        feed.tell_run_event({"type": "run", "thread": "5", "run_id": "r", "event": event, "data": data, "ts": 1.0})

    tell("generation_started")
    tell("response_chunk", text="void")
    tell("generation_started")
    for text in ("ab", "cde"):
        tell("response_chunk", text=text)
    tell("node_end", node="router", ms=1.0)
    runs = feed.snapshot()["runs"]
    assert isinstance(runs, list)
    assert [(one["event"], one["data"]) for one in runs] == [
        ("generation_started", {}),
        ("response_chunk", {"pieces": 2, "characters": 5}),
        ("node_end", {"node": "router", "ms": 1.0}),
    ]


def test_reactions_are_told_as_the_whole_list() -> None:
    """Told twice or late, a reaction event leaves the page with what is true now; of a message that is gone nothing is told."""
    world = World()
    feed = PageFeed(world)
    channel, ada = world.channel_named("general").id, world.person_named("Ada").id
    posted = world.person_posts(ada, channel, "hi")
    world.react(ada, channel, posted.id, "👍")
    page = feed.open_page()
    drained(page)
    event: JsonObject = {"type": "reaction_add", "data": {"channel_id": channel, "message_id": posted.id}}
    feed.tell_world_event(event)
    [told] = drained(page)
    assert told["data"] == {"channel_id": channel, "message_id": posted.id, "reactions": [{"emoji": "👍", "users": [ada]}]}
    world.person_deletes(posted.id)
    feed.tell_world_event(event)
    assert drained(page) == []


CALLS = [
    ("PATCH", "/channels/1/messages/2"),
    ("POST", "/channels/1/messages"),
    ("POST", "/interactions/1/token/callback"),
    ("GET", "/users/@me"),
]
MET = {
    "rate_limit_edit": ["TooMany", None, None, None],
    "unsent": [None, "Drop", None, None],
    "sent_unheard": [None, "Drop", None, None],
    "refused": [None, "Refuse", None, None],
    "no_response": [None, None, "Slow", None],
    "rate_limit_all": ["TooMany", None, None, None],
    "banned": ["TooMany", None, None, None],
    "server_error": ["ServerError", None, None, None],
    "slow": ["Slow"] * 4,
}
"""What the page's troubles do to those calls, made one after the other."""


@pytest.mark.parametrize("kind", MET)
def test_each_trouble_meets_the_calls_that_it_names(kind: str) -> None:
    """Only those are met, as often as was said, and "No more trouble" takes it back."""
    faults = Faults()
    make_trouble(TROUBLES, faults, kind)
    met = [faults.take(*one) for one in CALLS]
    assert [one and type(one).__name__ for one in met] == MET[kind]
    make_trouble(TROUBLES, faults, kind)
    make_trouble(TROUBLES, faults, "clear")
    assert [faults.take(*one) for one in CALLS] == [None] * 4


@pytest.mark.parametrize(
    ("kind", "names"), [("double_event", ["A", "A", "B"]), ("late_event", ["B", "A"]), ("lost_event", ["B"])]
)
def test_each_trouble_at_the_gateway_meets_the_next_message(kind: str, names: list[str]) -> None:
    """Of two messages the first is delivered twice, after the second, or never."""
    faults = Faults()
    make_trouble(TROUBLES, faults, kind)
    events = [Event("MESSAGE_CREATE", {"content": name}) for name in "AB"]
    assert [one.data["content"] for event in events for one in faults.arrange(event)] == names


def test_an_unknown_trouble_is_refused() -> None:
    """An older page's button for trouble that is no more gets a sentence."""
    with pytest.raises(ActionError, match="reload"):
        make_trouble(TROUBLES, Faults(), "explode")


def test_what_cannot_be_clicked_chosen_or_given_is_told_in_a_sentence() -> None:
    """Each refusal of an interaction names what does not fit, in words and not in codes."""
    world = World()
    ada, channel = world.person_named("Ada").id, world.channel_named("movie-club").id
    option = {"type": 3, "name": "title", "description": "a title", "required": True, "max_length": 5}
    world.state.commands = [read_command({"name": "similar", "description": "d", "options": [option]}) | {"id": "1"}]
    menu = {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}]}
    off = {"type": 2, "style": 2, "label": "off", "custom_id": "off", "disabled": True}
    rows = [{"type": 1, "components": [menu]}, {"type": 1, "components": [off]}]
    made = read_components(rows, v2=False, media=lambda url: {"url": url})
    posted = world.post(world.bot_id, channel, Draft("choose", components=made))
    command: dict[str, object] = {"type": "command", "channel_id": channel, "name": "similar"}
    refusals: list[tuple[dict[str, object], str]] = [
        (command, "“title” does not fit: This field is required"),
        (command | {"options": {"title": "too long"}}, "“title” does not fit: Must be between"),
        (command | {"options": {"titel": "x"}}, "“titel” does not fit"),
        (command | {"name": "similar more"}, "type / to see"),
        ({"type": "click", "message_id": posted.id, "custom_id": "off"}, "switched off"),
        ({"type": "select", "message_id": posted.id, "custom_id": "m", "values": ["b"]}, "cannot be chosen"),
        ({"type": "form", "interaction_id": "1", "answers": {}}, "open it again"),
        ({"type": "dismiss", "message_id": posted.id}, "no longer exists"),
    ]
    for fields, sentence in refusals:
        with pytest.raises(ActionError, match=sentence):
            act(world, user_id=ada, **fields)
    assert list(world.state.interactions) == []


def test_a_moderator_changes_a_place_and_back() -> None:
    """Each switch goes on and off; what does not fit the place is refused with a sentence."""
    world = World()
    chloe, channel = world.person_named("Chloe").id, world.channel_named("movie-club").id
    thread = world.open_thread(world.bot_id, channel, "a thread").id

    def change(what: str, place: str, on: bool) -> Channel:
        act(world, type="place", user_id=chloe, channel_id=place, change=what, on=on)
        return world.state.channel(place)

    for on in (True, False):
        assert change("slow_mode", channel, on).slow_mode == (SLOW_MODE_SECONDS if on else 0)
        assert change("age_restricted", channel, on).nsfw is on
        assert allowed(world.state, world.bot_id, change("bot_muted", channel, on), "SEND_MESSAGES") is not on
        closed = change("moderators_only", channel, on)
        seen = [
            allowed(world.state, world.person_named(name).id, closed, "VIEW_CHANNEL") for name in ("Ada", "Chloe", "Matinee")
        ]
        assert seen == [not on, True, True]
        assert change("archive", thread, on).archived is on
        assert change("lock", thread, on).locked is on
    with pytest.raises(ActionError, match="Only a thread"):
        change("lock", channel, True)
    with pytest.raises(ActionError, match="direct message"):
        change("slow_mode", world.open_dm(chloe).id, True)
