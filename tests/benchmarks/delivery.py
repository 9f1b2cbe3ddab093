"""Delivery: from an event to the last edit, with a model that writes 50 tokens a second, under Discord's limits.

The reference is the plain way, in the same run: post a message, then await an edit for every token that comes.
How far the visible text lags behind the model is measured for each piece that a run emits: until people can read it.
"""

import asyncio
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from redis.asyncio import Redis

from adapters.discord.chat import DiscordChat
from adapters.discord.client import DiscordClient
from adapters.discord.gateway import DiscordGateway
from adapters.sandbox.discord.model import Message
from agent.contract import Entry, ResponseChunk, ResponseDone
from agent.llm_scripted import ScriptedLlm
from bot.draft import CURSOR
from bot.embedded import EmbeddedPostgres, EmbeddedValkey
from bot.store.migrate import migrate
from bot.types import MessageRef, Turn
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import Stage, bot, sandbox, until, worker

RATE = 50.0
REASON = "It is a chamber piece whose walls come closer with every minute that passes. "
ANSWER = f"Three for tonight.\n\n[1] {REASON * 5}\n\n[2] {REASON * 5}\n\n[3] {REASON * 5}"
TOKENS = len(ANSWER.split())
PLAIN_TOKENS = 60  # an edit a token takes a second each under the limits: the whole answer would take four minutes


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
    """Collects times from what the sandbox shows and what the relay reads."""

    stage: Stage
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

    async def follow(self) -> None:
        """What people see, as it happens."""
        async for event in self.stage.world.subscribe():
            data, now = event["data"], time.time()
            match event["type"]:
                case "reaction_add" if data["user_id"] == self.stage.world.bot_id:
                    times = self.times.get(data["message_id"])
                    if times and not times.reacted:
                        times.reacted = now
                case "message_update" if data.get("author", {}).get("id") == self.stage.world.bot_id:
                    self.times[data["channel_id"]].edits += 1
                    self._seen(data, now)
                case "message_create" if data.get("author", {}).get("id") == self.stage.world.bot_id:
                    self._seen(data, now)

    def _seen(self, message: Mapping[str, Any], now: float) -> None:
        times, text = self.times[message["channel_id"]], message["content"]
        if not text or text.startswith("*"):  # cards have no text of their own, and what goes on is said in italics
            return
        times.trail.show(message["id"], text, now)
        times.first_text = times.first_text or now
        if not text.endswith(CURSOR):
            times.final = now


async def run(folder: Path) -> None:
    """Print the table."""
    valkey, postgres = await asyncio.gather(EmbeddedValkey.start(folder / "v"), EmbeddedPostgres.start(folder / "p"))
    connection = await asyncpg.connect(postgres.dsn)
    await migrate(connection)
    await connection.close()
    print(f"\nDelivery: {TOKENS} tokens at {RATE:.0f}/s ({TOKENS / RATE:.1f} s a run), Discord's limits. Milliseconds.")
    heads = ("event→reaction", "token→text", "text behind model", "last token→final")
    titles = f"{'answers at once':>20} {heads[0]:>15} {heads[1]:>11} {heads[2]:>18} {heads[3]:>18} {'edits':>6} {'429s':>5}"
    print(f"{titles} {'CPU':>6}")
    print(
        f"{'':>20} {'median':>15} {'median':>11} {'median (95 %)':>18} {'median (95 %)':>18} {'each':>6} {'all':>5} {'each':>6}"
    )
    reference = await _reference()
    name = f"plain, {PLAIN_TOKENS} tokens"
    behind, lag = _pair(reference.behind), f"{reference.lag * 1000:.0f}"
    print(f"{name:>20} {'':>15} {'':>11} {behind:>18} {lag:>18} {reference.edits:6d} {reference.refused:5d}")
    try:
        async with Redis.from_url(valkey.url, decode_responses=True) as redis:
            for count in (1, 8, 32):
                await redis.flushall()
                row = await _measure(postgres.dsn, redis, count)
                print(row.line(count))
                per_token = (row.edits / TOKENS) / (reference.edits / PLAIN_TOKENS)
                behind_plain = statistics.median(row.behind) / statistics.median(reference.behind)
                print(
                    f"{'':>20} of the plain way's: text behind the model {behind_plain:.3f}, lag of the final "
                    f"{statistics.median(row.lags) / reference.lag:.4f}, edits a token {per_token:.3f}"
                )
    finally:
        await asyncio.gather(valkey.stop(), postgres.stop())


