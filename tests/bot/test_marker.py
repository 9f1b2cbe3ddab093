"""Marks on askers' messages, within a channel's budget."""

import itertools

import pytest

from bot.errors import ChatError, Forbidden, Gone, RateLimited, Unreachable
from bot.marker import Marks
from bot.types import MessageRef
from tests.fakes.chat import DISCORD_LIKE, FakeChat
from tests.fakes.clock import FakeClock

PATH = ("context", "route", "search", "write")


def message(number: int) -> MessageRef:
    """A message in one channel."""
    return MessageRef("discord", "general", str(number))


async def test_the_path_shows_in_order_and_at_the_platforms_pace() -> None:
    """One mark per node, each once, never faster than allowed."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    marks.add(message(1), "seen")
    marks.add(message(1), *PATH[:2])
    marks.add(message(1), *PATH, "done")
    await clock.advance(10)
    assert ["seen", *PATH, "done"] == chat.marks(message(1))
    times = [shown.at for shown in chat.seen("react")]
    assert all(b - a >= DISCORD_LIKE.reaction_interval - 1e-9 for a, b in itertools.pairwise(times))


async def test_in_a_busy_channel_first_marks_and_ends_go_before_steps() -> None:
    """Forty askers at once: each is seen before any path is drawn, and each learns the end; steps are given up."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    for number in range(40):
        marks.add(message(number), "seen")
    await clock.advance(0.1)
    for number in range(40):
        marks.add(message(number), *PATH, "done")
    await clock.advance(60)
    kinds = [shown.text for shown in chat.seen("react")]
    assert ["seen"] * 40 == kinds[:40]
    assert 40 == kinds.count("done")
    assert len(kinds) < 40 * 3


async def test_a_message_that_cannot_be_marked_is_let_go_and_the_others_go_on() -> None:
    """A deleted question or a missing permission costs one call."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    chat.fail("react", Gone(), None, Forbidden("Add Reactions", "Ask a moderator."))
    marks.add(message(1), "seen", *PATH)
    marks.add(message(2), "seen", "done")
    await clock.advance(5)
    await marks.settle(message(1))
    await marks.settle(message(2))
    assert (["seen"], 3) == (chat.marks(message(2)), chat.calls.count("react"))


async def test_the_first_mark_is_reported_once() -> None:
    """The time to the first reaction is one of the figures that matter."""
    clock = FakeClock()
    marks = Marks(FakeChat(clock), clock)
    heard: list[float] = []
    marks.add(message(1), "seen", on_first=lambda: heard.append(clock.now()))
    marks.add(message(1), *PATH)
    await clock.advance(5)
    assert 1 == len(heard)


async def test_marks_of_an_earlier_run_go_before_those_of_the_next_come() -> None:
    """A question that is asked anew is not marked as done while its answer grows; marks still in line are never put on."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    marks.add(message(1), "seen", *PATH, "done")
    await clock.advance(1.0)
    assert ["seen", *PATH[:3]] == chat.marks(message(1))
    marks.reset(message(1), *PATH, "done")
    await clock.advance(10)
    assert ["seen"] == chat.marks(message(1))
    assert not any(shown.text == "done" for shown in chat.seen("react"))
    marks.add(message(1), *PATH, "done")
    await clock.advance(10)
    assert ["seen", *PATH, "done"] == chat.marks(message(1))
    await marks.settle(message(1))


async def test_marks_that_another_process_put_on_are_taken_away_too() -> None:
    """After a restart nobody remembers them: those that a run may have left are tried."""
    clock = FakeClock()
    chat = FakeChat(clock)
    for mark in ("seen", "route", "failed"):
        await chat.react(message(1), mark)
    marks = Marks(chat, clock)
    marks.reset(message(1), "done", "failed", *PATH)
    marks.add(message(1), "route", "done")
    await clock.advance(10)
    assert ["seen", "route", "done"] == chat.marks(message(1))


@pytest.mark.parametrize("error", [RateLimited(12.0), Unreachable()])
async def test_a_mark_whose_call_got_lost_comes_later_and_in_order(error: ChatError) -> None:
    """An end that is never shown would leave the asker waiting for an answer that is there."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    chat.fail("react", None, error, None, error, error)
    marks.add(message(1), "seen", "route", "done")
    await clock.advance(60)
    assert ["seen", "route", "done"] == chat.marks(message(1))
    chat.fail("unreact", error)
    marks.reset(message(1), "done")
    await clock.advance(20)
    assert ["seen", "route"] == chat.marks(message(1))
    await marks.settle(message(1))


async def test_a_platform_that_stays_away_holds_nobody_up_for_ever() -> None:
    """After some tries the message is let go, and its answer is settled without its marks."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    chat.fail("react", *[Unreachable()] * 5)
    marks.add(message(1), "seen", "done")
    await clock.advance(60)
    await marks.settle(message(1))
    assert 5 == chat.calls.count("react")


@pytest.mark.parametrize("is_added_again", [False, True])
async def test_a_mark_that_is_reset_while_its_call_waits_does_not_come_back(is_added_again: bool) -> None:
    """What failed is put back in line only where it is still wanted."""
    clock = FakeClock()
    chat = FakeChat(clock)
    marks = Marks(chat, clock)
    chat.fail("react", None, RateLimited(5.0))
    marks.add(message(1), "seen", "done")
    await clock.advance(1)
    marks.reset(message(1), "done")
    if is_added_again:
        marks.add(message(1), "done")
    await clock.advance(30)
    assert (["seen", "done"] if is_added_again else ["seen"]) == chat.marks(message(1))
