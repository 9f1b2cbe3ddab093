"""One ingest: read the sources named, keep the others, unify, build the next generation beside the one that serves, swap.

Nothing that serves is touched before the last step: a malformed file, a failing encoder or a killed process leaves the
catalogue as it was, and what was embedded by then is kept for the next try.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.title import Title
from agent.retrieval.home import IndexHome
from etl.build import Build, ids_of, is_current, kept_reads, publish
from etl.embeddings import EmbeddingCache
from etl.errors import WrongSource, writing_into
from etl.load import Dense, Loader, Sparse
from etl.lock import ingest_lock
from etl.progress import Progress, Silent
from etl.read import SourceArg, parse_source, read_source
from etl.records import Rejection, SourceRead
from etl.unify import unify

__all__ = ["IngestReport", "SourceArg", "ingest", "parse_source"]


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did.

    `sources` counts the rows of each source named; `embedded` the texts that had no vector yet; `removed` the titles that the
    catalogue had before and has no more. `within` and `across` say where rows went: duplicates and language versions inside a
    source, and titles that several sources have. `changed` is False when all was as before.
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
    changed: bool

    def to_json(self) -> dict[str, Any]:
        """The object that `matinee ingest --json` prints."""
        return {
            "titles": self.titles,
            "embedded": self.embedded,
            "removed": self.removed,
            "sources": dict(self.sources),
            "rejected": [{"source": item.source, "row": item.row, "why": item.why} for item in self.rejected],
            "seconds": round(self.seconds, 2),
        }

    def explained(self) -> str:
        """The count of titles and how it comes about, in one sentence."""
        return (
            f"{self.titles:,} titles from {self.records:,} usable rows: {self.within:,} rows repeat a title of their own "
            f"source (duplicates, language versions), {self.across:,} a title that another source has too."
        )


async def ingest(
    sources: Sequence[SourceArg],
    *,
    data_dir: Path,
    dense: Dense,
    sparse: Sparse,
    home: IndexHome,
    progress: Progress | None = None,
) -> IngestReport:
    """Bring the catalogue under `data_dir` up to date with `sources`; sources of earlier ingests that are not named stay.

    Raises EtlError (see etl.errors for its kinds) and whatever the encoders and the index raise
    after the retries; the catalogue that serves is then as it was.
    """
    names = [source.name for source in sources]
    if not names or len(set(names)) < len(names):
        raise WrongSource("Name at least one source, and each once: netflix, imdb or starter.")
    started = time.monotonic()
    teller = progress or Silent()
    with writing_into(data_dir), ingest_lock(data_dir):
        reads = await _read_all(sources, data_dir, teller)
        generations = Generations(data_dir)
        current = generations.current()
        kept = await asyncio.to_thread(kept_reads, current, names)
        everything = sorted((*reads, *kept), key=lambda read: read.name)
        titles = await _unify(everything, teller)
        before = await asyncio.to_thread(ids_of, current)
        build = await asyncio.to_thread(Build.of, everything, titles, dense.fingerprint)
        changed = not await is_current(build, current, home)
        embedded = 0
        if changed:
            with EmbeddingCache(generations.embeddings) as cache:
                loader = Loader(dense, sparse, cache, teller)
                embedded = await loader.embed(titles)
                current = await publish(build, generations, home, loader)
        return _report(reads, everything, titles, before, current, embedded, changed, time.monotonic() - started)


async def _read_all(sources: Sequence[SourceArg], data_dir: Path, progress: Progress) -> list[SourceRead]:
    progress.report("read", 0, len(sources))
    reads: list[SourceRead] = []
    for source in sources:
        reads.append(await read_source(source, data_dir, progress))
        progress.report("read", len(reads), len(sources))
    return reads


async def _unify(reads: Sequence[SourceRead], progress: Progress) -> list[Title]:
    records = [title for read in reads for title in read.titles]
    progress.report("unify", 0, len(records))
    titles = await asyncio.to_thread(unify, records)
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
    records = sum(len(read.titles) for read in everything)
    across = sum(len({source.partition(":")[0] for source in title.source_ids}) - 1 for title in titles)
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
        changed=changed,
    )
