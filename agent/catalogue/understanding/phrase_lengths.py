"""Phrases of amount: "under two hours", "at most three seasons", "rated above 8", "five films"."""

import re

from agent.catalogue.understanding.phrase_rules import (
    MEDIA,
    MEDIA_OR_GENRE,
    NUMBER,
    SMALL_NUMBER,
    Calendar,
    Read,
    Values,
    constant,
    number,
    rule,
)

_LENGTH = rf"""
  (?: (?P<hours>{NUMBER}) (?:\s+and\s+(?P<half1>a\s+half))? [\s-]* (?:hours?|hrs?|h)(?=\d|\b)
        (?:\s+(?P<half2>and\s+a\s+half))? (?:\s*(?:and\s+)?(?P<plus>\d{{1,2}})\s*(?:minutes?|mins?|m)?\b)?
    | (?P<halfhour>half\s+an?\s+hour)
    | (?P<minutes>{NUMBER}) [\s-]* (?:minutes?|mins?)\b )"""
_BELOW = r"""
  (?: (?:no|not|nothing|none)\s+(?:longer|more|over)\s+than | no\s+(?:films?|movies?)\s+(?:longer|over)\s+(?:than\s+)?
    | (?:nothing|not)\s+over | under | below | less\s+than | shorter\s+than
    | at\s+(?:the\s+)?most | max(?:imum)?(?:\s+of)? | up\s+to | within | fewer\s+than | <=? )"""
_ABOVE = r"""
  (?: (?:no|not|nothing)\s+(?:shorter|less|under)\s+than | nothing\s+under | at\s+least | more\s+than | over | above
    | longer\s+than | higher\s+than | better\s+than | min(?:imum)?(?:\s+of)? | >=? )"""
_START = r"(?<![\w<>])"


def _minutes(match: re.Match[str]) -> int | None:
    if match["halfhour"]:
        return 30
    if match["minutes"]:
        value = number(match["minutes"])
        return int(value) if value else None
    hours = number(match["hours"])
    if hours is None:
        return None
    return int(hours * 60) + (30 if match["half1"] or match["half2"] else 0) + int(match["plus"] or 0) or None


def _runtime(field: str) -> Read:
    def read(match: re.Match[str], _calendar: Calendar) -> Values | None:
        minutes = _minutes(match)
        return {field: minutes} if minutes else None

    return read


def _about(match: re.Match[str], _calendar: Calendar) -> Values | None:
    # "90 minutes" is never meant to the minute: a quarter of an hour either way.
    minutes = _minutes(match)
    return {"runtime_min": max(1, minutes - 15), "runtime_max": minutes + 15} if minutes else None


def _between(match: re.Match[str], _calendar: Calendar) -> Values:
    first, last = sorted((int(match["low"]), int(match["high"])))
    return {"runtime_min": first, "runtime_max": last}


def _count(field: str, *, shift: int = 0, largest: int = 1000) -> Read:
    def read(match: re.Match[str], _calendar: Calendar) -> Values | None:
        value = number(match["n"])
        return {field: int(value) + shift} if value is not None and 0 < value + shift <= largest else None

    return read


def _fewer_seasons(match: re.Match[str], _calendar: Calendar) -> Values | None:
    value = number(match["n"] or match["m"])
    return {"seasons_max": int(value) - 1} if value is not None and value > 1 else None


def _many_seasons(match: re.Match[str], _calendar: Calendar) -> Values | None:
    value = number(match["n"] or match["m"])
    return {"seasons_min": int(value)} if value else None


def _rating(match: re.Match[str], _calendar: Calendar) -> Values | None:
    value = number(match["n"])
    return {"rating_min": value} if value is not None and 0 < value <= 10 else None


_MORE = r"(?: \s*\+ | \s+(?:or|and)\s+(?:higher|above|more|better|up)\b )"
_SCORE = r"(?P<n>\d(?:[.,]\d)?)(?!\d)"

