"""`matinee ingest docs`: web documentation into a data set of its own."""

import asyncio
import json
import sys
from contextlib import nullcontext
from pathlib import Path

from bot.commands.errors import CommandError, UsageError
from bot.parts import open_search
from bot.settings import Settings

NAME = "docs"


def names_docs(sources: list[str]) -> bool:
    """Whether a command's sources name the documentation."""
    return any(source.partition("=")[0].strip().lower() == NAME for source in sources)


async def ingest_documentation(settings: Settings, sources: list[str], *, as_json: bool, update: bool = False) -> None:
    """Read the documentation and swap it in, and have the data of browser support beside it.

    Raises UsageError or CommandError; what served before then serves on.
    """
    from agent.docs.terms import sparse_encoder
    from etl.docs.ingest import ingest_docs
    from etl.errors import EtlError
    from etl.progress import Lines, rich_progress

    folder = _folder(sources, update=update)
    search = await asyncio.to_thread(open_search, settings)
    try:
        with rich_progress() if sys.stderr.isatty() else nullcontext(Lines(_to_stderr)) as progress:
            report = await ingest_docs(
                folder,
                data_dir=settings.data_dir,
                dense=search.dense,
                sparse=sparse_encoder(),
                home=search.home,
                progress=progress,
            )
        await _browser_support(settings.data_dir, folder)
    except EtlError as error:
        raise CommandError(str(error)) from error
    print(json.dumps(report.to_json(), ensure_ascii=False) if as_json else report.explained())


async def _browser_support(data_dir: Path, folder: Path | None) -> None:
    """From npm, or from its package where `folder` holds that. That npm is out of reach is told, and the rest serves."""
    from etl.docs import compat
    from etl.errors import SourceUnreachable

    if folder is not None:
        if (package := folder / compat.ARCHIVE).is_file():
            await asyncio.to_thread(compat.store, package, data_dir, integrity=compat.INTEGRITY)
        return
    try:
        await compat.fetch(data_dir)
    except SourceUnreachable as error:
        _to_stderr(f"Browser support is left out: {error}")


def _folder(sources: list[str], *, update: bool) -> Path | None:
    if len(sources) != 1 or update:
        raise UsageError("The documentation is a data set of its own: run `matinee ingest docs` alone, without --update.")
    _, equals, path = sources[0].partition("=")
    if not equals:
        return None
    folder = Path(path.strip()).expanduser()
    if not path.strip() or not folder.is_dir():
        raise UsageError(f"There is no folder docs={path}: name the one with the archives, or write docs alone to fetch them.")
    return folder


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