def _pair(seconds: Sequence[float]) -> str:
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
        figures = f"{self.reaction * 1000:15.0f} {self.text * 1000:11.0f} {_pair(self.behind):>18} {_pair(self.lags):>18}"
        return f"{count:20d} {figures} {self.edits:6.1f} {self.refused:5d} {self.cpu * 1000:6.0f}"


async def _measure(dsn: str, redis: Redis, count: int) -> Row:
    model = ScriptedLlm(ANSWER, decisions={"FakeRoute": {"decision": "RETRIEVE", "media_type": None}}, rate=RATE)
    async with sandbox(judged=False) as stage:
        watch = Watch(stage)
        async with worker(redis, FakeDomain(), model), bot(stage, dsn, redis, watch.observe):
            following = asyncio.create_task(watch.follow())
            await asyncio.sleep(0)
            cpu = _cpu()
            questions = [_ask(stage, watch, number) for number in range(count)]
            await until(lambda: all(stage.end(question) for question in questions), 300)
            cpu = _cpu() - cpu
            following.cancel()
        times = [watch.times[question.id] for question in questions]
        for question, each in zip(questions, times, strict=True):
            whole = len(each.trail.lags) == len(each.trail.emitted)
            assert whole, f"question {question.id}: {len(each.trail.lags)} of {len(each.trail.emitted)} pieces were shown"
        return Row(
            reaction=statistics.median(t.reacted - t.asked for t in times),
            text=statistics.median(t.first_text - t.first_token for t in times),
            behind=[lag for t in times for lag in t.trail.lags],
            lags=[t.final - t.last_token for t in times],
            edits=statistics.mean(t.edits for t in times),
            refused=sum(exchange.status == 429 for exchange in stage.server.exchanges),
            cpu=cpu / count,
        )


def _ask(stage: Stage, watch: Watch, number: int) -> Message:
    question = stage.say("Ada", f"question {number}")
    watch.times[question.id].asked = time.time()
    return question


@dataclass(frozen=True)
class Reference:
    """The plain way's figures; seconds."""

    lag: float
    behind: list[float]
    edits: int
    refused: int


async def _reference() -> Reference:
    async with sandbox(judged=False) as stage, _plain_client(stage) as chat:
        question = stage.say("Ada", "hello", mention=False)
        place = await chat.open_thread(MessageRef("discord", question.channel_id, question.id), "plain")
        message = (await chat.post(place, "…", key="plain")).ref
        queue: asyncio.Queue[tuple[str, float] | None] = asyncio.Queue()

        async def tokens() -> float:
            text = ""
            for word in ANSWER.split()[:PLAIN_TOKENS]:
                await asyncio.sleep(1 / RATE)
                text += f"{word} "
                queue.put_nowait((text, time.time()))
            queue.put_nowait(None)
            return time.time()

        writing, behind = asyncio.create_task(tokens()), []
        while (piece := await queue.get()) is not None:
            await chat.edit(message, piece[0])
            behind.append(time.time() - piece[1])
        lag = time.time() - await writing
        edits = [exchange for exchange in stage.server.exchanges if exchange.method == "PATCH"]
        return Reference(lag, behind, len(edits), sum(exchange.status == 429 for exchange in edits))


@asynccontextmanager
async def _plain_client(stage: Stage) -> AsyncIterator[DiscordChat]:
    async def ignore(_: object) -> None:
        return None

    client = DiscordClient(api_base=stage.server.api_base, gateway_url=stage.server.gateway_url)
    gateway = DiscordGateway(client, token=stage.server.token, sink=ignore)
    running = asyncio.create_task(gateway.run())
    await gateway.ready()
    try:
        yield DiscordChat(client)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
