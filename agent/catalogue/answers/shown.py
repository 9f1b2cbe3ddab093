"""What was shown earlier in a conversation, and how people point at it: "the second one", "number 3", "the last"."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from agent.catalogue.title import Title
from agent.contract import HistoryMessage, TitleRef

TitleById: TypeAlias = Callable[[str], Title | None]

_ORDINALS = {
    **{word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth", "seventh"), 1)},
    **{word: number for number, word in enumerate(("1st", "2nd", "3rd", "4th", "5th", "6th", "7th"), 1)},
    "last": -1,
    "latter": -1,
    "former": 1,
}
_WORD_NUMBERS = {word: number for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven"), 1)}
_POINTER = re.compile(
    rf"\b(?:the\s+)?(?:(?P<ordinal>{'|'.join(_ORDINALS)})(?:\s+(?:one|film|movie|series|show|title|option|pick))?(?!\s*\w*\s*(?:season|"
    r"episode|time|day|half|act|world))"
    rf"|(?:number|no\.|nr\.?|option|#)\s*(?P<number>[1-9]|{'|'.join(_WORD_NUMBERS)}))(?!\w)|(?<!\w)#(?P<hash>[1-9])\b",
    re.IGNORECASE,
)
_BARE = re.compile(rf"\W*(?P<number>[1-9]|{'|'.join(_WORD_NUMBERS)})\W*(?:please\W*)?", re.IGNORECASE)


def position(text: str) -> int | None:
    """The position that a text points at, counted from 1, -1 for the last; None if it points at none."""
    match = _POINTER.search(text)
    return _number(match) if match else None


def bare_position(text: str) -> int | None:
    """As `position`, for a text that is nothing but a number: "2", "two please"."""
    match = _BARE.fullmatch(text)
    return _as_number(match["number"]) if match else None


def without_pointer(text: str, name: str) -> str:
    """The text with its first pointer replaced by a name."""
    return _POINTER.sub(lambda _match: name, text, count=1)


def last_shown(history: Sequence[HistoryMessage], at_least: int = 1) -> tuple[TitleRef, ...]:
    """The titles of the newest message that presented so many; of the newest that presented any, where none did."""
    newest = [message.titles for message in reversed(history) if message.titles]
    return next((titles for titles in newest if len(titles) >= at_least), newest[0] if newest else ())


def pick(items: Sequence[TitleRef], number: int | None) -> TitleRef | None:
    """The item at a position; None when there is none."""
    if number is None or not items or number > len(items):
        return None
    return items[-1] if number < 0 else items[number - 1]


def name_of(ref: TitleRef | Title) -> str:
    """The title with its year, as a search understands it."""
    return f"{ref.title} ({ref.year})" if ref.year else ref.title


def _number(match: re.Match[str]) -> int:
    if match["ordinal"]:
        return _ORDINALS[match["ordinal"].lower()]
    return _as_number(match["number"] or match["hash"])


def _as_number(text: str) -> int:
    return int(text) if text.isdigit() else _WORD_NUMBERS[text.lower()]
