"""The servers behind the fixtures are real and clean."""

import asyncpg


async def test_redis_is_empty_and_speaks_streams(redis):
    """Every test finds an empty Valkey with consumer groups."""
    assert await redis.dbsize() == 0
    await redis.xgroup_create("runs", "workers", mkstream=True)
    entry = await redis.xadd("runs", {"text": "café"})

    [(_, entries)] = await redis.xreadgroup("workers", "one", {"runs": ">"})

    assert entries == [(entry, {"text": "café"})]


async def test_redis_forgets_between_tests(redis):
    """What another test wrote is gone."""
    assert await redis.keys() == []


async def test_database_is_a_tests_own(database):
    """A table made in one test's database is not in another's."""
    connection = await asyncpg.connect(database)
    await connection.execute("CREATE TABLE only_here (n int)")
    await connection.close()


async def test_database_is_fresh(database):
    """Every test starts with the migrated schema alone."""
    connection = await asyncpg.connect(database)
    assert await connection.fetchval("SELECT to_regclass('only_here')") is None
    await connection.close()
