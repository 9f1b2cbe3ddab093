"""How a refinement changes a request's wording: limits that it contradicts go, what it adds is appended."""

import re

_SHORTER = re.compile(r"\b(?:shorter|quicker|less long|not (?:so|as|that|too) long)\b", re.IGNORECASE)
_LONGER = re.compile(r"\b(?:longer|not (?:so|as|that|too) short)\b", re.IGNORECASE)
_OLDER = re.compile(r"\b(?:older|earlier)\b", re.IGNORECASE)
_NEWER = re.compile(r"\b(?:newer|more recent|more modern|fresher|less old|not (?:so|as|that|too) old)\b", re.IGNORECASE)
_SERIES = re.compile(r"\b(?:tv\s+|mini)?(?:series|shows?)\b", re.IGNORECASE)
_FILM = re.compile(r"\b(?:films?|movies?|flicks?|features?)\b", re.IGNORECASE)
_RUNTIME = re.compile(
    r",?\s*\b(?:(?:under|less than|shorter than|longer than|over|more than|at most|at least|max(?:imum)?|up to|within)\s+)+"
    r"(?:an?|one|two|three|four|half|\d+(?:[.,]\d+)?)(?:\s+and\s+a\s+half)?\s*(?:-\s*)?(?:h|hours?|hrs?|min(?:ute)?s?|m)\b"
    r"(?:\s+and\s+a\s+half)?(?:\s+long)?",
    re.IGNORECASE,
)
_YEARS = re.compile(
    r",?\s*\b(?:(?:from|in|of|before|after|since|until|between)\s+)?(?:the\s+)?(?:early\s+|mid[\s-]?|late\s+)?(?:(?:18|19|20)?\d0'?s|"
    r"(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies|(?:from|in|before|after|since|until)\s+(?:18|19|20)\d\d)\b",
    re.IGNORECASE,
)
# A comparative names a direction from what was shown; the search wants the quality itself.
_QUALITIES = {
    "funnier": "funny",
    "scarier": "scary",
    "darker": "dark",
    "lighter": "light-hearted",
    "happier": "happy",
    "sadder": "sad",
    "weirder": "weird",
    "stranger": "strange",
    "smarter": "smart",
    "cleverer": "clever",
    "calmer": "calm",
    "slower": "slow",
    "faster": "fast-paced",
    "softer": "gentle",
    "lovelier": "lovely",
    "sillier": "silly",
    "tenser": "tense",
    "milder": "mild",
    "warmer": "warm",
    "bloodier": "bloody",
    "gentler": "gentle",
    "quieter": "quiet",
    "creepier": "creepy",
    "sweeter": "sweet",
}
_QUALITY = re.compile(rf"\b({'|'.join(_QUALITIES)})\b", re.IGNORECASE)
_LESS = re.compile(r"\b(?:less|not (?:so|as|that|too)|a bit less)\s+(\w[\w-]*)", re.IGNORECASE)
_MORE = re.compile(r"\bmore\s+(?!than\b)(\w[\w-]*)", re.IGNORECASE)
_LEAD = re.compile(
    r"^\W*(?:(?:no|nope|but|and|or|also|well|hmm|ok|okay|yes|then|actually|rather|maybe|please|instead)"
    r"\b[\s,:.!–-]*(?=\S))+",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:(?:can|could) you |(?:make|give|show|find) (?:it|that|me|us) |find |how about |what about |"
    r"i(?:'d| would) (?:like|prefer|rather have) |"
    r"i want |i prefer |something |anything |a bit |a little |one that is |ones that are )+",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\s*\b(?:instead|please|though|then|rather|this time)\b[\s.!?]*$|[\s.!?]+$", re.IGNORECASE)
_NEGATES = re.compile(
    r"\W*no\s+(?!(?:a|an|something|rather|the|i|make|maybe|more|less|older|newer|shorter|longer)\b)\w+", re.IGNORECASE
)


_COMPARATIVE = re.compile(
    rf"(?:shorter|longer|older|earlier|newer|fresher|quicker|more recent|more modern|(?:more|less)\s+\w+|"
    rf"not (?:so|as|that|too)\b|{'|'.join(_QUALITIES)})\b",
    re.IGNORECASE,
)


def compares_with_shown(text: str) -> bool:
    """Whether the text begins by asking for other than what was shown: "something shorter, and not in English"."""
    return bool(_COMPARATIVE.match(_FILLER.sub("", _LEAD.sub("", text.strip()))))


def changed(standing: str, text: str, *, runtime: int | None, year: int | None, seasons: int | None) -> str:
    """The request with the refinement worked in. `runtime` (minutes), `year`, `seasons` are the middle of what was shown."""
    standing, text, added = _swap_kind(standing, text)
    for pattern, conflicting, phrase in (
        (_SHORTER, _RUNTIME, _shorter(standing, runtime, seasons)),
        (_LONGER, _RUNTIME, f"longer than {runtime} minutes" if runtime else "long"),
        (_OLDER, _YEARS, f"before {year}" if year else "a classic"),
        (_NEWER, _YEARS, f"after {year}" if year else "recent"),
    ):
        if pattern.search(text):
            standing, text = conflicting.sub("", standing), pattern.sub("", text)
            added.append(phrase)
    rest = _cleaned(text)
    if rest:
        standing = _without_contradicted(standing, rest)
        added.append(rest)
    return ", ".join(part for part in (standing.strip(" ,"), *added) if part)


ANY_LENGTH, ANY_YEAR, ANY_KIND = "any length", "any year", "films or series alike"


def loosened(standing: str, option: str) -> str:
    """The request after an option of a re-ask was chosen: a limit given up, or a narrowing added."""
    match option:
        case "any length":
            standing, option = _RUNTIME.sub("", standing), ""
        case "any year":
            standing, option = _YEARS.sub("", standing), ""
        case "films or series alike":
            standing, option = _FILM.sub("", _SERIES.sub("", standing)), ""
    return ", ".join(part for part in (" ".join(standing.split()).strip(" ,"), option) if part)


def _shorter(standing: str, runtime: int | None, seasons: int | None) -> str:
    if seasons and not runtime:
        return f"at most {max(1, seasons - 1)} seasons" if seasons > 2 else "one season"
    return f"under {runtime} minutes" if runtime else "short"


def _swap_kind(standing: str, text: str) -> tuple[str, str, list[str]]:
    """ "a series instead": the request's own word for film is changed, so that the two do not contradict each other."""
    for wanted, other, word in ((_SERIES, _FILM, "series"), (_FILM, _SERIES, "film")):
        if wanted.search(text) and not other.search(text) and not _NEGATES.match(text):
            rest = re.sub(r"\b(?:an?|any|tv)\s+(?=\W|$)", "", wanted.sub("", text), flags=re.IGNORECASE)
            if word == "series":  # nobody knows how long its episodes are
                standing = _RUNTIME.sub("", standing)
            if other.search(standing):
                return other.sub(word, standing), rest, []
            return standing, rest, [] if wanted.search(standing) else [f"a {word}"]
    return standing, text, []


def _without_contradicted(standing: str, rest: str) -> str:
    """Years or runtimes named anew replace the earlier ones."""
    if _RUNTIME.search(rest):
        standing = _RUNTIME.sub("", standing)
    if _YEARS.search(rest):
        standing = _YEARS.sub("", standing)
    return standing


def _cleaned(text: str) -> str:
    text = text if _NEGATES.match(text) else _LEAD.sub("", text)
    text = _FILLER.sub("", text.strip(" ,.;:!?-"))
    # What stood before "and" may have been worked in and taken out.
    text = _TAIL.sub("", re.sub(r"^\W+(?:and|but)\s+", "", text))
    text = _LESS.sub(lambda match: f"not {_QUALITIES.get(match[1].lower(), match[1])}", text)
    text = _QUALITY.sub(lambda match: _QUALITIES[match[1].lower()], _MORE.sub(r"\1", text))
    text = text.strip(" ,.;:!?-")
    return (
        ""
        if re.fullmatch(
            r"(?:\b(?:a|an|the|but|and|or|no|one|ones|something|anything|is|be|it|bit|little|much)\b\W*)*", text, re.IGNORECASE
        )
        else text
    )
