"""Delivery in Discord's threads."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from redis.asyncio import Redis

from adapters.discord.chat import DiscordChat
from adapters.discord.client import DiscordClient
from adapters.discord.gateway import DiscordGateway
from bot.types import MessageRef
from tests.benchmarks.delivery import Delivery, Reference, Row, Watch, cpu_seconds, model, plain
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import Stage, bot, sandbox, until, worker

PLAIN_TOKENS = 60  # an edit a token takes a second each under the limits: the whole answer would take four minutes


@dataclass
class DiscordWatch(Watch):
    """With what the local Discord shows."""

    stage: Stage = field(kw_only=True)

    async def follow(self) -> None:
        """What people see, as it happens."""
        ours = self.stage.world.bot_id
        async for event in self.stage.world.subscribe():
            data = event["data"]
            match event["type"]:
                case "reaction_add" if data["user_id"] == ours:
                    self.marked(data["message_id"])
                case "message_update" | "message_create" as kind if data.get("author", {}).get("id") == ours:
                    self.times[data["channel_id"]].edits += kind == "message_update"
                    self.shown(data["channel_id"], data["id"], data["content"])


async def measure(dsn: str, redis: Redis, count: int) -> Row:
    """So many answers at once, each in a thread of its own."""
    async with sandbox(judged=False) as stage:
        watch = DiscordWatch(stage=stage)
        async with worker(redis, FakeDomain(), model()), bot(stage, dsn, redis, watch.observe):
            following = asyncio.create_task(watch.follow())
            await asyncio.sleep(0)
            cpu, questions = cpu_seconds(), []
            for number in range(count):
                questions.append(stage.say("Ada", f"question {number}"))
                watch.times[questions[-1].id].asked = time.time()
            await until(lambda: all(stage.end(question) for question in questions), 300)
            cpu = cpu_seconds() - cpu
            following.cancel()
        refused = sum(exchange.status == 429 for exchange in stage.server.exchanges)
        return watch.row([question.id for question in questions], refused, cpu)


async def reference() -> Reference:
    """The plain way in a thread."""
    async with sandbox(judged=False) as stage, _plain_client(stage) as chat:
        question = stage.say("Ada", "hello", mention=False)
        place = await chat.open_thread(MessageRef("discord", question.channel_id, question.id), "plain")
        message = (await chat.post(place, "…", key="plain")).ref
        lag, behind = await plain(lambda text: chat.edit(message, text), PLAIN_TOKENS)
        edits = [exchange for exchange in stage.server.exchanges if exchange.method == "PATCH"]
        return Reference(lag, behind, PLAIN_TOKENS, len(edits), sum(exchange.status == 429 for exchange in edits))


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


DISCORD = Delivery("Discord", reference, measure)
