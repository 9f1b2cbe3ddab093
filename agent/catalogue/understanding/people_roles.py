"""What the people named in a request are to be: wanted or not, directing or in whatever part."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agent.catalogue.understanding.people import Person

Span = tuple[int, int]
_OR = re.compile(r"\s*,?\s*(?:or|vagy|o|oder|ou)\s+(?:with\s+|by\s+)?", re.IGNORECASE)


@dataclass(slots=True)
class People:
    """Names by role, in order. `dropped` are the spans of those unwanted."""

    wanted: dict[str, None] = field(default_factory=dict)
    unwanted: dict[str, None] = field(default_factory=dict)
    directing: dict[str, None] = field(default_factory=dict)
    not_directing: dict[str, None] = field(default_factory=dict)
    either: bool = False
    other_work: bool = False
    dropped: list[Span] = field(default_factory=list)


def split_people(text: str, people: list[Person], refused: Callable[[Span], Span | None]) -> People:
    """The people by what the words around them say; `refused` tells what a negation covers with somebody."""
    found = People()
    before: Person | None = None
    for person in people:
        covered = refused((person.start, person.end))
        if person.role == "writer":
            found.other_work = True
        elif covered is not None:
            (found.not_directing if person.role == "director" else found.unwanted)[person.name] = None
            found.dropped.append(covered)
        else:
            found.wanted[person.name] = None
            found.either |= before is not None and bool(_OR.fullmatch(text[before.end : person.start]))
            if person.role == "director":
                found.directing[person.name] = None
            before = person
    return found


def roles(people: People) -> dict[str, Any]:
    """The fields of a request; nobody is both wanted and refused in one role."""
    either = people.either and len(people.wanted) > 1
    return {
        "people": tuple(people.wanted),
        "any_people": either,
        "without_people": tuple(name for name in people.unwanted if name not in people.wanted),
        "directors": () if either else tuple(people.directing),
        "without_directors": tuple(name for name in people.not_directing if name not in people.directing),
    }
