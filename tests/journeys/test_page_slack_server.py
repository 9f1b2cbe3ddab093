"""The server of the page's Slack look without a browser: who may talk to it, what it accepts, what a late page is told."""

import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from adapters.sandbox.page_actions import ActionError
from adapters.sandbox.page_troubles import make_trouble
from adapters.sandbox.slack import World
from adapters.sandbox.slack.faults import Faults
from adapters.sandbox.slack_page_actions import read_action
from adapters.sandbox.slack_page_faults import TROUBLES
from adapters.sandbox.slack_page_feed import SlackPageFeed
from adapters.sandbox.slack_page_perform import perform
from adapters.sandbox.wire import JsonObject
from tests.journeys.slack_page import SlackSandbox, SocketRecorder, serve_slack


@pytest.fixture
async def slack() -> AsyncIterator[SlackSandbox]:
    """A fresh workspace with its page."""
    async with serve_slack() as served:
        yield served


def act(world: World, kind: str, **fields: object) -> JsonObject:
    """Do an action as the page sends it, by Ada unless somebody is named."""
    raw: JsonObject = {"type": kind, "ref": 1, "user_id": world.person_named("Ada").id} | fields
    return perform(read_action(json.dumps(raw)), world, Faults())


@pytest.mark.parametrize("path", ["/slack", "/page/slack"])
async def test_another_host_name_or_origin_is_refused_in_slacks_look_too(slack: SlackSandbox, path: str) -> None:
    """The rules of the page's server hold for both looks."""
    root = slack.url.removesuffix("/slack")
    async with aiohttp.ClientSession() as client:
        async with client.get(root + path, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(f"{root}/page/slack", headers={"Origin": "https://evil.example"})
        assert refused.value.status == 403
        async with client.get(slack.url) as answer:
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        async with client.ws_connect(f"{root}/page/slack", headers={"Origin": root}) as socket:
            assert (await socket.receive_json())["looks"] == ["slack"]


@pytest.mark.parametrize(
    "raw",
    [
        "{",
        '{"type": "fly", "ref": 1}',
        '{"type": "post", "ref": 1, "user_id": "U1", "channel_id": "general", "content": "hi"}',
        '{"type": "post", "ref": 1, "user_id": "U1", "channel_id": "C1/1.2", "content": "hi"}',
        '{"type": "react", "ref": 1, "user_id": "U1", "message_id": "C1/1.000000", "name": "<b>"}',
    ],
)
def test_an_action_that_cannot_be_read_is_refused_with_the_way_out(raw: str) -> None:
    """Broken JSON, unknown actions and wrong ids never reach the workspace."""
    with pytest.raises(ActionError, match="reload it"):
        read_action(raw)


def test_every_refusal_of_the_workspace_is_a_sentence() -> None:
    """Slack's codes are said in words: people on the page never see one alone."""
    world = World()
    club, bot = world.channel_named("movie-club").id, world.bot_id
    theirs = world.person_says(world.person_named("Ben").id, club, "mine")
    place = f"{club}/{theirs.ts}"
    refused: list[tuple[str, JsonObject]] = [
        ("post", {"channel_id": "C0", "content": "hi"}),
        ("post", {"channel_id": f"{club}/1.000000", "content": "hi"}),
        ("post", {"channel_id": club, "content": "hi", "user_id": bot}),
        ("post", {"channel_id": club, "content": "/nothing"}),
        ("post", {"channel_id": place, "content": "/matinee help"}),
        ("edit", {"message_id": place, "content": "yours"}),
        ("delete", {"message_id": place}),
        ("unreact", {"message_id": place, "name": "eyes"}),
        ("react", {"message_id": f"{club}/1.000000", "name": "eyes"}),
        ("click", {"surface_id": place, "block_id": "b", "action_id": "a"}),
        ("select", {"surface_id": "V1", "block_id": "b", "action_id": "a", "values": ["x"]}),
        ("form", {"view_id": "V1", "answers": {}}),
        ("close_view", {"view_id": "V1"}),
        ("dismiss", {"message_id": place}),
        ("prompt", {"title": "none"}),
        ("stop", {"channel_id": place}),
        ("shortcut", {"message_id": place, "name": "none"}),
    ]
    for kind, fields in refused:
        with pytest.raises(ActionError) as error:
            act(world, kind, **fields)
        assert " " in str(error.value), (kind, str(error.value))
        assert str(error.value)[-1] in ".!", (kind, str(error.value))
        assert "The sandbox refused" not in str(error.value), (kind, str(error.value))


def test_commands_are_offered_in_channels_and_in_no_thread() -> None:
    """Slack takes no commands in threads; a message's menu is offered in both."""
    world = World()
    world.state.app.shortcuts = ("ask_matinee",)
    club = world.channel_named("movie-club").id
    asked = world.person_says(world.person_named("Ada").id, club, "hi")

    def names(place: str) -> list[object]:
        found = act(world, "commands", channel_id=place)["commands"]
        return [one["name"] for one in found]  # type: ignore[attr-defined]

    assert names(club) == ["matinee", "ask_matinee"]
    assert names(f"{club}/{asked.ts}") == ["ask_matinee"]


@pytest.mark.parametrize("kind", TROUBLES)
def test_every_trouble_on_slack_can_be_made_and_says_what_will_happen(kind: str) -> None:
    """None of the offered kinds is a dead button."""
    faults = Faults()
    faults.socket, faults.clock = SocketRecorder(), lambda _seconds: None
    assert make_trouble(TROUBLES, faults, kind).endswith(".")


def test_a_late_page_gets_threads_titles_and_who_cannot_see_what() -> None:
    """The snapshot holds what the events said before."""
    world = World()
    feed = SlackPageFeed(world)
    ada, ben = world.person_named("Ada").id, world.person_named("Ben").id
    direct = world.open_direct(ada)
    asked = world.person_says(ada, direct.id, "a heist film")
    world.set_title(direct.id, asked.ts, "Heists")
    found = feed.snapshot()
    assert found["titles"] == [{"channel": direct.id, "thread_ts": asked.ts, "title": "Heists"}]
    hidden = {one["id"]: one["hidden_from"] for one in found["channels"]}  # type: ignore[attr-defined]
    assert ben in hidden[direct.id]
    assert ada not in hidden[direct.id]
    assert hidden[world.channel_named("general").id] == []


async def test_a_reaction_is_told_as_the_whole_list() -> None:
    """Told twice, or late, it is still right."""
    world = World()
    feed = SlackPageFeed(world)
    watch = feed.open_page()
    watch.get_nowait()
    ada, club = world.person_named("Ada").id, world.channel_named("movie-club").id
    said = world.person_says(ada, club, "hi")
    events = world.subscribe()
    world.person_reacts(ada, club, said.ts, "eyes")
    feed.tell_world_event(await anext(events))
    told = {"channel": club, "ts": said.ts, "reactions": [{"name": "eyes", "users": [ada]}]}
    assert watch.get_nowait() == {"type": "reactions", "data": told}
