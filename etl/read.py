"""From a source's name to its cleaned records: which source, which file, which rows."""

import asyncio
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agent.catalogue.title import Title
from etl.clean import Cleaned, clean
from etl.errors import SourceError, WrongSource
from etl.progress import Progress
from etl.records import Note, RawRecord, Rejection, SourceRead
from etl.sources import amazon, disney, hulu, imdb, imdb_basics, kaggle, netflix, tmdb

Read = Callable[[Path], tuple[list[RawRecord], str]]
_TABLES: dict[str, Read] = {
    netflix.NAME: netflix.read,
    imdb.NAME: imdb.read,
    amazon.NAME: amazon.read,
    hulu.NAME: hulu.read,
    disney.NAME: disney.read,
    tmdb.NAME: tmdb.read,
    imdb_basics.NAME: imdb_basics.read,
    imdb_basics.ALL: imdb_basics.read,
}
STARTER = "starter"
SOURCES = (*_TABLES, STARTER)
_ADVICE = f"use starter, netflix, imdb, or a file as in netflix=netflix_titles.csv (also {', '.join(list(_TABLES)[1:])})"


@dataclass(frozen=True, slots=True)
class SourceArg:
    """A source to ingest; with `path` its file is read from there, without it is fetched (or comes with the package)."""

    name: str
    path: Path | None = None

    @property
    def written(self) -> str:
        """As on a command line, the path in full: the same file whatever folder a later ingest starts in."""
        return self.name if self.path is None else f"{self.name}={self.path.absolute()}"


def parse_source(text: str) -> SourceArg:
    """`netflix`, `imdb`, `starter`, or a name with a file (`netflix=PATH`, `tmdb=PATH`), as a SourceArg. Raises WrongSource."""
    name, equals, path = text.partition("=")
    name = name.strip().lower()
    if name not in SOURCES:
        raise WrongSource(f"There is no source {name!r}: {_ADVICE}.")
    if name == STARTER and equals:
        raise WrongSource("The starter catalogue comes with Matinee and takes no file: write starter alone.")
    fetched = name == STARTER or name in kaggle.DATASETS
    if not equals and not fetched:
        raise WrongSource(f"The source {name} is read from a file: write {name}=PATH.")
    if not equals:
        return SourceArg(name)
    if not path.strip():
        alone = f", or {name} alone to fetch it from Kaggle" if fetched else ""
        raise WrongSource(f"There is no path after {name}=: write {name}=PATH{alone}.")
    return SourceArg(name, Path(path.strip()).expanduser())


async def read_source(source: SourceArg, data_dir: Path, progress: Progress) -> SourceRead:
    """The source, cleaned. Raises SourceError, SourceUnreachable, WrongSource."""
    if source.name == STARTER:
        return await asyncio.to_thread(_read_starter)
    if source.name not in _TABLES:
        raise WrongSource(f"There is no source {source.name!r}: {_ADVICE}.")
    if source.path is not None:
        read = await asyncio.to_thread(read_file, source.name, source.path, source.path.name)
    elif source.name in kaggle.DATASETS:
        progress.report("fetch", 0, 1)
        path = await kaggle.fetch(source.name, data_dir)
        progress.report("fetch", 1, 1)
        read = await asyncio.to_thread(read_file, source.name, path, kaggle.DATASETS[source.name].handle)
    else:
        raise WrongSource(f"The source {source.name} is read from a file: write {source.name}=PATH.")
    return dataclasses.replace(read, argument=source.written)


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
    return SourceRead(
        name=_own_name(name, path),
        rows=len(records),
        titles=tuple(titles),
        rejected=tuple(rejected),
        notes=tuple(notes),
        sha256=sha256,
        edition=edition,
        enriches=name == imdb_basics.NAME,
    )


def _own_name(name: str, path: Path) -> str:
    """The source's name in the catalogue: each form of TMDB table is one of its own, the large IMDb table is one either way."""
    if name == tmdb.NAME:
        return tmdb.form_name(path)
    return imdb_basics.NAME if name == imdb_basics.ALL else name


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
    return SourceRead(STARTER, len(titles), tuple(titles), argument=STARTER)
