"""The server's people, what watchers get of it, and the ids."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.discord import ApiError, World
from adapters.sandbox.discord.model import DISCORD_EPOCH_MS
from adapters.sandbox.feed import RESNAPSHOT, Feed
from tests.adapters.sandbox.conftest import Clock


@given(st.lists(st.floats(-5.0, 5.0), max_size=50))
def test_ids_grow_even_when_the_clock_goes_back(steps: list[float]) -> None:
    """Snowflakes are strictly increasing and carry their time when the clock does not go back."""
    clock = Clock()
    world = World(clock=clock)
    last = int(world.state.new_id())
    for step in steps:
        clock.seconds += step
        fresh = int(world.state.new_id())
        assert fresh > last
        last = fresh
    clock.seconds += 1_000
    assert (int(world.state.new_id()) >> 22) + DISCORD_EPOCH_MS == int(clock.seconds * 1000)


def test_the_snapshot_holds_everything_ready_for_json(world: World, ada: str, club: str) -> None:
    """Server, channels, threads, people and messages with reactions; the pointer message of a thread is left out."""
    asked = world.person_posts(ada, club, f"{world.mention_of_bot} hello")
    world.person_opens_thread(ada, club, "t", message_id=asked.id)
    world.person_posts(ada, asked.id, "inside")
    world.person_reacts(ada, club, asked.id, "👍")
    world.open_dm(ada)
    found = json.loads(json.dumps(world.snapshot()))
    assert [one["name"] for one in found["channels"] if one["type"] == 0] == ["movie-club", "general"]
    assert [one["id"] for one in found["threads"]] == [asked.id]
    assert [(one["name"], one["bot"], one["moderator"]) for one in found["people"]] == [
        ("Ada", False, False),
        ("Ben", False, False),
        ("Chloe", False, True),
        ("Matinee", True, False),
    ]
    assert found["messages"][club][0]["reactions"][0]["user_ids"] == [ada]
    assert [one["content"] for one in found["messages"][asked.id]] == ["inside"]


async def test_watchers_get_every_change_in_order(world: World, ada: str, club: str) -> None:
    """Each act arrives under its name with Discord's payload, from the moment of subscribing."""
    world.person_posts(ada, club, "before")
    stream = world.subscribe()
    message = world.person_posts(ada, club, "x")
    world.person_edits(message.id, "y")
    world.person_reacts(ada, club, message.id, "👍")
    world.person_unreacts(ada, club, message.id, "👍")
    world.person_types(ada, club)
    thread = world.person_opens_thread(ada, club, "t", message_id=message.id)
    world.archive_thread(thread.id)
    world.delete_thread(thread.id)
    world.person_deletes(message.id)
    world.add_channel("films")
    kinds = [(await anext(stream))["type"] for _ in range(12)]
    assert kinds == [
        "message_create",
        "message_update",
        "reaction_add",
        "reaction_remove",
        "typing",
        "thread_create",
        "message_update",
        "thread_update",
        "thread_delete",
        "message_update",
        "message_delete",
        "channel_create",
    ]


async def test_a_slow_watcher_is_told_to_take_a_new_snapshot() -> None:
    """When its queue is full a watcher loses the old events and gets a notice and what follows; others lose nothing."""
    feed = Feed(limit=3)
    slow, quick = feed.watch(), feed.watch()
    got = []
    for number in range(5):
        feed.publish("typing", {"n": number})
        got.append((await anext(quick))["data"])
    assert got == [{"n": number} for number in range(5)]
    assert await anext(slow) == RESNAPSHOT
    assert [(await anext(slow))["data"] for _ in range(2)] == [{"n": 3}, {"n": 4}]


async def test_a_watcher_that_leaves_costs_nothing() -> None:
    """A closed or dropped watcher is forgotten, one that waits is not."""
    feed = Feed()
    closed, dropped, kept = feed.watch(), feed.watch(), feed.watch()
    waiting = asyncio.create_task(anext(kept))
    await closed.aclose()
    del dropped
    feed.publish("typing", {})
    assert (await waiting)["type"] == "typing"
    assert feed.watchers == 1


def test_people_are_held_to_the_rules(world: World, ada: str, club: str) -> None:
    """What Discord refuses to people is refused here: long texts, others' messages, channels without permission."""
    ben, chloe = world.person_named("Ben").id, world.person_named("Chloe").id
    message = world.person_posts(ada, club, "x")
    for refused, code in (
        (lambda: world.person_posts(ada, club, "x" * 2001), 50035),
        (lambda: world.person_deletes(message.id, by=ben), 50013),
        (lambda: world.person_reacts(ada, club, message.id, "no"), 10014),
        (lambda: world.person_posts(ada, world.open_dm(ben).id, "x"), 50001),
        (lambda: world.person_edits("1", "x"), 10008),
    ):
        with pytest.raises(ApiError) as raised:
            refused()
        assert raised.value.code == code
    world.person_deletes(message.id, by=chloe)
    assert world.messages_in(club) == []


def test_denying_and_allowing_for_a_member(world: World, ada: str, club: str) -> None:
    """A denial holds for the named member in that channel alone, in its threads too, until it is allowed again."""
    thread = world.person_opens_thread(ada, club, "t")
    world.deny("send_messages_in_threads", club, to=ada)
    with pytest.raises(ApiError):
        world.person_posts(ada, thread.id, "x")
    world.person_posts(ada, club, "x")
    world.allow("send_messages_in_threads", club, to=ada)
    assert world.person_posts(ada, thread.id, "x").content == "x"


def test_deleting_a_thread_frees_its_message(world: World, ada: str, club: str) -> None:
    """The messages inside go, the starter stays and may start another."""
    starter = world.person_posts(ada, club, "x")
    thread = world.person_opens_thread(ada, club, "t", message_id=starter.id)
    inside = world.person_posts(ada, thread.id, "y")
    world.delete_thread(thread.id)
    with pytest.raises(ApiError):
        world.message(inside.id)
    assert world.message(starter.id).thread_id is None
    assert world.person_opens_thread(ada, club, "again", message_id=starter.id).id == starter.id


def test_nobody_and_nothing_of_that_name(world: World) -> None:
    """Looking up by an unknown name says so."""
    with pytest.raises(LookupError, match="Zoe"):
        world.person_named("Zoe")
    with pytest.raises(LookupError, match="cellar"):
        world.channel_named("cellar")
