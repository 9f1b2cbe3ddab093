"""From a language's `Amounts` to rules, as `phrases.read_phrases` takes them."""

import re

from agent.catalogue.understanding.languages.grammar import Amounts, compile_pattern
from agent.catalogue.understanding.phrase_audience import CHILD, WITH_FAMILY
from agent.catalogue.understanding.phrase_rules import Calendar, Read, Rule, Values, constant, rule

_YEAR = r"(?:18[89]\d|19\d\d|20\d\d)"
# No film is of these, yet one may be asked for: only right behind a word for films (`phrase_years`).
_NO_FILMS_YET = r"(?:1[0-7]\d\d|18[0-7]\d|2[1-9]\d\d|[3-9]\d\d\d)"
_BEHIND_MEDIA = "|".join(
    rf"(?<=\b{word}\s)"
    for word in [
        "film",
        "filme",
        "filmet",
        "filmek",
        "pelicula",
        "peliculas",
        "serie",
        "series",
        "sorozat",
        "sorozatot",
        "films",
    ]
)


class _Reader:
    """Reads the matches of one language's patterns."""

    def __init__(self, amounts: Amounts) -> None:
        self._numbers = amounts.numbers
        self._fixed = [(re.compile(_loose(pattern)), minutes) for pattern, minutes in amounts.fixed.items()]
        self._decades = amounts.decades

    def number(self, typed: str | None) -> float | None:
        """The value of digits or of a number word."""
        plain = " ".join((typed or "").split())
        if plain in self._numbers:
            return self._numbers[plain]
        try:
            return float(plain.replace(",", "."))
        except ValueError:
            return None

    def minutes(self, match: re.Match[str]) -> int | None:
        """The length that was said."""
        if match["fixed"]:
            return next((minutes for pattern, minutes in self._fixed if pattern.fullmatch(match["fixed"])), None)
        if match["hours"]:
            hours = self.number(match["hours"])
            return int(hours * 60) + int(match["plus"] or 0) or None if hours is not None else None
        value = self.number(match["minutes"])
        return int(value) if value else None

    def length(self, field: str) -> Read:
        """A limit of length."""

        def read(match: re.Match[str], _calendar: Calendar) -> Values | None:
            minutes = self.minutes(match)
            return {field: minutes} if minutes else None

        return read

    def about(self, match: re.Match[str], _calendar: Calendar) -> Values | None:
        """A length that is not meant to the minute."""
        minutes = self.minutes(match)
        return {"runtime_min": max(1, minutes - 15), "runtime_max": minutes + 15} if minutes else None

    def count(self, field: str, largest: int) -> Read:
        """A number as it is."""

        def read(match: re.Match[str], _calendar: Calendar) -> Values | None:
            value = self.number(match["n"])
            return {field: int(value)} if value is not None and 0 < value <= largest else None

        return read

    def rating(self, match: re.Match[str], _calendar: Calendar) -> Values | None:
        """A mark out of ten."""
        value = self.number(match["n"])
        return {"rating_min": value} if value is not None and 0 < value <= 10 else None

    def span(self, match: re.Match[str]) -> tuple[int, int]:
        """The first and the last year of what was said: a year or a decade."""
        if match["year"]:
            return int(match["year"]), int(match["year"])
        tens = self._tens(match["named"]) if match["named"] else int(match["tens"]) // 10 * 10
        first = tens if tens >= 100 else (2000 if tens < 30 and not match["named"] else 1900) + tens
        return first, first + 9

    def _tens(self, named: str) -> int:
        return next(tens for pattern, tens in self._decades.items() if re.fullmatch(_loose(pattern), named))

    def years(self, low: int | None, high: int | None) -> Read:
        """Limits from a span: `low` and `high` are 0 for its own ends, ±1 for the year beside it, None for none."""

        def read(match: re.Match[str], _calendar: Calendar) -> Values:
            first, last = self.span(match)
            found = {}
            if low is not None:
                found["year_from"] = (last if low else first) + low
            if high is not None:
                found["year_to"] = (first if high else last) + high
            return found

        return read

    def last_years(self, match: re.Match[str], calendar: Calendar) -> Values | None:
        """Years back from today."""
        value = self.number(match["n"])
        return {"year_from": calendar.today.year - int(value)} if value and value < 200 else None


def _between(match: re.Match[str], _calendar: Calendar) -> Values:
    first, last = sorted((int(match["from"]), int(match["to"])))
    return {"year_from": first, "year_to": last}


def _born_after(older: re.Pattern[str]) -> Read:
    """A year of birth limits only where the text asks for what is older."""

    def read(match: re.Match[str], _calendar: Calendar) -> Values | None:
        return {"year_to": int(match["year"]) - 1} if older.search(match.string) else None

    return read


def _minutes_between(match: re.Match[str], _calendar: Calendar) -> Values:
    first, last = sorted((int(match["from"]), int(match["to"])))
    return {"runtime_min": first, "runtime_max": last}


def _recent(_match: re.Match[str], calendar: Calendar) -> Values:
    return {"year_from": min(calendar.today.year, calendar.newest_year) - 5}


def rules_of(amounts: Amounts) -> tuple[Rule, ...]:
    """The rules of a language, in the order in which they are tried."""
    read = _Reader(amounts)
    number = _number(amounts)
    return (*_audience(amounts, read, number), *_years(amounts, read, number), *_sizes(amounts, read, number))


def _audience(amounts: Amounts, read: _Reader, number: str) -> tuple[Rule, ...]:
    return (
        _rule(amounts.age, read.count("viewer_age", 17), number),
        _rule(rf"(?=\b(?:{amounts.for_children})\b)", constant(viewer_age=CHILD), number),
        _rule(rf"(?=\b(?:{amounts.for_family})\b)", constant(viewer_age=WITH_FAMILY), number),
    )


