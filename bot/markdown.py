"""Splitting and closing Markdown, without rendering it.

`split` is greedy from the start and looks at nothing beyond the limit, so the chunks of a growing text are stable: text that
is added changes the last chunk or opens a new one, and a preview's messages are the final's messages.
"""

import re
from collections.abc import Callable, Iterable, Sequence

import regex

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]]*\s+")
# A boundary further back than this share of the chunk wastes more of the message than it gains in form.
_EARLIEST = 0.5
_SHORT_LINE = 300
_SPOILER = "||"


def split(text: str, limit: int, length: Callable[[str], int] = len, *, cuts: Sequence[int] = ()) -> list[str]:
    """Cut `text` into chunks of at most `limit`, measured by `length`; at least one chunk, "" for an empty text.

    Cuts stand at a paragraph, list item, line, sentence or word boundary, else between grapheme clusters. A fenced code block
    that is cut is closed in its chunk and opened again, with its info string, in the next; so is a spoiler. `limit` must leave
    room for that (64 or more). `cuts` are further places to cut at, ascending, in characters of the stripped text.
    """
    chunks: list[str] = []
    text = text.strip()
    rest, fence, spoiler = text, "", ""
    while True:
        head = f"{fence}\n" if fence else spoiler
        start = len(text) - len(rest)
        cut = next((cut for cut in cuts if start < cut < len(text) and text[start:cut].strip()), None)
        if cut is not None and length(_closed(head + text[start:cut])) <= limit:
            piece = text[start:cut]
        elif length(head + rest) <= limit:
            chunks.append(head + rest)
            return chunks
        else:
            piece = _head(rest, limit, head, length)
        chunks.append(_closed(head + piece))
        fence, spoiler = _open_fence((head + piece).rstrip()), _open_spoiler(head + piece)
        rest = rest[len(piece) :]
        rest = rest.lstrip("\n") if fence else rest.lstrip()
        if spoiler and rest.startswith(_SPOILER):  # its chunk has closed it
            rest, spoiler = rest.removeprefix(_SPOILER).lstrip(), ""


def gap(text: str) -> int | None:
    """The last good place to cut a growing text, in characters of the stripped text: before its last line, or, where that is
    long, before its last word."""
    text = text.strip()
    line, word = _last(text, "\n"), _last(text, " ")
    is_short = len(text) - line < _SHORT_LINE or _FENCE.match(text, line) is not None
    found = line if line and is_short else max(line, word)
    return found if 0 < found < len(text) else None


def is_gap(text: str, cut: int) -> bool:
    """Whether a cut there, in characters of the stripped text, parts no word."""
    text = text.strip()
    return 0 < cut < len(text) and (text[cut - 1].isspace() or text[cut].isspace())


def close(text: str) -> str:
    """A preview of an unfinished text: an open fence is closed, open emphasis and code are closed, a half link is held back."""
    if _open_fence(text):
        return _closed(text)
    start = text.rfind("\n\n") + 2 if "\n\n" in text else 0
    settled, paragraph = text[:start], text[start:]
    paragraph = re.sub(r"\[[^\]\n]*(\](\([^)\s]*)?)?$", "", paragraph)
    paragraph = re.sub(r"(\*{1,3}|_{1,3}|`+|~~|\|\|)$", "", paragraph)
    return (settled + paragraph).rstrip() + _closers(paragraph)


def _head(text: str, limit: int, head: str, length: Callable[[str], int]) -> str:
    """The longest start of `text` that fits behind `head`, with room to close a fence, cut at the best boundary."""
    reserve = length("\n" + "`" * 3) + max((length(match[1]) for match in _FENCE.finditer(text[:limit])), default=0)
    room = max(limit - length(head) - max(reserve, length(head)), 1)
    while True:
        piece = _at_boundary(_fitting(text, room, length))
        # Markup that renders longer than its parts shows in the whole alone.
        excess = length(_closed(head + piece)) - limit
        if excess <= 0 or room == 1:
            return piece
        room = max(room - excess, 1)


def _at_boundary(window: str) -> str:
    """`window` up to the best place to end a chunk at."""
    floor = int(len(window) * _EARLIEST)
    for boundary in (
        _last(window, "\n\n"),
        _last_outer_line(window),
        _last(window, "\n"),
        _last_sentence(window),
        _last(window, " "),
    ):
        if boundary > floor:
            return window[:boundary]
    return window


def _fitting(text: str, room: int, length: Callable[[str], int]) -> str:
    """The grapheme clusters from the start of `text` that fit into `room`; one at least, so that a cut always moves on."""
    taken, used = 0, 0
    for cluster in regex.finditer(r"\X", text):
        used += length(cluster.group())
        if used > room and taken:
            break
        taken = cluster.end()
        if used > room:
            break
    return text[:taken]


def _last(window: str, boundary: str) -> int:
    found = window.rfind(boundary)
    return found + len(boundary) if found >= 0 else 0


def _last_outer_line(window: str) -> int:
    """Before the last line that is not indented: an item of a list stays with what belongs to it."""
    found = [match.end() for match in re.finditer(r"\n(?=\S)", window)]
    return found[-1] if found else 0


def _last_sentence(window: str) -> int:
    end = 0
    for match in _SENTENCE_END.finditer(window):
        end = match.end()
    return end


def _open_fence(text: str) -> str:
    """The opening line of a fence that is still open at the end of `text`, or ""."""
    opened = ""
    for match in _FENCE.finditer(text):
        if not opened:
            opened = match[0].strip()
        elif match[1].startswith(_fence_marker(opened)) and not match[2].strip():
            opened = ""
    return opened


def _closed(chunk: str) -> str:
    """The chunk without its last white space, and with its open fence or spoiler closed."""
    spoiler = _open_spoiler(chunk)
    chunk = chunk.rstrip()
    if fence := _open_fence(chunk):
        return f"{chunk}\n{_fence_marker(fence)}"
    if spoiler and chunk.endswith(_SPOILER):  # it has only just been opened: the next chunk opens it anew
        return chunk.removesuffix(_SPOILER).rstrip()
    return chunk + spoiler


def _open_spoiler(text: str) -> str:
    """The mark of a spoiler that is still open at the end of `text`, or "". A spoiler ends with its paragraph at the latest."""
    paragraph = text[text.rfind("\n\n") + 2 :] if "\n\n" in text else text
    if _open_fence(text) or _SPOILER not in paragraph:
        return ""
    marks = re.findall(r"\\.|`+|\|\|", paragraph)
    return _SPOILER if _SPOILER in _open_marks(marks) else ""


def _fence_marker(opening: str) -> str:
    match = re.match(r"`+|~+", opening)
    return match[0] if match else ""


def _closers(paragraph: str) -> str:
    """What closes the inline marks that are open at the end of a paragraph, innermost first."""
    marks = re.findall(r"\\.|`+|\*{1,3}|~~|\|\||(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)", paragraph)
    return "".join(reversed(_open_marks(mark for mark in marks if not _is_bullet(mark, paragraph))))


def _open_marks(marks: Iterable[str]) -> list[str]:
    """The marks that are open behind the last of these, outermost first; what is escaped or stands in code is none."""
    stack: list[str] = []
    for mark in marks:
        if mark.startswith("\\"):
            continue
        if stack and stack[-1].startswith("`"):
            if mark == stack[-1]:
                stack.pop()
        elif mark in stack:
            del stack[stack.index(mark) :]
        else:
            stack.append(mark)
    return stack


def _is_bullet(mark: str, paragraph: str) -> bool:
    return mark == "*" and re.search(r"(^|\n)\s*\* ", paragraph) is not None
