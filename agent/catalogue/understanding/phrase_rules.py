"""What the tables of phrases are made of: a pattern and what it means, and numbers as people type them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

Values: TypeAlias = Mapping[str, int | float]


@dataclass(frozen=True, slots=True)
class Calendar:
    """What relative times mean: today, and the newest year of the catalogue ("recent" must not mean an empty shelf)."""

    today: date
    newest_year: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """What was read at `start:end` of the text, as fields of a request."""

    start: int
    end: int
    values: Values


Read: TypeAlias = Callable[[re.Match[str], Calendar], Values | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and its reading; None means that it was no such phrase after all."""

    pattern: re.Pattern[str]
    read: Read


def rule(pattern: str, read: Read) -> Rule:
    """A rule that ignores case. `pattern` may be laid out over lines: spaces in it mean nothing (write `\\s`)."""
    return Rule(re.compile(pattern, re.IGNORECASE | re.VERBOSE), read)


def constant(**values: int | float) -> Read:
    """A reading that is the same for every match."""
    return lambda _match, _calendar: values


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBERS = (
    {word: value for value, word in enumerate(_ONES.split())}
    | {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
    | {"a": 1, "an": 1, "single": 1, "couple": 2, "a couple": 2, "a couple of": 2, "couple of": 2, "a few": 3, "few": 3}
    | {"several": 3, "forty five": 45, "hundred": 100, "a hundred": 100}
)

# For patterns in verbose form.
NUMBER = (
    r"(?:\d{1,3}(?:[.,]\d)?|" + "|".join(word.replace(" ", r"\s+") for word in sorted(_NUMBERS, key=len, reverse=True)) + ")"
)
SMALL_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(_ONES.split()[1:11])})"
MEDIA = r"(?:films?|movies?|series|shows?|titles?|suggestions?|recommendations?|options?|picks?|ideas?|flicks?|things)"
MEDIA_OR_GENRE = (
    rf"(?:{MEDIA}|comed(?:y|ies)|thrillers?|dramas?|horrors?|westerns?|musicals?|documentar(?:y|ies)|animations?|romances?|anime"
    r"|rom-?coms?|sci-?fi|cartoons?|myster(?:y|ies))"
)


def number(typed: str) -> float | None:
    """The value of a number as people type it ("two", "1.5", "a couple of"), or None."""
    plain = " ".join(typed.lower().split())
    if plain in _NUMBERS:
        return float(_NUMBERS[plain])
    try:
        return float(plain.replace(",", "."))
    except ValueError:
        return None
