"""The whole path over real sockets: sandbox, discord.py, Valkey, PostgreSQL, worker, LangGraph. Only the model is scripted."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import asyncpg
from redis.asyncio import Redis

from adapters.discord.client import DiscordClient
from adapters.sandbox.discord import REAL_LIMITS, DiscordServer, World
from adapters.sandbox.discord.call import Exchange
from adapters.sandbox.discord.limits import Limits
from adapters.sandbox.discord.model import ChannelKind, Message
from agent.domain import Domain
from agent.graph import Graph
from agent.llm import Llm
from agent.worker import Worker, WorkerTiming
from bot.app import Platforms, add_discord, gateway_half
from bot.parts import Services
from bot.ports import TitleNames
from bot.relay import Observer
from tests.manners import pings
from tests.openapi import available, judge

ENDS = {"✅": "done", "❓": "asked", "⛔": "stopped", "❌": "failed"}
QUICK_WORKER = WorkerTiming(heartbeat=0.3, dead_after=1.5, stop_poll=0.05, block=0.2)


async def until(check: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until `check` is true; the limit is only for a hang."""
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            raise AssertionError("waited in vain")
        await asyncio.sleep(0.02)


async def until_async(check: Callable[[], Awaitable[bool]], seconds: float = 60.0) -> None:
    """The same for what has to be asked for."""
    async with asyncio.timeout(seconds):
        while not await check():  # noqa: ASYNC110 - nothing tells when it comes true
            await asyncio.sleep(0.02)


async def written(database: str, question_id: str) -> str:
    """The whole answer as the run wrote it, once its turn is closed: people see its end just before that."""
    connection = await asyncpg.connect(database)
    query = "SELECT answer FROM turns WHERE question_message = $1 AND finished_at IS NOT NULL"
    try:
        async with asyncio.timeout(60):
            while (answer := await connection.fetchval(query, question_id)) is None:  # noqa: ASYNC110  nothing tells
                await asyncio.sleep(0.02)
        return str(answer)
    finally:
        await connection.close()


@dataclass
class Stage:
    """People in a sandbox, and what they see."""

    server: DiscordServer

    @property
    def world(self) -> World:
        """The sandbox's state."""
        return self.server.world

    def id_of(self, person: str) -> str:
        """A person's user id."""
        return self.world.person_named(person).id

    def say(self, person: str, text: str, *, channel: str | None = None, mention: bool = True) -> Message:
        """A person writes, in #movie-club unless a channel id is given."""
        where = channel or self.world.channel_named("movie-club").id
        prefix = f"{self.world.mention_of_bot} " if mention else ""
        return self.world.person_posts(self.id_of(person), where, prefix + text)

    def reply(self, person: str, question: Message, text: str, *, mention: bool = False) -> Message:
        """A person writes in a question's thread."""
        return self.say(person, text, channel=self._place_of(question), mention=mention)

    def write(self, person: str, text: str, *, thread: Message | None = None) -> Message:
        """A person writes to us directly, where everything, `thread` too, is one conversation."""
        return self.say(person, text, channel=self.world.open_dm(self.id_of(person)).id, mention=False)

    def robot_says(self, text: str) -> Message:
        """Another bot mentions ours in #movie-club."""
        self.world.add_person("Robot", bot=True)
        return self.say("Robot", text)

    def edit(self, question: Message, text: str) -> None:
        """A question's asker makes it this one, with a mention."""
        self.world.person_edits(question.id, f"{self.world.mention_of_bot} {text}")

    def delete(self, question: Message) -> None:
        """A question's asker deletes it."""
        self.world.person_deletes(question.id)

    def react(self, person: str, message: Message, emoji: str = "🛑") -> None:
        """A person clicks a reaction."""
        self.world.person_reacts(self.id_of(person), message.channel_id, message.id, emoji)

    def answers(self, question: Message, *, place: str | None = None) -> list[Message]:
        """Our messages in the question's thread (or another place), oldest first."""
        where = place or self._place_of(question)
        if where not in self.world.state.channels:
            return []
        return [message for message in self.world.messages_in(where) if message.author_id == self.world.bot_id]

    def words(self, question: Message, *, place: str | None = None) -> list[Message]:
        """Those that have a text; cards have none of their own."""
        return [message for message in self.answers(question, place=place) if message.content]

    def texts(self, question: Message, *, place: str | None = None) -> list[str]:
        """What those say now."""
        return [message.content for message in self.words(question, place=place)]

    def cards(self, question: Message) -> list[Message]:
        """Our messages of cards in the question's thread."""
        return [message for message in self.answers(question) if not message.content]

    def told(self, person: str, question: Message) -> list[str]:
        """What a person reads of us in the question's thread: here nothing can be said to one person alone without a click."""
        return self.texts(question)

    def thread_name(self, question: Message) -> str | None:
        """What the question's thread is called."""
        return self.world.state.channels[self._place_of(question)].name

    def key(self, message: Message) -> str:
        """The message's id."""
        return message.id

    def throttled(self) -> float:
        """The share of calls that were refused for being too many."""
        return len([each for each in self.server.exchanges if each.status == 429]) / len(self.server.exchanges)

    def steps(self, question: Message) -> list[str]:
        """What shows of the path: the marks."""
        return self.marks(question)

    def marks(self, question: Message) -> list[str]:
        """The bot's reactions on a question, in order."""
        return [r.emoji for r in self.world.message(question.id).reactions if self.world.bot_id in r.user_ids]

    def end(self, question: Message) -> str | None:
        """How the question's turn ended, by its mark; None while it runs."""
        return next((ENDS[mark] for mark in self.marks(question) if mark in ENDS), None)

    async def finished(self, question: Message, seconds: float = 60.0) -> str:
        """Wait for the end and say which."""
        await until(lambda: self.end(question), seconds)
        end = self.end(question)
        assert end is not None
        return end

    def calls(self, method: str, pattern: str) -> list[int]:
        """The statuses of the REST calls whose path contains `pattern`."""
        return [e.status for e in self.server.exchanges if e.method == method and pattern in e.path and e.status]

    def _place_of(self, question: Message) -> str:
        """The channel id of a question's thread, or of the direct messages that it is one of."""
        among = self.world.state.channels[question.channel_id]
        return question.id if among.kind is ChannelKind.TEXT else among.id


