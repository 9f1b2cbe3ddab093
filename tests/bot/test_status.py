"""The status line: newest words, refreshed before they vanish, gone at the end."""

from bot.errors import Unreachable
from bot.status import REFRESH_SECONDS, StatusLine
from bot.types import Place
from tests.fakes.chat import FakeChat
from tests.fakes.clock import FakeClock

PLACE = Place("discord", "guild", "general", thread="t")


async def test_the_line_shows_the_newest_words_and_goes_at_the_end() -> None:
    """The same words are not sent twice in a row."""
    clock = FakeClock()
    chat = FakeChat(clock)
    line = StatusLine(chat, PLACE, clock)
    for words in ("Searching…", "Searching…", "Writing…"):
        line.show(words)
        await clock.advance(1.0)
    await line.clear()
    assert ["Searching…", "Writing…", ""] == [shown.text for shown in chat.seen("status")]


async def test_the_line_is_sent_again_before_it_vanishes_and_after_a_message() -> None:
    """Slack takes it away after two minutes, and with every message of ours."""
    clock = FakeClock()
    chat = FakeChat(clock)
    line = StatusLine(chat, PLACE, clock)
    line.show("Writing…")
    await clock.advance(1.0)
    await clock.advance(REFRESH_SECONDS)
    assert 2 == len(chat.seen("status"))
    line.renew()
    await clock.advance(1.0)
    assert 3 == len(chat.seen("status"))
    await line.clear()


async def test_a_line_that_cannot_be_shown_troubles_nobody() -> None:
    """And a line that never was is not taken away."""
    clock = FakeClock()
    chat = FakeChat(clock)
    line = StatusLine(chat, PLACE, clock)
    await line.clear()
    assert [] == chat.calls
    chat.fail("status", Unreachable(), Unreachable())
    line.show("Writing…")
    await clock.advance(1.0)
    await line.clear()
    assert [] == chat.seen("status")
