"""A page of documentation as plain Markdown, and what a loader says of a file that is none."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from etl.docs.masking import LINE_MARK

# What is said where a labelled part ends and others are meant again.
IN_GENERAL = "In general"
# A part of a page that holds only for some readers stands under such a mark; an empty one ends it.
_LABEL, _LABEL_END = "\ue004", "\ue005"
LABEL = re.compile(f"^[ \t]*{_LABEL}(.*?){_LABEL_END}[ \t]*$")
EXPLICIT_ANCHOR = re.compile(r"[ \t]*\{#([^}\s]+)\}[ \t]*$")

Facts = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    `path` is the file's in its repository, `slug` the page's on its site (`reference/react/useState`). `marked` is its
    Markdown, with the numbers of headings' lines and the labels of parts as marks, and with `{#anchor}` behind headings that
    name theirs. `facts` are plain: versions, what an MDN page is about in the browsers' data, which of two APIs.
    """

    title: str
    path: str
    slug: str
    marked: str
    facts: Facts = field(default_factory=dict)

    @property
    def markdown(self) -> str:
        """The page as plain Markdown, code verbatim."""
        told: list[str] = []
        ended = False
        for line in self.marked.split("\n"):
            if marked := LABEL.match(line):
                ended = not marked[1]
                told += [f"**{marked[1]}:**"] if marked[1] else []
            elif line.strip():
                told += [f"**{IN_GENERAL}:**", ""] if ended and not LINE_MARK.search(line) else []
                told.append(EXPLICIT_ANCHOR.sub("", LINE_MARK.sub("", line)) if LINE_MARK.search(line) else line)
                ended = False
            elif not ended:
                told.append(line)
        return "\n".join(told)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file that is no page for readers of today, and why, as the rest of a sentence."""

    path: str
    why: str


def label(text: str) -> str:
    """A line that says for whom what follows holds; "" for everybody."""
    return f"{_LABEL}{text}{_LABEL_END}"


def plain(text: str) -> str:
    """A heading or title without Markdown's signs, escapes and entities."""
    text = EXPLICIT_ANCHOR.sub("", LINE_MARK.sub("", text))
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"(?<!\\)(`+|\*\*|__)(.+?)(?<!\\)\1", r"\2", text)
    text = re.sub(r"(?<![\\\w*])\*(?=\S)([^*]+?)\*", r"\1", text)
    return " ".join(html.unescape(re.sub(r"\\([\\`*_{}\[\]()#+.!<>~|-])", r"\1", text)).split())
