"""A page's Markdown, cut at its headings: the block structure comes from a Markdown parser."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from etl.docs.anchors import Anchors
from etl.docs.masking import LINE_MARK, masked
from etl.docs.page import EXPLICIT_ANCHOR, LABEL, Page, plain

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\"|\s+'[^']*')?\s*\)")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]\[([^\[\]]*)\]")
_DEFINITION = re.compile(r"^ {0,3}\[([^\]^]+)\]:[ \t]+\S+.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a section as the parser sees it, its text as it stands in the page, and for whom it holds ("" for all)."""

    node: "SyntaxTreeNode"
    lines: Sequence[str]
    holds_for: str = ""

    @property
    def text(self) -> str:
        """Its lines."""
        return text_of(self.node, self.lines)


@dataclass(slots=True)
class Section:
    """What stands under one heading, up to the next of any level. `line` counts in the file, from 1; 0 before any heading."""

    level: int
    headings: tuple[str, ...]
    anchor: str = ""
    line: int = 0
    blocks: list[Block] = field(default_factory=list)


def sections(page: Page, anchors: Anchors) -> Iterator[Section]:
    """The page's sections in order, empty ones too; links are their texts, since an address tells a search nothing."""
    from markdown_it.tree import SyntaxTreeNode

    text = _without_links(page.marked)
    lines = text.split("\n")
    section = Section(0, ())
    path: list[tuple[int, str]] = []
    holds_for = ""
    for node in SyntaxTreeNode(_parser().parse(text)).children:
        said = text_of(node, lines)
        if node.type == "heading":
            yield section
            level = int(node.tag[1])
            section = _opened(said, level, path, page, anchors)
        elif node.type == "paragraph" and (marked := LABEL.match(said)):
            holds_for = marked[1]
        elif node.type != "hr":
            section.blocks.append(Block(node, lines, holds_for))
    yield section


def text_of(node: "SyntaxTreeNode", lines: Sequence[str]) -> str:
    """A node's lines, without empty ones at its end."""
    first, last = node.map or (0, 0)
    return "\n".join(lines[first:last]).rstrip()


def _opened(said: str, level: int, path: list[tuple[int, str]], page: Page, anchors: Anchors) -> Section:
    line = LINE_MARK.search(said)
    bare = LINE_MARK.sub("", said)
    explicit = EXPLICIT_ANCHOR.search(bare)
    name = plain(re.sub(r"^\s*#+\s*", "", bare))
    while path and path[-1][0] >= level:
        path.pop()
    if name != page.title or level > 1:
        path.append((level, name))
    anchor = anchors.of(name, explicit[1] if explicit else "")
    return Section(level, tuple(heading for _, heading in path), anchor, int(line[1]) if line else 0)


def _without_links(text: str) -> str:
    body = masked(text)
    defined = {name.lower() for name in _DEFINITION.findall(body.text)}
    body.sub(_DEFINITION, "")
    body.sub(_LINK, r"\1")
    body.sub(_REFERENCE, lambda link: link[1] if (link[2] or link[1]).lower() in defined else link[0])
    return body.unmasked()


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # What a container or a list left behind may be indented deeply and is still prose; elements are unpacked before.
    # Sentences are not looked into: nothing asks what is inside them.
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["code", "inline"])
