"""Follows the run that chooses a movie night's next step, to its end."""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from typing import Any, TypeAlias

from redis.asyncio import Redis

from agent.contract import InterruptAck, NodeOutput, RunError, StepDone, StepEnd
from bot.ports import Clock
from bot.relay import QUEUE_SECONDS, SILENCE_SECONDS, entries

Note: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Takes what a search found out so far, for people to see while they wait."""


async def follow(redis: Redis, run_id: str, clock: Clock, note: Note) -> StepEnd | None:
    """How the run ended; None if it has gone silent. Raises nothing of its own."""
    attempt, heard = 0, clock.now()
    async with aclosing(entries(redis, run_id)) as stream:
        async for entry in stream:
            if entry is None:
                if clock.now() - heard > (SILENCE_SECONDS if attempt else QUEUE_SECONDS):
                    return None
                continue
            if entry.attempt < attempt:  # of a worker that was replaced
                continue
            attempt, heard = entry.attempt, clock.now()
            match entry.event:
                case StepDone() | InterruptAck() | RunError():
                    return entry.event
                case NodeOutput(_, data):
                    note(data)
    return None
