"""Whatever fails at whichever step of an answer: its text ends exact, and no message comes twice.

Rows are faults, columns the steps of an answer. The whole gateway runs over real sockets, with its waits shortened; the test
plays the worker, so that each step begins when it says so.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, get_args

import pytest
from redis.asyncio import Redis

import bot.app
from adapters.discord import chat as discord_chat
from adapters.discord.chat import LIMITS, DiscordChat
from adapters.discord.client import DiscordClient
from adapters.sandbox.discord.faults import Drop, Effect, Hold, Planned, ServerError, Slow, TooMany
from adapters.sandbox.discord.limits import NO_LIMITS
from adapters.sandbox.discord.model import Message
from agent.contract import GenerationStarted, ResponseChunk, ResponseDone, TitleCard, TitleRef
from bot.clock import SystemClock
from bot.egress import Rate
from bot.markdown import split
from bot.store.conversations import ConversationStore
from bot.store.inbox import InboxStore
from tests.bot.core import FakeWorker
from tests.journeys.stage import Stage, sandbox, until
from tests.journeys.stage import bot as gateway

Step = Literal["thread", "placeholder", "first text", "more text", "final", "cards"]
STEPS: tuple[Step, ...] = get_args(Step)

WORDS = [f"word{number}" for number in range(320)]
FINAL = " ".join(WORDS)
EXPECTED = [*split(FINAL, LIMITS.text), ""]  # the cards' message has no text of its own
CARDS = (TitleCard(TitleRef("heat-1995", "Heat", 1995), "movie"),)
_FROM: dict[Step, Step] = {"cards": "final"}  # what follows another step by itself, and is struck from its beginning
BY_NOW = 0.5  # seconds that a call to the platform may take


@dataclass(slots=True)
class Answer:
    """A question whose answer is brought forward step by step."""

    stage: Stage
    worker: FakeWorker
    restart: Callable[[], Awaitable[None]]
    text: str
    asked: Message | None = None
    run: str = ""

    @property
    def question(self) -> Message:
        """Ada's message."""
        assert self.asked is not None
        return self.asked

    async def begin(self, step: Step) -> None:
        """Do what the step begins with. The cards follow the final by themselves."""
        match step:
            case "thread":
                self.asked = self.stage.say("Ada", self.text)
            case "first text":
                await until(lambda: self.stage.texts(self.question))
                [self.run] = await self.runs()
                await self.worker.emit(self.run, GenerationStarted(), ResponseChunk(" ".join(WORDS[:20])))
            case "more text":
                await self.worker.emit(self.run, ResponseChunk(" " + " ".join(WORDS[20:40])))
            case "final":
                await self.worker.emit(self.run, ResponseDone(FINAL, cards=CARDS))

    async def shown(self, step: Step) -> None:
        """Wait until people see what the step shows."""
        expected = {"placeholder": "Reading", "first text": WORDS[19], "more text": WORDS[39]}
        if step in expected:
            await until(lambda: any(expected[step] in text for text in self.stage.texts(self.question)))

    def plan(self, step: Step, effect: Effect) -> Planned:
        """Let the call that brings the step to the platform meet a fault."""
        where = self.asked.id if self.asked else r"\d+"
        posts, edits = rf"/channels/{where}/messages$", rf"/channels/{where}/messages/\d+$"
        faults = self.stage.server.faults
        match step:
            case "thread":
                return faults.on("POST", r"/messages/\d+/threads$", effect)
            case "placeholder":
                return faults.on("POST", posts, effect)
            case "cards":
                return faults.on("POST", posts, effect, skip=1)  # after the answer's second message
        return faults.on("PATCH", edits, effect)

    def messages(self) -> list[str]:
        """What our messages say, those without a text too."""
        return [message.content for message in self.stage.answers(self.question)]

    async def runs(self) -> list[str]:
        """The runs that were launched for the question."""
        return [one.run_id for one in await self.worker.requests() if one.question == self.text]


Fault = Callable[[Answer, Step], Awaitable[None]]
"""Prepares the fault at the beginning of a step, and strikes when its call is on its way."""


def meets(effect: Callable[[], Effect]) -> Fault:
    """The step's call meets an effect at the server."""

    async def strike(answer: Answer, step: Step) -> None:
        planned = answer.plan(step, effect())
        await answer.begin(_FROM.get(step, step))
        await until(lambda: planned.hits)

    return strike


def amid(act: Callable[[Answer], Awaitable[None]], *, applied: bool = False) -> Fault:
    """Something happens while the step's call waits at the server, not yet or already `applied`."""

    async def strike(answer: Answer, step: Step) -> None:
        released = asyncio.Event()
        planned = answer.plan(step, Hold(released, applied=applied))
        await answer.begin(_FROM.get(step, step))
        await until(lambda: planned.hits)
        await act(answer)
        released.set()

    return strike


def events(arrange: Callable[[Stage, str], None]) -> Fault:
    """The events of the step, our own messages' too, come in another way."""

    async def strike(answer: Answer, step: Step) -> None:
        for name in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "THREAD_CREATE", "MESSAGE_REACTION_ADD"):
            arrange(answer.stage, name)
        await answer.begin(_FROM.get(step, step))
        await asyncio.sleep(0.05)
        world = answer.stage.world
        for name in ("Ben", "Chloe"):  # what waits is delivered after the next events
            world.person_types(world.person_named(name).id, world.channel_named("general").id)

    return strike


