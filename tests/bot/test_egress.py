"""Calls go out by urgency, within the rates, and none is forgotten."""

import asyncio
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.egress import LONGEST_WAIT, Egress, Rate, Urgency
from bot.errors import Crowded, RateLimited
from tests.fakes.clock import FakeClock

LANE, WHOLE = Rate(5, 5.0, reserve=1), Rate(8, 1.0, reserve=2)
CLOSE = 1e-6


@dataclass(frozen=True)
class Call:
    at: float
    lane: str | None
    urgency: Urgency


@dataclass(frozen=True)
class Ended:
    call: Call
    at: float
    error: type[Exception] | None = None


calls = st.builds(
    Call,
    at=st.integers(0, 40).map(lambda tenths: tenths / 10),
    lane=st.sampled_from(["a", "b", None]),
    urgency=st.sampled_from(list(Urgency)),
)


async def run(wanted: list[Call], lane: Rate = LANE, whole: Rate = WHOLE) -> list[Ended]:
    """All calls, each made at its time; in the order in which they ended."""
    clock, ended = FakeClock(), list[Ended]()
    egress = Egress(clock, lane=lane, whole=whole)

    async def make(call: Call) -> None:
        await clock.sleep(call.at)
        try:
            await egress.take(call.lane, call.urgency)
        except RateLimited as error:
            ended.append(Ended(call, clock.now(), type(error)))
        else:
            ended.append(Ended(call, clock.now()))

    tasks = [asyncio.create_task(make(call)) for call in wanted]
    await clock.advance(60)
    assert all(task.done() for task in tasks)
    return ended


def most_within(times: list[float], seconds: float) -> int:
    """The most that any window of so many seconds holds."""
    return max((sum(start <= time < start + seconds - CLOSE for time in times) for start in times), default=0)


@settings(max_examples=60, deadline=None)
@given(st.lists(calls, max_size=30))
def test_no_window_is_overdrawn_and_every_call_ends(wanted: list[Call]) -> None:
    """In any window each lane and the whole keep to their rates; a reserve is for what is urgent; nothing waits for ever."""
    ended = asyncio.run(run(wanted))
    sent = [each for each in ended if each.error is None]
    assert len(ended) == len(wanted)
    for lane in ("a", "b"):
        mine = [each for each in sent if each.call.lane == lane]
        assert most_within([each.at for each in mine], LANE.seconds) <= LANE.most
        patient = [each.at for each in mine if each.call.urgency is not Urgency.NOW]
        assert most_within(patient, LANE.seconds) <= LANE.most - LANE.reserve
    assert most_within([each.at for each in sent], WHOLE.seconds) <= WHOLE.most
    assert all(each.at - each.call.at <= LONGEST_WAIT + LANE.seconds for each in sent)


@settings(max_examples=60, deadline=None)
@given(st.lists(calls, max_size=30))
def test_nothing_overtakes_what_is_more_urgent(wanted: list[Call]) -> None:
    """While a call waits, none that is less urgent goes out in its lane, and only previews are refused for want of room."""
    ended = asyncio.run(run(wanted))
    for waiting in (each for each in ended if each.error is None):
        overtaking = [
            other
            for other in ended
            if other.error is None
            and other.call.lane == waiting.call.lane
            and other.call.urgency > waiting.call.urgency
            and waiting.call.at + CLOSE < other.at < waiting.at - CLOSE
        ]
        assert overtaking == []
    assert all((each.error is Crowded) == (each.call.urgency is Urgency.PREVIEW) for each in ended if each.error)


