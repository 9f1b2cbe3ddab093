"""Either half is killed in the middle of an answer: the same message is finished."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

from tests.journeys.stage import Stage, bot, sandbox, until
from tests.journeys.worker_process import REASON

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def process(*arguments: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python process; it is killed at the end if it still lives."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, cwd=ROOT, env={**os.environ, **environment}, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


def gateway_environment(stage: Stage, database: str, redis_url: str) -> dict[str, str]:
    """The settings of `matinee gateway` on the sandbox and the test's services."""
    return {
        "DISCORD_TOKEN": stage.server.token,
        "DISCORD_API_BASE": stage.server.api_base,
        "DISCORD_GATEWAY_URL": stage.server.gateway_url,
        "DATABASE_URL": database,
        "REDIS_URL": redis_url,
        "MATINEE_HEALTH_PORT": "0",
    }


async def test_a_killed_gateway_is_replaced_and_the_same_message_is_finished(
    database: str, redis: Redis, valkey_url: str
) -> None:
    """SIGKILL mid-answer; the run goes on without it; the next gateway brings the very same message to its end."""
    async with (
        sandbox() as stage,
        process("tests.journeys.worker_process", valkey_url, "w1", "40"),
    ):
        environment = gateway_environment(stage, database, valkey_url)
        async with process("bot.cli", "gateway", **environment) as first:
            await until(lambda: stage.server.gateway.identified)
            question = stage.say("Ada", "something tense")
            await until(lambda: any("Rope" in text for text in stage.texts(question)))
            [half] = stage.words(question)
            first.send_signal(signal.SIGKILL)
            await first.wait()
        assert stage.end(question) is None
        async with process("bot.cli", "gateway", **environment):
            assert "done" == await stage.finished(question)
        [whole] = stage.words(question)
        assert half.id == whole.id
        assert 9 == whole.content.count(REASON.strip())


async def test_a_gateway_that_is_told_to_go_finishes_what_it_shows(database: str, redis: Redis, valkey_url: str) -> None:
    """SIGTERM drains: the final is out and the exit code is 0."""
    async with (
        sandbox() as stage,
        process("tests.journeys.worker_process", valkey_url, "w1", "60"),
        process("bot.cli", "gateway", **gateway_environment(stage, database, valkey_url)) as gateway,
    ):
        await until(lambda: stage.server.gateway.identified)
        question = stage.say("Ada", "something tense")
        await until(lambda: any("Rope" in text for text in stage.texts(question)))
        gateway.send_signal(signal.SIGTERM)
        assert 0 == await gateway.wait()
        assert 9 == stage.texts(question)[0].count(REASON.strip())


async def test_a_killed_worker_is_replaced_and_the_text_does_not_jump_back(
    database: str, redis: Redis, valkey_url: str
) -> None:
    """SIGKILL mid-answer; another worker claims the run; the message only ever grows, and ends whole."""
    async with sandbox() as stage, bot(stage, database, redis):
        lengths: list[int] = []
        async with process("tests.journeys.worker_process", valkey_url, "w1", "40") as first:
            question = stage.say("Ada", "something tense")
            await until(lambda: any("The Guilty" in text for text in stage.texts(question)))
            first.send_signal(signal.SIGKILL)
            await first.wait()
        async with process("tests.journeys.worker_process", valkey_url, "w2", "40"):
            while stage.end(question) is None:
                lengths.append(len(stage.texts(question)[0].removesuffix(" ▍")))
                await asyncio.sleep(0.05)
        [answer] = stage.words(question)
        assert lengths == sorted(lengths)
        assert 9 == answer.content.count(REASON.strip())
