"""The last steps of an ingest, whatever the data set: build a generation whole, then make it current; and its manifest."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from agent.retrieval.generation import Generation, Generations
from agent.retrieval.home import IndexHome
from agent.retrieval.types import VectorIndex

G = TypeVar("G", bound=Generation)


async def is_whole(current: Generation | None, home: IndexHome, *, content: str, size: int) -> bool:
    """Whether the generation that serves has this content already, its index whole and in this home."""
    if current is None or read_manifest(current).get("content") != content:
        return False
    try:
        index = await home.open(current)
    except Exception:  # each home has its own errors; whatever is wrong with the index, building it anew is the mend
        return False
    try:
        return await index.count() == size
    finally:
        await index.close()


async def publish_generation(
    generations: Generations[G],
    home: IndexHome,
    *,
    write: Callable[[G], None],
    fill: Callable[[VectorIndex, G], Awaitable[None]],
    describe: Callable[[G], Mapping[str, Any]],
) -> G:
    """Build the next generation and make it current; on any failure nothing of it stays.

    `write` puts its own files into its folder, in a thread; `fill` fills its index; `describe` is its manifest.
    """
    generation = generations.new()
    try:
        await asyncio.to_thread(write, generation)
        index = await home.create(generation)
        try:
            await fill(index, generation)
        except BaseException:
            await index.close()
            raise
        await home.seal(index, generation)
        write_manifest(generation, describe(generation))
    except BaseException:
        # What went wrong is worth more to the reader than a server that cannot drop what it did not take.
        with suppress(Exception):
            await home.drop(generation)
        generations.discard(generation)
        raise
    # Indexes of generations that went with it are dropped, since a server does not see their folders go.
    for gone in generations.publish(generation):
        await home.drop(gone)
    return generation


def read_manifest(generation: Generation) -> dict[str, Any]:
    """The generation's manifest; empty when it cannot be read."""
    try:
        manifest = json.loads(generation.manifest.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def write_manifest(generation: Generation, manifest: Mapping[str, Any]) -> None:
    """Replace it in one step: whoever reads the generation that serves sees the old one or the new one."""
    temporary = generation.manifest.with_name("manifest.json.tmp")
    temporary.write_text(json.dumps(manifest, ensure_ascii=False, indent=1), "utf-8")
    temporary.replace(generation.manifest)


def now() -> str:
    """The present moment as manifests write it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
