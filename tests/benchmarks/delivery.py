"""Delivery: from an event to the last edit, with a model that writes 50 tokens a second, under Discord's limits.

The reference is the plain way, in the same run: post a message, then await an edit for every token that comes.
"""

import asyncio
import resource
import statistics
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
from redis.asyncio import Redis

from adapters.discord.chat import DiscordChat
from adapters.discord.client import DiscordClient
from adapters.discord.gateway import DiscordGateway
from adapters.sandbox.discord.model import Message
from agent.contract import Entry, ResponseChunk, ResponseDone
from agent.llm_scripted import ScriptedLlm
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
class Times:
    """Seconds since the epoch at which things happened to one answer."""

    asked: float = 0.0
    reacted: float = 0.0
    first_token: float = 0.0
    first_text: float = 0.0
    last_token: float = 0.0
    final: float = 0.0
    edits: int = 0


@dataclass
class Watch:
    """Collects times from what the sandbox shows and what the relay reads."""

    stage: Stage
    times: dict[str, Times] = field(default_factory=lambda: defaultdict(Times))

    def observe(self, turn: Turn, entry: Entry) -> None:
        """A run event."""
        times = self.times[turn.question_ref.id]
        match entry.event:
            case ResponseChunk():
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
                    self._seen(data["channel_id"], data["content"], now)

    def _seen(self, thread: str, text: str, now: float) -> None:
        times = self.times[thread]
        times.edits += 1
        if not text.startswith("*"):
            times.first_text = times.first_text or now
        if not text.endswith("▍"):
            times.final = now


async def run(folder: Path) -> None:
    """Print the table."""
    valkey, postgres = await asyncio.gather(EmbeddedValkey.start(folder / "v"), EmbeddedPostgres.start(folder / "p"))
    connection = await asyncpg.connect(postgres.dsn)
    await migrate(connection)
    await connection.close()
    print(f"\nDelivery: {TOKENS} tokens at {RATE:.0f}/s ({TOKENS / RATE:.1f} s a run), Discord's limits. Medians; ms.")
    heads = ("event→reaction", "token→text", "token→final")
    print(f"{'answers at once':>20} {heads[0]:>15} {heads[1]:>11} {heads[2]:>12} {'edits':>6} {'429s':>5} {'CPU':>6}")
    reference = await _reference()
    name = f"plain, {PLAIN_TOKENS} tokens"
    print(f"{name:>20} {'':>15} {'':>11} {reference.lag * 1000:12.0f} {reference.edits:6d} {reference.refused:5d}")
    try:
        async with Redis.from_url(valkey.url, decode_responses=True) as redis:
            for count in (1, 8, 32):
                await redis.flushall()
                row = await _measure(postgres.dsn, redis, count)
                print(row.line(count))
                per_token = (row.edits / TOKENS) / (reference.edits / PLAIN_TOKENS)
                print(
                    f"{'':>20} lag of the final {row.lag / reference.lag:.4f} × the plain way's, edits a token {per_token:.3f}"
                )
    finally:
        await asyncio.gather(valkey.stop(), postgres.stop())


@dataclass(frozen=True)
class Row:
    """One line of the table; seconds."""

    reaction: float
    text: float
    lag: float
    edits: float
    refused: int
    cpu: float

    def line(self, count: int) -> str:
        """As text."""
        return (
            f"{count:20d} {self.reaction * 1000:15.0f} {self.text * 1000:11.0f} {self.lag * 1000:12.0f} "
            f"{self.edits:6.1f} {self.refused:5d} {self.cpu * 1000:6.0f}"
        )


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
        return Row(
            reaction=statistics.median(t.reacted - t.asked for t in times),
            text=statistics.median(t.first_text - t.first_token for t in times),
            lag=statistics.median(t.final - t.last_token for t in times),
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
    """The plain way's figures."""

    lag: float
    edits: int
    refused: int


async def _reference() -> Reference:
    async with sandbox(judged=False) as stage, _plain_client(stage) as chat:
        question = stage.say("Ada", "hello", mention=False)
        place = await chat.open_thread(MessageRef("discord", question.channel_id, question.id), "plain")
        message = (await chat.post(place, "…", key="plain")).ref
        queue: asyncio.Queue[str | None] = asyncio.Queue()

        async def tokens() -> float:
            text = ""
            for word in ANSWER.split()[:PLAIN_TOKENS]:
                await asyncio.sleep(1 / RATE)
                text += f"{word} "
                queue.put_nowait(text)
            queue.put_nowait(None)
            return time.time()

        writing = asyncio.create_task(tokens())
        while (text := await queue.get()) is not None:
            await chat.edit(message, text)
        lag = time.time() - await writing
        edits = [exchange for exchange in stage.server.exchanges if exchange.method == "PATCH"]
        return Reference(lag, len(edits), sum(exchange.status == 429 for exchange in edits))


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