def on_gateway(act: Callable[[Stage], None]) -> Callable[[Answer], Awaitable[None]]:
    """Something happens to the gateway's connection."""

    async def strike(answer: Answer) -> None:
        act(answer.stage)

    return strike


async def restart(answer: Answer) -> None:
    """Our process ends and another one begins."""
    await answer.restart()


FAULTS: dict[str, Fault] = {
    "429": meets(lambda: TooMany(0.05)),
    "429 without Via": meets(lambda: TooMany(0.05, via=False)),
    "429 of all": meets(lambda: TooMany(0.05, scope="global")),
    "502": meets(lambda: ServerError(502)),
    "502, applied": meets(lambda: ServerError(502, applied=True)),
    "dropped before it is applied": meets(lambda: Drop(applied=False)),
    "dropped after it is applied": meets(lambda: Drop(applied=True)),
    "reset after it is applied": meets(lambda: Drop(applied=True, reset=True)),
    "slow before it is applied": meets(lambda: Slow(BY_NOW * 1.5)),
    "slow after it is applied": meets(lambda: Slow(BY_NOW * 1.5, applied=True)),
    "op 7": amid(on_gateway(lambda stage: stage.server.faults.ask_reconnect())),
    "op 9, resumable": amid(on_gateway(lambda stage: stage.server.faults.invalidate_session(resumable=True))),
    "op 9": amid(on_gateway(lambda stage: stage.server.faults.invalidate_session())),
    "close 4000": amid(on_gateway(lambda stage: stage.server.faults.close_gateway(4000))),
    "close 4009": amid(on_gateway(lambda stage: stage.server.faults.close_gateway(4009))),
    "TCP reset": amid(on_gateway(lambda stage: stage.server.faults.reset_gateway())),
    "events twice": events(lambda stage, name: stage.server.faults.duplicate(name, times=2)),
    "events out of order": events(lambda stage, name: stage.server.faults.delay(name)),
    "restart before it is applied": amid(restart),
    "restart after it is applied": amid(restart, applied=True),
}


class BriskClock(SystemClock):
    """Real time in which nobody sleeps for long, yet long enough for what a 429 asks for after a few tries."""

    async def sleep(self, seconds: float) -> None:
        """Wait for a third of a second at most."""
        await asyncio.sleep(min(seconds, 0.33))


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway's own waits, shortened."""
    monkeypatch.setattr(DiscordChat, "limits", replace(LIMITS, edit_interval=0.02, reaction_interval=0.0))
    monkeypatch.setattr(discord_chat, "CHANNEL_RATE", Rate(10_000, 1.0))
    monkeypatch.setitem(DiscordChat.__init__.__kwdefaults__, "timeout", BY_NOW)  # type: ignore[arg-type]
    monkeypatch.setattr(bot.app, "SystemClock", BriskClock)
    monkeypatch.setattr(bot.app, "InboxStore", partial(InboxStore, lease_seconds=0.5))
    monkeypatch.setattr(bot.app, "ConversationStore", partial(ConversationStore, lease_seconds=0.5))
    monkeypatch.setattr(bot.app, "_TEND_SECONDS", 0.1)

    async def at_once(_self: DiscordClient, _shard: int | None, *, initial: bool = False) -> None:
        """discord.py waits five seconds before it identifies again."""

    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)


@asynccontextmanager
async def theatre(database: str, redis: Redis) -> AsyncIterator[tuple[Stage, Callable[[], Awaitable[None]]]]:
    """A sandbox with a gateway that can be restarted."""
    async with sandbox(NO_LIMITS) as stage, AsyncExitStack() as stack:
        running = await stack.enter_async_context(AsyncExitStack())
        await running.enter_async_context(gateway(stage, database, redis))

        async def again() -> None:
            await running.aclose()
            await running.enter_async_context(gateway(stage, database, redis))

        yield stage, again


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
async def test_at_every_step_the_text_ends_exact_and_nothing_comes_twice(database: str, redis: Redis, fault: Fault) -> None:
    """Each column is a question of its own, one after the other, in the same process (or its successors)."""
    async with theatre(database, redis) as (stage, again):
        worker = FakeWorker(redis)
        for struck in STEPS:
            answer = Answer(stage, worker, again, f"struck at the {struck}")
            for step in STEPS:
                if step == struck:
                    await fault(answer, step)
                elif step != _FROM.get(struck):
                    await answer.begin(step)
                    if STEPS.index(step) < STEPS.index(struck) and struck != "placeholder":
                        await answer.shown(step)
            with suppress(AssertionError):  # what is wrong says the next line
                await until(lambda answer=answer: stage.end(answer.question) and answer.messages() == EXPECTED)
            assert EXPECTED == answer.messages(), struck
            assert "done" == stage.end(answer.question), struck
            assert 1 == len(await answer.runs()), struck
            stage.server.faults.clear()
