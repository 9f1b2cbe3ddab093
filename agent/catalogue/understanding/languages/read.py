"""A request in one of the languages of the tables, read to a `Request`."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from agent.catalogue.request import Request
from agent.catalogue.understanding import notes
from agent.catalogue.understanding.comparatives import measured, plain_qualities, titles_of
from agent.catalogue.understanding.kinds import Kinds
from agent.catalogue.understanding.languages.amounts import rules_of
from agent.catalogue.understanding.languages.grammar import Grammar, unknowables
from agent.catalogue.understanding.languages.kinds import prepare, read_kinds, refused
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.tell import GRAMMARS
from agent.catalogue.understanding.languages.titles import read_titles
from agent.catalogue.understanding.people import find_people, unknown_people
from agent.catalogue.understanding.people_roles import split_people
from agent.catalogue.understanding.phrase_rules import Calendar, Rule
from agent.catalogue.understanding.phrases import read_phrases
from agent.catalogue.understanding.settle import Reading, blank, settle
from agent.catalogue.understanding.vocabulary import Vocabulary

# What joined the wish to what was taken out of it.
_JOINTS = re.compile(
    r"^(?:de|és|pero|y|aber|und|mais|et)\b[\s,]+|[\s,]+(?:de|és|vagy|pero|y|o|con|aber|und|oder|mit|mais|et|ou|avec|que|qui|ne|soit|sur|d['’])$",
    re.IGNORECASE,
)
# Made at import, as English's are: a first question must not wait for hundreds of patterns.
RULES: dict[str, tuple[Rule, ...]] = {grammar.code: rules_of(grammar.amounts) for grammar in GRAMMARS}
for _grammar in GRAMMARS:
    prepare(_grammar)


def read(text: str, grammar: Grammar, vocabulary: Vocabulary, *, today: date) -> Request:
    """What `text` asks for; see `understand`."""
    titles = read_titles(text, grammar, vocabulary)
    masked = blank(text, titles.spans)
    phrases = read_phrases(level(masked), Calendar(today, vocabulary.newest_year), RULES[grammar.code])
    masked = blank(masked, [(phrase.start, phrase.end) for phrase in phrases])
    asked = notes.asked_for(level(masked), unknowables(grammar))
    found = find_people(masked, vocabulary, endings=grammar.pattern("endings"))
    kinds = read_kinds(level(_marked(masked, [(person.start, person.end) for person in found])), grammar, vocabulary)
    people = split_people(masked, found, lambda span: refused(level(masked), span, grammar))
    fields: dict[str, Any] = {key: value for phrase in phrases for key, value in phrase.values.items()}
    fields, comparing = measured(fields, level(masked), titles_of(titles.like, vocabulary.titles.titles), grammar.comparatives)
    reading = Reading(
        titles=titles,
        phrases=phrases,
        kinds=kinds,
        people=people,
        fields=fields,
        comparing=comparing,
        asides=[span for spans in asked.values() for span in spans],
        unknown=unknown_people(masked, found),
        notes=notes.unknowable(fields, kinds, asked=asked, other_work=people.other_work),
    )
    return settle(reading, lambda found_: _wish(text, found_.spans, kinds, grammar, bool(titles.like)), language=grammar.code)


def _marked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with a sign for each letter in `spans`: a negation must not reach over somebody to what stands behind."""
    for start, end in spans:
        text = text[:start] + "¤" * (end - start) + text[end:]
    return text


def _wish(text: str, spans: Iterable[tuple[int, int]], kinds: Kinds, grammar: Grammar, has_titles: bool) -> str:
    """What is left to search by meaning; the kinds asked for, in English as the catalogue is, when nothing else is."""
    rest = re.sub(r"\s+", " ", blank(text, spans)).strip(" ,.;:!?-¿¡")
    rest = _JOINTS.sub("", rest).strip(" ,.;:!?-")
    said = re.findall(r"[^\W\d_]{3,}", grammar.pattern("filler").sub(" ", level(rest)))
    if said:
        return plain_qualities(rest, grammar.comparatives) if has_titles else rest
    if has_titles:
        return ""
    media = {"movie": "film", "series": "series", None: ""}[kinds.media_type]
    return " ".join((*kinds.genres, media)).strip() or ("" if any(True for _ in spans) else text.strip())
