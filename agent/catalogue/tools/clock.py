"""Times of an evening in a question: "start at 19:30", "home by midnight", in five languages; minutes since midnight."""

import re
from dataclasses import dataclass

from agent.catalogue.tools.clock_words import AT_TIME, BEGINS, DAY, END, HOURS, NAMED, NOON, SPAN, START
from agent.catalogue.tools.questions import Question

_MARKS = "12345"  # by which the alternatives of a pattern name their groups


@dataclass(frozen=True, slots=True)
class Times:
    """When an evening begins and must end, as far as said; `rest` is the question without that, as typed."""

    start: int | None
    end: int | None
    rest: str


def read_times(question: Question) -> Times:
    """The times that the question tells. An end that lies before the start is on the next day."""
    plain = question.plain
    if span := SPAN.search(plain):
        start = _in_the_evening(span, "6")
        return Times(start, _behind(span, start, "7"), _rest(question.text, span))
    ending = END.search(plain)
    masked = plain if ending is None else _blank(plain, ending)
    starting, begins = START.search(masked), None
    if starting is None and (begins := BEGINS.search(masked)):
        starting = AT_TIME.search(masked, begins.end())
    start_at = _in_the_evening(starting) if starting else None
    end_at = _behind(ending, start_at) if ending else None
    return Times(start_at, end_at, _rest(question.text, ending, starting, begins if starting else None))


def _rest(text: str, *matches: re.Match[str] | None) -> str:
    for match in matches:
        text = text if match is None else _blank(text, match)
    return " ".join(text.split())


def _blank(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + " " * (match.end() - match.start()) + text[match.end() :]


def _found(match: re.Match[str], marks: str, *names: str) -> str:
    groups = match.groupdict()
    return next((groups[name + mark] for mark in marks for name in names if groups.get(name + mark)), "")


def _minutes(match: re.Match[str], marks: str) -> int:
    if named := _found(match, marks, "n"):
        return next(value for pattern, value in NAMED.items() if re.fullmatch(pattern, named))
    if half := _found(match, marks, "hb"):
        return _hour(half) * 60 - 30
    if half := _found(match, marks, "ha", "hs", "hf"):
        return _hour(half) * 60 + 30
    hour = int(found) if (found := _found(match, marks, "h")) else _hour(_found(match, marks, "w"))
    part = _found(match, marks, "p", "wp").strip()[:1]
    if part == "p" and hour < 12:
        hour += 12
    elif part == "a" and hour == 12:
        hour = 24
    return hour * 60 + int(_found(match, marks, "m") or 0)


def _hour(word: str) -> int:
    return next(hour for pattern, hour in HOURS.items() if re.fullmatch(pattern, word))


def _is_plain(match: re.Match[str], marks: str) -> bool:
    """Whether the half of the day is left open: a small number without am or pm, and not written as 07:30."""
    told = _found(match, marks, "p", "wp") or _found(match, marks, "morning") == "morning"
    return not told and not _found(match, marks, "n") and not _found(match, marks, "h").startswith("0")


def _in_the_evening(match: re.Match[str], marks: str = _MARKS) -> int:
    start = _minutes(match, marks)
    return start + NOON if start < NOON and _is_plain(match, marks) else start


def _behind(match: re.Match[str], start: int | None, marks: str = _MARKS) -> int:
    """The end behind the start; where the half of the day is open, the first such time that is."""
    end = _minutes(match, marks)
    if start is None:
        return end + NOON if end < NOON and _is_plain(match, marks) else end
    step = NOON if end <= NOON and _is_plain(match, marks) else DAY
    while end <= start:
        end += step
    return end
