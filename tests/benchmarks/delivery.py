"""Delivery: from an event to the last edit, with a model that writes 50 tokens a second, under a platform's limits.

The reference is the plain way, in the same run: post a message, then await an edit for every token that comes.
How far the visible text lags behind the model is measured for each piece that a run emits: until people can read it.
"""

import asyncio
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
from redis.asyncio import Redis

from agent.contract import Entry, ResponseChunk, ResponseDone
from agent.llm_scripted import ScriptedLlm
from bot.draft import CURSOR
from bot.embedded import EmbeddedPostgres, EmbeddedValkey
from bot.store.migrate import migrate
from bot.types import Turn

RATE = 50.0
REASON = "It is a chamber piece whose walls come closer with every minute that passes. "
ANSWER = f"Three for tonight.\n\n[1] {REASON * 5}\n\n[2] {REASON * 5}\n\n[3] {REASON * 5}"
TOKENS = len(ANSWER.split())
COUNTS = (1, 8, 32)


@dataclass
class Trail:
    """How much text a run had emitted and people could read, by time."""

    emitted: list[tuple[int, float]] = field(default_factory=list)  # characters in all, seconds
    shown: dict[str, int] = field(default_factory=dict)  # message → characters
    lags: list[float] = field(default_factory=list)

    def emit(self, text: str, at: float) -> None:
        """One more piece of the answer."""
        before = self.emitted[-1][0] if self.emitted else 0
        self.emitted.append((before + _size(text), at))

    def show(self, message: str, text: str, at: float) -> None:
        """A message of the answer reads like this now: what it has caught up with is a lag each."""
        self.shown[message] = _size(text.removesuffix(CURSOR))
        readable, open_from = sum(self.shown.values()), len(self.lags)
        self.lags += [at - when for size, when in self.emitted[open_from:] if size <= readable]


def _size(text: str) -> int:
    """White space does not count: Discord trims it, and chunks of an answer lose it at their seams."""
    return sum(not character.isspace() for character in text)


@dataclass
class Times:
    """Seconds since the epoch at which things happened to one answer."""

    asked: float = 0.0
    reacted: float = 0.0
    first_token: float = 0.0
    first_text: float = 0.0
    last_token: float = 0.0
    final: float = 0.0
    edits: int = 0
    trail: Trail = field(default_factory=Trail)


@dataclass
class Watch:
    """Collects times by question, from what the relay reads and from what people see, which a platform's own watch tells."""

    times: dict[str, Times] = field(default_factory=lambda: defaultdict(Times))

    def observe(self, turn: Turn, entry: Entry) -> None:
        """A run event."""
        times = self.times[turn.question_ref.id]
        match entry.event:
            case ResponseChunk(text):
                times.trail.emit(text, entry.ts)
                times.first_token = times.first_token or entry.ts
                times.last_token = entry.ts
            case ResponseDone():
                times.last_token = entry.ts

    def marked(self, question: str) -> None:
        """A reaction of ours stands under a question."""
        times = self.times.get(question)
        if times and not times.reacted:
            times.reacted = time.time()

    def shown(self, question: str, message: str, text: str) -> None:
        """A message of ours to a question reads like this now."""
        if not text or text.startswith("*"):  # cards have no text of their own, and what goes on is said in italics
            return
        times, now = self.times[question], time.time()
        times.trail.show(message, text, now)
        times.first_text = times.first_text or now
        if not text.endswith(CURSOR):
            times.final = now

    def row(self, questions: Sequence[str], refused: int, cpu: float) -> "Row":
        """The figures of all answers; `cpu` in seconds, of all of them. AssertionError if a piece of text was never shown."""
        times = [self.times[question] for question in questions]
        for question, each in zip(questions, times, strict=True):
            whole = len(each.trail.lags) == len(each.trail.emitted)
            assert whole, f"question {question}: {len(each.trail.lags)} of {len(each.trail.emitted)} pieces were shown"
        return Row(
            reaction=statistics.median(t.reacted - t.asked for t in times),
            text=statistics.median(t.first_text - t.first_token for t in times),
            behind=[lag for t in times for lag in t.trail.lags],
            lags=[t.final - t.last_token for t in times],
            edits=statistics.mean(t.edits for t in times),
            refused=refused,
            cpu=cpu / len(questions),
        )


def pair(seconds: Sequence[float]) -> str:
    """Median and 95th percentile, in milliseconds."""
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) * 1000:.0f} ({ordered[int(0.95 * (len(ordered) - 1))] * 1000:.0f})"