def _years(amounts: Amounts, read: _Reader, number: str) -> tuple[Rule, ...]:
    named = "|".join(amounts.decades)
    decade = rf"(?:{amounts.decade}|(?P<named>{named}))"
    time = rf"(?:(?P<year>{_YEAR})(?!\d)|{decade})"
    older = compile_pattern(rf"\b(?:{amounts.older_than_me})\b")
    return (
        _rule(amounts.born, _born_after(older), number),
        _rule(amounts.between, _between, number),
        _rule(rf"\b(?:{amounts.before}) {time}|\b{time}(?:{amounts.before_behind})\b", read.years(None, -1), number),
        _rule(rf"\b(?:{amounts.after}) {time}|\b{time}(?:{amounts.after_behind})\b", read.years(1, None), number),
        _rule(rf"\b(?:{amounts.since}) {time}|\b{time}(?:{amounts.since_behind})\b", read.years(0, None), number),
        _rule(amounts.last_years, read.last_years, number),
        _rule(rf"(?<!\w){decade}", read.years(0, 0), number),
        _rule(amounts.in_year, read.years(0, 0), number),
        _rule(
            rf"(?:{_BEHIND_MEDIA})(?:{amounts.in_year.replace('YEAR', _NO_FILMS_YET)})(?=\s*[?!.]*$)", read.years(0, 0), number
        ),
        _rule(rf"\b(?:{amounts.recent})\b", _recent, number),
        _rule(rf"\b(?:{amounts.old})\b", constant(year_to=1980), number),
    )


def _sizes(amounts: Amounts, read: _Reader, number: str) -> tuple[Rule, ...]:
    fixed = "|".join(amounts.fixed)
    length = (
        rf"(?:(?P<fixed>{fixed})|(?P<hours>{number})[\s-]*(?:{amounts.hour})(?:\s*(?P<plus>\d\d)(?:[\s-]*(?:{amounts.minute}))?)?"
        rf"|(?P<minutes>{number})[\s-]*(?:{amounts.minute}))"
    )
    season = rf"(?P<n>{number})[\s.-]*(?:{amounts.season})"
    least = rf"(?:\b(?:{amounts.above}) {season}\b|\b{season}(?:{amounts.above_behind})\b)"
    both = rf"\b(?P<from>\d{{2,3}}) ?(?:-|–|es|y|a|und|bis|et) ?(?P<to>\d{{2,3}})[\s-]*(?:{amounts.minute})(?: kozott\w*)?"
    return (
        _rule(rf"(?:\b(?:entre|zwischen|de|von) )?{both}", _minutes_between, number),
        _rule(rf"\b(?:{amounts.below})\s*{length}|\b{length}(?:{amounts.below_behind})\b", read.length("runtime_max"), number),
        _rule(rf"\b(?:{amounts.above})\s*{length}|\b{length}(?:{amounts.above_behind})\b", read.length("runtime_min"), number),
        _rule(rf"\b{length}", read.about, number),
        _rule(rf"\b(?:{amounts.mini})\b", constant(seasons_max=1), number),
        _rule(rf"\b(?:{amounts.not_long})\b", constant(runtime_max=105), number),
        _rule(rf"\b(?:{amounts.short})\b", constant(runtime_max=90), number),
        _rule(rf"\b(?:{amounts.long})\b", constant(runtime_min=150), number),
        _rule(rf"\b(?:{amounts.below})\s*{season}\b", read.count("seasons_max", 100), number),
        _rule(least, read.count("seasons_min", 100), number),
        _rule(rf"\b{season}(?:{amounts.below_behind})?\b", read.count("seasons_max", 100), number),
        _rule(amounts.rated, read.rating, number),
        _rule(rf"\b(?:{amounts.well_rated})\b", constant(rating_min=7), number),
        _rule(amounts.limit, read.count("limit", 50), number),
    )


def _number(amounts: Amounts) -> str:
    names = sorted(amounts.numbers, key=lambda word: (-len(word), word))
    return rf"(?:\d{{1,3}}(?:[.,]\d)?|(?:{'|'.join(names)}))"


def _rule(pattern: str, read: Read, number: str) -> Rule:
    """`NUMBER` and `YEAR` in a pattern stand for those of the language. A group may be named twice: the second gets a tail."""
    return _two_sided(_loose(pattern.replace("NUMBER", number).replace("YEAR", _YEAR)), read)


def _loose(pattern: str) -> str:
    return pattern.replace(" ?", r"\s*").replace(" ", r"\s+")


_GROUP = re.compile(r"\(\?P<(\w+)>")


def _two_sided(pattern: str, read: Read) -> Rule:
    """Python allows each group name once; "before it or behind it" names them twice, and either may have matched."""
    seen: dict[str, int] = {}

    def renamed(match: re.Match[str]) -> str:
        seen[match[1]] = seen.get(match[1], 0) + 1
        return match[0] if seen[match[1]] == 1 else f"(?P<{match[1]}__{seen[match[1]]}>"

    compiled = _GROUP.sub(renamed, pattern)
    return rule(compiled, lambda match, calendar: read(_Either(match), calendar))  # type: ignore[arg-type]


class _Either:
    """A match whose groups are looked up under both of their names."""

    def __init__(self, match: re.Match[str]) -> None:
        self._match = match

    @property
    def string(self) -> str:
        """The text that was searched."""
        return self._match.string

    def __getitem__(self, name: str) -> str | None:
        groups = self._match.groupdict()
        return next((value for key, value in groups.items() if key.partition("__")[0] == name and value is not None), None)
