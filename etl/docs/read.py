"""Files of a source as its chunks, and what was left out."""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.docs.chunk import Chunk
from etl.docs import files
from etl.docs.chunks import chunks
from etl.docs.files import Location
from etl.docs.page import LeftOut


@dataclass(frozen=True, slots=True)
class SourceRead:
    """One source: how many pages it has, their chunks in order, and the files that are no pages, with why."""

    corpus: str
    commit: str
    licence: str
    pages: int
    chunks: tuple[Chunk, ...]
    left_out: tuple[LeftOut, ...]


def read_source(location: Location, commits: Mapping[tuple[str, str], str]) -> SourceRead:
    """The source at a location; `commits` names those of single files, the others are of the pinned one. Raises SourceError."""
    source = location.source
    found: list[Chunk] = []
    left_out: list[LeftOut] = []
    pages = 0
    for path, data in files.read(location):
        try:
            page = source.load(path, data.decode("utf-8"))
        except UnicodeDecodeError:
            left_out.append(LeftOut(path, "it is no UTF-8 text"))
            continue
        if isinstance(page, LeftOut):
            left_out.append(page)
        elif parts := chunks(page, source, commit=commits.get((source.corpus, path), "")):
            pages += 1
            found += parts
        else:
            left_out.append(LeftOut(path, "it has no text of its own"))
    return SourceRead(source.corpus, source.commit, source.licence, pages, _once(found), tuple(left_out))


def _once(found: list[Chunk]) -> tuple[Chunk, ...]:
    """Two files may make one page of the site; what the second says again under the same id goes."""
    return tuple({chunk.id: chunk for chunk in reversed(found)}.values())[::-1]
