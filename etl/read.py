"""From a source's name to its cleaned records: which source, which file, which rows."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from agent.catalogue.title import Title
from etl.clean import Cleaned, clean
from etl.errors import SourceError, WrongSource
from etl.progress import Progress
from etl.records import Note, RawRecord, Rejection, SourceRead
from etl.sources import imdb, kaggle, netflix

_TABLES = {netflix.NAME: netflix.read, imdb.NAME: imdb.read}
STARTER = "starter"
SOURCES = (*_TABLES, STARTER)


@dataclass(frozen=True, slots=True)
class SourceArg:
    """A source to ingest; with `path` its file is read from there, without it is fetched (or comes with the package)."""

    name: str
    path: Path | None = None


def parse_source(text: str) -> SourceArg:
    """`netflix`, `imdb`, `starter`, `netflix=PATH`, `imdb=PATH` as a SourceArg. Raises WrongSource."""
    name, equals, path = text.partition("=")
    name = name.strip().lower()
    if name not in SOURCES:
        raise WrongSource(
            f"There is no source {name!r}: use netflix, imdb, starter, or a file such as netflix=netflix_titles.csv."
        )
    if not equals:
        return SourceArg(name)
    if name == STARTER:
        raise WrongSource("The starter catalogue comes with Matinee and takes no file: write starter alone.")
    if not path.strip():
        raise WrongSource(f"There is no path after {name}=: write {name}=PATH, or {name} alone to fetch it from Kaggle.")
    return SourceArg(name, Path(path.strip()).expanduser())


async def read_source(source: SourceArg, data_dir: Path, progress: Progress) -> SourceRead:
    """The source, cleaned. Raises SourceError, SourceUnreachable, WrongSource."""
    if source.name == STARTER:
        return await asyncio.to_thread(_read_starter)
    if source.name not in _TABLES:
        raise WrongSource(f"There is no source {source.name!r}: use {', '.join(SOURCES)}.")
    if source.path is not None:
        return await asyncio.to_thread(read_file, source.name, source.path, source.path.name)
    progress.report("fetch", 0, 1)
    path = await kaggle.fetch(source.name, data_dir)
    progress.report("fetch", 1, 1)
    return await asyncio.to_thread(read_file, source.name, path, kaggle.DATASETS[source.name].handle)


def read_file(name: str, path: Path, edition: str) -> SourceRead:
    """The file of a tabular source, cleaned. Raises SourceError, also where most rows are of no use."""
    records, sha256 = _TABLES[name](path)
    titles: list[Title] = []
    rejected: list[Rejection] = []
    notes: list[Note] = []
    first_rows: dict[str, int] = {}
    for record in records:
        outcome = _once(record, first_rows) or clean(record)
        match outcome:
            case Cleaned(title, own_notes):
                titles.append(title)
                notes += own_notes
            case Rejection():
                rejected.append(outcome)
    if len(rejected) * 2 > len(records):
        first = rejected[0]
        raise SourceError(
            path,
            f"{first.why}; {len(rejected)} of {len(records)} rows are of no use: "
            f"this is not the {name} data set, or it was altered; download it again",
            row=first.row,
        )
    return SourceRead(name, len(records), tuple(titles), tuple(rejected), tuple(notes), sha256, edition)


def _once(record: RawRecord, first_rows: dict[str, int]) -> Rejection | None:
    """A rejection when an earlier row has the same source id."""
    first = first_rows.setdefault(record.source_id.strip(), record.row)
    if first == record.row or not record.source_id.strip():
        return None
    return Rejection(
        record.source, record.row, f"column {record.columns.source_id} repeats {record.source_id!r} of row {first}"
    )


def _read_starter() -> SourceRead:
    from etl.sources.starter import read_starter

    titles = read_starter()
    return SourceRead(STARTER, len(titles), tuple(titles))
