"""The whole path on Slack over real sockets: sandbox, slack-bolt, Valkey, PostgreSQL, worker, LangGraph. Only the model is
scripted.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import asyncpg
from redis.asyncio import Redis

from adapters.sandbox.slack import REAL_LIMITS, Limits, SlackServer, World
from adapters.sandbox.slack.model import Message
from adapters.sandbox.wire import JsonObject
from adapters.slack.client import SlackClient
from adapters.slack.render import JOINER
from agent.domain import Domain
from agent.llm import Llm
from bot.app import Platforms, add_slack, gateway_half
from bot.parts import Services
from bot.ports import TitleNames
from bot.relay import Observer
from tests.adapters.slack.method_files import strange
from tests.journeys.stage import until, worker

ENDS = {"white_check_mark": "done", "question": "asked", "no_entry": "stopped", "x": "failed"}


@dataclass
class SlackStage:
    """People in a workspace, and what they see."""

    server: SlackServer

    @property
    def world(self) -> World:
        """The sandbox's state."""
        return self.server.world

    def id_of(self, person: str) -> str:
        """A person's user id."""
        return self.world.person_named(person).id

    def say(
        self, person: str, text: str, *, channel: str | None = None, thread: Message | None = None, mention: bool = True
    ) -> Message:
        """A person writes, in #movie-club unless a channel id is given, in the thread under a message if one is given."""
        where = thread.channel_id if thread else channel or self.world.channel_named("movie-club").id
        prefix = f"{self.world.mention_of_bot} " if mention else ""
        thread_ts = (thread.thread_ts or thread.ts) if thread else None
        return self.world.person_says(self.id_of(person), where, prefix + text, thread_ts=thread_ts)

    def write(self, person: str, text: str, *, thread: Message | None = None) -> Message:
        """A person writes to us directly."""
        channel = self.world.open_direct(self.id_of(person)).id
        return self.say(person, text, channel=channel, thread=thread, mention=False)

    def reply(self, person: str, question: Message, text: str, *, mention: bool = False) -> Message:
        """A person writes in a question's thread."""
        return self.say(person, text, thread=question, mention=mention)

    def robot_says(self, text: str) -> Message:
        """Another app's bot mentions ours in #movie-club."""
        robot = self.world.add_person("Robot", bot=True)
        self.world.join(robot.id, self.world.channel_named("movie-club").id)
        return self.say("Robot", text)

    def edit(self, question: Message, text: str) -> None:
        """A question's asker makes it this one, with a mention."""
        self.world.person_edits(question.channel_id, question.ts, f"{self.world.mention_of_bot} {text}")

    def delete(self, question: Message) -> None:
        """A question's asker deletes it."""
        self.world.person_deletes(question.channel_id, question.ts)

    def react(self, person: str, message: Message, name: str = "octagonal_sign") -> None:
        """A person adds a reaction."""
        self.world.person_reacts(self.id_of(person), message.channel_id, message.ts, name)

    def answers(self, question: Message) -> list[Message]:
        """Our text messages in the question's thread, oldest first; cards are no text."""
        root = question.thread_ts or question.ts
        found = self.world.messages_in(question.channel_id, thread_ts=root)
        return [each for each in found if each.author_id == self.world.bot_id and not _is_cards(each)]

    def cards(self, question: Message) -> list[Message]:
        """Our messages of cards there."""
        root = question.thread_ts or question.ts
        found = self.world.messages_in(question.channel_id, thread_ts=root)
        return [each for each in found if each.author_id == self.world.bot_id and _is_cards(each)]

    def texts(self, question: Message) -> list[str]:
        """What our messages say now, in Markdown."""
        return [body(message) for message in self.answers(question)]

    def told(self, person: str, question: Message) -> list[str]:
        """What one person alone sees of us in the question's thread, or in its channel."""
        everything = self.world.state.messages_of(question.channel_id)
        return [body(each) for each in everything if each.visible_to == self.id_of(person)]

    def thread_name(self, question: Message) -> str | None:
        """What the question's thread is called, which those of direct messages alone are."""
        return self.world.state.titles.get((question.channel_id, question.thread_ts or question.ts))

    def steps(self, question: Message) -> list[str]:
        """What shows of the path: the thread's status line, while it has one."""
        found = self.world.state.statuses.get((question.channel_id, question.thread_ts or question.ts))
        return [found.text] if found and found.text else []

    def key(self, message: Message) -> str:
        """The message's timestamp."""
        return message.ts

    def throttled(self) -> float:
        """The share of calls that were refused for being too many."""
        return len([each for each in self.server.exchanges if each.error == "ratelimited"]) / len(self.server.exchanges)

    def end(self, question: Message) -> str | None:
        """How the question's turn ended, by its mark; None while it runs."""
        found = self.world.message(question.channel_id, question.ts)
        marks = [each.name for each in found.reactions if self.world.bot_id in each.user_ids]
        return next((ENDS[mark] for mark in marks if mark in ENDS), None)

    async def finished(self, question: Message, seconds: float = 60.0) -> str:
        """Wait for the end and say which."""
        await until(lambda: self.end(question), seconds)
        end = self.end(question)
        assert end is not None
        return end

    def calls(self, method: str) -> list[str]:
        """How the calls of a method ended: "ok" or its error."""
        return [str(each.error or "ok") for each in self.server.exchanges if each.name == method]


