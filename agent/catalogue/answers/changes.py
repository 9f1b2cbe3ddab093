"""How a refinement changes a request's wording: limits that it contradicts go, what it adds is appended.

A reply may be in another language than the request ("viccesebb" after an English question): what it says is put in the words of
the request's own, so that the whole is read as one.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from agent.catalogue.answers.reply_words import WORDS, ReplyWords
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.comparatives import Comparatives
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.limits import LENGTH, SEASONS, YEARS, comparatives_of, has_limit, without_limits

ANY_LENGTH, ANY_YEAR, ANY_KIND = "any length", "any year", "films or series alike"
# What stood before the word for the kind.
_LONE_ARTICLE = re.compile(r"\b(?:an?|any|tv|egy|una?|eine?|une?)\s+(?=\W|$)", re.IGNORECASE)
_SIZES = (*LENGTH, *SEASONS)


@dataclass(frozen=True, slots=True)
class Middle:
    """The middle of what was shown: minutes, year, seasons; None where nothing has any."""

    runtime: int | None = None
    year: int | None = None
    seasons: int | None = None


def reply_voice(text: str, own: Voice, standing: Voice) -> Voice:
    """The language to read a reply with: its own, the request's, or whichever knows its comparatives or its first word."""
    order = dict.fromkeys((own if own != "en" else standing, standing, *VOICES))
    return next((voice for voice in order if _knows(text, voice)), own)


def _knows(text: str, voice: Voice) -> bool:
    plain, words = level(text.strip()), WORDS[voice]
    whole = any(pattern.fullmatch(plain) for pattern in (words.more, words.yes, words.neither))
    return whole or bool(words.leads_on.match(plain)) or _compares(plain, comparatives_of(voice))


def compares_with_shown(text: str, voice: Voice) -> bool:
    """Whether the text begins by asking for other than what was shown: "something shorter, and not in English"."""
    words = WORDS[voice]
    plain = words.lead.sub("", level(text.strip()))
    plain = words.opening.sub("", plain)
    found = [match.start() for pattern in _patterns(comparatives_of(voice)) if (match := pattern.search(plain))]
    generic = any(pattern.match(plain) for pattern in (words.less, words.more_of))
    return generic or 0 in found


def _compares(plain: str, words: Comparatives) -> bool:
    return any(pattern.search(plain) for pattern in _patterns(words))


def _patterns(words: Comparatives) -> tuple[re.Pattern[str], ...]:
    directions = (words.shorter, words.longer, words.older, words.newer)
    return (*directions, *(quality.comparative for quality in words.qualities.values()))


def changed(standing: str, text: str, middle: Middle, *, voice: Voice, said_in: Voice) -> str:
    """The request, worded in `voice`, with a refinement worked in that is worded in `said_in`."""
    standing, text, added = _swap_kind(standing, text, voice, said_in)
    words, put_in = comparatives_of(said_in), WORDS[voice]
    for pattern, fields, phrase in (
        (words.shorter, _SIZES, _shorter(put_in, standing, middle, voice)),
        (words.longer, _SIZES, _put(put_in.longer, middle.runtime) or put_in.long),
        (words.older, YEARS, _put(put_in.older, middle.year) or put_in.old),
        (words.newer, YEARS, _put(put_in.newer, middle.year) or put_in.new),
    ):
        if pattern.search(level(text)):
            standing, text = without_limits(standing, fields, voice), _cut(text, pattern)
            added.append(phrase)
    if rest := _cleaned(text, voice, said_in):
        standing = _without_contradicted(standing, rest, voice, said_in)
        added.append(rest)
    return ", ".join(part for part in (standing.strip(" ,"), *added) if part)


def loosened(standing: str, option: str, voice: Voice) -> str:
    """The request after an option of a re-ask was chosen: a limit given up, or a narrowing added."""
    match option:
        case "any length":
            standing, option = without_limits(standing, _SIZES, voice), ""
        case "any year":
            standing, option = without_limits(standing, YEARS, voice), ""
        case "films or series alike":
            standing, option = _cut(_cut(standing, WORDS[voice].series), WORDS[voice].film), ""
    return ", ".join(part for part in (" ".join(standing.split()).strip(" ,"), option) if part)


