"""Brings the database's schema up to date: numbered SQL files, each applied once, whole or not at all.

    bot/store/migrations/0001_conversations.sql, 0002_….sql, …

Numbers count from 1 without gaps. A file that was applied is never edited: its SHA-256 is kept and compared.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import asyncpg

# Any number will do as long as nothing else in this database uses it: "matinee" in ASCII.
ADVISORY_LOCK = 0x6D6174696E6565
FILE_NAME = re.compile(r"(\d{4})_([a-z0-9_]+)\.sql")
JOURNAL = """
    CREATE TABLE IF NOT EXISTS matinee_migrations (
        number integer PRIMARY KEY,
        name text NOT NULL,
        sha256 text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
    )
"""


class MigrationError(Exception):
    """The schema cannot be brought up to date. The message is one plain sentence with the way out."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered file."""

    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        """The digest of the file's text, its line ends made alike."""
        return hashlib.sha256(self.sql.replace("\r\n", "\n").encode()).hexdigest()


async def migrate(connection: asyncpg.Connection, folder: Path | None = None) -> list[str]:
    """Apply what is new in `folder` (default: the package's own files) and return the names of the files applied.

    Any number of processes may call this at once: one works, the others wait and find nothing to do. Raises MigrationError.
    """
    migrations = read_migrations(folder or resources.files("bot.store").joinpath("migrations"))
    await connection.execute("SELECT pg_advisory_lock($1)", ADVISORY_LOCK)
    try:
        await connection.execute(JOURNAL)
        rows = await connection.fetch("SELECT number, name, sha256 FROM matinee_migrations ORDER BY number")
        applied = {row["number"]: (row["name"], row["sha256"]) for row in rows}
        pending = plan(migrations, applied)
        for migration in pending:
            await _apply(connection, migration)
    finally:
        if not connection.is_closed():  # a lost connection has lost its lock too
            await connection.execute("SELECT pg_advisory_unlock($1)", ADVISORY_LOCK)
    return [migration.name for migration in pending]


def read_migrations(folder: Traversable) -> list[Migration]:
    """The files of a folder in order. Raises MigrationError for a name out of form, a gap or a number used twice."""
    migrations = []
    for file in folder.iterdir():
        if not file.name.endswith(".sql"):
            continue
        match = FILE_NAME.fullmatch(file.name)
        if match is None:
            raise MigrationError(f"{file.name} is not named like a migration: call it 0001_what_it_does.sql.")
        migrations.append(Migration(int(match[1]), file.name, file.read_text(encoding="utf-8")))
    migrations.sort(key=lambda migration: (migration.number, migration.name))
    for expected, migration in enumerate(migrations, start=1):
        if migration.number != expected:
            problem = "is there twice" if migration.number < expected else f"comes where {expected:04} is expected"
            raise MigrationError(f"Migration {migration.number:04} {problem}: number the files from 0001 without gaps.")
    return migrations


def plan(migrations: Sequence[Migration], applied: Mapping[int, tuple[str, str]]) -> list[Migration]:
    """What is to be applied. `applied` maps numbers to (name, sha256).

    Raises MigrationError when an applied file was changed or is unknown here.
    """
    known = {migration.number: migration for migration in migrations}
    for number, (name, sha256) in applied.items():
        migration = known.get(number)
        if migration is None:
            raise MigrationError(
                f"The database has migration {name}, which this version does not know: start the newer version that applied it."
            )
        if migration.sha256 != sha256:
            raise MigrationError(
                f"Migration {migration.name} was changed after it was applied: "
                "restore the file and put the change into a new one."
            )
    pending = [migration for migration in migrations if migration.number not in applied]
    if pending and applied and pending[0].number < max(applied):
        raise MigrationError(
            f"Migration {pending[0].name} is older than the newest one applied: restore the database's journal."
        )
    return pending


async def _apply(connection: asyncpg.Connection, migration: Migration) -> None:
    try:
        async with connection.transaction():
            await connection.execute(migration.sql)
            await connection.execute(
                "INSERT INTO matinee_migrations (number, name, sha256) VALUES ($1, $2, $3)",
                migration.number,
                migration.name,
                migration.sha256,
            )
    except asyncpg.PostgresError as error:
        raise MigrationError(
            f"Migration {migration.name} failed and was rolled back ({error}): mend the file or the database and start again."
        ) from error
