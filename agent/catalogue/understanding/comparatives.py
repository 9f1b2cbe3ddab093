""" "Like Arrival, but shorter": comparatives, measured by the titles that were named, or turned into the quality itself."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.catalogue.title import Title


@dataclass(frozen=True, slots=True)
class Comparatives:
    """One language's words for less and more of what a figure says, and for qualities, as patterns."""

    shorter: re.Pattern[str]
    longer: re.Pattern[str]
    older: re.Pattern[str]
    newer: re.Pattern[str]
    qualities: Mapping[str, str]


def comparatives(shorter: str, longer: str, older: str, newer: str, qualities: Mapping[str, str]) -> Comparatives:
    """Compiled, at word boundaries, case ignored."""
    less, more, before, after = (
        re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE) for pattern in (shorter, longer, older, newer)
    )
    return Comparatives(less, more, before, after, qualities)


ENGLISH = comparatives(
    r"shorter|not\s+(?:so|as|that)\s+long",
    r"longer",
    r"older|earlier",
    r"newer|more\s+(?:recent|modern)|not\s+(?:so|as|that)\s+old",
    {
        "funnier": "funny", "scarier": "scary", "darker": "dark", "lighter": "light", "happier": "happy", "sadder": "sad",
        "weirder": "weird", "stranger": "strange", "smarter": "smart", "calmer": "calm", "slower": "slow", "faster": "fast",
        "sillier": "silly", "milder": "mild", "warmer": "warm", "gentler": "gentle", "quieter": "quiet", "sweeter": "sweet",
        "creepier": "creepy",
    },
)  # fmt: skip


def measured(
    fields: Mapping[str, Any], text: str, anchors: Sequence[Title], words: Comparatives
) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """`fields` with the limits that a comparative without a figure sets, and where in `text` the comparatives stand."""
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


def plain_qualities(wish: str, words: Comparatives) -> str:
    """The wish with "funnier" as "funny": what it is compared with is an anchor, not a text."""
    pattern = rf"\b({'|'.join(words.qualities)})\b" if words.qualities else r"(?!)"
    return re.sub(pattern, lambda match: words.qualities[match[1].lower()], wish, flags=re.IGNORECASE)


def titles_of(ids: Iterable[str], titles: Mapping[str, Title]) -> list[Title]:
    """The titles behind these ids."""
    return [titles[found] for found in ids if found in titles]
