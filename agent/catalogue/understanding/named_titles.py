"""Titles named in a request and why: to be like, to be left out, asked for by name, or not in the catalogue."""

import re
from dataclasses import dataclass, field
from typing import Literal

from agent.catalogue.title import MediaType
from agent.catalogue.understanding.country_words import COUNTRY_ADJECTIVES
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS, MEDIA_WORDS
from agent.catalogue.understanding.lookup import EVERYDAY, Mention, goes_on, split_year
from agent.catalogue.understanding.missing_titles import UPPER, compares, distinct, missing_titles, unknown_name
from agent.catalogue.understanding.vocabulary import Vocabulary

Role = Literal["like", "exclude", "lookup"]


@dataclass(slots=True)
class NamedTitles:
    """Title ids by role; `missing` are names; `spans` is what the search by meaning leaves out."""

    like: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    lookup: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)

    def add(self, role: Role, title: str) -> None:
        """Note a title once; the first role that it is named in stays."""
        if title not in (*self.like, *self.exclude, *self.lookup):
            getattr(self, role).append(title)


_LIKE = re.compile(
    r"\b(?P<not>not\s+|nothing\s+|un)?(?:like|similar\s+to|in\s+the\s+(?:style|vein|spirit)\s+of|reminds?\s+me\s+of|along\s+the\s+lines\s+of|such\s+as"
    r"|same\s+(?:vibe|feel|mood)\s+as|vibes?\s+of|comparable\s+to|if\s+i\s+(?:liked|loved|enjoyed)|better\s+than|[àa]\s+la)\s+"
    r"(?:the\s+(?:film|movie|series|show)\s+)?(?=\S)",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"\b(?:except(?:\s+for)?|besides|other\s+than|but\s+not|apart\s+from|anything\s+but|not|no|hated?|disliked?|did(?:n['’]?t|\s+not)\s+like|instead\s+of)\s+"
    r"(?:the\s+(?:film|movie|series|show)\s+)?$",
    re.IGNORECASE,
)
# Titles follow: with a capital or in quotes, or in lower case as they are exactly called.
_NOT_THESE = re.compile(
    r"\b(?P<sure>except(?:ing)?(?:\s+for)?|besides|other\s+than|apart\s+from|aside\s+from|instead\s+of|(?P<seen>(?:(?:i|we)(?:\s+have|['’]ve)?\s+)?(?:already\s+|just\s+)?(?:seen|watched|saw)))"
    r"\s+(?:the\s+(?:film|movie|series|show)\s+)?(?=\S)|\b(?:but\s+)?not\s+(?:the\s+(?:film|movie|series|show)\s+)?(?=(?-i:[A-Z0-9\"“«]))",
    re.IGNORECASE,
)
# "I have never seen Casablanca", "have you seen Alien?": nobody wants those left out.
_NOT_SEEN = re.compile(r"(?:n['’]?t|\bnever|\bnot|\byou)(?:\s+(?:ever|yet|actually))?\s+$", re.IGNORECASE)
_SEEN = re.compile(r"\b(?:seen|watched|saw|finished|know)\s+(?:the\s+(?:film|movie|series|show)\s+)?$", re.IGNORECASE)
_PRAISE = re.compile(
    r"\b(?:similar|along\s+those\s+lines|loved?|enjoyed|liked|adored?|great|amazing|fan\s+of|favou?rites?|more)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:do\s+you\s+have|have\s+you\s+(?:got|seen)|got|is\s+there|find(?:\s+me)?|looking\s+for|search(?:\s+for)?|tell\s+me\s+(?:more\s+)?about|what\s+is|what['’]?s"
    r"|who\s+(?:directed|made|stars?\s+in|is\s+in|plays\s+in)|info(?:rmation)?\s+(?:on|about)|more\s+about|heard\s+of|when\s+(?:was|did)|how\s+long\s+is"
    r"|rating\s+of|is|where\s+can\s+i\s+(?:watch|see)|look\s+up)\s+(?:the\s+(?:film|movie|series|show)\s+)?[\"“«]?$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\b(?:do\s+you\s+have|have\s+you\s+got|tell\s+me\s+(?:more\s+)?about|what\s+is|what['’]?s|who\s+(?:directed|made|(?:stars?|is|plays)\s+in)"
    r"|how\s+(?:long|good|old)\s+is|when\s+was|is|was|look\s+up|find(?:\s+me)?)\s+(?:the\s+(?:film|movie|series|show)\s+)?(?=\S)",
    re.IGNORECASE,
)
_QUESTION_END = re.compile(r"(?:\s+(?:any\s+good|about|made|released|worth\b.*|a\s+good\b.*))?\s*[?!.]*\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’.:-][^\W_]+)*")
_STOP = re.compile(
    r"[.?!;\n,]|\s(?:but|with|from|that|which|please|set|only|though|except|or\s+something|and|or|in\s+which|directed)\b|$",
    re.IGNORECASE,
)
# "Purple Elephants of Mars": the end of a longer name. A capital that begins a sentence ("Fans of Heat") is no part of one.
_LONGER_NAME = re.compile(
    rf"(?<=[^\s.?!])\s+[{UPPER}][\w'’-]+\s+(?:of|de|del|du|des|von)(?:\s+(?:the|la|les|los|las|der|den))?\s+$"
)
_JOIN = re.compile(r"\s*(?:,\s*(?:and|or)?|and|or|&|/)\s+(?=\S)", re.IGNORECASE)


