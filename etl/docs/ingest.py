"""One ingest of documentation: read the sources, embed what is new, build the next generation beside the one that serves, swap.

The documentation is a data set of its own, under `<data dir>/docs`; the catalogue of films is not touched.
"""

import asyncio
import dataclasses
import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.docs.chunk import Chunk
from agent.docs.generation import Generation, Generations
from agent.docs.parquet import ChunksUnreadable, read_chunks, write_chunks
from agent.docs.terms import with_names
from agent.retrieval.home import IndexHome
from agent.retrieval.types import FULL
from etl.docs.checkout import checkout
from etl.docs.files import Location, commits, locate
from etl.docs.page import LeftOut
from etl.docs.read import SourceRead, read_source
from etl.docs.sources import SOURCES
from etl.embeddings import EmbeddingCache
from etl.errors import EtlError, writing_into
from etl.load import Dense, Entry, Loader, Sparse
from etl.lock import ingest_lock
from etl.progress import Progress, Silent
from etl.publish import is_whole, now, publish_generation, read_manifest

# Raise when the same chunks must be written or indexed in another way.
_FORMAT = 1
_ROOM = "docs"


@dataclass(frozen=True, slots=True)
class DocsReport:
    """What an ingest did.

    `pages` and `chunks` count all that serves now; `sources` the pages of each source that was read; `embedded` the chunks
    that had no vector yet; `removed` those that were there before and are no more. `left_out` names files that are no pages,
    as `<corpus>/<path>`. `changed` is False when all was as before.
    """

    pages: int
    chunks: int
    embedded: int
    removed: int
    sources: dict[str, int]
    left_out: tuple[LeftOut, ...]
    seconds: float
    changed: bool

    def to_json(self) -> dict[str, Any]:
        """The object that `matinee ingest docs --json` prints."""
        return {
            "pages": self.pages,
            "chunks": self.chunks,
            "embedded": self.embedded,
            "removed": self.removed,
            "sources": dict(self.sources),
            "left_out": [{"page": item.path, "why": item.why} for item in self.left_out],
            "seconds": round(self.seconds, 2),
        }

    def explained(self) -> str:
        """What serves now and how it comes about, in one sentence."""
        without = f"; files left out: {len(self.left_out):,}, --json says why" if self.left_out else ""
        pages = f"{self.pages:,} {'page' if self.pages == 1 else 'pages'}"
        return (
            f"{self.chunks:,} chunks of {pages} of documentation serve: {self.embedded:,} were embedded now, "
            f"{self.removed:,} are no more{without}."
        )


async def ingest_docs(
    folder: Path | None,
    *,
    data_dir: Path,
    dense: Dense,
    sparse: Sparse,
    home: IndexHome,
    progress: Progress | None = None,
) -> DocsReport:
    """Bring the documentation under `data_dir` up to date: with the sources that `folder` holds, or with all, by git.

    Sources of earlier ingests that `folder` does not hold stay. Raises EtlError (see etl.errors for its kinds) and whatever
    the encoders and the index raise after the retries; what serves is then as it was.
    """
    started = time.monotonic()
    teller = progress or Silent()
    with writing_into(data_dir), ingest_lock(data_dir, _ROOM):
        reads = await _read(folder, data_dir, teller)
        generations = Generations(data_dir)
        current = generations.current()
        before, manifest = await asyncio.to_thread(_serving, current)
        kept = {corpus: entry for corpus, entry in manifest.items() if corpus not in {read.corpus for read in reads}}
        found = [chunk for read in reads for chunk in read.chunks]
        everything = [*found, *(chunk for chunk in before if chunk.corpus in kept)]
        content = await asyncio.to_thread(_content, everything, dense.fingerprint)
        serves = current is not None and current.chunks.is_file()
        changed = not (serves and await is_whole(current, home, content=content, size=len(everything)))
        described = {**kept, **{read.corpus: _described(read) for read in reads}}
        embedded = 0
        if changed:
            with EmbeddingCache(generations.embeddings) as cache:
                loader = Loader(dense, sparse, cache, teller, entry)
                # Texts of one length share a batch without padding: that halves the work.
                embedded = await loader.embed(sorted(everything, key=lambda chunk: len(chunk.text)))
                await _publish(everything, described, content, generations, home, loader)
        return DocsReport(
            pages=sum(entry["pages"] for entry in described.values()),
            chunks=len(everything),
            embedded=embedded,
            removed=len({chunk.id for chunk in before} - {chunk.id for chunk in everything}),
            sources={read.corpus: read.pages for read in reads},
            left_out=tuple(LeftOut(f"{read.corpus}/{item.path}", item.why) for read in reads for item in read.left_out),
            seconds=time.monotonic() - started,
            changed=changed,
        )


def entry(chunk: Chunk) -> Entry:
    """What the index gets of a chunk."""
    facts = {name: list(values) for name, values in chunk.facts.items()}
    return Entry(chunk.id, {FULL: chunk.text}, with_names(chunk.text), {"corpus": chunk.corpus, **facts})


async def _read(folder: Path | None, data_dir: Path, progress: Progress) -> list[SourceRead]:
    if folder is None:
        locations = []
        progress.report("fetch", 0, len(SOURCES))
        for number, source in enumerate(SOURCES.values(), start=1):
            locations.append(Location(source, await checkout(source, data_dir / _ROOM / "sources")))
            progress.report("fetch", number, len(SOURCES))
        named = {}
    else:
        locations = await asyncio.to_thread(locate, folder)
        named = await asyncio.to_thread(commits, folder)
    progress.report("read", 0, len(locations))
    reads = []
    for number, location in enumerate(locations, start=1):
        reads.append(await asyncio.to_thread(read_source, location, named))
        progress.report("read", number, len(locations))
    return reads


async def _publish(
    everything: Sequence[Chunk],
    described: dict[str, Any],
    content: str,
    generations: Generations,
    home: IndexHome,
    loader: Loader[Chunk],
) -> Generation:
    return await publish_generation(
        generations,
        home,
        write=lambda generation: write_chunks(generation.chunks, everything),
        fill=lambda index, _: loader.fill(index, everything),
        describe=lambda generation: {
            "format": _FORMAT,
            "generation": generation.name,
            "made": now(),
            "encoder": loader.dense.fingerprint,
            "content": content,
            "chunks": len(everything),
            "sources": described,
        },
    )


def _serving(current: Generation | None) -> tuple[list[Chunk], dict[str, Any]]:
    """The chunks that serve and what the manifest says of their sources; nothing where there are none."""
    if current is None:
        return [], {}
    manifest = read_manifest(current).get("sources", {})
    try:
        return read_chunks(current.chunks), manifest
    except ChunksUnreadable as error:
        if not current.chunks.exists():
            return [], {}
        raise EtlError(f"{error}; remove it first to begin anew") from error


def _described(read: SourceRead) -> dict[str, Any]:
    return {
        "commit": read.commit,
        "licence": read.licence,
        "pages": read.pages,
        "chunks": len(read.chunks),
        "left_out": [dataclasses.asdict(item) for item in read.left_out],
    }


def _content(chunks: Sequence[Chunk], encoder: str) -> str:
    """Equal for two data sets exactly when nothing that serves would differ."""
    digest = hashlib.sha256(f"{_FORMAT}\0{encoder}".encode())
    for chunk in chunks:
        digest.update(json.dumps(dataclasses.astuple(chunk), ensure_ascii=False).encode())
    return digest.hexdigest()
