"""Phrases of time: "from the 90s", "before 1980", "since 2015", "the last ten years", "recent"."""

import re

from agent.catalogue.understanding.phrase_rules import (
    MEDIA,
    MEDIA_OR_GENRE,
    NUMBER,
    Calendar,
    Read,
    Values,
    constant,
    number,
    rule,
)

_NAMED = {"twenties": 20, "thirties": 30, "forties": 40, "fourties": 40, "fifties": 50, "sixties": 60, "seventies": 70}
_NAMED |= {"eighties": 80, "nineties": 90, "noughties": 2000}

_Y = r"(?:18[89]\d|19\d\d|20\d\d)"
# No film is of these, yet one may be asked for. What a film tells of may be of any year: only behind a word for films.
_NO_FILMS_YET = r"(?:1[0-7]\d\d|18[0-7]\d|2[1-9]\d\d|[3-9]\d\d\d)"
_BEHIND_MEDIA = "|".join(rf"(?<=\b{word}\s)" for word in ("film", "films", "movie", "movies", "series", "show", "shows"))


def _decade_pattern(suffix: str = "") -> str:
    return (
        rf"(?:(?:the\s+)?(?:(?P<part{suffix}>early|mid|late)[\s-]+)?"
        rf"(?:['’]?(?P<tens{suffix}>\d0|{_Y})['’]?s\b|(?P<named{suffix}>{'|'.join(_NAMED)})\b))"
    )


_DECADE = _decade_pattern()
_TIME = rf"(?:(?P<year>{_Y})\b|{_DECADE})"
_FROM = r"(?:\b(?:from|of|in|released\s+in|made\s+in|during|out\s+of)\s+)?"


def _decade(match: re.Match[str], suffix: str = "") -> tuple[int, int]:
    named, tens, part = match[f"named{suffix}"], match[f"tens{suffix}"], match[f"part{suffix}"]
    number_said = _NAMED[named.lower()] if named else int(tens) // 10 * 10
    # "20s", "10s" and "00s" are said of this century, "30s" to "90s" of the last; "the twenties" of the last.
    century = 0 if number_said >= 100 else 2000 if number_said < 30 and not named else 1900
    first, last = {"early": (0, 3), "mid": (3, 6), "late": (6, 9)}.get((part or "").lower(), (0, 9))
    return century + number_said + first, century + number_said + last


def _span(match: re.Match[str]) -> tuple[int, int]:
    return (int(match["year"]), int(match["year"])) if match["year"] else _decade(match)


def _in_decade(match: re.Match[str], _calendar: Calendar) -> Values:
    first, last = _decade(match)
    return {"year_from": first, "year_to": last}


def _in_decades(match: re.Match[str], _calendar: Calendar) -> Values:
    spans = (_decade(match), _decade(match, "2"))
    return {"year_from": min(first for first, _ in spans), "year_to": max(last for _, last in spans)}


def _between(match: re.Match[str], _calendar: Calendar) -> Values:
    first, last = sorted((int(match["from"]), int(match["to"])))
    return {"year_from": first, "year_to": last}


def _in_year(match: re.Match[str], _calendar: Calendar) -> Values:
    return {"year_from": int(match["year"]), "year_to": int(match["year"])}


def _before(match: re.Match[str], _calendar: Calendar) -> Values:
    return {"year_to": _span(match)[0] - 1}


def _after(match: re.Match[str], _calendar: Calendar) -> Values:
    return {"year_from": _span(match)[1] + 1}


def _since(match: re.Match[str], _calendar: Calendar) -> Values:
    return {"year_from": _span(match)[0]}


def _until(match: re.Match[str], _calendar: Calendar) -> Values:
    return {"year_to": _span(match)[1]}


def _last_years(match: re.Match[str], calendar: Calendar) -> Values | None:
    count = number(match["n"] or "1")
    if not count:
        return None
    years = int(count * (10 if match["unit"].lower().startswith("decade") else 1))
    return {"year_from": calendar.today.year - years} if years < calendar.today.year else None


def _this_year(_match: re.Match[str], calendar: Calendar) -> Values:
    return {"year_from": calendar.today.year}


def _recent(_match: re.Match[str], calendar: Calendar) -> Values:
    return {"year_from": min(calendar.today.year, calendar.newest_year) - 5}


def _born(shift: int) -> Read:
    def read(match: re.Match[str], _calendar: Calendar) -> Values:
        return {"year_to": int(match["year"]) + shift}

    return read


def _turned(match: re.Match[str], _calendar: Calendar) -> Values | None:
    age = number(match["n"])
    year = int(match["year"]) + int(age) if age is not None and age <= 110 else None
    return {"year_from": year, "year_to": year} if year else None


def _of_age(match: re.Match[str], calendar: Calendar) -> Values | None:
    age = number(match["n"])
    return {"year_to": calendar.today.year - int(age) - 1} if age and 5 <= age <= 110 else None


