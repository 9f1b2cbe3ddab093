"""Small pieces of the plain English that people read. Pure."""

import re
from collections.abc import Sequence
from math import ceil

from agent.contract import TitleRef

_MARKS = re.compile(r"([\\`*_~|>\[\]#])")
_SPACE = re.compile(r"\s+")


def plain(text: str) -> str:
    """Text that is data (a title, a name, a genre) on one line, as Markdown that shows it as it is."""
    return _MARKS.sub(r"\\\1", _SPACE.sub(" ", text).strip())


def cut(text: str, most: int) -> str:
    """At most `most` characters, cut at a word where one is near; what was cut ends with an ellipsis."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    at_word = head.rsplit(" ", 1)[0]
    return (at_word if len(at_word) > most // 2 else head).rstrip(" ,;:\\") + "…"


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:  # nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """ "1 title", "1,200 titles", "no titles"."""
    return f"{f'{number:,}' if number else 'no'} {noun if number == 1 else f'{noun}s'}"


def named(ref: TitleRef) -> str:
    """A title as people tell it from its namesakes, on one line: "Heat (1995)"."""
    name = _SPACE.sub(" ", ref.title).strip() or ref.id
    return f"{name} ({ref.year})" if ref.year else name


def runtime(minutes: int) -> str:
    """ "48 min", "2 h", "2 h 50 min"."""
    hours, rest = divmod(minutes, 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else "") if part)


def wait(seconds: float) -> str:
    """How long somebody has to wait, rounded up: "1 min", "2 h", "5 h 20 min"."""
    return runtime(max(1, ceil(seconds / 60)))