@asynccontextmanager
async def sandbox(
    limits: Limits = REAL_LIMITS, before: Callable[[DiscordServer], None] = lambda _: None, *, judged: bool = True
) -> AsyncIterator[Stage]:
    """A local Discord alone; `before` may add to it before it starts. What went over the wire is judged at the end."""
    server = DiscordServer(World(), limits)
    before(server)
    await server.start()
    try:
        yield Stage(server)
    finally:
        await server.stop()
    if judged:
        assert_proper(server.exchanges)


def assert_proper(exchanges: Sequence[Exchange]) -> None:
    """No message of ours can ping anybody, and Discord's own schema accepts each request of the bot and each answer of the
    sandbox, where it is at hand (`test_judges` says if it is not)."""
    found = pings(exchanges) + (judge(exchanges) if available() else [])
    assert not found, "\n".join(found[:20])


@asynccontextmanager
async def bot(
    stage: Stage, database: str, redis: Redis, observer: Observer | None = None, titles: TitleNames | None = None
) -> AsyncIterator[None]:
    """A gateway in this process, connected to the sandbox."""
    async with asyncpg.create_pool(database, min_size=1, max_size=10) as pool:
        platforms = Platforms(observer=observer)
        client = DiscordClient(api_base=stage.server.api_base, gateway_url=stage.server.gateway_url)
        add_discord(platforms, client, stage.server.token)
        async with gateway_half(Services(redis, pool), platforms, titles):
            yield


@asynccontextmanager
async def worker(redis: Redis, domain: Domain, model: Llm | None, name: str = "w1") -> AsyncIterator[Worker]:
    """A worker in this process."""
    working = Worker(redis, Graph(domain, model), name, timing=QUICK_WORKER)
    task = asyncio.create_task(working.run())
    try:
        yield working
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def theatre(
    database: str, redis: Redis, domain: Domain, model: Llm | None = None, limits: Limits = REAL_LIMITS
) -> AsyncIterator[Stage]:
    """Sandbox, gateway and worker together."""
    async with sandbox(limits) as stage, worker(redis, domain, model), bot(stage, database, redis):
        yield stage