def body(message: Message) -> str:
    """A message's Markdown as we wrote it."""
    return markdown(message.blocks)


def markdown(blocks: Iterable[JsonObject]) -> str:
    """That of a message's blocks."""
    kept = [str(block["text"]) for block in blocks if block["type"] == "markdown"]
    return "\n".join(kept).replace(JOINER, "")


def _is_cards(message: Message) -> bool:
    return any(block["type"] in {"section", "context_actions"} for block in message.blocks)


@asynccontextmanager
async def slack_sandbox(
    limits: Limits = REAL_LIMITS, before: Callable[[SlackServer], None] = lambda _: None
) -> AsyncIterator[SlackStage]:
    """A local Slack alone; `before` may add to it before it starts."""
    server = SlackServer(World(), limits)
    server.world.state.app.shortcuts = ("ask_matinee",)
    before(server)
    await server.start()
    try:
        yield SlackStage(server)
    finally:
        await server.stop()
    assert [] == strange(server.exchanges)
    assert_quiet(server.world)


def assert_quiet(world: World) -> None:
    """Nobody was pinged by what everybody sees, and no key was used twice."""
    everything = [each for channel in world.state.channels for each in world.state.messages_of(channel)]
    ours = [each for each in everything if each.author_id == world.bot_id and not each.visible_to]
    assert not [each for each in ours if each.pinged]
    keys = [key for each in ours if (key := _payload(each).get("key"))]
    assert len(keys) == len(set(keys))


def _payload(message: Message) -> dict[str, object]:
    """What we enclosed in a message."""
    found = (message.metadata or {}).get("event_payload")
    return found if isinstance(found, dict) else {}


@asynccontextmanager
async def slack_bot(
    stage: SlackStage, database: str, redis: Redis, titles: TitleNames | None = None, observer: Observer | None = None
) -> AsyncIterator[None]:
    """A gateway in this process, connected to the sandbox."""
    async with asyncpg.create_pool(database, min_size=1, max_size=10) as pool:
        platforms = Platforms(observer=observer)
        add_slack(platforms, SlackClient(stage.server.bot_token, api_base=stage.server.api_base), stage.server.app_token)
        async with gateway_half(Services(redis, pool), platforms, titles):
            yield


@asynccontextmanager
async def slack_theatre(
    database: str,
    redis: Redis,
    domain: Domain,
    model: Llm | None = None,
    limits: Limits = REAL_LIMITS,
    titles: TitleNames | None = None,
) -> AsyncIterator[SlackStage]:
    """Sandbox, gateway and worker together."""
    async with slack_sandbox(limits) as stage, worker(redis, domain, model), slack_bot(stage, database, redis, titles):
        yield stage
