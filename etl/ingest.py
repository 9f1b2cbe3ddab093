"""One ingest: read the sources named, keep the others, unify, build the next generation beside the one that serves, swap.

Nothing that serves is touched before the last step: a malformed file, a failing encoder or a killed process leaves the
catalogue as it was, and what was embedded by then is kept for the next try.
"""

import asyncio
import dataclasses
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.title import Title
from agent.retrieval.home import IndexHome
from etl.build import Build, ids_of, is_current, kept_reads, note_check, publish
from etl.documents import entry
from etl.embeddings import EmbeddingCache
from etl.enrichment.store import with_written
from etl.errors import EtlError, SourceError, SourceUnreachable, WrongSource, writing_into
from etl.essence import with_essences
from etl.load import Dense, Loader, Sparse
from etl.lock import ingest_lock
from etl.progress import Progress, Silent
from etl.publish import read_manifest
from etl.read import SourceArg, parse_source, read_source
from etl.records import Rejection, SourceRead
from etl.sources import tmdb
from etl.starter_names import with_starter_names
from etl.unify import unify

__all__ = ["IngestReport", "SourceArg", "ingest", "parse_source"]


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did.

    `sources` counts the rows of each source named; `embedded` the texts that had no vector yet; `removed` the titles that the
    catalogue had before and has no more. `within` and `across` say where rows went: duplicates and language versions inside a
    source, and titles that several sources have; `enriched` counts the titles to which a source added facts that brings no
    titles of its own. `changed` is False when all was as before. `unread` says which sources an update could not read.
    """

    titles: int
    embedded: int
    removed: int
    sources: dict[str, int]
    rejected: tuple[Rejection, ...]
    seconds: float
    generation: str
    records: int
    within: int
    across: int
    enriched: int
    changed: bool
    unread: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The object that `matinee ingest --json` prints."""
        return {
            "titles": self.titles,
            "embedded": self.embedded,
            "removed": self.removed,
            "sources": dict(self.sources),
            "rejected": [{"source": item.source, "row": item.row, "why": item.why} for item in self.rejected],
            "seconds": round(self.seconds, 2),
            **({"unread": list(self.unread)} if self.unread else {}),
        }

    def explained(self) -> str:
        """The count of titles and how it comes about, in one sentence."""
        enriched = f" {self.enriched:,} titles got facts from a source without titles of its own." if self.enriched else ""
        return (
            f"{self.titles:,} titles from {self.records:,} usable rows: {self.within:,} rows repeat a title of their own "
            f"source (duplicates, language versions), {self.across:,} a title that another source has too.{enriched}"
        )


@dataclass(frozen=True, slots=True)
class _Tools:
    """What a catalogue is built with, and since when (`time.monotonic`)."""

    data_dir: Path
    dense: Dense
    sparse: Sparse
    home: IndexHome
    progress: Progress
    started: float


async def ingest(
    sources: Sequence[SourceArg],
    *,
    data_dir: Path,
    dense: Dense,
    sparse: Sparse,
    home: IndexHome,
    progress: Progress | None = None,
    lenient: bool = False,
) -> IngestReport:
    """Bring the catalogue under `data_dir` up to date with `sources`; sources of earlier ingests that are not named stay.

    With `lenient` a source that cannot be read stays as it was, and the report says so: for updates that nobody watches.
    Raises EtlError (see etl.errors for its kinds) and whatever the encoders and the index raise
    after the retries; the catalogue that serves is then as it was.
    """
    # Several tables may come from one data base; whether they are different ones is known once they are read.
    if not sources or _twice(source.written if source.name == tmdb.NAME else source.name for source in sources):
        raise WrongSource("Name at least one source, and each once: netflix, imdb or starter.")
    tools = _Tools(data_dir, dense, sparse, home, progress or Silent(), time.monotonic())
    with writing_into(data_dir), ingest_lock(data_dir):
        reads, unread = await _read_all(sources, data_dir, tools.progress, lenient=lenient)
        kept = await asyncio.to_thread(kept_reads, Generations(data_dir).current(), [read.name for read in reads])
        report = await _bring_up(reads, kept, tools)
        return dataclasses.replace(report, unread=tuple(unread))


