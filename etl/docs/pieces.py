"""Blocks of Markdown in pieces that are small enough: code always whole, tables under their heads, lists between items."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from etl.docs.sections import Block, text_of

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_SENTENCE = re.compile(r"(?<=[.!?:])[ \n]+|\n")
_CONTAINERS = frozenset(["bullet_list", "ordered_list", "list_item", "blockquote"])


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines that stay together, and for whom they hold ("" for all)."""

    text: str
    holds_for: str = ""
    is_code: bool = False


def pieces(blocks: Sequence[Block], limit: int) -> list[Piece]:
    """The blocks in order; none is longer than `limit` characters but code, and what introduces code stays with it."""
    found: list[Piece] = []
    for at, block in enumerate(blocks):
        above = blocks[at - 1] if at else None
        for number, piece in enumerate(_pieces(block, limit)):
            label = above is not None and not number and _touches(above, block)
            if found and piece.is_code and not number and (label or found[-1].text.endswith(":")):
                found.extend(_joined(found.pop(), piece, limit, label=label))
            else:
                found.append(piece)
    return found


def _joined(above: Piece, code: Piece, limit: int, *, label: bool) -> list[Piece]:
    """Code with the line above it: a label always stays with it, a sentence if both are short enough together."""
    joint = f"{above.text}{chr(10) if label else chr(10) * 2}{code.text}"
    fits = above.holds_for == code.holds_for and not above.is_code and len(joint) <= limit
    if fits or label:
        return [replace(code, text=joint)]
    return [above, code]


def _touches(above: Block, block: Block) -> bool:
    """Whether code follows its label without an empty line."""
    ends, begins = (above.node.map or (0, 0))[1], (block.node.map or (0, 0))[0]
    return block.node.type == "fence" and above.node.type == "paragraph" and ends == begins and "\n" not in above.text


def _pieces(block: Block, limit: int) -> Iterator[Piece]:
    # Its label may be said above it: two pairs of stars, a colon, an empty line.
    room = limit - len(block.holds_for) - 7 if block.holds_for else limit
    for text, is_code in _cut(block.node, block.lines, max(room, 1)):
        yield Piece(textwrap.dedent(text), block.holds_for, is_code)


def _cut(node: "SyntaxTreeNode", lines: Sequence[str], limit: int) -> Iterator[tuple[str, bool]]:
    text = text_of(node, lines)
    if node.type == "fence":
        yield text, True
    elif len(text) <= limit:
        if text.strip():
            yield text, False
    elif node.type in _CONTAINERS and node.children:
        yield from _packed([part for child in node.children for part in _cut(child, lines, limit)], limit, node)
    elif node.type == "table":
        for rows in _tables(text.split("\n"), limit):
            yield rows, False
    else:
        for sentences in _sentences(text, limit):
            yield sentences, False


def _packed(parts: list[tuple[str, bool]], limit: int, node: "SyntaxTreeNode") -> Iterator[tuple[str, bool]]:
    """Neighbours of a list or quote put together again as far as they fit; code that is too long alone stands alone."""
    gap = "\n" if node.type.endswith("list") else "\n>\n" if node.type == "blockquote" else "\n\n"
    text = ""
    for part, is_code in parts:
        if is_code and len(part) > limit:
            if text:
                yield text, False
            yield part, True
            text = ""
        elif text and len(text) + len(gap) + len(part) > limit:
            yield text, False
            text = part
        else:
            text = f"{text}{gap}{part}" if text else part
    if text:
        yield text, False


def _tables(lines: list[str], limit: int) -> Iterator[str]:
    """The rows in groups, each under the table's head; a row that is too long alone is cut like prose."""
    head, rows = lines[:2], lines[2:]
    room = limit - sum(len(line) + 1 for line in head)
    group: list[str] = []
    for row in rows:
        if group and sum(len(line) + 1 for line in group) + len(row) > room:
            yield "\n".join([*head, *group])
            group = []
        if len(row) > room:
            yield from _sentences("\n".join([*head, row]), limit)
        else:
            group.append(row)
    if group or not rows:
        yield "\n".join([*head, *group])


def _sentences(text: str, limit: int) -> Iterator[str]:
    """The text cut between sentences, or where one is too long, between words."""
    part = ""
    at = 0
    for end in [match.end() for match in _SENTENCE.finditer(text)] + [len(text)]:
        for words in _words(text[at:end], limit):
            if part and len(part) + len(words) > limit:
                yield part.rstrip()
                part = ""
            part += words
        at = end
    if part.strip():
        yield part.rstrip()


def _words(sentence: str, limit: int) -> Iterator[str]:
    while len(sentence) > limit:
        cut = sentence.rfind(" ", 1, limit) + 1 or limit
        yield sentence[:cut]
        sentence = sentence[cut:]
    if sentence:
        yield sentence
