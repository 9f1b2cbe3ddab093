"""Where a text sets limits of one sort, and the comparatives of a language: what a follow-up changes."""

import re
from collections.abc import Iterable
from datetime import date

from agent.catalogue.speech.voice import Voice
from agent.catalogue.understanding.comparatives import ENGLISH, Comparatives
from agent.catalogue.understanding.languages.grammar import Grammar
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.read import RULES
from agent.catalogue.understanding.languages.tell import GRAMMARS
from agent.catalogue.understanding.phrase_rules import Calendar
from agent.catalogue.understanding.phrases import read_phrases

_GRAMMARS: dict[str, Grammar] = {grammar.code: grammar for grammar in GRAMMARS}
# Only where a phrase stands counts here, not which years it means.
_ANY_DAY = Calendar(date(2000, 1, 1), 2000)
LENGTH, YEARS, SEASONS = ("runtime_min", "runtime_max"), ("year_from", "year_to"), ("seasons_min", "seasons_max")


def comparatives_of(voice: Voice) -> Comparatives:
    """The comparatives of this language."""
    return ENGLISH if voice == "en" else _GRAMMARS[voice].comparatives


def has_limit(text: str, fields: Iterable[str], voice: Voice) -> bool:
    """Whether `text` limits one of these fields of a request."""
    return bool(_spans(text, set(fields), voice))


def without_limits(text: str, fields: Iterable[str], voice: Voice) -> str:
    """`text` without the phrases that limit these fields of a request."""
    for start, end in reversed(_spans(text, set(fields), voice)):
        text = text[:start] + text[end:]
    return re.sub(r"\s+([,.;!?])", r"\1", re.sub(r"(?:\s*,)+(?=\s*,)|\s+(?=\s)", "", text)).strip(" ,")


def _spans(text: str, fields: set[str], voice: Voice) -> list[tuple[int, int]]:
    phrases = read_phrases(text, _ANY_DAY) if voice == "en" else read_phrases(level(text), _ANY_DAY, RULES[voice])
    # A phrase of no length only tells that its words mean something ("for the whole family").
    return [(phrase.start, phrase.end) for phrase in phrases if fields & phrase.values.keys() and phrase.end > phrase.start]
