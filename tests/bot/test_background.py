"""The weekly update behind a bot that serves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.commands.background import TRY_AGAIN_AFTER, UPDATE_EVERY, ingest_behind, last_ingest, update_weekly
from bot.settings import Settings
from tests.fakes.clock import FakeClock

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1).total_seconds()


class Catalogue:
    """A catalogue that was last read at some time, and what its updates do."""

    def __init__(self, clock: FakeClock, *, age: timedelta | None) -> None:
        self.clock = clock
        self.read_at = START - age if age is not None else None
        self.problem = ""
        self.updates: list[timedelta] = []
        self.said: list[str] = []

    def now(self) -> datetime:
        """The fake clock's time as a date."""
        return START + timedelta(seconds=self.clock.now())

    async def update(self) -> str:
        """Note when, and read the sources unless there is a problem."""
        self.updates.append(self.now() - START)
        if not self.problem:
            self.read_at = self.now()
        return self.problem

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """The weekly update at work."""
        task = asyncio.create_task(
            update_weekly(lambda: self.read_at, self.update, self.said.append, now=self.now, sleep=self.clock.sleep)
        )
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def test_the_catalogue_is_updated_a_week_after_it_was_read_and_every_week_from_then() -> None:
    """Read two days ago: in five days, then every seven."""
    catalogue = Catalogue(FakeClock(), age=timedelta(days=2))
    async with catalogue.kept():
        await catalogue.clock.advance(4.9 * DAY)
        assert catalogue.updates == []
        await catalogue.clock.advance(15 * DAY)
    assert catalogue.updates == [timedelta(days=5), timedelta(days=12), timedelta(days=19)]
    assert catalogue.said == ["the catalogue is up to date again"] * 3


async def test_a_catalogue_that_is_overdue_is_updated_at_once() -> None:
    """A bot that was off for a month does not wait another week."""
    catalogue = Catalogue(FakeClock(), age=timedelta(days=30))
    async with catalogue.kept():
        await catalogue.clock.settle()
    assert catalogue.updates == [timedelta(0)]


async def test_an_update_that_fails_is_said_and_tried_again_hours_later() -> None:
    """Not at once, which would be a loop, and not in a week."""
    catalogue = Catalogue(FakeClock(), age=UPDATE_EVERY)
    catalogue.problem = "the disk is full"
    async with catalogue.kept():
        await catalogue.clock.advance(TRY_AGAIN_AFTER.total_seconds() + 1)
        catalogue.problem = ""
        await catalogue.clock.advance(TRY_AGAIN_AFTER.total_seconds() + 1)
    assert catalogue.updates == [timedelta(0), TRY_AGAIN_AFTER, TRY_AGAIN_AFTER * 2]
    assert catalogue.said == ["the catalogue serves as it was; the disk is full"] * 2 + ["the catalogue is up to date again"]


async def test_an_update_by_another_process_counts() -> None:
    """Whoever ingests by hand in the meantime moves the next update on."""
    catalogue = Catalogue(FakeClock(), age=timedelta(days=6))
    async with catalogue.kept():
        await catalogue.clock.advance(0.5 * DAY)
        catalogue.read_at = catalogue.now()
        await catalogue.clock.advance(6 * DAY)
        assert catalogue.updates == []
        await catalogue.clock.advance(1 * DAY)
    assert catalogue.updates == [timedelta(days=7.5)]


async def test_without_a_catalogue_nothing_is_updated() -> None:
    """It is looked for now and then."""
    catalogue = Catalogue(FakeClock(), age=None)
    async with catalogue.kept():
        await catalogue.clock.advance(10 * DAY)
    assert catalogue.updates == []


async def test_an_ingest_behind_the_bot_brings_back_why_it_failed(tmp_path: Path) -> None:
    """The process is the real command: without a catalogue an update has nothing to read, and says what to do."""
    settings = Settings(_env_file=None, MATINEE_DATA_DIR=tmp_path / "data")
    assert settings.data_dir == tmp_path / "data"
    assert last_ingest(settings) is None
    problem = await ingest_behind(settings, "--update", progress=lambda line: None)
    assert "name its sources once" in problem
