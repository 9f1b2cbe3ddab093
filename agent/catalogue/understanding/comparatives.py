""" "Like Arrival, but shorter": comparatives, measured by the titles that were named, or turned into the quality itself."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.catalogue.title import Title
from agent.catalogue.understanding.languages.level import level


@dataclass(frozen=True, slots=True)
class Quality:
    """A quality in one language: its plain word, and the pattern of its comparative for levelled text."""

    plain: str
    comparative: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Comparatives:
    """One language's words for less and more of what a figure says, and for qualities by their English name.

    Patterns are for levelled text.
    """

    shorter: re.Pattern[str]
    longer: re.Pattern[str]
    older: re.Pattern[str]
    newer: re.Pattern[str]
    qualities: Mapping[str, Quality]


def comparatives(shorter: str, longer: str, older: str, newer: str, qualities: str) -> Comparatives:
    """Compiled, at word boundaries; a space is any space. `qualities` has a line "name: plain word = pattern" for each."""
    less, more, before, after = (_pattern(pattern) for pattern in (shorter, longer, older, newer))
    rows = (re.split(r": | = ", line.strip(), maxsplit=2) for line in qualities.strip().splitlines())
    return Comparatives(less, more, before, after, {name: Quality(plain, _pattern(words)) for name, plain, words in rows})


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b".replace(" ", r"\s+"), re.IGNORECASE)


ENGLISH = comparatives(
    r"shorter|quicker|less long|not (?:so|as|that|too) long",
    r"longer|not (?:so|as|that|too) short",
    r"older|earlier",
    r"newer|more (?:recent|modern)|fresher|less old|not (?:so|as|that|too) old",
    """
    funny: funny = funnier
    scary: scary = scarier
    creepy: creepy = creepier
    dark: dark = darker
    light: light = lighter
    happy: happy = happier
    sad: sad = sadder
    weird: weird = weirder
    strange: strange = stranger
    smart: smart = smarter|cleverer
    calm: calm = calmer
    quiet: quiet = quieter
    slow: slow = slower
    fast: fast = faster
    tense: tense = tenser
    exciting: exciting = more exciting
    romantic: romantic = more romantic
    silly: silly = sillier
    mild: mild = milder
    warm: warm = warmer
    gentle: gentle = gentler|softer
    sweet: sweet = sweeter
    lovely: lovely = lovelier
    bloody: bloody = bloodier
    violent: violent = more violent
    serious: serious = more serious
    original: original = more original
    """,
)


def plain_qualities(text: str, words: Comparatives) -> str:
    """The text with "funnier" as "funny": what it is compared with is an anchor or a list shown, not a text."""
    plain = level(text)
    found = [
        (match.span(), quality.plain) for quality in words.qualities.values() for match in quality.comparative.finditer(plain)
    ]
    for (start, end), word in sorted(found, reverse=True):
        text = text[:start] + word + text[end:]
    return text


def measured(
    fields: Mapping[str, Any], text: str, anchors: Sequence[Title], words: Comparatives
) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """`fields` with the limits that a comparative without a figure sets, and where in the levelled `text` it stands."""
    found, spans = dict(fields), []
    for names, values, directions in (
        (("runtime_min", "runtime_max"), [title.runtime for title in anchors if title.runtime], (words.longer, words.shorter)),
        (("year_from", "year_to"), [title.year for title in anchors if title.year], (words.newer, words.older)),
    ):
        if not values or found.keys() & set(names):
            continue
        for name, pattern, limit in zip(names, directions, (max(values) + 1, min(values) - 1), strict=True):
            if match := pattern.search(text):
                found[name] = limit
                spans.append(match.span())
                break
    return found, spans


def titles_of(ids: Iterable[str], titles: Mapping[str, Title]) -> list[Title]:
    """The titles behind these ids."""
    return [titles[found] for found in ids if found in titles]
