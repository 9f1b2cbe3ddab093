"""The typed calls of the exact tools: what a question asks to be computed, with names already found in the catalogue."""

from typing import Literal, TypeAlias

from agent.catalogue.request import Request
from agent.domain import ToolCall

Fact: TypeAlias = Literal[
    "runtime", "seasons", "directors", "year", "cast", "rating", "countries", "genres", "certificate", "language"
]
Measure: TypeAlias = Literal["shortest", "longest", "newest", "oldest", "best", "worst"]
ANY = Request("")


class CountTitles(ToolCall):
    """How many titles meet `wanted`. `unknown` are names of people that the catalogue does not have."""

    name: Literal["count_titles"] = "count_titles"
    wanted: Request
    unknown: tuple[str, ...] = ()


class ListTitles(ToolCall):
    """All titles that meet `wanted`, which names somebody."""

    name: Literal["list_titles"] = "list_titles"
    wanted: Request
    unknown: tuple[str, ...] = ()


class TellFacts(ToolCall):
    """One fact of titles that bear one name (ids)."""

    name: Literal["tell_facts"] = "tell_facts"
    titles: tuple[str, ...]
    fact: Fact


class CompareTitles(ToolCall):
    """Titles (ids) side by side; `measure` is what the question goes by, `unknown` are names that are no title here."""

    name: Literal["compare_titles"] = "compare_titles"
    titles: tuple[str, ...]
    measure: Measure | None = None
    unknown: tuple[str, ...] = ()


class FindExtreme(ToolCall):
    """The first `limit` titles that meet `wanted`, by `measure`."""

    name: Literal["find_extreme"] = "find_extreme"
    measure: Measure
    wanted: Request
    limit: int = 1


class AddLengths(ToolCall):
    """The time that titles (ids) take together; `parts` is how many a trilogy should have."""

    name: Literal["add_lengths"] = "add_lengths"
    titles: tuple[str, ...]
    parts: int | None = None
    unknown: tuple[str, ...] = ()


class PlanMarathon(ToolCall):
    """Titles one after the other, with a break between two.

    `start` and `end` are minutes since the midnight before the evening; an end past midnight is above 1,440. `titles` (ids) are
    fixed; without any, `count` are chosen from `shown` (ids) where enough of them fit, else from all that meet `wanted`.
    """

    name: Literal["plan_marathon"] = "plan_marathon"
    start: int | None = None
    end: int | None = None
    count: int | None = None
    titles: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    wanted: Request = ANY
    unknown: tuple[str, ...] = ()


class FindCommon(ToolCall):
    """What titles (ids) or people share; `together` asks only for the titles that the people are both in."""

    name: Literal["find_common"] = "find_common"
    titles: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    together: bool = False
    unknown: tuple[str, ...] = ()


FilmCall: TypeAlias = (
    CountTitles | ListTitles | TellFacts | CompareTitles | FindExtreme | AddLengths | PlanMarathon | FindCommon
)
