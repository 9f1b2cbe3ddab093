"""A catalogue generation on its way to being published, and what is read back from the one that serves."""

import asyncio
import dataclasses
import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.parquet import TitlesUnreadable, read_titles, write_titles
from agent.catalogue.search.view_files import read_views, write_views
from agent.catalogue.title import Title
from agent.retrieval.home import IndexHome
from agent.retrieval.types import VectorIndex
from etl.documents import texts
from etl.errors import EtlError
from etl.load import Loader
from etl.publish import is_whole, now, publish_generation, read_manifest, write_manifest
from etl.records import Note, Rejection, SourceRead

# Raise when the same titles must be written or indexed in another way.
_FORMAT = 3


@dataclass(frozen=True, slots=True)
class Build:
    """Everything a generation is made of. `content` is equal for two builds exactly when nothing that serves would differ.

    `checked` is when the sources were read, as an ISO date and time; "" for now.
    """

    reads: Sequence[SourceRead]
    titles: Sequence[Title]
    encoder: str
    content: str
    checked: str = ""

    @classmethod
    def of(cls, reads: Sequence[SourceRead], titles: Sequence[Title], encoder: str, checked: str = "") -> "Build":
        """The build, with its content's digest."""
        digest = hashlib.sha256(f"{_FORMAT}\0{encoder}".encode())
        for title in titles:
            facts = [getattr(title, field.name) for field in dataclasses.fields(title)]
            digest.update(json.dumps([facts, *texts(title).values()], ensure_ascii=False).encode())
        return cls(reads, titles, encoder, digest.hexdigest(), checked)


async def is_current(build: Build, current: Generation | None, home: IndexHome) -> bool:
    """Whether the generation that serves is this build already, its index whole and in this home."""
    if current is None or not current.titles.is_file():
        return False
    return await is_whole(current, home, content=build.content, size=len(build.titles))


async def publish(build: Build, generations: Generations, home: IndexHome, loader: Loader[Title]) -> Generation:
    """Build the generation and make it current; on any failure nothing of it stays. All titles must be embedded."""

    async def fill(index: VectorIndex, generation: Generation) -> None:
        await loader.fill(index, build.titles)
        views = await read_views(index, [title.id for title in build.titles])
        await asyncio.to_thread(write_views, generation, views)

    return await publish_generation(
        generations,
        home,
        write=lambda generation: _write_facts(build, generation),
        fill=fill,
        describe=lambda generation: _describe(build, generation),
    )


def note_check(build: Build, current: Generation) -> None:
    """Note in the manifest of the generation that serves that its sources were read again just now, and from where."""
    manifest = read_manifest(current)
    for read in build.reads:
        if read.argument and read.name in manifest.get("sources", {}):
            manifest["sources"][read.name]["argument"] = read.argument
    write_manifest(current, {**manifest, "checked": now()})


def kept_reads(current: Generation | None, named: Collection[str]) -> list[SourceRead]:
    """The sources of the current generation that this ingest does not name. Raises EtlError when their records are damaged."""
    if current is None:
        return []
    kept: list[SourceRead] = []
    for name, entry in read_manifest(current).get("sources", {}).items():
        if name in named:
            continue
        try:
            titles = tuple(read_titles(_records(current, name)))
        except TitlesUnreadable as error:
            raise EtlError(f"What was kept of the source {name} cannot be read: name it in this ingest too.") from error
        kept.append(
            SourceRead(
                name=name,
                rows=entry["rows"],
                titles=titles,
                rejected=tuple(Rejection(**item) for item in entry["rejected"]),
                notes=tuple(Note(**item) for item in entry["notes"]),
                sha256=entry["sha256"],
                edition=entry["edition"],
                argument=entry.get("argument", ""),
                enriches=entry.get("enriches", False),
            )
        )
    return kept


def ids_of(current: Generation | None) -> set[str]:
    """The ids of the titles that serve; empty when there are none or they cannot be read."""
    if current is None:
        return set()
    try:
        return {title.id for title in read_titles(current.titles)}
    except TitlesUnreadable:
        return set()


def _write_facts(build: Build, generation: Generation) -> None:
    write_titles(generation.titles, build.titles)
    for read in build.reads:
        write_titles(_records(generation, read.name), read.titles)


def _records(generation: Generation, source: str) -> Path:
    return generation.folder / "sources" / f"{source}.parquet"


def _describe(build: Build, generation: Generation) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "generation": generation.name,
        "made": now(),
        "checked": build.checked or now(),
        "encoder": build.encoder,
        "content": build.content,
        "titles": len(build.titles),
        "sources": {
            read.name: {
                "argument": read.argument,
                "enriches": read.enriches,
                "edition": read.edition,
                "sha256": read.sha256,
                "rows": read.rows,
                "titles": len(read.titles),
                "rejected": [dataclasses.asdict(item) for item in read.rejected],
                "notes": [dataclasses.asdict(item) for item in read.notes],
            }
            for read in build.reads
        },
    }
