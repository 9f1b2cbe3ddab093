"""Who is told what is wrong, and how often: on a fake platform, with real Valkey and PostgreSQL around a whole answer."""

from dataclasses import replace

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from agent.contract import ResponseDone, RunError, Terminal
from bot.mends import Mends
from bot.types import Author, MessageRef, Place, Turn
from tests.bot.core import ADA, CHANNEL, CHLOE, QUICK, core, eventually, thread_of
from tests.fakes.chat import FakeChat
from tests.fakes.clock import FakeClock

MEND = "No Ollama answers at http://127.0.0.1:11434: run `ollama serve` there, or name another provider in litellm.yaml."
TOLD = f"For whoever looks after me: {MEND}"
GENTLY = "My film search is not working right now; ask again in a moment."
BROKEN = RunError("retrieval_failed", GENTLY, retryable=True, mend=MEND)


def turn_of(author: Author, place: Place = CHANNEL, number: int = 1) -> Turn:
    """A question of somebody."""
    ref = MessageRef("discord", place.channel, f"q{number}")
    return Turn("t" * 32, "c", "r" * 32, place, replace(author, may_moderate=False), "a film", ref, "running")


class Desk:
    """Mends of one process over a fake platform, with time that stands."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.chat = FakeChat(self.clock, limits=QUICK)
        self.mends = Mends({"discord": self.chat}, self.clock)

    async def answered(self, author: Author, end: Terminal, place: Place = CHANNEL) -> None:
        """Somebody asks and their answer ends so."""
        self.mends.saw(place, author)
        await self.mends.tell(turn_of(author, place), end)

    @property
    def told(self) -> list[tuple[str, str | None, str]]:
        """Every notice: where, for whom, what."""
        return [(shown.channel, shown.user, shown.text) for shown in self.chat.seen("notice")]


@pytest.mark.parametrize("end", [BROKEN, ResponseDone("From facts.", mend=MEND)], ids=["failed", "answered from facts"])
async def test_a_moderator_who_asks_is_told_the_mend_in_private(end: Terminal) -> None:
    """One line, not in the channel, whether the answer failed or went on without a model."""
    desk = Desk()
    await desk.answered(CHLOE, end)
    assert desk.told == [(f"direct-{CHLOE.id}", CHLOE.id, TOLD)]
    assert "\n" not in TOLD


async def test_others_are_told_nothing_of_it_and_the_log_is() -> None:
    """Whoever cannot mend it has read the gentle sentence already."""
    desk = Desk()
    with capture_logs() as logs:
        await desk.answered(ADA, BROKEN)
    assert desk.told == []
    assert [("mend_needed", MEND)] == [(line["event"], line["mend"]) for line in logs]


async def test_the_same_trouble_is_told_once_an_hour() -> None:
    """To a moderator as to the log; another trouble is told at once."""
    desk = Desk()
    with capture_logs() as logs:
        await desk.answered(CHLOE, BROKEN)
        await desk.answered(CHLOE, BROKEN)
        await desk.answered(CHLOE, replace(BROKEN, mend="There is no catalogue yet: run `matinee ingest`."))
        await desk.clock.advance(3600)
        await desk.answered(CHLOE, BROKEN)
    assert 3 == len(desk.told)
    assert 3 == len(logs)


async def test_whoever_moderates_no_longer_is_told_nothing() -> None:
    """The platform's word with the newest question counts, and only in its place."""
    desk = Desk()
    desk.mends.saw(CHANNEL, CHLOE)
    await desk.answered(replace(CHLOE, may_moderate=False), BROKEN)
    desk.mends.saw(CHANNEL, CHLOE)
    await desk.mends.tell(turn_of(CHLOE, Place("discord", "guild", "elsewhere")), BROKEN)
    assert desk.told == []


async def test_an_answer_that_lacked_nothing_tells_nothing() -> None:
    """No mend, no notice."""
    desk = Desk()
    await desk.answered(CHLOE, ResponseDone("**Heat** (1995)."))
    assert desk.told == []


async def test_a_whole_answer_shows_everybody_the_gentle_sentence_and_its_moderator_the_mend(
    database: str, redis: Redis
) -> None:
    """From the question through the relay to the notice, once per person who may mend it."""
    async with core(database, redis) as bot:
        asked = [await bot.says(author, f"a film for {author.name}", mention=True) for author in (ADA, CHLOE)]
        for number in range(2):
            await bot.worker.emit((await bot.worker.request(number)).run_id, BROKEN)
        for ref in asked:
            await eventually(lambda ref=ref: bot.chat.texts(thread_of(ref)) == [f"⚠️ {BROKEN.message}"])
        await eventually(lambda: bot.chat.seen("notice"))
        assert [(CHLOE.id, TOLD)] == [(shown.user, shown.text) for shown in bot.chat.seen("notice")]
