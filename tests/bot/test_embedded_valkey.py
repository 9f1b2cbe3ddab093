"""What the stream bus promises beyond running."""

from pathlib import Path

from redis.asyncio import Redis

from bot.embedded import EmbeddedValkey


async def test_nothing_is_dropped_and_everything_logged(tmp_path: Path):
    """The log of writes is on, and a full memory refuses instead of forgetting."""
    async with await EmbeddedValkey.start(tmp_path) as service, Redis.from_url(service.url, decode_responses=True) as redis:
        settings = await redis.config_get("append*", "maxmemory*", "port")

        assert settings["appendonly"] == "yes"
        assert settings["appendfsync"] == "everysec"
        assert settings["maxmemory-policy"] == "noeviction"
        assert int(settings["maxmemory"]) > 0
        assert settings["port"] == "0"


async def test_consumer_groups_outlive_a_restart(tmp_path: Path):
    """A run that was taken but not finished is still pending after a restart, for another worker to claim."""
    async with await EmbeddedValkey.start(tmp_path) as service, Redis.from_url(service.url) as redis:
        await redis.xgroup_create("runs", "workers", mkstream=True)
        entry = await redis.xadd("runs", {"run": "1"})
        await redis.xreadgroup("workers", "one", {"runs": ">"})

    async with await EmbeddedValkey.start(tmp_path) as service, Redis.from_url(service.url) as redis:
        _, claimed, _ = await redis.xautoclaim("runs", "workers", "two", min_idle_time=0)

        assert claimed == [(entry, {b"run": b"1"})]
