"""What tests share: the real servers, started by our own supervisors, one pair per pytest process; one installation per run."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import asyncpg
import pytest
import structlog
from hypothesis import settings
from redis.asyncio import Redis

from bot.embedded import EmbeddedPostgres, EmbeddedValkey
from bot.store.migrate import migrate
from tests.installation import KnowingEncoder, install
from tests.schedule import Schedule, place

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

TEMPLATE = "migrated"

# A deadline is a timed assertion: it fails on a machine that does other things.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# What goes right says nothing; warnings and errors show beside the test that caused them. Tracebacks are plain: rich ones take
# two seconds each on the event loop, and on a busy machine Valkey's client gave up meanwhile.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ],
    wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long begins first where several processes share the tests."""
    for item in items:
        if "installation" in getattr(item, "fixturenames", ()):  # embedded on one thread, or waited for
            item.add_marker(pytest.mark.timeout(900))
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: place(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "Scheduling":
    """Groups and order are ours."""
    return Schedule(config, log)


class QuickPostgres(EmbeddedPostgres):
    """A PostgreSQL whose data need not survive the machine."""

    options: ClassVar[Mapping[str, str]] = {**EmbeddedPostgres.options, "fsync": "off", "max_connections": "100"}


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Valkey server of this pytest process."""
    service = asyncio.run(EmbeddedValkey.start(tmp_path_factory.mktemp("valkey")))
    yield service.url
    asyncio.run(service.stop())


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL server of this pytest process, with a migrated template database."""
    service = asyncio.run(QuickPostgres.start(tmp_path_factory.mktemp("postgres")))
    asyncio.run(_make_template(service))
    yield service
    asyncio.run(service.stop())


@pytest.fixture(scope="session")
def postgres_dsn(postgres: EmbeddedPostgres) -> str:
    """The DSN of that server's own database, `matinee`, which has no tables of ours."""
    return postgres.dsn


@pytest.fixture
async def redis(valkey_url: str) -> AsyncIterator[Redis]:
    """A client of an empty Valkey, of whose patience only a hang reaches the end; replies are text."""
    async with Redis.from_url(valkey_url, decode_responses=True, socket_timeout=60) as client:
        await client.flushall()
        yield client


@pytest.fixture
async def database(postgres: EmbeddedPostgres) -> AsyncIterator[str]:
    """The DSN of a database of this test alone, migrated and empty."""
    name = f"test_{next(_numbers)}"
    await _admin(postgres, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    yield postgres.dsn_of(name)
    await _admin(postgres, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the starter catalogue, embedded once for all processes: work on a copy of it."""
    return install(tmp_path_factory)


@pytest.fixture(scope="session")
def dense(installation: Path) -> Iterator[KnowingEncoder]:
    """The local encoder, loaded once a process; what the starter catalogue says is embedded already."""
    encoder = KnowingEncoder(installation)
    yield encoder
    encoder.close()


_numbers = itertools.count(1)


async def _make_template(service: EmbeddedPostgres) -> None:
    await _admin(service, f"CREATE DATABASE {TEMPLATE}")
    connection = await asyncpg.connect(service.dsn_of(TEMPLATE))
    try:
        await migrate(connection)
    finally:
        await connection.close()


async def _admin(service: EmbeddedPostgres, statement: str) -> None:
    connection = await asyncpg.connect(service.dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
