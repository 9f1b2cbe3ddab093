"""Reading a run's events from a real Valkey."""

import asyncio
import random

from redis.asyncio import Redis

from bot.relay import entries


async def _read(redis: Redis) -> None:
    async for _ in entries(redis, "a run that says nothing"):
        pass


async def test_whoever_reads_a_run_lets_go_at_the_first_cancellation(redis: Redis) -> None:
    """Wherever in its call the cancellation comes: redis-py can swallow it, and nobody cancels twice for twenty seconds."""
    chance = random.Random(7)
    readers = []
    for _ in range(60):
        readers.append(asyncio.create_task(_read(redis)))
        await asyncio.sleep(chance.choice((0, 0, 0.0005, 0.001, 0.003)))
        readers[-1].cancel()
    _, still = await asyncio.wait(readers, timeout=15)
    assert not still
    assert all(reader.cancelled() for reader in readers)