_OLDER_THAN_ME = r"\b(?:older\s+than\s+(?:me|i\s+am|myself)|(?:from\s+)?before\s+(?:i\s+was\s+born|my\s+(?:birth|time)))\b"
_BORN = rf"(?:(?:i\s+was|i['’]?m|i\s+am)\s+)?born\s+(?:in\s+)?(?P<year>{_Y})\b\)?"
_MY_AGE = rf"(?:i['’]?m|i\s+am|aged?)\s+(?P<n>{NUMBER})(?![\w-])(?:\s+years\s+old\b)?\)?"

YEAR_RULES = (
    rule(rf"{_OLDER_THAN_ME}[\s,.;:(-]*(?:and\s+)?{_BORN}", _born(-1)),
    rule(rf"{_OLDER_THAN_ME}[\s,.;:(-]*(?:in\s+|that\s+is\s+)?(?P<year>{_Y})\b\)?", _born(-1)),
    rule(
        rf"\b{_BORN}[\s,.;:-]*(?:and\s+|so\s+)?(?:i\s+want\s+)?(?:(?:something|a\s+film|a\s+movie|films|movies)\s+)?{_OLDER_THAN_ME}",
        _born(-1),
    ),
    rule(rf"{_OLDER_THAN_ME}[\s,.;:(-]*(?:and\s+)?{_MY_AGE}", _of_age),
    rule(rf"\b{_MY_AGE}[^.!?]{{0,60}}?{_OLDER_THAN_ME}", _of_age),
    rule(
        rf"\b(?:from\s+)?the\s+year\s+(?:when\s+|that\s+)?i\s+(?:turned|was)\s+(?P<n>{NUMBER})[\s,.;:(-]*(?:and\s+)?{_BORN}",
        _turned,
    ),
    rule(
        rf"\b(?:(?:not|no|nothing)\s+older|younger|newer|at\s+most)\s+(?:than\s+)?(?P<n>{NUMBER})\s+(?P<unit>years?|decades?)(?:\s+old)?\b",
        _last_years,
    ),
    rule(
        rf"\b(?:from\s+|of\s+)?the\s+year\s+(?:i\s+was\s+born|of\s+my\s+birth)[\s,.;:(-]*(?:in\s+)?(?P<year>{_Y})\b\)?",
        _in_year,
    ),
    rule(rf"\b(?:from|between)\s+(?P<from>{_Y})\s*(?:to|and|until|till|-|–)\s*(?P<to>{_Y})\b", _between),
    rule(rf"\b(?P<from>{_Y})\s*[-–]\s*(?P<to>{_Y})\b", _between),
    rule(rf"{_FROM}{_DECADE}\s*(?:or|and|to|through|-|–|/|,)\s*{_decade_pattern('2')}", _in_decades),
    rule(rf"\b(?:nothing|not|none|no\s+{MEDIA})\s+(?:from\s+)?(?:before|older\s+than)\s+{_TIME}", _since),
    rule(rf"\b(?:nothing|not|none|no\s+{MEDIA})\s+(?:from\s+)?(?:after|newer\s+than)\s+{_TIME}", _until),
    rule(rf"\b(?:before|older\s+than|earlier\s+than|prior\s+to|pre)[\s-]+{_TIME}", _before),
    rule(rf"\b(?:after|newer\s+than|later\s+than|post)[\s-]+{_TIME}", _after),
    rule(rf"\b(?:since|from)\s+{_TIME}\s*(?:on(?:wards?)?\b|(?:or|and)\s+(?:later|newer|after)\b|\+)", _since),
    rule(rf"\bsince\s+{_TIME}", _since),
    rule(rf"\b(?:until|till|up\s+to)\s+{_TIME}", _until),
    rule(
        rf"\b(?:(?:from|in|of|over|within)\s+)?(?:the\s+)?(?:last|past)\s+(?:(?P<n>{NUMBER})\s+)?(?P<unit>years?|decades?)\b",
        _last_years,
    ),
    rule(r"\b(?:from\s+)?this\s+year(?:['’]s)?\b", _this_year),
    rule(rf"{_FROM}{_DECADE}", _in_decade),
    rule(rf"\b(?:from|of|(?<!born\s)in|released\s+in|made\s+in|year)\s+(?P<year>{_Y})\b(?!\s*(?:minutes?|mins?))", _in_year),
    rule(
        rf"(?:{_BEHIND_MEDIA})(?:from|released\s+in|made\s+in)\s+(?:the\s+year\s+)?(?P<year>{_NO_FILMS_YET})\b(?!\s*[\w-])",
        _in_year,
    ),
    rule(rf"\b(?P<year>{_Y})(?=\s+(?:[\w-]+\s+)?{MEDIA_OR_GENRE}\b)", _in_year),
    rule(
        rf"\b(?:recent|latest|newly\s+released|brand\s+new)\b|\bnew(?:er)?\b(?=\s+(?:[\w-]+\s+){{0,2}}{MEDIA_OR_GENRE}\b)"
        r"|(?<=something\s)new\b|(?<=anything\s)new\b",
        _recent,
    ),
    # Nobody agrees on "old"; a catalogue's films from before 1981 are what people who say it mean.
    rule(
        rf"\bold(?:er)?\b(?=\s+(?:black[\s-]and[\s-]white\s+)?(?:[\w-]+\s+){{0,2}}{MEDIA_OR_GENRE}\b)|(?<=something\s)old\b",
        constant(year_to=1980),
    ),
)
