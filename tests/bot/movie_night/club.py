"""People at a movie night on the chat core: real Valkey, PostgreSQL and worker, platform and movie agent are fakes."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from redis.asyncio import Redis

from agent.contract import TitleRef
from bot import actions
from bot.actions import Night, NightVerb
from bot.movie_night.session import Phase, Session
from bot.types import Author, Clicked, FormSent, MessageRef, Place
from bot.views import Button, Card, Form, Menu, View
from tests.bot.core import ADA, BEN, CHANNEL, CHLOE, Core, HurriedClock, core, eventually, thread_of
from tests.bot.people import HEAT, LOCKE, ROPE
from tests.fakes.chat import FakeChat
from tests.fakes.movie_agent import FakeMovieAgent, night_worker
from tests.fakes.reply import FakeReply
from tests.fakes.titles import FakeTitles

DAN = Author("5", "Dan")
TITLES = FakeTitles(HEAT, ROPE, LOCKE)


@dataclass
class Time:
    """The time of day, which passes when a test says so."""

    passed: float = 0.0
    _began: float = field(default_factory=time.time)

    def __call__(self) -> float:
        """Seconds since the epoch."""
        return self._began + self.passed


@dataclass
class Club:
    """A gateway's evenings, and what people do there."""

    bot: Core
    agent: FakeMovieAgent
    time: Time
    night: str = ""

    async def begin(self, by: Author = ADA, place: Place = CHANNEL, text: str = "movie night") -> Session:
        """Somebody asks for an evening; returns once its lobby is posted."""
        ref = await self.bot.says(by, text, place, mention=True)
        where = place if place.thread or place.is_direct else thread_of(ref)
        session = await self.bot.evenings.nights.running(where)
        assert session is not None
        self.night = session.id
        await self.shown()
        return session

    async def session(self) -> Session:
        """The evening as it is kept."""
        kept = await self.bot.evenings.store.get(self.night)
        assert kept is not None
        return kept.session

    async def click(
        self, by: Author, verb: NightVerb, *values: str, arg: str = "", number: int | None = None, place: Place | None = None
    ) -> FakeReply:
        """Press a button of the newest message, or of that of round `number`."""
        session = await self.session()
        action = actions.write(Night(verb, self.night, session.round if number is None else number, arg))
        return await self._send(Clicked(by, place or session.place, action, MessageRef("discord", "c", "m"), values))

    async def send(self, by: Author, form: Form, **fields: str) -> FakeReply:
        """Send a form."""
        return await self._send(FormSent(by, (await self.session()).place, form.action, fields))

    async def _send(self, event: Clicked | FormSent) -> FakeReply:
        reply = FakeReply()
        await self.bot.interactions.receive(event, reply)
        return reply

    async def until(self, phase: Phase) -> Session:
        """Wait until something of this phase stands open, or it is over."""
        for _ in range(1000):
            session = await self.session()
            if session.phase == phase and session.waiting is None:
                return session
            await self.bot.evenings.tend()
            await asyncio.sleep(0.01)
        raise AssertionError(f"the evening never came to {phase}: it stands at {session.phase}")

    async def passes(self, seconds: float) -> None:
        """Time passes, and is looked after."""
        self.time.passed += seconds
        await self.bot.evenings.tend()

    async def shown(self) -> View:
        """What the newest message shows, once all messages are up to date."""
        for _ in range(1000):
            row = await self.bot.pool.fetchrow("SELECT version, shown FROM nights WHERE id = $1", self.night)
            if row["shown"] >= row["version"]:
                break
            await asyncio.sleep(0.01)
        return next(reversed(self.boards().values()))

    def boards(self) -> dict[MessageRef, View]:
        """All messages that stand in the evening's thread."""
        return {ref: view for ref, view in self.bot.chat.views.items() if self.bot.chat.text(ref) is not None}

    async def whole(self, *people: Author) -> Session:
        """From the lobby to the end: everybody joins, says the first of everything and strikes nothing."""
        host = await self.session()
        for person in people:
            if person.id not in host.members:
                await self.click(person, "join")
        await self.click(people[0], "start")
        await self.until("question")
        for person in people:
            await self.click(person, "answer", "funny")
        await self.passes(10)
        while True:
            session = await self.settled()
            if session.phase == "over":
                return session
            await self.shown()
            for person in people:
                await self.vote(person, session)
            await self.passes(10)

    async def settled(self) -> Session:
        """The evening once something stands open, or it is over."""
        for _ in range(1000):
            session = await self.session()
            if session.waiting is None:
                return session
            await asyncio.sleep(0.01)
        raise AssertionError("the search never ended")

    async def vote(self, person: Author, session: Session) -> FakeReply:
        """The first of what stands open."""
        match session.phase:
            case "duels":
                return await self.click(person, "duel", arg="left")
            case "candidates":
                return await self.click(person, "ready")
            case _:
                assert session.voted is not None
                return await self.click(person, "approve", session.voted.picks[0].film.ref.id)


@asynccontextmanager
async def club(
    database: str,
    redis: Redis,
    chat: FakeChat | None = None,
    *,
    refs: tuple[TitleRef, ...] = (),
    at: Time | None = None,
    lease_seconds: float = 6.0,
    agent: FakeMovieAgent | None = None,
) -> AsyncIterator[Club]:
    """A gateway with a worker; leaving it is a crash: nothing is drained or released."""
    agent, at = agent or FakeMovieAgent(), at or Time()
    titles = FakeTitles(*refs) if refs else TITLES
    async with (
        night_worker(redis, agent),
        core(database, redis, chat, titles=titles, now=at, clock=HurriedClock(), lease_seconds=lease_seconds) as bot,
    ):
        yield Club(bot, agent, at)


def buttons(view: View) -> dict[str, str]:
    """What the buttons under a view carry, by label."""
    rows = [row for row in view.controls if not isinstance(row, Menu)]
    return {item.label: item.action for row in rows for item in row if isinstance(item, Button)}


def words(view: View) -> str:
    """All that a view says."""

    def of(card: Card) -> str:
        return "\n".join((card.heading, *card.lines))

    return "\n".join((view.text, *map(of, view.cards), view.foot))


__all__ = [
    "ADA",
    "BEN",
    "CHANNEL",
    "CHLOE",
    "DAN",
    "HEAT",
    "LOCKE",
    "ROPE",
    "Club",
    "Time",
    "buttons",
    "club",
    "eventually",
    "words",
]
