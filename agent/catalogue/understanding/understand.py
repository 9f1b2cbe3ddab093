"""From what somebody typed to a `Request`, by rules. Pure: same text, vocabulary and day, same request."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

from agent.catalogue.request import Request
from agent.catalogue.speech.voice import Voice
from agent.catalogue.understanding import notes
from agent.catalogue.understanding.comparatives import ENGLISH, measured, plain_qualities, titles_of
from agent.catalogue.understanding.kinds import Kinds, read_kinds
from agent.catalogue.understanding.languages.read import read
from agent.catalogue.understanding.languages.tell import CODES, GRAMMARS, grammar_of
from agent.catalogue.understanding.languages.themes import theme_of
from agent.catalogue.understanding.named_titles import read_titles
from agent.catalogue.understanding.negation import negation_before
from agent.catalogue.understanding.people import find_people, unknown_people
from agent.catalogue.understanding.people_roles import split_people
from agent.catalogue.understanding.phrase_rules import Calendar
from agent.catalogue.understanding.phrases import read_phrases
from agent.catalogue.understanding.settle import Reading, blank, settle
from agent.catalogue.understanding.spoilers import without_spoilers
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.catalogue.understanding.words import content_words

Span = tuple[int, int]

# A longer text tells a story ("there was this film, I think from the 90s, with a horror scene"): its words are hints for the
# ranking, not conditions that could shut out the one right title.
DESCRIPTION_WORDS = 40
_LONGEST = 4000  # characters; what is longer is cut

# Meaning knows no "without": what is not wanted would draw the search towards it.
_WITHOUT = re.compile(
    r"\bwithout\s+[^,.;!?\n]{2,60}|\bnothing\s+(?:with|about|featuring)\s+[^,.;!?\n]{2,40}"
    r"|\bnothing\s+(?:too\s+|very\s+|so\s+)?(?!but\b|like\b|else\b|from\b|to\b|is\b|as\b)[\w-]+(?:\s+(?:or|and|nor)\s+[\w-]+)?(?=\s*(?:$|[,.;!?]))"
    r"|\bneither\s+[\w-]+\s+nor\s+[\w-]+|\banything\s+but\s+[^,.;!?\n]{2,40}"
    r"|(?:(?<=^)|(?<=[,;.!?]\s)|\b(?:but|and|please)\s+)no\s+(?!one\b|body\b|matter\b|longer\b|more\b|idea\b)[\w'’-]+"
    r"(?:\s+(?:or|and|nor)\s+(?:no\s+)?[\w'’-]+)?(?:\s+(?:films?|movies?|series|shows?|stuff|scenes?|endings?)\b)?",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"(?:[,;:]|\b(?:and|but|or|with|in|from|that|that['’]s|is|are|not|by|of|on|except|only|just)\b|\s)*[\s,;:.]*$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:[\s,;:.-]|\b(?:but|and|or)\b)+", re.IGNORECASE)


def understand(text: str, vocabulary: Vocabulary, *, today: date, language: str = "") -> Request:
    """What `text` asks for. Never raises; what is not understood stays in the wish.

    `language` is what a detector says (ISO 639-1 or ""); where the words tell another of the five languages, they are believed.
    """
    text, hides_plot = without_spoilers(text[:_LONGEST])
    request = _request(text, vocabulary, today, language)
    return replace(request, hides_plot=True) if hides_plot else request


def understand_part(text: str, voice: Voice, vocabulary: Vocabulary, *, today: date) -> Request:
    """What a part of a question asks for, which is in this language for certain, however few words of it are left."""
    if grammar := next((grammar for grammar in GRAMMARS if grammar.code == voice), None):
        return read(text, grammar, vocabulary, today=today)
    return _english(text, vocabulary, today, voice)


def _request(text: str, vocabulary: Vocabulary, today: date, language: str) -> Request:
    if len(text.split()) > DESCRIPTION_WORDS:
        return _description(text, vocabulary, language)
    if (theme := theme_of(text)) and not vocabulary.titles.exact(text.strip()):
        return Request(theme[1], language=theme[0])
    if grammar := grammar_of(text, language):
        return read(text, grammar, vocabulary, today=today)
    return _english(text, vocabulary, today, "en" if language in CODES else language)


def _english(text: str, vocabulary: Vocabulary, today: date, language: str) -> Request:
    titles = read_titles(text, vocabulary)
    masked = blank(text, titles.spans)
    phrases = read_phrases(masked, Calendar(today, vocabulary.newest_year))
    masked = blank(masked, [(phrase.start, phrase.end) for phrase in phrases])
    asked = notes.asked_for(masked, notes.ENGLISH)
    found = find_people(masked, vocabulary)
    kinds = read_kinds(blank(masked, [(person.start, person.end) for person in found]), vocabulary)
    people = split_people(masked, found, lambda span: _refused(masked, span))
    fields: dict[str, Any] = {key: value for phrase in phrases for key, value in phrase.values.items()}
    fields, comparing = measured(fields, masked, titles_of(titles.like, vocabulary.titles.titles), ENGLISH)
    reading = Reading(
        titles=titles,
        phrases=phrases,
        kinds=kinds,
        people=people,
        fields=fields,
        comparing=comparing,
        asides=[*(span for spans in asked.values() for span in spans), *(match.span() for match in _WITHOUT.finditer(masked))],
        unknown=unknown_people(masked, found),
        notes=notes.unknowable(fields, kinds, asked=asked, other_work=people.other_work),
    )
    return settle(reading, lambda read: _wish(text, read.spans, kinds, bool(titles.like)), language=language)


def _description(text: str, vocabulary: Vocabulary, language: str) -> Request:
    titles = read_titles(text, vocabulary)
    kinds = read_kinds(blank(text, titles.spans), vocabulary)
    return Request(
        wish=text.strip(),
        media_type=kinds.media_type,
        without_genres=tuple(kinds.without_genres),
        like=tuple(titles.like),
        exclude=tuple(titles.exclude),
        lookup=tuple(titles.lookup),
        language=language,
    )


def _refused(text: str, span: Span) -> Span | None:
    start = negation_before(text, span[0])
    return None if start is None else (start, span[1])


def _wish(text: str, spans: list[Span], kinds: Kinds, has_titles: bool) -> str:
    """What is left to search by meaning; the kinds asked for when nothing else is; nothing when other fields say it all."""
    rest = re.sub(r"\s+", " ", blank(text, spans))
    rest = re.sub(r"\s+([,.;!?])", r"\1", rest)
    rest = re.sub(r"\b(?:an?|the)\s+(?=(?:about|with|from|in|of|set|on)\b)", "", rest)
    rest = _LEADING.sub("", _DANGLING.sub("", rest.strip())).strip(" ,;:-")
    if has_titles:
        rest = plain_qualities(rest, ENGLISH)
    if content_words(rest):
        return rest
    if has_titles:
        return ""
    media = {"movie": "film", "series": "series", None: ""}[kinds.media_type]
    said = " ".join((*kinds.genres, media)).strip()
    return said or ("" if spans else text.strip())
