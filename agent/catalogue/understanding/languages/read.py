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
from agent.catalogue.understanding.languages.grammar import Grammar
from agent.catalogue.understanding.languages.kinds import prepare, read_kinds, refused
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.tell import GRAMMARS
from agent.catalogue.understanding.languages.titles import read_titles
from agent.catalogue.understanding.missing_titles import only_missing
from agent.catalogue.understanding.people import find_people, unknown_people
from agent.catalogue.understanding.people_roles import roles, split_people
from agent.catalogue.understanding.phrase_rules import Calendar, Rule
from agent.catalogue.understanding.phrases import read_phrases
from agent.catalogue.understanding.settle import blank, settle
from agent.catalogue.understanding.vocabulary import Vocabulary

# What joined the wish to what was taken out of it.
_JOINTS = re.compile(
    r"^(?:de|és|pero|y|aber|und|mais|et)\b[\s,]+|[\s,]+(?:de|és|vagy|pero|y|o|con|aber|und|oder|mit|mais|et|ou|avec|que|qui)$",
    re.IGNORECASE,
)
# Made at import, as English's are: a first question must not wait for hundreds of patterns.
_rules: dict[str, tuple[Rule, ...]] = {grammar.code: rules_of(grammar.amounts) for grammar in GRAMMARS}
for _grammar in GRAMMARS:
    prepare(_grammar)


def read(text: str, grammar: Grammar, vocabulary: Vocabulary, *, today: date, language: str) -> Request:
    """What `text` asks for; see `understand`."""
    titles = read_titles(text, grammar, vocabulary)
    masked = blank(text, titles.spans)
    phrases = read_phrases(level(masked), Calendar(today, vocabulary.newest_year), _rules[grammar.code])
    masked = blank(masked, [(phrase.start, phrase.end) for phrase in phrases])
    found = find_people(masked, vocabulary, endings=grammar.pattern("endings"))
    plain = level(_marked(masked, [(person.start, person.end) for person in found]))
    kinds = read_kinds(plain, grammar, vocabulary.genres, vocabulary.countries)
    fields: dict[str, Any] = {key: value for phrase in phrases for key, value in phrase.values.items()}
    people = split_people(masked, found, lambda span: refused(level(masked), span, grammar))
    fields, comparing = measured(fields, masked, titles_of(titles.like, vocabulary.titles.titles), grammar.comparatives)
    subtitles = [match.span() for match in grammar.pattern("subtitles").finditer(level(masked))]
    spans = [*titles.spans, *((p.start, p.end) for p in phrases), *kinds.dropped, *people.dropped, *comparing, *subtitles]
    missing = tuple(dict.fromkeys((*titles.missing, *unknown_people(masked, found))))
    wish = "" if titles.lookup else _wish(text, spans, kinds, grammar, bool(titles.like))
    return Request(
        wish=", ".join(missing) if missing and only_missing(wish, missing) else wish,
        media_type=kinds.media_type or ("series" if fields.keys() & {"seasons_min", "seasons_max"} else None),
        **settle(fields, kinds),
        genres=tuple(kinds.genres),
        any_genre=kinds.any_genre,
        without_genres=tuple(kinds.without_genres),
        **roles(people),
        countries=tuple(kinds.countries),
        without_countries=tuple(kinds.without_countries),
        like=tuple(titles.like),
        exclude=tuple(titles.exclude),
        lookup=tuple(titles.lookup),
        missing=missing,
        language=language or grammar.code,
        notes=notes.unknowable("", fields, kinds, subtitles=bool(subtitles), other_work=people.other_work),
    )


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
