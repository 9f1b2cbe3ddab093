"""Delivery in the threads of a Slack channel, by updates; all answers share the workspace's 50 updates a minute."""

import asyncio
import time
from dataclasses import dataclass, field

from redis.asyncio import Redis

from adapters.slack.chat import SlackChat
from adapters.slack.client import SlackClient
from bot.errors import RateLimited
from bot.types import MessageRef
from tests.benchmarks.delivery import Delivery, Reference, Row, Watch, cpu_seconds, model, plain
from tests.fakes.domain import FakeDomain
from tests.journeys.slack_stage import SlackStage, markdown, slack_bot, slack_sandbox
from tests.journeys.stage import until, worker

PLAIN_TOKENS = 96  # two minutes' worth of updates; the whole answer would take five


@dataclass
class SlackWatch(Watch):
    """With what the local Slack shows."""

    stage: SlackStage = field(kw_only=True)

    async def follow(self) -> None:
        """What people see, as it happens."""
        ours = self.stage.world.bot_id
        async for event in self.stage.world.subscribe():
            data = event["data"]
            match event["type"]:
                case "reaction_added" if data["user"] == ours:
                    self.marked(data["item"]["ts"])
                case "message" | "message_changed" as kind if data.get("user") == ours and data.get("thread_ts"):
                    self.times[data["thread_ts"]].edits += kind == "message_changed"
                    self.shown(data["thread_ts"], data["ts"], markdown(data.get("blocks", [])))


async def measure(dsn: str, redis: Redis, count: int) -> Row:
    """So many answers at once, each in a thread of its own."""
    async with slack_sandbox() as stage:
        watch = SlackWatch(stage=stage)
        async with worker(redis, FakeDomain(), model()), slack_bot(stage, dsn, redis, observer=watch.observe):
            following = asyncio.create_task(watch.follow())
            await asyncio.sleep(0)
            cpu, questions = cpu_seconds(), []
            for number in range(count):
                questions.append(stage.say("Ada", f"question {number}"))
                watch.times[questions[-1].ts].asked = time.time()
            await until(lambda: all(stage.end(question) for question in questions), 300)
            cpu = cpu_seconds() - cpu
            following.cancel()
        refused = sum(exchange.status == 429 for exchange in stage.server.exchanges)
        return watch.row([question.ts for question in questions], refused, cpu)


async def reference() -> Reference:
    """The plain way in a thread."""
    async with slack_sandbox() as stage:
        client = SlackClient(stage.server.bot_token, api_base=stage.server.api_base)
        await client.login()
        try:
            chat, question = SlackChat(client), stage.say("Ada", "hello", mention=False)
            place = await chat.open_thread(MessageRef("slack", question.channel_id, question.ts), "plain")
            message = (await chat.post(place, "…", key="plain")).ref
            lag, behind = await plain(lambda text: _patiently(chat, message, text), PLAIN_TOKENS)
        finally:
            await client.close()
        edits = [exchange for exchange in stage.server.exchanges if exchange.name == "chat.update"]
        return Reference(lag, behind, PLAIN_TOKENS, len(edits), sum(exchange.status == 429 for exchange in edits))


async def _patiently(chat: SlackChat, message: MessageRef, text: str) -> None:
    """An edit that waits as long as it is told to."""
    while True:
        try:
            await chat.edit(message, text)
        except RateLimited as limited:
            await asyncio.sleep(limited.retry_after)
        else:
            return


SLACK = Delivery("Slack", reference, measure)
