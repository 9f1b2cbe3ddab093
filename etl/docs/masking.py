"""Code out of the way: fences and inline code become marks, so that whatever is done to the prose cannot touch them.

A fence is put back with whatever indent or quote sign its mark then stands behind, so that a block that is unpacked from a
list or a container keeps its lines as they were.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

# Private-use letters: no documentation has them, and no Markdown rule knows them.
_FENCE, _INLINE, _LINE, _END = "\ue000", "\ue001", "\ue002", "\ue003"
_FENCE_LINE = re.compile(rf"^(.*?){_FENCE}(\d+){_END}[ \t]*(\n?)", re.MULTILINE)
INLINE_MARK = re.compile(f"{_INLINE}(\\d+){_END}")
LINE_MARK = re.compile(f"{_LINE}(\\d+){_END}")
# Fences whose marks follow each other with nothing but blank lines between.
FENCE_PAIR = re.compile(rf"^[ \t>]*{_FENCE}(\d+){_END}[ \t]*\n(?:[ \t>]*\n)*(?=[ \t>]*{_FENCE}(\d+){_END})", re.MULTILINE)

_OPEN = re.compile(
    r"^(?P<prefix>[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+(?:: )?)?)(?P<ticks>`{3,}|~{3,})(?P<space> *)(?P<info>.*)$"
)
_INLINE_CODE = re.compile(r"(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)", re.DOTALL)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+\S")


@dataclass(frozen=True, slots=True)
class Fence:
    """A code block: the words behind its ticks, and its lines without the fence's own indent.

    `label` is said on a line of its own above it: a file's name, or what is wrong with the code.
    """

    info: str
    lines: tuple[str, ...]
    ticks: str = "```"
    label: str = ""

    @property
    def language(self) -> str:
        """The first word of the info, "" where there is none."""
        first = re.match(r"[^\s{\[]+", self.info)
        return first[0] if first else ""

    @property
    def words(self) -> tuple[str, ...]:
        """What stands behind the language, in words."""
        return tuple(self.info[len(self.language) :].split())


@dataclass(slots=True)
class Masked:
    """A text with marks in it, and what they stand for."""

    text: str
    fences: list[Fence] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)

    def sub(self, pattern: str | re.Pattern[str], by: str | Callable[[re.Match[str]], str]) -> None:
        """Replace in the text."""
        self.text = re.sub(pattern, by, self.text)

    def each_fence(self, change: Callable[[Fence], Sequence[Fence]]) -> None:
        """Put what `change` makes of a fence in its place: none, one, or several."""

        def replaced(match: re.Match[str]) -> str:
            marks = [self.mark_fence(fence) for fence in change(self.fences[int(match[2])])]
            return "\n".join(match[1] + mark for mark in marks) + match[3] if marks else ""

        self.text = _FENCE_LINE.sub(replaced, self.text)

    def mark_fence(self, fence: Fence) -> str:
        """A mark for a fence that is put in; it stands alone in its line."""
        self.fences.append(fence)
        return f"{_FENCE}{len(self.fences) - 1}{_END}"

    def mark_code(self, code: str) -> str:
        """A mark for inline code that is put in; `code` has its ticks."""
        self.inline.append(code)
        return f"{_INLINE}{len(self.inline) - 1}{_END}"

    def with_code(self, text: str) -> str:
        """A text with these marks, with inline code in its place."""
        return INLINE_MARK.sub(lambda mark: self.inline[int(mark[1])], text)

    def unmasked(self) -> str:
        """The text with all code in its place; the marks of lines stay."""
        return _FENCE_LINE.sub(lambda match: self._written(match) + match[3], self.with_code(self.text))

    def _written(self, match: re.Match[str]) -> str:
        fence, before = self.fences[int(match[2])], match[1]
        # Behind a list's sign the other lines are indented as far as the first.
        after = re.sub(r"[^\s>]", " ", before)
        lines = [f"{fence.ticks}{fence.info}", *fence.lines, fence.ticks]
        if fence.label:
            lines.insert(0, f"{fence.label}:")
        return "\n".join(
            f"{after if number else before}{line}" if line else after.rstrip() for number, line in enumerate(lines)
        )


def masked(text: str, *, first_line: int | None = None) -> Masked:
    """The text with its code as marks; where the first line has a number, each heading is marked with that of its own."""
    result = Masked("")
    out: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        opening = _OPEN.match(lines[at])
        if opening is None or (opening["ticks"][0] == "`" and "`" in opening["info"]):
            heading = first_line is not None and _HEADING.match(lines[at])
            out.append(f"{lines[at].rstrip()}{_LINE}{at + (first_line or 0)}{_END}" if heading else lines[at])
            at += 1
            continue
        fence, at = _fence(lines, at, opening)
        out.append(f"{opening['prefix']}{result.mark_fence(fence)}")
    result.text = _INLINE_CODE.sub(lambda code: result.mark_code(code[0]), "\n".join(out))
    return result


def _fence(lines: list[str], at: int, opening: re.Match[str]) -> tuple[Fence, int]:
    """The fence that opens at a line, and the number of the line behind it; one that nobody closes ends with the text."""
    prefix, ticks = opening["prefix"], opening["ticks"]
    closing = re.compile(rf"^[ \t>]*{re.escape(ticks[0])}{{{len(ticks)},}}[ \t]*$")
    info, body = opening["info"].strip(), list[str]()
    for number in range(at + 1, len(lines)):
        if closing.match(lines[number]):
            return Fence(info, tuple(body), ticks), number + 1
        if ">" in prefix and lines[number].lstrip()[:1] != ">":
            return Fence(info, tuple(body), ticks), number
        body.append(_dedented(lines[number], prefix))
    return Fence(info, tuple(body), ticks), len(lines)


def _dedented(line: str, prefix: str) -> str:
    """The line without the quote signs and the indent of its fence, as far as it has them."""
    at = 0
    for sign in prefix:
        here = line[at : at + 1]
        if here == ">" if sign == ">" else here in {" ", "\t"}:
            at += 1
        elif sign == ">":
            break
    return line[at:]
