"""`matinee ingest`: sources into the catalogue."""

import asyncio
import json
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from bot.commands.errors import CommandError, UsageError
from bot.parts import open_search
from bot.settings import Settings

if TYPE_CHECKING:
    from etl.ingest import SourceArg

DEFAULT_SOURCES = ["starter", "netflix", "imdb"]


async def ingest_sources(settings: Settings, sources: list[str], *, as_json: bool, update: bool = False) -> None:
    """Read the named sources and swap the new catalogue in. Raises UsageError or CommandError; the old one then serves.

    With `update` all sources that the catalogue was made of are read again, and one that cannot be read stays as it was.
    """
    from etl.errors import EtlError
    from etl.ingest import ingest
    from etl.progress import Lines, rich_progress

    arguments = _arguments(settings, sources, update=update)
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
                lenient=update,
            )
    except EtlError as error:
        raise CommandError(str(error)) from error
    for line in report.unread:
        _to_stderr(line)
    print(json.dumps(report.to_json(), ensure_ascii=False) if as_json else report.explained())


def _arguments(settings: Settings, sources: list[str], *, update: bool) -> "list[SourceArg]":
    from etl.errors import EtlError, WrongSource
    from etl.ingest import parse_source
    from etl.update import recorded_sources

    if update and sources:
        raise UsageError("An update reads the sources that the catalogue has: name none, or leave out --update.")
    try:
        return recorded_sources(settings.data_dir) if update else [parse_source(text) for text in sources or DEFAULT_SOURCES]
    except WrongSource as error:
        raise UsageError(str(error)) from error
    except EtlError as error:
        raise CommandError(str(error)) from error


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
