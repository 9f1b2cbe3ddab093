"""The judge itself: it must be able to find fault."""

from dataclasses import replace

from adapters.sandbox.discord import World, objects
from adapters.sandbox.discord.call import Exchange
from tests.openapi import judge


def _exchange(world: World, **changes: object) -> Exchange:
    club = world.channel_named("movie-club").id
    message = world.person_posts(world.person_named("Ada").id, club, "x")
    good = Exchange(
        method="POST",
        path=f"/channels/{club}/messages",
        query={},
        request={"content": "x"},
        status=200,
        response=objects.message(world.state, message),
        headers={},
        ms=1.0,
        at=0.0,
        applied=True,
    )
    return replace(good, **changes)  # type: ignore[arg-type]


def test_a_good_exchange_is_passed(world: World) -> None:
    """Nothing is found where nothing is wrong, nor in an answer that never came."""
    assert judge([_exchange(world), _exchange(world, status=None, response=None)]) == []


def test_faults_are_found(world: World) -> None:
    """Wrong requests, wrong answers, wrong codes and unknown routes are each one line or more."""
    whole = _exchange(world).response
    assert isinstance(whole, dict)
    without_flags = {name: value for name, value in whole.items() if name != "flags"}
    wrong = [
        _exchange(world, request={"content": 7}),
        _exchange(world, request={"content": "x" * 2001}),
        _exchange(world, request=None),
        _exchange(world, response=without_flags),
        _exchange(world, status=302),
        _exchange(world, status=403, response={"message": "no code"}),
        _exchange(world, path="/nowhere"),
        _exchange(world, path="/gateway", method="GET", response={"url": "ws://x"}),
    ]
    assert [bool(judge([one])) for one in wrong] == [True] * len(wrong)
    assert judge([_exchange(world, status=400, request={"content": 7}, response={})], refused_too=False) == []
