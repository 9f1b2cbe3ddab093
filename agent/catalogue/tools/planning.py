"""An evening of several films: which, when each begins, and when it is over. Pure, in minutes since midnight."""

import heapq
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.catalogue.title import Title

PAUSE = 15  # minutes between two films: for the kitchen and the bathroom
_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Slot:
    """A title from `begin` to `end`; above 1,440 is past midnight."""

    title: Title
    begin: int
    end: int


def minutes_of(titles: Sequence[Title], pause: int = 0) -> int:
    """How long titles take one after the other, with a break between two; of unknown length they count nothing."""
    return sum(title.runtime or 0 for title in titles) + pause * max(0, len(titles) - 1)


def slots(titles: Sequence[Title], start: int, pause: int = PAUSE) -> tuple[Slot, ...]:
    """The titles in their order, from `start` on."""
    found: list[Slot] = []
    at = start
    for title in titles:
        found.append(Slot(title, at, at + (title.runtime or 0)))
        at = found[-1].end + pause
    return tuple(found)


def chosen(candidates: Sequence[Title], count: int, room: int | None, pause: int = PAUSE) -> tuple[Title, ...]:
    """`count` of the candidates that take no more than `room` minutes together, breaks included; () where none do.

    They are sought among as few of the first candidates as hold a plan, so that none is worse than it must be; of these the
    first that leave room for the others are taken.
    """
    if room is None:
        return tuple(candidates[:count]) if len(candidates) >= count else ()
    left = room - pause * (count - 1)
    pool = _pool(candidates, count, left)
    shortest = heapq.nsmallest(2 * count, pool, key=lambda title: (title.runtime or 0, title.id))
    taken: list[Title] = []
    for title in pool:
        others = [other for other in shortest if other is not title and other not in taken][: count - len(taken) - 1]
        if len(taken) < count and (title.runtime or 0) + minutes_of(others) <= left:
            taken.append(title)
            left -= title.runtime or 0
    return tuple(taken)


def _pool(candidates: Sequence[Title], count: int, room: int) -> Sequence[Title]:
    """The first candidates up to where `count` of them fit into `room` minutes; () where they never do."""
    shortest: list[int] = []
    for end, title in enumerate(candidates, 1):
        shortest = heapq.nsmallest(count, (*shortest, title.runtime or 0))
        if len(shortest) == count and sum(shortest) <= room:
            return candidates[:end]
    return ()


def clock(minutes: int) -> str:
    """ "19:30"; what is past midnight counts anew."""
    hours, rest = divmod(minutes % _DAY, 60)
    return f"{hours:02d}:{rest:02d}"


def clock_minutes(time: str | None) -> int | None:
    """ "19:30" as minutes since midnight; None for what is no time."""
    match = re.fullmatch(r"([01]?\d|2[0-4]):([0-5]\d)", (time or "").strip())
    return int(match[1]) * 60 + int(match[2]) if match else None
