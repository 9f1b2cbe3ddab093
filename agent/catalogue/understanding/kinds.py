"""Genres, countries and media type in a request, wanted and unwanted."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.catalogue.title import MediaType
from agent.catalogue.understanding.country_words import COUNTRY_ADJECTIVES, COUNTRY_NAMES, LANGUAGE_CODES
from agent.catalogue.understanding.genre_words import (
    GENRE_BEFORE_MEDIA,
    GENRE_WORDS,
    MEDIA_WORDS,
)
from agent.catalogue.understanding.negation import goes_on, negation_before
from agent.catalogue.understanding.vocabulary import Vocabulary


@dataclass(slots=True)
class Kinds:
    """What was found. `dropped` are the spans of unwanted things: they must not draw the search towards them.

    `contradicted` are genres wanted and refused by one word; `no_sitcom` says that sitcoms are refused and no genre tells them.
    """

    genres: list[str] = field(default_factory=list)
    any_genre: bool = False
    without_genres: list[str] = field(default_factory=list)
    countries: list[str] = field(default_factory=list)
    without_countries: list[str] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    without_spoken: list[str] = field(default_factory=list)
    media_type: MediaType | None = None
    dropped: list[tuple[int, int]] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    no_sitcom: bool = False


def _alternatives(words: Mapping[str, object] | frozenset[str]) -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"[\s-]+").replace("'", "['’]") for word in longest_first)


_MEDIA = _alternatives(MEDIA_WORDS)
_GENRE = re.compile(
    rf"(?<![\w-])(?:(?P<genre>{_alternatives(GENRE_WORDS)})|(?P<before>{_alternatives(GENRE_BEFORE_MEDIA)})"
    rf"(?=\s+(?:(?:{_alternatives(GENRE_WORDS)})\s+)?(?:{_MEDIA}|comed|thriller|drama|documentar|western)))(?![\w-])",
    re.IGNORECASE,
)
_EITHER = re.compile(r"^(?:[\s,/]|films?|movies?|series|shows?|an?)*(?:\bor\b|/)", re.IGNORECASE)
_MEDIA_BEHIND = re.compile(rf"\s+(?:{_MEDIA})\b", re.IGNORECASE)
_COUNTRY = re.compile(
    rf"\b(?:in\s+(?P<spoken>{_alternatives(LANGUAGE_CODES)})(?!\s+\w)|(?P<language>{_alternatives(LANGUAGE_CODES)})[\s-](?:language|speaking|spoken)"
    rf"|(?P<adjective>{_alternatives(COUNTRY_ADJECTIVES)})|(?:from|made\s+in)\s+(?P<name>{_alternatives(COUNTRY_NAMES)}))\b",
    re.IGNORECASE,
)
_PLACE_JOINED = re.compile(
    rf"\s*(?:,|/|,?\s+(?:or|and)\b)\s*(?:from\s+)?(?P<name>{_alternatives(COUNTRY_NAMES)})\b"
    r"(?P<adjective>(?!))?(?P<spoken>(?!))?(?P<language>(?!))?",
    re.IGNORECASE,
)
_THING_BEHIND = re.compile(
    rf"(?:\s+[\w-]+){{0,2}}\s+(?:{_MEDIA}|{_alternatives(GENRE_WORDS)}|cinema|one|ones|stuff)\b", re.IGNORECASE
)
_THING_BEFORE = re.compile(r"\b(?:something|anything|in|from)\s+$", re.IGNORECASE)
_MOVIE = re.compile(r"\b(?:films?|movies?|flicks?)\b", re.IGNORECASE)
_SERIES = re.compile(
    r"\b(?:series|tv|television|shows?|sitcoms?|seasons?|episodes?|binge[\w-]*|docuseries|k-?dramas?)\b", re.IGNORECASE
)
# "show me", "a film that shows", "a series of murders", "movie night", "TV movie": not what they seem.
_NO_MEDIA = re.compile(
    r"\bshow(?=\s+(?:me|us|some)\b)|(?<=that\s)shows?\b|(?<=which\s)shows?\b|\bseries(?=\s+of\s)|\b(?:movie|film)(?=[\s-]+night)|\btv(?=\s+(?:movie|film))"
    r"|\bfilm(?=\s+noir)",
    re.IGNORECASE,
)


def read_kinds(text: str, vocabulary: Vocabulary) -> Kinds:
    """Everything of this sort in `text`, of the genres, countries and languages that the catalogue has."""
    kinds = Kinds()
    _read_genres(text, vocabulary.genres, kinds)
    _read_countries(text, vocabulary, kinds)
    kinds.media_type = _media_type(text, kinds)
    return kinds


# What no genre says, and yet is refused: it goes out of the search by meaning, and horror with it where it means that.
_HARSH = re.compile(r"\b(?:gore|gory|blood(?:y|shed)?|splatter|jump[\s-]?scares?|torture)\b", re.IGNORECASE)


def contradictions(said: Sequence[tuple[str, str, bool]]) -> list[str]:
    """The genres that one and the same word wants and refuses; `said` are words, what they mean and whether it is refused.

    "Scary, but not horror" is none, "a horror film that is not horror" is.
    """
    wanted = {(word[:_STEM], name) for word, name, refused in said if not refused}
    return list(dict.fromkeys(name for word, name, refused in said if refused and (word[:_STEM], name) in wanted))


_DISLIKED = re.compile(r"\W*(?:hates?|dislikes?|(?:do|does)(?:n['’]?t| not) like)", re.IGNORECASE)
_STEM = 5  # letters: "comedy" and "comedies" are one word


def _read_genres(text: str, known: frozenset[str], kinds: Kinds) -> None:
    unwanted_end: int | None = None
    wanted_end: int | None = None
    said: list[tuple[str, str, bool]] = []
    for match in _GENRE.finditer(text):
        names = _meaning(match)
        start = negation_before(text, match.start())
        if start is None and unwanted_end is not None and goes_on(text, unwanted_end, match.start()):
            start = unwanted_end
        disliked = start is not None and bool(_DISLIKED.match(text, start))  # "a musical for people who hate musicals"
        said += [(match[0].lower(), name, start is not None) for name in names[:1] if name in known and not disliked]
        if start is None:
            kinds.genres += [name for name in names if name in known and name not in kinds.genres]
            kinds.any_genre |= wanted_end is not None and bool(_EITHER.search(text[wanted_end : match.start()]))
            wanted_end = match.end()
            continue
        behind = _MEDIA_BEHIND.match(text, match.end())
        unwanted_end = match.end()
        kinds.dropped.append((start, behind.end() if behind else match.end()))
        if match[0].lower() == "sitcom" and "sitcom" not in known:
            kinds.no_sitcom = True
            continue
        # Who wants no rom-com may well want a comedy: the first meaning is the one that is refused.
        kinds.without_genres += [name for name in names[:1] if name in known and name not in kinds.without_genres]
    _read_harsh(text, known, unwanted_end, kinds)
    kinds.contradicted = [name for name in contradictions(said) if name in kinds.without_genres]
    plainly = _only_implied(said)
    kinds.genres = [name for name in kinds.genres if name not in plainly]
    kinds.without_genres = [name for name in kinds.without_genres if name not in kinds.genres]


def _only_implied(said: Sequence[tuple[str, str, bool]]) -> set[str]:
    """Genres that are refused by their name and wanted only by a word that may mean them: "scary, but no horror"."""
    refused = {name for word, name, is_refused in said if is_refused and word == name}
    return refused - {name for word, name, is_refused in said if not is_refused and word == name}


def _read_harsh(text: str, known: frozenset[str], unwanted_end: int | None, kinds: Kinds) -> None:
    for match in _HARSH.finditer(text):
        start = negation_before(text, match.start())
        if start is None and unwanted_end is not None and goes_on(text, unwanted_end, match.start()):
            start = unwanted_end
        if start is not None:
            unwanted_end = match.end()
            kinds.dropped.append((start, match.end()))
            kinds.without_genres += ["horror"] * ("horror" in known and "horror" not in kinds.without_genres)


def _meaning(match: re.Match[str]) -> tuple[str, ...]:
    word = re.sub(r"\s+", " ", match[0].lower()).replace("’", "'")
    table = GENRE_WORDS if match["genre"] else GENRE_BEFORE_MEDIA
    return table.get(word) or table.get(word.replace(" ", "-")) or table.get(word.replace("-", " ")) or ()


def _read_countries(text: str, vocabulary: Vocabulary, kinds: Kinds) -> None:
    """Countries and languages wanted and refused."""
    short = len(text.split()) <= 3
    unwanted_end: int | None = None
    for match in _countries_in(text):
        start = negation_before(text, match.start())
        if start is None and unwanted_end is not None and goes_on(text, unwanted_end, match.start()):
            start = unwanted_end
        names = [name for name in _places(match) if name in vocabulary.countries]
        codes = [code for code in _spoken(match) if code in vocabulary.languages]
        if start is not None:
            unwanted_end = match.end()
            behind = _MEDIA_BEHIND.match(text, match.end())
            kinds.dropped.append((start, behind.end() if behind else match.end()))
            kinds.without_countries += [name for name in names if name not in kinds.without_countries]
            kinds.without_spoken += [code for code in codes if code not in kinds.without_spoken]
        elif (
            not match["adjective"]
            or short
            or _THING_BEHIND.match(text, match.end())
            or _THING_BEFORE.search(text[: match.start()])
        ):
            kinds.countries += [name for name in names if name not in kinds.countries]
            kinds.spoken += [code for code in codes if code not in kinds.spoken]
    kinds.without_countries = [name for name in kinds.without_countries if name not in kinds.countries]
    kinds.without_spoken = [code for code in kinds.without_spoken if code not in kinds.spoken]


def _countries_in(text: str) -> Iterator[re.Match[str]]:
    """What is said of countries and languages; "from Mexico or Spain" says both."""
    for match in _COUNTRY.finditer(text):
        yield match
        more = _PLACE_JOINED.match(text, match.end()) if match["name"] else None
        while more is not None:
            yield more
            more = _PLACE_JOINED.match(text, more.end())


def _places(match: re.Match[str]) -> tuple[str, ...]:
    for group, table in (("adjective", COUNTRY_ADJECTIVES), ("name", COUNTRY_NAMES)):
        if match[group]:
            word = match[group].lower()
            return table.get(word) or table.get(re.sub(r"[\s-]+", " ", word)) or ()
    return ()


def _spoken(match: re.Match[str]) -> tuple[str, ...]:
    word = match["spoken"] or match["language"]
    return (LANGUAGE_CODES[word.lower()],) if word else ()


def _media_type(text: str, kinds: Kinds) -> MediaType | None:
    masked = _NO_MEDIA.sub(lambda match: " " * len(match[0]), text)
    for start, end in kinds.dropped:
        masked = masked[:start] + " " * (end - start) + masked[end:]
    movie, series = _wanted(masked, _MOVIE, kinds), _wanted(masked, _SERIES, kinds)
    if movie is not False and series is not False and movie == series:
        return None
    if movie or (series is False and not movie):
        return "movie" if series is not True else None
    return "series"


def _wanted(text: str, pattern: re.Pattern[str], kinds: Kinds) -> bool | None:
    """True wanted, False refused, None not named."""
    answer: bool | None = None
    for match in pattern.finditer(text):
        start = _refused(text, match.start())
        if start is None:
            answer = True
        elif answer is None:
            answer = False
            kinds.dropped.append((start, match.end()))
    return answer


# "no films from before 2000", "no film longer than two hours" want films.
_QUALIFIED = re.compile(
    r"\w+\s+(?:(?:that|which)\s+(?:is|are)\s+)?(?:from|before|after|made|in|longer|shorter|older|newer|over|under|above|below)\b",
    re.IGNORECASE,
)


def _refused(text: str, start: int) -> int | None:
    # Nearer than for genres: "not a scary film" wants a film.
    before = re.search(r"\b(?:no|not|without|don['’]?t\s+want)\s+(?:an?\s+|any\s+)?(?:tv\s+)?$", text[:start], re.IGNORECASE)
    return before.start() if before and not _QUALIFIED.match(text, start) else None
