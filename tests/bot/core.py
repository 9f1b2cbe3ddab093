"""The chat core on a fake platform, with real Valkey and PostgreSQL and a scripted worker."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import asyncpg
from redis.asyncio import Redis

from agent.contract import (
    QUEUE_FIELD,
    RUN_QUEUE,
    Entry,
    GenerationStarted,
    InterruptAck,
    NodeStart,
    ResponseChunk,
    ResponseDone,
    RunEvent,
    RunRequest,
    attempt_counter,
    read_request,
    run_stream,
    stop_flag,
)
from bot.clock import SystemClock
from bot.epilogue import CardViews, Epilogue, WantsNotice, always, no_cards
from bot.inbox import Inbox
from bot.interactions import Interactions
from bot.launcher import Launcher
from bot.marker import Marks
from bot.movie_night.evenings import Evenings
from bot.people import People, interactions
from bot.ports import ChatPort, Clock, TitleNames
from bot.relay import Relay
from bot.store.conversations import ConversationStore
from bot.store.inbox import InboxStore
from bot.tasks import cancel_all
from bot.titles import NoTitles
from bot.turns import Turns
from bot.types import Author, ChatLimits, IncomingMessage, MessagePosted, MessageRef, Place, Platform
from tests.fakes.chat import FakeChat

ADA, BEN = Author("1", "Ada"), Author("2", "Ben")
CHLOE = Author("3", "Chloe", may_moderate=True)
OTHER_BOT = Author("4", "Robot", is_bot=True)
CHANNEL = Place("discord", "guild", "general")
# Real time, so that Redis and PostgreSQL take part; quick, so that tests do not wait.
QUICK = ChatLimits(
    "discord", text=2000, edit_interval=0.01, reaction_interval=0.0, marks_progress=True, thread_name=100, cards=4
)


NO_TITLES = NoTitles()


class HurriedClock(SystemClock):
    """Real time in which nobody sleeps for long: the waits of many retries pass in a moment."""

    async def sleep(self, seconds: float) -> None:
        """Wait for a hundredth of a second at most."""
        await asyncio.sleep(min(seconds, 0.01))


async def eventually(check: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until `check` is true; fails after `seconds`, which only a hang reaches."""
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            raise AssertionError(f"never came true: {check}")
        await asyncio.sleep(0.01)


class FakeWorker:
    """The other side of Redis: takes run requests and appends the events that the test says."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.seq: dict[str, int] = {}

    async def requests(self) -> list[RunRequest]:
        """All run requests so far."""
        return [read_request(fields[QUEUE_FIELD]) for _, fields in await self.redis.xrange(RUN_QUEUE)]

    async def request(self, number: int = 0) -> RunRequest:
        """The request of this number, awaited."""
        async with asyncio.timeout(60):
            while len(found := await self.requests()) <= number:  # noqa: ASYNC110  Valkey tells nobody
                await asyncio.sleep(0.01)
        return found[number]

    async def emit(self, run_id: str, *events: RunEvent, attempt: int = 1) -> None:
        """Append events."""
        await self.redis.set(attempt_counter(run_id), attempt)
        for event in events:
            self.seq[run_id] = self.seq.get(run_id, 0) + 1
            entry = Entry(run_id, self.seq[run_id], attempt, time.time(), event)
            await self.redis.xadd(run_stream(run_id), entry.to_fields())

    async def answer(self, run_id: str, text: str, **done: object) -> None:
        """A whole run."""
        await self.emit(
            run_id,
            GenerationStarted(),
            NodeStart("router"),
            NodeStart("generate_general"),
            ResponseChunk(text),
            ResponseDone(text, **done),  # type: ignore[arg-type]
        )

    async def stopped(self, run_id: str) -> bool:
        """Whether the run was asked to stop."""
        return bool(await self.redis.exists(stop_flag(run_id)))

    async def acknowledge_stop(self, run_id: str, text: str = "") -> None:
        """Wait for the stop flag and answer it."""
        async with asyncio.timeout(60):
            while not await self.stopped(run_id):  # noqa: ASYNC110  Valkey tells nobody
                await asyncio.sleep(0.01)
        await self.emit(run_id, InterruptAck(text))


@dataclass
class Core:
    """One gateway process' chat core."""

    chat: FakeChat
    worker: FakeWorker
    store: ConversationStore
    claims: InboxStore
    turns: Turns
    inbox: Inbox
    pool: asyncpg.Pool
    known: People
    interactions: Interactions
    evenings: Evenings
    sent: list[MessageRef] = field(default_factory=list)

    async def says(
        self, author: Author, text: str, place: Place = CHANNEL, *, mention: bool = False, ref: MessageRef | None = None
    ) -> MessageRef:
        """Somebody writes."""
        ref = ref or self.chat.person_message(place)
        await self.inbox.receive(MessagePosted(IncomingMessage(ref, place, author, text, mention)))
        return ref


def thread_of(ref: MessageRef) -> Place:
    """The thread that a channel message opens."""
    return Place("discord", "guild", ref.channel, thread=ref.id)


@asynccontextmanager
async def core(
    database: str,
    redis: Redis,
    chat: FakeChat | None = None,
    *,
    lease_seconds: float = 6.0,
    claim_seconds: float = 30.0,
    clock: Clock | None = None,
    views: CardViews = no_cards,
    wants_notice: WantsNotice = always,
    titles: TitleNames = NO_TITLES,
    now: Callable[[], float] = time.time,
) -> AsyncIterator[Core]:
    """A core on these services; leaving it is a crash: nothing is drained or released."""
    chat = chat or FakeChat(SystemClock(), limits=QUICK)
    async with asyncpg.create_pool(database, min_size=1, max_size=8) as pool:
        store = ConversationStore(pool, lease_seconds=lease_seconds)
        claims = InboxStore(pool, lease_seconds=claim_seconds)
        clock = clock or SystemClock()
        marks = Marks(chat, clock)
        relay = Relay(chat, marks, redis, store, clock)
        epilogue = Epilogue({"discord": chat}, store.answers, clock, views=views, wants_notice=wants_notice)
        chats: dict[Platform, ChatPort] = {"discord": chat}
        known, launcher = People.over(pool, chats), Launcher(redis)
        turns = Turns(
            chats, {"discord": marks}, {"discord": relay}, launcher, store, clock, epilogue,
            preferences=known.preferences.for_turn, refusal=known.limits.check,
        )  # fmt: skip
        evenings = Evenings.over(pool, redis, chats, clock, refusal=known.limits.check, now=now, lease_seconds=lease_seconds)
        clicks = interactions(
            pool, chats, known=known, turns=turns, conversations=store, claims=claims, launcher=launcher, titles=titles,
            evenings=evenings,
        )  # fmt: skip
        inbox = Inbox(chats, claims, store, turns, evenings.nights, evenings.openings)
        yield Core(chat, FakeWorker(redis), store, claims, turns, inbox, pool, known, clicks, evenings)
        await cancel_all([*turns._shown.values(), *evenings.nights._tasks.values()])
