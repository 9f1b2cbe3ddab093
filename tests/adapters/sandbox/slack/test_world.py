"""The workspace's people and what watchers get of it."""

import json

import pytest

from adapters.sandbox.slack import World
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.streams import Piece


def test_a_snapshot_is_plain_json_with_everything(world: World, ada: str, ben: str, club: str) -> None:
    """People, channels, messages, views, status lines and prompts, ready to be sent."""
    asked = world.person_says(ada, club, f"{world.mention_of_bot} hello")
    world.person_reacts(ben, club, asked.ts, "eyes")
    world.set_status(club, asked.ts, "is thinking…", ["Looking"])
    place = world.open_direct(ada).id
    world.suggest(place, None, "Try", [("A comedy", "Find me a comedy")])
    world.publish_home(ada, {"type": "home", "blocks": [{"type": "divider"}]}, None)
    found = json.loads(json.dumps(world.snapshot()))
    assert [one["real_name"] for one in found["people"]] == ["Ada", "Ben", "Chloe", "Matinee"]
    assert [one.get("name") for one in found["channels"]] == ["movie-club", "general", "committee", None]
    assert found["messages"][club][0]["reactions"][0]["users"] == [ben]
    assert found["statuses"][0]["status"] == "is thinking…"
    assert found["prompts"][0]["prompts"] == [{"title": "A comedy", "message": "Find me a comedy"}]
    assert found["views"][0]["user"] == ada


async def test_watchers_are_told_every_change(world: World, ada: str, club: str) -> None:
    """A post, an edit, a reaction and a deletion, in order, and each piece of a stream, which the app is not told."""
    watch = world.subscribe()
    said = world.person_says(ada, club, "one")
    world.person_edits(club, said.ts, "two")
    world.person_reacts(ada, club, said.ts, "eyes")
    world.person_deletes(club, said.ts)
    kinds = [(await anext(watch))["type"] for _ in range(4)]
    assert kinds == ["message", "message_changed", "reaction_added", "message_deleted"]
    told: list[object] = []
    place = world.open_direct(ada).id
    asked = world.person_says(ada, place, "x")
    stream = world.start_stream(place, asked.ts, Piece("a"), recipient_id=None, recipient_team=None)
    world.listeners.append(lambda event: told.append(event.name))
    fresh = world.subscribe()
    world.append_stream(place, stream.ts, Piece("b"))
    event = await anext(fresh)
    assert (event["type"], event["data"]["text"]) == ("message_changed", "ab")  # type: ignore[index]
    assert told == []


def test_people_are_held_to_the_rules_too(world: World, ada: str, ben: str, chloe: str, club: str) -> None:
    """Nobody deletes what others wrote but an admin; a stranger sees no private channel; a second reaction is none."""
    said = world.person_says(ada, club, "mine")
    with pytest.raises(ApiError, match="cant_delete_message"):
        world.person_deletes(club, said.ts, by=ben)
    committee = world.channel_named("committee").id
    with pytest.raises(ApiError, match="channel_not_found"):
        world.person_says(world.add_person("Dora").id, committee, "hello?")
    world.person_reacts(ben, club, said.ts, "eyes")
    with pytest.raises(ApiError, match="already_reacted"):
        world.person_reacts(ben, club, said.ts, "eyes")
    world.person_deletes(club, said.ts, by=chloe)
    assert world.messages_in(club) == []


def test_timestamps_are_unique_and_grow_on_a_clock_that_stands_still(world: World) -> None:
    """Each is larger than the one before, as text and as a number."""
    stamps = [world.state.new_ts() for _ in range(1000)]
    assert stamps == sorted(stamps)
    assert len({float(one) for one in stamps}) == 1000
