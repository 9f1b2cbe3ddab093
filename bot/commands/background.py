"""Ingests behind a bot that serves: each in a process of its own, since embedding would slow answers down."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

from agent.catalogue.generation import Generations
from bot.settings import Settings

UPDATE_EVERY = timedelta(days=7)
# After an update that failed: long enough for a full disk or another ingest to be over.
TRY_AGAIN_AFTER = timedelta(hours=6)
# The longest nap: a machine that was suspended, or another process that updated, is noticed by then.
_LOOK_EVERY = timedelta(hours=1)

Say = Callable[[str], None]


async def ingest_behind(settings: Settings, *arguments: str, progress: Say) -> str:
    """Run `matinee ingest` with these arguments at low priority; returns "" when it is through, else its last line.

    Its lines of progress go to `progress`. Cancelled, it ends the process: the catalogue that serves stays as it is.
    """
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.cli", "ingest", *arguments, "--json"),
        env={**os.environ, "MATINEE_DATA_DIR": str(settings.data_dir)},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    os.setpriority(os.PRIO_PROCESS, child.pid, 10)  # answers come first
    assert child.stderr is not None  # noqa: S101  it was asked for above
    last = "the sources could not be read"
    try:
        async for raw in child.stderr:
            last = raw.decode(errors="replace").strip() or last
            if ": " in last and (" of " in last or "stays as it was" in last):
                progress(last)
        await child.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        raise
    return "" if child.returncode == 0 else last


def last_ingest(settings: Settings) -> datetime | None:
    """When the sources of the catalogue that serves were last read; None without a catalogue."""
    from etl.update import last_ingest as noted

    current = Generations(settings.data_dir).current()
    return noted(current) if current is not None else None


async def update_weekly(
    last: Callable[[], datetime | None],
    update: Callable[[], Awaitable[str]],
    say: Say,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Call `update` whenever a week has gone by since `last`, for ever; `update` returns "" or what went wrong."""
    while True:
        before = last()
        wait = before + UPDATE_EVERY - now() if before is not None else _LOOK_EVERY
        if wait > timedelta(0):
            await sleep(min(wait, _LOOK_EVERY).total_seconds())
            continue
        problem = await update()
        say(f"the catalogue serves as it was; {problem}" if problem else "the catalogue is up to date again")
        if problem:
            await sleep(TRY_AGAIN_AFTER.total_seconds())