@dataclass(frozen=True)
class Row:
    """One line of the table; seconds. `behind` has a figure for each piece of text, `lags` for each answer."""

    reaction: float
    text: float
    behind: list[float]
    lags: list[float]
    edits: float
    refused: int
    cpu: float

    def line(self, count: int) -> str:
        """As text."""
        figures = f"{self.reaction * 1000:15.0f} {self.text * 1000:11.0f} {pair(self.behind):>18} {pair(self.lags):>18}"
        return f"{count:20d} {figures} {self.edits:6.1f} {self.refused:5d} {self.cpu * 1000:6.0f}"


@dataclass(frozen=True)
class Reference:
    """The plain way's figures; seconds."""

    lag: float
    behind: list[float]
    tokens: int
    edits: int
    refused: int


@dataclass(frozen=True)
class Delivery:
    """How one platform's table is measured: the plain way's figures, and those of so many answers at once, for the DSN of a
    database and an empty Redis."""

    platform: str
    reference: Callable[[], Awaitable[Reference]]
    measure: Callable[[str, Redis, int], Awaitable[Row]]


async def run(folder: Path, *deliveries: Delivery) -> None:
    """Print their tables."""
    valkey, postgres = await asyncio.gather(EmbeddedValkey.start(folder / "v"), EmbeddedPostgres.start(folder / "p"))
    connection = await asyncpg.connect(postgres.dsn)
    await migrate(connection)
    await connection.close()
    try:
        async with Redis.from_url(valkey.url, decode_responses=True) as redis:
            for delivery in deliveries:
                await _table(delivery, postgres.dsn, redis)
    finally:
        await asyncio.gather(valkey.stop(), postgres.stop())


async def _table(delivery: Delivery, dsn: str, redis: Redis) -> None:
    run_time = f"{TOKENS} tokens at {RATE:.0f}/s ({TOKENS / RATE:.1f} s a run)"
    print(f"\nDelivery: {run_time}, {delivery.platform}'s limits. Milliseconds.")
    heads = ("event→reaction", "token→text", "text behind model", "last token→final")
    titles = f"{'answers at once':>20} {heads[0]:>15} {heads[1]:>11} {heads[2]:>18} {heads[3]:>18} {'edits':>6} {'429s':>5}"
    print(f"{titles} {'CPU':>6}")
    print(
        f"{'':>20} {'median':>15} {'median':>11} {'median (95 %)':>18} {'median (95 %)':>18} {'each':>6} {'all':>5} {'each':>6}"
    )
    plain = await delivery.reference()
    behind, lag = pair(plain.behind), f"{plain.lag * 1000:.0f}"
    print(f"{f'plain, {plain.tokens} tokens':>20} {'':>15} {'':>11} {behind:>18} {lag:>18} {plain.edits:6d} {plain.refused:5d}")
    for count in COUNTS:
        await redis.flushall()
        row = await delivery.measure(dsn, redis, count)
        print(row.line(count))
        per_token = (row.edits / TOKENS) / (plain.edits / plain.tokens)
        print(
            f"{'':>20} of the plain way's: text behind the model "
            f"{statistics.median(row.behind) / statistics.median(plain.behind):.3f}, lag of the final "
            f"{statistics.median(row.lags) / plain.lag:.4f}, edits a token {per_token:.3f}"
        )


def model() -> ScriptedLlm:
    """Writes the answer at the rate."""
    return ScriptedLlm(ANSWER, decisions={"FakeRoute": {"decision": "RETRIEVE", "media_type": None}}, rate=RATE)


async def plain(edit: Callable[[str], Awaitable[object]], count: int) -> tuple[float, list[float]]:
    """The plain way: await an edit for each of so many tokens. How long after the last token it ended, and each edit's lag;
    seconds."""
    queue: asyncio.Queue[tuple[str, float] | None] = asyncio.Queue()

    async def tokens() -> float:
        text = ""
        for word in ANSWER.split()[:count]:
            await asyncio.sleep(1 / RATE)
            text += f"{word} "
            queue.put_nowait((text, time.time()))
        queue.put_nowait(None)
        return time.time()

    writing, behind = asyncio.create_task(tokens()), []
    while (piece := await queue.get()) is not None:
        await edit(piece[0])
        behind.append(time.time() - piece[1])
    return time.time() - await writing, behind


def cpu_seconds() -> float:
    """What this process has used so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
