"""The migrations runner, on a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.embedded import EmbeddedPostgres
from bot.store.migrate import Migration, MigrationError, migrate, plan, read_migrations

FILMS = "CREATE TABLE films (title text);\nINSERT INTO films VALUES ('Rope');\n"
YEARS = "ALTER TABLE films ADD COLUMN year int;\n"


@pytest.fixture
async def empty(postgres: EmbeddedPostgres) -> AsyncIterator[str]:
    """The DSN of a database without any table."""
    admin = await asyncpg.connect(postgres.dsn)
    await admin.execute("DROP DATABASE IF EXISTS unmigrated WITH (FORCE)")
    await admin.execute("CREATE DATABASE unmigrated")
    yield postgres.dsn_of("unmigrated")
    await admin.execute("DROP DATABASE unmigrated WITH (FORCE)")
    await admin.close()


@pytest.fixture
async def connection(empty: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection to it."""
    connection = await asyncpg.connect(empty)
    yield connection
    await connection.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two migrations."""
    (tmp_path / "0001_films.sql").write_text(FILMS)
    (tmp_path / "0002_years.sql").write_text(YEARS)
    (tmp_path / "README").write_text("not SQL")
    return tmp_path


async def test_applies_in_order_and_once(connection: asyncpg.Connection, folder: Path):
    """All files are applied in order; a second run finds nothing to do."""
    assert await migrate(connection, folder) == ["0001_films.sql", "0002_years.sql"]
    assert await migrate(connection, folder) == []

    assert [dict(row) for row in await connection.fetch("SELECT * FROM films")] == [{"title": "Rope", "year": None}]


async def test_applies_only_what_is_new(connection: asyncpg.Connection, folder: Path):
    """A file that is added later is the only one applied then."""
    await migrate(connection, folder)
    (folder / "0003_more.sql").write_text("INSERT INTO films VALUES ('Locke', 2013);")

    assert await migrate(connection, folder) == ["0003_more.sql"]


async def test_runners_at_the_same_time(empty: str, folder: Path):
    """Of several processes that start at once one migrates, and all end well."""
    connections = [await asyncpg.connect(empty) for _ in range(5)]

    results = await asyncio.gather(*(migrate(connection, folder) for connection in connections))

    assert sorted(results) == [[], [], [], [], ["0001_films.sql", "0002_years.sql"]]
    for connection in connections:
        await connection.close()


async def test_a_failed_file_leaves_nothing(connection: asyncpg.Connection, folder: Path):
    """A file that fails half-way is rolled back whole, those before it stay, and the error names the file and the cause."""
    (folder / "0003_broken.sql").write_text("CREATE TABLE half (n int); INSERT INTO nowhere VALUES (1);")

    with pytest.raises(MigrationError, match=r"0003_broken\.sql failed and was rolled back \(.*nowhere.*does not exist"):
        await migrate(connection, folder)

    assert await connection.fetchval("SELECT to_regclass('half')") is None
    assert await connection.fetchval("SELECT max(number) FROM matinee_migrations") == 2
    (folder / "0003_broken.sql").write_text("CREATE TABLE half (n int);")
    assert await migrate(connection, folder) == ["0003_broken.sql"]


async def test_a_file_and_its_note_are_one(connection: asyncpg.Connection, folder: Path):
    """When a file applies but cannot be noted in the journal, the file is rolled back too."""
    note = "INSERT INTO matinee_migrations (number, name, sha256) VALUES (3, 'x', 'y');"
    (folder / "0003_greedy.sql").write_text(f"CREATE TABLE half (n int); {note}")

    with pytest.raises(MigrationError, match=r"0003_greedy\.sql failed and was rolled back"):
        await migrate(connection, folder)

    assert await connection.fetchval("SELECT to_regclass('half')") is None
    assert await connection.fetchval("SELECT max(number) FROM matinee_migrations") == 2


async def test_the_lock_is_let_go_after_a_failure(empty: str, connection: asyncpg.Connection, folder: Path):
    """A failure does not lock the next runner out."""
    (folder / "0003_broken.sql").write_text("SELECT 1/0;")
    with pytest.raises(MigrationError):
        await migrate(connection, folder)
    (folder / "0003_broken.sql").unlink()
    other = await asyncpg.connect(empty, command_timeout=10)

    assert await migrate(other, folder) == []

    await other.close()


async def test_an_edited_file_is_refused(connection: asyncpg.Connection, folder: Path):
    """A file that was changed after it was applied is refused by name, before anything new is applied."""
    await migrate(connection, folder)
    (folder / "0001_films.sql").write_text(FILMS + "-- and more")
    (folder / "0003_more.sql").write_text("CREATE TABLE more (n int);")

    with pytest.raises(MigrationError, match=r"0001_films\.sql was changed after it was applied"):
        await migrate(connection, folder)

    assert await connection.fetchval("SELECT to_regclass('more')") is None


async def test_other_line_ends_are_no_edit(connection: asyncpg.Connection, folder: Path):
    """A checkout with Windows line ends is the same file."""
    await migrate(connection, folder)
    (folder / "0001_films.sql").write_bytes(FILMS.replace("\n", "\r\n").encode())

    assert await migrate(connection, folder) == []


async def test_a_newer_database_is_refused(connection: asyncpg.Connection, folder: Path):
    """A version that does not know what was applied does not touch the database."""
    await migrate(connection, folder)
    (folder / "0002_years.sql").unlink()

    with pytest.raises(MigrationError, match=r"has migration 0002_years\.sql, which this version does not know"):
        await migrate(connection, folder)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["0001_a.sql", "0003_c.sql"], "Migration 0003 comes where 0002 is expected"),
        (["0002_b.sql"], "Migration 0002 comes where 0001 is expected"),
        (["0001_a.sql", "0001_b.sql"], "Migration 0001 is there twice"),
        (["1_a.sql"], r"1_a\.sql is not named like a migration"),
        (["0001-a.sql"], r"0001-a\.sql is not named like a migration"),
    ],
)
def test_names_that_cannot_be_ordered(tmp_path: Path, names: list[str], message: str):
    """Gaps, duplicates and names out of form are refused before anything runs."""
    for name in names:
        (tmp_path / name).write_text("SELECT 1;")

    with pytest.raises(MigrationError, match=message):
        read_migrations(tmp_path)


async def test_our_own_migrations_apply(connection: asyncpg.Connection):
    """The package's own files are found, apply to an empty database, and apply once."""
    first = await migrate(connection)
    second = await migrate(connection)

    assert first
    assert first[0].startswith("0001_")
    assert second == []


@given(count=st.integers(0, 30), applied=st.sets(st.integers(1, 30)))
def test_plan_is_the_rest_or_a_refusal(count: int, applied: set[int]):
    """For any set of applied numbers, the plan is exactly the numbers after it, or a refusal when there is no such order."""
    migrations = [Migration(number, f"{number:04}_x.sql", "SELECT 1") for number in range(1, count + 1)]
    journal = {number: (f"{number:04}_x.sql", migrations[0].sha256 if migrations else "") for number in applied}

    in_order = applied == set(range(1, len(applied) + 1)) and len(applied) <= count
    if in_order:
        assert [migration.number for migration in plan(migrations, journal)] == list(range(len(applied) + 1, count + 1))
    else:
        with pytest.raises(MigrationError):
            plan(migrations, journal)