def read_titles(text: str, vocabulary: Vocabulary) -> NamedTitles:
    """Every title that `text` names, with the role that the words around give it."""
    named = NamedTitles()
    if title := whole_title(text, vocabulary):
        named.lookup.append(title)
        named.spans.append((0, len(text)))
        return named
    masked = text
    for match in _LIKE.finditer(text):
        role: Role = "exclude" if match["not"] else "like"
        if masked[match.start() : match.end()] == match[0]:
            masked = _read_list(masked, match, role, vocabulary, named)
    for match in _NOT_THESE.finditer(text):
        # "I have seen Heat and loved it" asks for its like: the words around decide, below.
        as_like = match["seen"] and (_PRAISE.search(text) or _NOT_SEEN.search(text[: match.start()]))
        if masked[match.start() : match.end()] == match[0] and not as_like:
            masked = _read_list(masked, match, "exclude", vocabulary, named)
    masked = _read_asked(masked, vocabulary, named)
    for mention in vocabulary.titles.mentions(masked):
        part = masked[mention.start].isupper() and _LONGER_NAME.search(masked[: mention.start])
        if not part and fold(masked[mention.start : mention.end]) not in vocabulary.people:
            named.add(_role(masked, mention), mention.id)
            named.spans.append((mention.start, mention.end))
    named.missing = distinct([*named.missing, *missing_titles(masked, vocabulary, named.spans)])
    return named


def whole_title(text: str, vocabulary: Vocabulary) -> str | None:
    """The title that the whole question is, if it is one: exactly, or with a typo where it could be nothing else."""
    name = text.strip().strip('"“”«»?!. ')
    words = fold(name).split()
    if not words or len(words) > 12 or all(word in MEDIA_WORDS or word in GENRE_WORDS for word in words):
        return None
    bare, year = split_year(name)
    if fold(name) in vocabulary.people:
        return None
    if of_kind := _with_kind(name, vocabulary):
        return of_kind
    if title := vocabulary.titles.exact(name) or (year and vocabulary.titles.find(name)):
        # "Family", "funny" and the like are wishes, unless typed as a name or with a year.
        lone_word = len(words) == 1 and name[:1].islower() and len(name) < 4
        chatter = fold(name) in EVERYDAY and name == name.lower()
        return None if lone_word or chatter or fold(bare) in GENRE_WORDS else title
    # A word of the catalogue's texts is spelt as it is meant; one that they do not know may be a name with a typo.
    letters = len(fold(name))
    could_be = letters >= 8 or (letters >= 6 and not set(words) & vocabulary.words)
    somebody = fold(name) in vocabulary.surnames or fold(name) in vocabulary.stars  # "Streep" is no typo for "Stree"
    misspelt = could_be and not somebody and not set(words) & (set(GENRE_WORDS) | MEDIA_WORDS)
    return vocabulary.titles.find(name) if misspelt else None


_KIND_BEFORE = re.compile(
    r"^(?:the\s+)?(?:(?:old|new|original|classic)\s+)?(film|movie|series|show|tv\s+(?:series|show))\s+(?=\S)", re.IGNORECASE
)
_KIND_BEHIND = re.compile(
    r"\s*(?:,?\s+the\s+(?:(?:old|new|original|classic)\s+)?(film|movie|(?:tv\s+)?(?:series|show))|\(?:?\s*\((film|movie|(?:tv\s+)?(?:series|show)))\)?$",
    re.IGNORECASE,
)


def _with_kind(name: str, vocabulary: Vocabulary) -> str | None:
    """ "Fargo the series", "the film Fargo": of the titles of that name, the one of that type."""
    for cue in (_KIND_BEHIND, _KIND_BEFORE):
        if match := cue.search(name):
            kind: MediaType = "movie" if re.search(r"film|movie", match[0], re.IGNORECASE) else "series"
            rest = name[: match.start()] + name[match.end() :]
            title = vocabulary.titles.exact(rest, kind) if rest and fold(rest) not in GENRE_WORDS else None
            if title and vocabulary.titles.titles[title].media_type == kind:
                return title
    return None