async def rebuild(
    *, data_dir: Path, dense: Dense, sparse: Sparse, home: IndexHome, progress: Progress | None = None
) -> IngestReport:
    """Bring the catalogue up to date with what was written of its titles; no source is read. Raises as `ingest` does."""
    tools = _Tools(data_dir, dense, sparse, home, progress or Silent(), time.monotonic())
    with writing_into(data_dir), ingest_lock(data_dir):
        return await _bring_up([], await asyncio.to_thread(_all_kept, data_dir), tools)


async def kept_titles(data_dir: Path, progress: Progress) -> list[Title]:
    """The titles of the catalogue that serves, with no essence but those of its sources and the package. Raises EtlError."""
    return await _unify(await asyncio.to_thread(_all_kept, data_dir), progress)


def _all_kept(data_dir: Path) -> list[SourceRead]:
    kept = kept_reads(Generations(data_dir).current(), ())
    if not kept:
        raise EtlError("There is no catalogue to write about: run `matinee ingest` first.")
    return kept


async def _bring_up(named: Sequence[SourceRead], kept: Sequence[SourceRead], tools: _Tools) -> IngestReport:
    """Build and publish what these sources make, unless it serves already. `named` were read just now."""
    generations = Generations(tools.data_dir)
    current = generations.current()
    everything = sorted((*named, *kept), key=lambda read: read.name)
    titles = await asyncio.to_thread(with_written, await _unify(everything, tools.progress), generations.essences)
    before = await asyncio.to_thread(ids_of, current)
    checked = str(read_manifest(current).get("checked", "")) if current is not None and not named else ""
    build = await asyncio.to_thread(Build.of, everything, titles, tools.dense.fingerprint, checked)
    changed = not await is_current(build, current, tools.home)
    embedded = 0
    if changed:
        with EmbeddingCache(generations.embeddings) as cache:
            loader = Loader(tools.dense, tools.sparse, cache, tools.progress, entry)
            embedded = await loader.embed(titles)
            current = await publish(build, generations, tools.home, loader)
    elif current is not None and named:
        await asyncio.to_thread(note_check, build, current)
    return _report(named, everything, titles, before, current, embedded, changed, time.monotonic() - tools.started)


async def _read_all(
    sources: Sequence[SourceArg], data_dir: Path, progress: Progress, *, lenient: bool
) -> tuple[list[SourceRead], list[str]]:
    """The sources, and in words which of them could not be read."""
    progress.report("read", 0, len(sources))
    reads: list[SourceRead] = []
    unread: list[str] = []
    for number, source in enumerate(sources, start=1):
        try:
            reads.append(await read_source(source, data_dir, progress))
        except (SourceError, SourceUnreachable) as error:
            if not lenient:
                raise
            unread.append(f"{source.name} stays as it was: {error}")
        progress.report("read", number, len(sources))
    if twice := _twice(read.name for read in reads):
        raise WrongSource(f"Two of the files are the same table, {twice}: name one of them.")
    return reads, unread


def _twice(names: Iterable[str]) -> str:
    """The first name that comes a second time, or ""."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return ""


async def _unify(reads: Sequence[SourceRead], progress: Progress) -> list[Title]:
    records = [title for read in reads for title in read.titles]
    progress.report("unify", 0, len(records))
    unified = await asyncio.to_thread(unify, records, enriching={read.name for read in reads if read.enriches})
    titles = await asyncio.to_thread(lambda: with_starter_names(with_essences(unified)))
    progress.report("unify", len(records), len(records))
    return titles


def _report(
    reads: Sequence[SourceRead],
    everything: Sequence[SourceRead],
    titles: Sequence[Title],
    before: set[str],
    generation: Generation | None,
    embedded: int,
    changed: bool,
    seconds: float,
) -> IngestReport:
    records = sum(len(read.titles) for read in everything if not read.enriches)
    enriching = {read.name for read in everything if read.enriches}
    sources_of = [{source.partition(":")[0] for source in title.source_ids} for title in titles]
    across = sum(len(sources - enriching) - 1 for sources in sources_of)
    return IngestReport(
        titles=len(titles),
        embedded=embedded,
        removed=len(before - {title.id for title in titles}),
        sources={read.name: read.rows for read in reads},
        rejected=tuple(item for read in reads for item in read.rejected),
        seconds=seconds,
        generation=generation.name if generation else "",
        records=records,
        within=records - len(titles) - across,
        across=across,
        enriched=sum(bool(sources & enriching) for sources in sources_of),
        changed=changed,
    )
