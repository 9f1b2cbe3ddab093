"""From what somebody typed to a `Request`, by rules (English). Pure: same text, vocabulary and day, same request."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from agent.catalogue.request import Request
from agent.catalogue.understanding.kinds import Kinds, read_kinds
from agent.catalogue.understanding.named_titles import NamedTitles, read_titles
from agent.catalogue.understanding.negation import negation_before
from agent.catalogue.understanding.people import Person, find_people, unknown_people
from agent.catalogue.understanding.phrase_rules import Calendar
from agent.catalogue.understanding.phrases import read_phrases
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.catalogue.understanding.words import content_words

Span = tuple[int, int]

# A longer text tells a story ("there was this film, I think from the 90s, with a horror scene"): its words are hints for the
# ranking, not conditions that could shut out the one right title.
DESCRIPTION_WORDS = 40
_LONGEST = 4000  # characters; what is longer is cut

# Meaning knows no "without": what is not wanted would draw the search towards it.
_WITHOUT = re.compile(r"\bwithout\s+[^,.;!?\n]{2,60}", re.IGNORECASE)
_SUBTITLES = re.compile(r"\b(?:(?:no|without|with|in)\s+)?(?:subtitles?|subs|subtitled|dubbed|dubbing)\b", re.IGNORECASE)
_DANGLING = re.compile(r"(?:[,;:]|\b(?:and|but|or|with|in|from|that|is|are|not|by|of|on)\b|\s)*[\s,;:.]*$", re.IGNORECASE)
NO_SUBTITLE_FACTS = "I know nothing about subtitles or dubbing, so please check that before you start."
NO_EPISODE_LENGTHS = "I do not know how long episodes are, so I left the length aside."


def understand(text: str, vocabulary: Vocabulary, *, today: date, language: str = "") -> Request:
    """What `text` asks for. Never raises; what is not understood stays in the wish. `language` is passed on."""
    text = text[:_LONGEST]
    titles = read_titles(text, vocabulary)
    masked = _blank(text, titles.spans)
    if len(text.split()) > DESCRIPTION_WORDS:
        return _description(text, masked, titles, vocabulary, language)
    phrases = read_phrases(masked, Calendar(today, vocabulary.newest_year))
    masked = _blank(masked, [(phrase.start, phrase.end) for phrase in phrases])
    people = find_people(masked, vocabulary)
    kinds = read_kinds(
        _blank(masked, [(person.start, person.end) for person in people]), vocabulary.genres, vocabulary.countries
    )
    fields: dict[str, Any] = {key: value for phrase in phrases for key, value in phrase.values.items()}
    wanted, unwanted, dropped = _split_people(masked, people)
    subtitles = [match.span() for match in _SUBTITLES.finditer(masked)]
    without = [match.span() for match in _WITHOUT.finditer(masked)]
    spans = [*titles.spans, *((p.start, p.end) for p in phrases), *kinds.dropped, *dropped, *subtitles, *without]
    return Request(
        wish="" if titles.lookup else _wish(text, spans, kinds, bool(titles.like)),
        media_type=kinds.media_type or ("series" if "seasons_max" in fields else None),
        **_settle(fields, kinds),
        genres=tuple(kinds.genres),
        any_genre=kinds.any_genre,
        without_genres=tuple(kinds.without_genres),
        people=wanted,
        without_people=unwanted,
        countries=tuple(kinds.countries),
        like=tuple(titles.like),
        exclude=tuple(titles.exclude),
        lookup=tuple(titles.lookup),
        missing=tuple(dict.fromkeys((*titles.missing, *unknown_people(masked, people)))),
        language=language,
        notes=_notes(bool(subtitles), fields, kinds),
    )


def _description(text: str, masked: str, titles: NamedTitles, vocabulary: Vocabulary, language: str) -> Request:
    kinds = read_kinds(masked, vocabulary.genres, vocabulary.countries)
    return Request(
        wish=text.strip(),
        media_type=kinds.media_type,
        without_genres=tuple(kinds.without_genres),
        like=tuple(titles.like),
        exclude=tuple(titles.exclude),
        lookup=tuple(titles.lookup),
        language=language,
    )


def _settle(fields: dict[str, Any], kinds: Kinds) -> dict[str, Any]:
    """Drop what contradicts itself: an empty span of years or lengths, and lengths of series, which nobody knows."""
    settled = dict(fields)
    if kinds.media_type == "series" or "seasons_max" in settled:
        settled.pop("runtime_min", None)
        settled.pop("runtime_max", None)
    for low, high in (("year_from", "year_to"), ("runtime_min", "runtime_max")):
        if low in settled and high in settled and settled[low] > settled[high]:
            del settled[low]
    return settled


def _notes(subtitles: bool, fields: dict[str, Any], kinds: Kinds) -> tuple[str, ...]:
    lengths = kinds.media_type == "series" and bool(fields.keys() & {"runtime_min", "runtime_max"})
    return (NO_SUBTITLE_FACTS,) * subtitles + (NO_EPISODE_LENGTHS,) * lengths


def _split_people(text: str, people: list[Person]) -> tuple[tuple[str, ...], tuple[str, ...], list[Span]]:
    wanted: dict[str, None] = {}
    unwanted: dict[str, None] = {}
    dropped = []
    for person in people:
        start = negation_before(text, person.start)
        if start is None:
            wanted[person.name] = None
        else:
            unwanted[person.name] = None
            dropped.append((start, person.end))
    return tuple(wanted), tuple(name for name in unwanted if name not in wanted), dropped


def _blank(text: str, spans: Iterable[Span]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _wish(text: str, spans: list[Span], kinds: Kinds, has_titles: bool) -> str:
    """What is left to search by meaning; the kinds asked for when nothing else is; nothing when other fields say it all."""
    rest = re.sub(r"\s+", " ", _blank(text, spans))
    rest = re.sub(r"\s+([,.;!?])", r"\1", rest)
    rest = _DANGLING.sub("", rest.strip()).strip(" ,;:-")
    if content_words(rest):
        return rest
    if has_titles:
        return ""
    media = {"movie": "film", "series": "series", None: ""}[kinds.media_type]
    said = " ".join((*kinds.genres, media)).strip()
    return said or ("" if spans else text.strip())
