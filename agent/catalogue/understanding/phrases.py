"""Numbers in a request: years, lengths, seasons, ratings, how many. Rules are tables of patterns, tried in order."""

from agent.catalogue.understanding.phrase_lengths import LENGTH_RULES
from agent.catalogue.understanding.phrase_rules import Calendar, Phrase
from agent.catalogue.understanding.phrase_years import YEAR_RULES


def read_phrases(text: str, calendar: Calendar) -> list[Phrase]:
    """All phrases in `text`, left to right, never overlapping; where two say the same field, the earlier rule wins."""
    found: list[Phrase] = []
    said: set[str] = set()
    for rule in (*YEAR_RULES, *LENGTH_RULES):
        for match in rule.pattern.finditer(text):
            if any(match.start() < phrase.end and phrase.start < match.end() for phrase in found):
                continue
            values = rule.read(match, calendar)
            if values and not said & values.keys():
                said |= values.keys()
                found.append(Phrase(match.start(), match.end(), values))
    return sorted(found, key=lambda phrase: phrase.start)