async def test_a_final_goes_at_once_beside_answers_that_grow() -> None:
    """Eight answers that write previews into one place as fast as they may leave room for a final at any moment."""
    previews = [Call(at / 4, "a", Urgency.PREVIEW) for at in range(80) for _ in range(8)]
    finals = [Call(at + 0.1, "a", Urgency.NOW) for at in (3.0, 9.0, 15.0)]
    ended = await run(previews + finals)
    waits = [each.at - each.call.at for each in ended if each.call.urgency is Urgency.NOW]
    shown = [each for each in ended if each.call.urgency is Urgency.PREVIEW and each.error is None]
    assert waits == [0.0] * 3
    assert len(shown) >= 4 * 3  # and the previews go on


async def test_a_preview_is_told_when_to_come_back() -> None:
    """A refused preview has lost nothing: at the time that it is told, it goes out."""
    clock = FakeClock()
    egress = Egress(clock, lane=LANE, whole=WHOLE)
    for _ in range(4):
        await egress.take("a", Urgency.PREVIEW)
    with pytest.raises(Crowded) as refused:
        await egress.take("a", Urgency.PREVIEW)
    await clock.advance(refused.value.retry_after)
    await egress.take("a", Urgency.PREVIEW)


async def test_a_full_lane_keeps_no_other_waiting() -> None:
    """Finals that wait for their own channel do not stand in the way of others."""
    ended = await run([Call(0.0, "a", Urgency.NOW)] * 12 + [Call(0.5, "b", Urgency.NOW)])
    (other,) = [each for each in ended if each.call.lane == "b"]
    assert other.at == other.call.at


async def test_a_budget_is_shared_in_another_way_while_it_is_used() -> None:
    """A larger reserve holds previews back at once, for what went out before counts; it cannot grow."""
    clock = FakeClock()
    egress = Egress(clock, lane=LANE, whole=WHOLE)
    for _ in range(3):
        await egress.take(None, Urgency.PREVIEW)
    egress.share(lane=LANE, whole=Rate(8, 1.0, reserve=5))
    with pytest.raises(Crowded):
        await egress.take(None, Urgency.PREVIEW)
    await asyncio.gather(*[egress.take(None, Urgency.NOW) for _ in range(5)])
    egress.share(lane=LANE, whole=WHOLE)
    await clock.advance(1.0)
    await egress.take(None, Urgency.PREVIEW)
    with pytest.raises(ValueError, match="grows"):
        egress.share(lane=LANE, whole=Rate(9, 1.0))


async def test_a_place_that_is_held_back_says_for_how_long() -> None:
    """After a rate limit its place waits as long as the platform said, or tells so if that is too long; others go on."""
    clock = FakeClock()
    egress = Egress(clock, lane=LANE, whole=WHOLE)
    egress.close("a", 3.0)
    waiting = asyncio.create_task(egress.take("a", Urgency.NOW))
    await egress.take("b", Urgency.NOW)
    await clock.advance(2.9)
    assert not waiting.done()
    await clock.advance(0.2)
    assert waiting.done()
    egress.close(None, 100.0)
    with pytest.raises(RateLimited) as refused:
        await egress.take("b", Urgency.NOW)
    assert refused.value.retry_after == 100.0


async def test_whoever_leaves_the_line_takes_no_room() -> None:
    """A call that is cancelled while it waits is not counted against those who come after it."""
    clock = FakeClock()
    egress = Egress(clock, lane=Rate(1, 5.0), whole=WHOLE)
    await egress.take("a", Urgency.NOW)
    given_up = asyncio.create_task(egress.take("a", Urgency.NOW))
    await clock.settle()
    given_up.cancel()
    await asyncio.wait([given_up])
    behind = asyncio.create_task(egress.take("a", Urgency.NOW))
    await clock.advance(5.0)
    assert behind.done()


@pytest.mark.parametrize("wrong", [(0, 1.0, 0), (1, 1.0, 1), (1, 0.0, 0), (2, 1.0, -1)])
def test_a_rate_that_lets_nothing_through_is_no_rate(wrong: tuple[int, float, int]) -> None:
    """A reserve as large as the whole would keep the patient waiting for ever."""
    with pytest.raises(ValueError):
        Rate(*wrong)
