"""The workspace's people and what watchers get of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.slack import REAL_LIMITS, Refusal, World
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.streams import Piece
from tests.adapters.sandbox.conftest import Clock


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


_STEPS = st.one_of(st.text("ab", min_size=1, max_size=3), st.sampled_from(["append nothing", "press stop", "end", "wait"]))


@given(st.lists(_STEPS, max_size=12))
def test_a_stream_holds_exactly_what_it_took(steps: list[str]) -> None:
    """Whatever happens in whatever order: the text is that of the accepted pieces, and none is accepted once it is over."""
    clock = Clock()
    world = World(clock=clock)
    world.state.limits = REAL_LIMITS
    place = world.open_direct(world.person_named("Ada").id)
    asked = world.person_says(place.member_ids[0], place.id, "x")
    begun = world.start_stream(place.id, asked.ts, Piece("a"), recipient_id=None, recipient_team=None)
    taken, over = "a", False
    for step in steps:
        try:
            match step:
                case "press stop":
                    world.person_presses_stop(place.member_ids[0], place.id, asked.ts)
                    over = True
                case "end":
                    world.stop_stream(place.id, begun.ts, Piece(), metadata=None, session=None)
                    over = True
                case "wait":
                    clock.seconds += 300
                    over = True
                case _:
                    world.append_stream(place.id, begun.ts, Piece("" if step == "append nothing" else step))
                    assert not over
                    taken += step
        except (ApiError, Refusal):
            assert over or step == "append nothing"
        assert world.message(place.id, begun.ts).text == taken
