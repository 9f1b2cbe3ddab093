"""`matinee ingest`: sources into the catalogue."""

import asyncio
import json
import sys
from contextlib import nullcontext

from bot.commands.errors import CommandError, UsageError
from bot.parts import open_search
from bot.settings import Settings

DEFAULT_SOURCES = ["starter", "netflix", "imdb"]


async def ingest_sources(settings: Settings, sources: list[str], *, as_json: bool) -> None:
    """Read the named sources and swap the new catalogue in. Raises UsageError or CommandError; the old one then serves."""
    from etl.errors import EtlError, WrongSource
    from etl.ingest import ingest, parse_source
    from etl.progress import Lines, rich_progress

    try:
        arguments = [parse_source(text) for text in sources or DEFAULT_SOURCES]
    except WrongSource as error:
        raise UsageError(str(error)) from error
    search = await asyncio.to_thread(open_search, settings)
    try:
        with rich_progress() if sys.stderr.isatty() else nullcontext(Lines(_to_stderr)) as progress:
            report = await ingest(
                arguments,
                data_dir=settings.data_dir,
                dense=search.dense,
                sparse=search.sparse,
                home=search.home,
                progress=progress,
            )
    except EtlError as error:
        raise CommandError(str(error)) from error
    print(json.dumps(report.to_json(), ensure_ascii=False) if as_json else report.explained())


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
