"""A visit, the same on both platforms: what people do there and see. What differs is data: the port's `limits`, and how many
conversations at once are many."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import pytest
from redis.asyncio import Redis

from adapters.discord.chat import LIMITS as DISCORD_LIMITS
from adapters.sandbox import discord, slack
from adapters.sandbox.discord.limits import NO_LIMITS as FREE_DISCORD
from adapters.slack.chat import LIMITS as SLACK_LIMITS
from agent.domain import Domain
from agent.llm import Llm
from agent.llm_scripted import ScriptedLlm
from bot.types import ChatLimits
from tests.journeys import slack_stage, stage

RETRIEVE = {"FakeRoute": {"decision": "RETRIEVE", "media_type": None}}
REASON = "It is a chamber piece whose walls come closer with every minute that passes. "
ANSWER = f"Three for tonight.\n\n[1] {REASON * 3}\n\n[2] {REASON * 3}\n\n[3] {REASON * 3}"


def model(rate: float = 50.0, answer: str = ANSWER, **options: object) -> ScriptedLlm:
    """A model that recommends three documents at `rate` tokens a second."""
    return ScriptedLlm(answer, decisions=RETRIEVE, rate=rate, **options)  # type: ignore[arg-type]


class Visit(Protocol):
    """People on one platform, and what they see. A message is the sandbox's own."""

    def id_of(self, person: str) -> str: ...
    def say(self, person: str, text: str, *, mention: bool = True) -> Any: ...
    def reply(self, person: str, question: Any, text: str, *, mention: bool = False) -> Any: ...
    def write(self, person: str, text: str, *, thread: Any = None) -> Any: ...
    def robot_says(self, text: str) -> Any: ...
    def edit(self, question: Any, text: str) -> None: ...
    def delete(self, question: Any) -> None: ...
    def react(self, person: str, message: Any) -> None: ...
    def answers(self, question: Any) -> Sequence[Any]: ...
    def texts(self, question: Any) -> list[str]: ...
    def cards(self, question: Any) -> Sequence[Any]: ...
    def told(self, person: str, question: Any) -> list[str]: ...
    def steps(self, question: Any) -> list[str]: ...
    def thread_name(self, question: Any) -> str | None: ...
    def end(self, question: Any) -> str | None: ...
    async def finished(self, question: Any, seconds: float = 60.0) -> str: ...
    def key(self, message: Any) -> str: ...
    def throttled(self) -> float: ...


@dataclass(frozen=True)
class Platform:
    """A platform: its limits, its sandbox with or without them, and a gateway to that."""

    limits: ChatLimits
    real: Callable[[], AbstractAsyncContextManager[Visit]]
    free: Callable[[], AbstractAsyncContextManager[Visit]]
    gateway: Callable[[Any, str, Redis], AbstractAsyncContextManager[None]]
    many: int  # conversations at once that its limits can only just carry
    throttled: float  # the share of calls that may be refused then


PLATFORMS = {
    "discord": Platform(
        DISCORD_LIMITS,
        lambda: stage.sandbox(discord.REAL_LIMITS),
        lambda: stage.sandbox(FREE_DISCORD),
        stage.bot,
        many=40,
        throttled=0.05,
    ),
    "slack": Platform(
        SLACK_LIMITS,
        lambda: slack_stage.slack_sandbox(slack.REAL_LIMITS),
        lambda: slack_stage.slack_sandbox(slack.NO_LIMITS),
        slack_stage.slack_bot,
        many=12,
        throttled=0.0,
    ),
}
on_both = pytest.mark.parametrize("platform", PLATFORMS.values(), ids=PLATFORMS)


@asynccontextmanager
async def theatre(
    platform: Platform, database: str, redis: Redis, domain: Domain, llm: Llm | None = None, *, paced: bool = False
) -> AsyncIterator[Visit]:
    """Sandbox, gateway and worker together; `paced` with the platform's limits."""
    async with (
        (platform.real if paced else platform.free)() as visit,
        stage.worker(redis, domain, llm),
        platform.gateway(visit, database, redis),
    ):
        yield visit
