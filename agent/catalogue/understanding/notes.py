"""What was asked for and cannot be told from the facts: a sentence each, which an answer must pass on."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from agent.catalogue.speech.sentences import sentence
from agent.catalogue.speech.voice import voice_of
from agent.catalogue.understanding.kinds import Kinds

Span = tuple[int, int]
Note: TypeAlias = Literal["subtitles", "episode_lengths", "spoken", "writers", "birth_year", "who_they_are", "awards"]


ENGLISH: dict[Note, re.Pattern[str]] = {
    "subtitles": re.compile(
        r"\b(?:(?:no|nothing|not|without|with|in)\s+(?:with\s+)?)?(?:subtitles?|subs|subtitled|dubbed|dubbing)\b", re.IGNORECASE
    ),
    "birth_year": re.compile(r"\bolder\s+than\s+(?:me|i\s+am|myself)\b|\bbefore\s+i\s+was\s+born\b", re.IGNORECASE),
    "who_they_are": re.compile(
        r"\b(?:(?:directed|made|shot|created)\s+)?by\s+(?:an?\s+)?(?:wom[ae]n|female|male|black|queer|indigenous)\b"
        r"(?:\s+(?:director|film-?maker)s?\b)?"
        r"|\b(?:an?\s+)?(?:female|wom[ae]n|male)\s+(?:director|film-?maker|creator)s?\b",
        re.IGNORECASE,
    ),
    "awards": re.compile(
        r"\b(?:an?\s+(?=[\w\s]{3,16}[\s-]winning))?(?:(?:that|which)\s+)?(?:(?:won|winner\s+of|got|with|nominated\s+for)\s+(?:an?\s+|the\s+|many\s+|some\s+)?)?"
        r"(?:(?:best\s+picture\s+)?oscars?|academy\s+awards?|emmys?|golden\s+globes?|baftas?|palme\s+d['’]or|awards?)"
        r"(?:[\s-]*(?:winning|winners?|nominated|nominees?)\b|\b(?=\s*(?:$|[,.;!?])))",
        re.IGNORECASE,
    ),
}


def worded(notes: Iterable[str], language: str) -> tuple[str, ...]:
    """The notes as sentences in the asker's language."""
    return tuple(sentence(note, voice_of(language)) for note in dict.fromkeys(notes))


def asked_for(text: str, patterns: Mapping[Note, re.Pattern[str]]) -> dict[Note, list[Span]]:
    """Where `text` asks for what no source tells, by note."""
    found = {note: [match.span() for match in pattern.finditer(text)] for note, pattern in patterns.items()}
    return {note: spans for note, spans in found.items() if spans}


def unknowable(fields: Mapping[str, Any], kinds: Kinds, *, asked: Iterable[Note], other_work: bool) -> tuple[Note, ...]:
    """The notes that a request needs; `asked` are those that its text asks for in so many words."""
    asked = set(asked)
    needed: dict[Note, bool] = {
        "subtitles": "subtitles" in asked,
        "episode_lengths": kinds.media_type == "series" and bool(fields.keys() & {"runtime_min", "runtime_max"}),
        "spoken": bool(kinds.spoken or kinds.without_spoken),
        "writers": other_work,
        "birth_year": "birth_year" in asked and "year_to" not in fields,
        "who_they_are": "who_they_are" in asked,
        "awards": "awards" in asked,
    }
    return tuple(note for note, holds in needed.items() if holds)
