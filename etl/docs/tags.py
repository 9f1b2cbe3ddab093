"""Elements of HTML and JSX in prose: found with their attributes, and replaced from the inside out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_START = re.compile(r"(?<!\\)<(/?)([A-Za-z][\w.-]*)(?=[\s/>])|(?<!\\)<(/?)>")
_ATTRIBUTE = re.compile(r"""([:@\w][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\}|\{[^{}]*\}))?""")
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
_NAMES = """a abbr address article aside audio b bdi bdo blockquote body button caption center cite code colgroup data dd del
    details dfn dialog div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html i iframe
    ins kbd label legend li main map mark math menu meter nav object ol optgroup option output p picture pre progress q rp rt
    ruby s samp script search section select small span strong style sub summary sup svg table tbody td template textarea
    tfoot th thead time title tr u ul var video"""
HTML = VOID | frozenset(_NAMES.split())

Handler = Callable[["Element"], str]


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag in a text, from `start` to `end`; `kind` says whether it opens, closes, or does both."""

    start: int
    end: int
    name: str
    kind: str
    attributes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its inside, in which all is replaced already. `block`: it begins and ends a line."""

    name: str
    attributes: Mapping[str, str]
    inner: str
    block: bool

    @property
    def classes(self) -> frozenset[str]:
        """The words of `class` or `className`."""
        return frozenset((self.attributes.get("class") or self.attributes.get("className") or "").split())


def replace(text: str, handlers: Mapping[str, Handler], otherwise: Handler) -> str:
    """The text with every element replaced by what its handler, or `otherwise`, makes of it.

    Lower-case names that HTML does not know are no tags but text. What is never closed lets its inside stand, and so does
    what is closed but never opened.
    """
    frames: list[tuple[Tag | None, list[str]]] = [(None, [])]
    at = 0

    def close(end: int) -> None:
        tag, parts = frames.pop()
        if tag is None:
            return
        element = Element(tag.name, tag.attributes, "".join(parts), _alone(text, tag.start, end))
        frames[-1][1].append(handlers.get(tag.name, otherwise)(element))

    for tag in _tags(text, handlers):
        frames[-1][1].append(text[at : tag.start])
        at = tag.end
        if tag.kind == "open":
            frames.append((tag, []))
        elif tag.kind == "void":
            frames.append((tag, []))
            close(tag.end)
        elif any(frame is not None and frame.name == tag.name for frame, _ in frames):
            while frames[-1][0] is not None and frames[-1][0].name != tag.name:
                _, parts = frames.pop()
                frames[-1][1].extend(parts)
            close(tag.end)
    frames[-1][1].append(text[at:])
    return "".join(part for _, parts in frames for part in parts)


def _alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but an indent stands before, and nothing behind, in the lines that these places are in."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    behind = text[end : (text + "\n").find("\n", end)]
    return not before.strip(" \t>") and not behind.strip()


def _tags(text: str, handlers: Mapping[str, Handler]) -> list[Tag]:
    found: list[Tag] = []
    at = 0
    while match := _START.search(text, at):
        at = match.end()
        name = match[2] or ""
        known = not name[:1].islower() or name in HTML or name in handlers
        end = _end(text, at) if known and name else match.end() if known else None
        if end is None:
            continue
        inside = text[match.end() : end - 1]
        closing = match[1] or match[3]
        kind = "close" if closing else "void" if inside.rstrip().endswith("/") or name in VOID else "open"
        found.append(Tag(match.start(), end, name, kind, _attributes(inside)))
        at = end
    return found


def _end(text: str, at: int) -> int | None:
    """The place behind the `>` that ends a tag: not one in quotes or in braces. None where there is none."""
    depth, quote = 0, ""
    for place in range(at, len(text)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" or (sign == "`" and depth):
            quote = sign
        elif sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif sign == ">" and depth <= 0:
            return place + 1
        elif sign == "<" and not depth:
            return None
    return None


def _attributes(inside: str) -> dict[str, str]:
    return {
        name: next((value for value in (double, single, braced) if value), "")
        for name, double, single, braced in _ATTRIBUTE.findall(inside)
    }