LENGTH_RULES = (
    rule(r"\b(?:between\s+|from\s+)?(?P<low>\d{2,3})\s*(?:-|–|to|and)\s*(?P<high>\d{2,3})[\s-]*(?:minutes?|mins?)\b", _between),
    rule(rf"{_START}{_BELOW}\s*(?:about\s+)?{_LENGTH}(?:\s+long\b)?", _runtime("runtime_max")),
    rule(rf"\b{_LENGTH}\s+(?:or\s+(?:less|shorter|under)|max(?:imum)?|tops|at\s+(?:the\s+)?most)\b", _runtime("runtime_max")),
    rule(
        rf"\b(?:i|we)(?:\s+only|['’]ve\s+(?:only\s+)?got)?\s+(?:have|got)?\s*(?:only\s+|just\s+)?{_LENGTH}",
        _runtime("runtime_max"),
    ),
    rule(rf"{_START}{_ABOVE}\s*{_LENGTH}(?:\s+long\b)?", _runtime("runtime_min")),
    rule(rf"\b{_LENGTH}\s*(?:or\s+(?:more|longer)\b|at\s+least\b|\+)", _runtime("runtime_min")),
    rule(rf"\b(?:(?:about|around|roughly|approximately|circa)\s+)?{_LENGTH}(?:\s+long\b)?", _about),
    rule(r"\b(?:mini-?\s?series|limited\s+series|short\s+series)\b", constant(seasons_max=1)),
    rule(
        rf"\bshort(?:ish)?\b(?=\s+(?:[\w-]+\s+){{0,2}}{MEDIA_OR_GENRE}\b) | (?<=something\s)short(?:ish)?\b"
        r"| \bquick\s+(?:watch|film|movie)\b",
        constant(runtime_max=90),
    ),
    rule(
        rf"\blong\b(?=\s+(?:[\w-]+\s+){{0,2}}(?:{MEDIA_OR_GENRE}|epics?)\b) | (?<=something\s)long\b", constant(runtime_min=150)
    ),
    rule(r"\bnot\s+(?:too|very|so)\s+long\b", constant(runtime_max=105)),
    rule(
        r"\b(?:short|brief|quick)\s+(?:(?:film|movie)\s+)?(?:evening|night)\b | \b(?:short|pressed)\s+(?:on|of|for)\s+time\b"
        r"| \bnot\s+much\s+time\b | \bbefore\s+bed(?:time)?\b",
        constant(runtime_max=100),
    ),
    rule(rf"\b(?:less|fewer)\s+than\s+(?P<n>{NUMBER})\s+seasons?\b | \bunder\s+(?P<m>{NUMBER})\s+seasons?\b", _fewer_seasons),
    rule(rf"(?<!no\s)(?<!not\s)\b(?:more\s+than|over)\s+(?P<n>{NUMBER})\s+seasons?\b", _count("seasons_min", shift=1)),
    rule(
        rf"\b(?:(?:at\s+least|min(?:imum)?(?:\s+of)?)\s+(?P<n>{NUMBER})\s+seasons?|(?P<m>{NUMBER})\s*(?:\+\s*seasons?"
        r"|seasons?\s*(?:or\s+more|at\s+least|\+)))(?!\w)",
        _many_seasons,
    ),
    rule(r"\blong[\s-]running\b | \bmany\s+seasons\b | \blots\s+of\s+seasons\b", constant(seasons_min=5)),
    rule(
        rf"{_START}(?:(?:{_BELOW}|with|only|just|of)\s+)?(?:only\s+|just\s+)?(?P<n>{NUMBER})[\s-]+seasons?\b"
        r"(?:\s+(?:or\s+(?:less|fewer)|max(?:imum)?|tops|only)\b)?(?!\s+or\s+more)",
        _count("seasons_max"),
    ),
    rule(
        rf"\b(?:rated|rating|scor(?:ed?|ing)|imdb)(?:\s+(?:of|score|rating))*\s+(?:{_ABOVE}\s*)?{_SCORE}{_MORE}?"
        r"(?:\s+(?:on|at)\s+imdb\b)?",
        _rating,
    ),
    rule(rf"{_START}(?:{_ABOVE}\s*)?{_SCORE}{_MORE}?\s+(?:on|at)\s+imdb\b", _rating),
    rule(r"\b(?:highly|top|best)[\s-]rated\b", constant(rating_min=7.5)),
    rule(r"\b(?:well|better)[\s-]rated\b | \bgood\s+(?:imdb\s+)?ratings?\b", constant(rating_min=7)),
    rule(
        rf"\b(?:give\s+me|show\s+me|list|name|suggest|recommend|find|pick|top|best)\s+(?:me\s+)?(?:(?:the|your|my)\s+)?"
        rf"(?:(?:top|best)\s+)?(?P<n>{SMALL_NUMBER})\b(?!\s*[:.]\d|\s*(?:hours?|min|seasons?|years?))",
        _count("limit", largest=50),
    ),
    rule(
        rf"\b(?:just|only)\s+(?P<n>{SMALL_NUMBER})\b(?!\s*(?:hours?|min|seasons?|years?|room|location|place|night|actor))",
        _count("limit"),
    ),
    rule(rf"\ba\s+single\s+(?={MEDIA_OR_GENRE}\b)", constant(limit=1)),
    rule(
        rf"\b(?:(?:just|only)\s+)?(?P<n>{SMALL_NUMBER}|a\s+couple\s+of)\s+(?=(?:[\w-]+\s+){{0,1}}{MEDIA_OR_GENRE}\b)",
        _count("limit", largest=50),
    ),
    rule(rf"\b(?P<n>{SMALL_NUMBER}|a\s+couple\s+of)\s+(?=(?:[\w-]+\s+){{0,2}}{MEDIA}\b)", _count("limit", largest=50)),
)