def _read_list(text: str, cue: re.Match[str], role: Role, vocabulary: Vocabulary, named: NamedTitles) -> str:
    """Read the titles behind a cue ("like Heat, Ronin and Thief"); returns the text with them blanked."""
    at, end = cue.end(), cue.end()
    found = False
    while True:
        step = _title_at(text, at, vocabulary, role, exactly=role == "exclude" and not re.match(r"[A-Z0-9\"“«]", text[at:]))
        if step is None:
            if found and (name := unknown_name(text, at, vocabulary)):
                named.missing += [name] * (role == "like")  # what is not there need not be left out
                end = at + len(name)
            break
        title, end = step
        named.add(role, title)
        found = True
        joined = _JOIN.match(text, end)
        capital = joined and re.match(r"[A-Z0-9\"“«]", text[joined.end() :])
        if not joined or not (capital or (role == "exclude" and _title_at(text, joined.end(), vocabulary, role, exactly=True))):
            break  # "like Heat, a slow one": what goes on in lower case is another wish more often than a title
        at = joined.end()
    if found:
        named.spans.append((cue.start(), end))
        return text[: cue.start()] + " " * (end - cue.start()) + text[end:]
    if role == "like" and compares(text, cue) and (name := unknown_name(text, cue.end(), vocabulary)):
        named.missing.append(name)
    return text


def _title_at(text: str, at: int, vocabulary: Vocabulary, role: Role, *, exactly: bool = False) -> tuple[str, int] | None:
    opening = re.compile(r"[\"“«'‘*_]*").match(text, at)
    start = opening.end() if opening else at
    words = list(_WORD.finditer(text, start, min(len(text), start + 120)))[:9]
    if not words or words[0].start() != start:
        return None
    if role == "exclude" and words[0][0].lower() in COUNTRY_ADJECTIVES:
        return None  # "not American" refuses a country
    for length in range(len(words), 0, -1):
        piece = text[start : words[length - 1].end()]
        longer = opening is None or (start == at and piece[0].isupper() and goes_on(text, words[length - 1].end()))
        if not longer and (title := vocabulary.titles.exact(piece)) and _plausible(text, piece, words[:length]):
            return title, _closed(text, words[length - 1].end())
    if exactly:
        return None
    stop = _STOP.search(text, start)
    piece = text[start : stop.start() if stop else len(text)]
    names_title = len(piece.split()) <= 7 and fold(piece) not in vocabulary.people and not _is_common(piece)
    title = vocabulary.titles.find(piece) if names_title else None
    return (title, start + len(piece)) if title else None


def _plausible(text: str, piece: str, words: list[re.Match[str]]) -> bool:
    if fold(piece) in GENRE_WORDS or fold(piece) in MEDIA_WORDS:
        return False
    if len(words) > 1 or piece[0].isupper():
        return True
    behind = _WORD.match(text, words[-1].end() + 1)
    # "like action movies": a lower-case word before another is an adjective more often than a title.
    return len(piece) > 3 and (behind is None or behind[0].lower() in {"but", "and", "or", "please", "with", "from"})


def _closed(text: str, end: int) -> int:
    closing = re.compile(r"[\"”»'’*_]*(?:\s*\((?:18|19|20)\d\d\))?").match(text, end)
    return closing.end() if closing else end


def _is_common(piece: str) -> bool:
    words = fold(piece).split()
    return not words or any(word in MEDIA_WORDS or word in GENRE_WORDS for word in words) or len(fold(piece)) < 5


def _read_asked(text: str, vocabulary: Vocabulary, named: NamedTitles) -> str:
    """Read the title behind a question about it ("tell me about the godfather"); returns the text with it blanked."""
    for cue in _QUESTION.finditer(text):
        for word in reversed(list(_WORD.finditer(text, cue.end(), min(len(text), cue.end() + 80)))[:9]):
            piece = text[cue.end() : word.end()]
            if _QUESTION_END.match(text, word.end()) and (title := vocabulary.titles.exact(piece)) and _is_asked(piece):
                named.add("lookup", title)
                named.spans.append((cue.start(), word.end()))
                return text[: cue.start()] + " " * (word.end() - cue.start()) + text[word.end() :]
    return text


def _is_asked(piece: str) -> bool:
    """Whether a title's name is meant: a short one ("M", "Her") only with its capital."""
    words = set(fold(piece).split())
    return not words & (MEDIA_WORDS | GENRE_WORDS.keys()) and (piece[0].isupper() or not _is_common(piece))


def _role(text: str, mention: Mention) -> Role:
    before = text[max(0, mention.start - 50) : mention.start]
    if _LEFT_OUT.search(before):
        return "exclude"
    if (seen := _SEEN.search(before)) and not _NOT_SEEN.search(before[: seen.start()]):
        return "like" if _PRAISE.search(text) else "exclude"
    if _ASKED.search(before) and not _PRAISE.search(before):
        return "lookup"
    return "like"
