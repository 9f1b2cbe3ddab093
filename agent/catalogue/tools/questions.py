"""A question made ready for the tools: without politeness around it, as typed and levelled, both of the same length."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.languages.level import level

_Key = TypeVar("_Key")
_BEFORE = re.compile(
    r"\W*(?:(?:please|hey|hi|hello|ok(?:ay)?|and|so|well|matinee|tell me"
    r"|(?:can|could|would) you(?: please)?(?: (?:tell me|say|check))?"
    r"|do you know|i want to know|i wonder|i(?:['’]d| would) like to know"
    r"|bitte|hallo|und|also|sag(?:e)? (?:mir|mal)(?: bitte)?|kannst du mir (?:bitte )?sagen|wei(?:ss|ß)t du"
    r"|por favor|hola|oye|dime|(?:me )?puedes decir(?:me)?|sabes"
    r"|stp|svp|s['’]il te plait|salut|bonjour|dis[- ]moi|(?:peux[- ]tu|tu peux) me dire|sais[- ]tu"
    r"|kerlek|szia|hello|mondd(?: meg)?|meg tudod mondani|tudod(?: hogy)?)\b[\s,:.!]+)*"
)
_AFTER = re.compile(
    r"(?:[,\s]+(?:please|pls|bitte|por favor|s['’]il (?:te|vous) plait|stp|svp|kerlek|thanks|thank you|danke|gracias|merci"
    r"|matinee|then|actually|for (?:me|us)))*[\s?!.…]*$"
)
_LONGEST = 40  # words: whoever tells more asks for more


@dataclass(frozen=True, slots=True)
class Question:
    """`text` as typed, `plain` levelled; offsets hold for both."""

    text: str
    plain: str

    @classmethod
    def of(cls, typed: str) -> "Question | None":
        """The question without what goes around it; None for what is too long to be one."""
        text = " ".join(typed.split())
        plain = level(text)
        if not text or len(text.split()) > _LONGEST:
            return None
        begin = found.end() if (found := _BEFORE.match(plain)) else 0
        end = found.start() if (found := _AFTER.search(plain, begin)) else len(text)
        return cls(text[begin:end], plain[begin:end]) if end > begin else None

    def part(self, match: re.Match[str], group: str) -> str:
        """What a group of a match on `plain` holds, as typed."""
        return self.text[match.start(group) : match.end(group)]


@dataclass(frozen=True, slots=True)
class Cue:
    """Patterns that a whole question has in one language; a space is any space."""

    voice: Voice
    patterns: tuple[re.Pattern[str], ...]

    def matches(self, question: Question) -> Iterator[re.Match[str]]:
        """The ways in which the question has one of them."""
        return (match for pattern in self.patterns if (match := pattern.fullmatch(question.plain)))


def cues(*tables: str) -> tuple[Cue, ...]:
    """Cues from a table of patterns a language, in the order of VOICES, one pattern a line.

    `{a}`, `{b}` and `{t}` are what is asked about, `{m}` the words of a measure.
    """
    return tuple(
        Cue(voice, tuple(_compiled(line.strip()) for line in table.strip().splitlines() if line.strip()))
        for voice, table in zip(VOICES, tables, strict=True)
    )


def keyed(table: Mapping[_Key, Sequence[str]]) -> dict[_Key, tuple[Cue, ...]]:
    """The same for several meanings."""
    return {key: cues(*tables) for key, tables in table.items()}


def _compiled(line: str) -> re.Pattern[str]:
    for group in "abtm":
        line = line.replace("{" + group + "}", rf"(?P<{group}>\S(?:.*?\S)?)", 1)
    return re.compile(line)


def anywhere(*patterns: str) -> dict[Voice, re.Pattern[str]]:
    """Patterns for somewhere in a text, in the order of VOICES, at word boundaries."""
    return {voice: re.compile(rf"(?<!\w)(?:{pattern})(?!\w)") for voice, pattern in zip(VOICES, patterns, strict=True)}


def cut(text: str, pattern: re.Pattern[str]) -> str:
    """`text` without what the pattern finds in its levelled form."""
    plain, kept, at = level(text), [], 0
    for match in pattern.finditer(plain):
        kept += [text[at : match.start()], " "]
        at = match.end()
    return " ".join("".join((*kept, text[at:])).split())