def _shorter(put_in: ReplyWords, standing: str, middle: Middle, voice: Voice) -> str:
    if middle.seasons and (not middle.runtime or has_limit(standing, SEASONS, voice)):
        return put_in.seasons.format(n=max(1, middle.seasons - 1)) if middle.seasons > 2 else put_in.season
    return _put(put_in.shorter, middle.runtime) or put_in.short


def _put(phrase: str, n: int | None) -> str:
    return phrase.format(n=n) if n else ""


def _cut(text: str, pattern: re.Pattern[str]) -> str:
    return _replaced(text, pattern, lambda _match: "")


def _replaced(text: str, pattern: re.Pattern[str], put_in: Callable[[re.Match[str]], str]) -> str:
    """As `pattern.sub`, found in the levelled text."""
    for match in reversed(list(pattern.finditer(level(text)))):
        text = text[: match.start()] + put_in(match) + text[match.end() :]
    return text


def _swap_kind(standing: str, text: str, voice: Voice, said_in: Voice) -> tuple[str, str, list[str]]:
    """ "a series instead": the request's own word for film is changed, so that the two do not contradict each other."""
    said, own, plain = WORDS[said_in], WORDS[voice], level(text)
    if said.refuses.match(plain) or bool(said.series.search(plain)) == bool(said.film.search(plain)):
        return standing, text, []
    wants_series = bool(said.series.search(plain))
    wanted, other = (own.series, own.film) if wants_series else (own.film, own.series)
    a_kind = own.a_series if wants_series else own.a_film
    rest = re.sub(
        r"\b(?:an?|any|tv|egy|una?|eine?|une?)\s+(?=\W|$)", "", _cut(text, said.series if wants_series else said.film)
    )
    if wants_series:  # nobody knows how long its episodes are
        standing = without_limits(standing, LENGTH, voice)
    if other.search(level(standing)):
        return _replaced(standing, other, lambda match: _as_kind(standing, match, a_kind)), rest, []
    return standing, rest, [] if wanted.search(level(standing)) else [a_kind]


def _as_kind(text: str, match: re.Match[str], a_kind: str) -> str:
    """The noun for the kind in the place of another, with what its compound began with, and with its own article."""
    article, _, noun = a_kind.rpartition(" ")
    start, end = match.span("stem") if "stem" in match.re.groupindex else (-1, -1)
    behind = f"{text[start:end]}{noun}" if start >= 0 else noun
    return f"{article} {behind}" if "article" in match.re.groupindex and match["article"] else behind


def _without_contradicted(standing: str, rest: str, voice: Voice, said_in: Voice) -> str:
    """Years or lengths named anew replace the earlier ones."""
    for fields in (LENGTH, YEARS, SEASONS):
        if has_limit(rest, fields, said_in) or has_limit(rest, fields, voice):
            standing = without_limits(standing, fields, voice)
    return standing


def _cleaned(text: str, voice: Voice, said_in: Voice) -> str:
    words = WORDS[said_in]
    refusing = words.refuses.match(level(text))
    text = text if refusing else _cut(text, words.lead)
    if not refusing:
        text = _cut(text.strip(" ,.;:!?-"), words.opening)
    # What stood before "and" may have been worked in and taken out.
    text = _cut(re.sub(r"^\W+(?:and|but|és|de|y|pero|und|aber|et|mais)\s+", "", text), words.tail)
    text = _plain_qualities(text, voice, said_in)
    text = _replaced(text, words.less, lambda match: words.negated.format(what=text[match.start("what") : match.end("what")]))
    text = _cut(text, words.more_of).strip(" ,.;:!?-")
    return text if re.search(r"\w", _cut(text, words.filler)) else ""


def _plain_qualities(text: str, voice: Voice, said_in: Voice) -> str:
    """Comparatives of qualities as the plain word in the request's language."""
    own = comparatives_of(voice).qualities
    for name, quality in comparatives_of(said_in).qualities.items():
        text = _replaced(text, quality.comparative, lambda _match, plain=own[name].plain: plain)  # type: ignore[misc]
    return text
