"""Pages as chunks: one a heading of the second or third level, smaller where that is long, code blocks always whole.

Each begins with a line of title and headings, so that it can be understood, embedded and found without its page.
"""

import dataclasses
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agent.docs.chunk import Chunk
from etl.docs.page import IN_GENERAL, Page
from etl.docs.pieces import Piece, pieces
from etl.docs.sections import Section, sections
from etl.docs.sources import Source

# Characters, the first line included. The encoder reads 512 tokens: 1 % of the six sources' chunks are longer, with 1,800 6 %.
LIMIT = 1500
_LEAST = 100
# Under these stand links to further pages and nothing else.
_LINKS = frozenset({"See also"})
# A badge in a heading: what it names is there from that release on.
_SINCE = re.compile(r"\(v?(\d+\.\d+(?:\.\d+)?\+?)\)")
# Headings deeper than this begin a chunk only where what they stand in is too long for one.
_LEVEL = 3


@dataclass(slots=True)
class _Part:
    """Pieces on their way into one chunk, under the heading of the first."""

    section: Section
    pieces: list[Piece] = field(default_factory=list)

    def text(self) -> str:
        """The pieces, each change of whom they hold for said above it."""
        told: list[str] = []
        before = ""
        for piece in self.pieces:
            if piece.holds_for != before and (piece.holds_for or not piece.text.startswith("#")):
                told.append(f"**{piece.holds_for or IN_GENERAL}:**")
            before = piece.holds_for
            told.append(piece.text)
        return "\n\n".join(told)


def chunks(page: Page, source: Source, *, commit: str = "", limit: int = LIMIT) -> list[Chunk]:
    """The page's chunks in order, none longer than `limit` but a single code block with its first line."""
    found: list[Chunk] = []
    taken: set[str] = set()
    for group in _groups(list(sections(page, source.anchors()))):
        found += [_chunk(part, page, source, commit, taken) for part in _parts(group, page, source, limit)]
    return found


def context(source: Source, page: Page, headings: Sequence[str]) -> str:
    """The first line of a chunk."""
    return f"{source.name}: {' > '.join((page.title, *headings))}"


def _groups(found: list[Section]) -> Iterator[list[Section]]:
    """Sections that may share a chunk: one of an upper level with the deeper ones below it."""
    group: list[Section] = []
    for section in found:
        if section.level <= _LEVEL and group:
            yield group
            group = []
        group.append(section)
    yield group


def _parts(group: list[Section], page: Page, source: Source, limit: int) -> Iterator[_Part]:
    """A group in one part if it fits, else its sections one after the other, neighbours together as far as they fit."""
    top = group[0]
    part = _Part(top)
    for section in group:
        room = _room(source, page, section, limit)
        cut = pieces(section.blocks, room)
        if section is not top and cut:
            name = f"{'#' * section.level} {section.headings[-1]}"
            whole = [Piece(name, cut[0].holds_for), *cut]
            if part.pieces and _length(part, whole) <= _room(source, page, part.section, limit):
                part.pieces += whole
                continue
            if part.pieces:
                yield part
            part = _Part(section)
        for piece in cut:
            if part.pieces and _length(part, [piece]) > room:
                yield part
                part = _Part(section)
            part.pieces.append(piece)
    if part.pieces:
        yield part


def _room(source: Source, page: Page, section: Section, limit: int) -> int:
    """What a chunk's first line leaves of the limit; headings without end leave a sentence's length all the same."""
    return max(limit - len(context(source, page, section.headings)) - 2, _LEAST)


def _length(part: _Part, more: list[Piece]) -> int:
    return len(dataclasses.replace(part, pieces=[*part.pieces, *more]).text())


def _chunk(part: _Part, page: Page, source: Source, commit: str, taken: set[str]) -> Chunk:
    section = part.section
    text = f"{context(source, page, section.headings)}\n\n{part.text()}"
    holds_for = {piece.holds_for for piece in part.pieces}
    facts = {
        "for": tuple(holds_for) if len(holds_for) == 1 and holds_for != {""} else (),
        "since": tuple(version for heading in section.headings for version in _SINCE.findall(heading)),
        "kind": ("links",) if section.headings[-1:] and section.headings[-1] in _LINKS else (),
    }
    return Chunk(
        id=_id(f"{source.corpus}/{page.slug}{f'#{section.anchor}' if section.anchor else ''}", taken),
        corpus=source.corpus,
        title=page.title,
        headings=section.headings,
        url=source.url(page.path, commit, section.line),
        live=source.page_url(page.slug, section.anchor),
        text=text,
        hash=hashlib.sha256(text.encode()).hexdigest()[:16],
        facts={**source.facts, **page.facts, **{name: values for name, values in facts.items() if values}},
    )


def _id(name: str, taken: set[str]) -> str:
    numbered, number = name, 1
    while numbered in taken:
        number += 1
        numbered = f"{name}-{number}"
    taken.add(numbered)
    return numbered
