"""Numbers in a request: years, lengths, seasons, ratings, ages, how many. Rules are tables of patterns, tried in order."""

from collections.abc import Iterable

from agent.catalogue.understanding.phrase_audience import AUDIENCE_RULES
from agent.catalogue.understanding.phrase_lengths import LENGTH_RULES
from agent.catalogue.understanding.phrase_rules import Calendar, Phrase, Rule
from agent.catalogue.understanding.phrase_years import YEAR_RULES

ENGLISH_RULES = (*AUDIENCE_RULES, *YEAR_RULES, *LENGTH_RULES)


def read_phrases(text: str, calendar: Calendar, rules: Iterable[Rule] = ENGLISH_RULES) -> list[Phrase]:
    """All phrases in `text`, left to right, never overlapping; where two say the same field, the earlier rule wins."""
    found: list[Phrase] = []
    said: set[str] = set()
    for rule in rules:
        for match in rule.pattern.finditer(text):
            if any(match.start() < phrase.end and phrase.start < match.end() for phrase in found):
                continue
            values = rule.read(match, calendar)
            if values and not said & values.keys():
                said |= values.keys()
                found.append(Phrase(match.start(), match.end(), values))
    return sorted(found, key=lambda phrase: phrase.start)
