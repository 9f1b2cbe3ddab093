"""Calls that a model asks for, checked: a name that nobody said, or a word that the catalogue does not have, does not hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel

from agent.catalogue.answers.filters import Known, narrowed
from agent.catalogue.request import Request
from agent.catalogue.tools.calls import (
    AddLengths,
    CompareTitles,
    CountTitles,
    Fact,
    FilmCall,
    FindCommon,
    FindExtreme,
    ListTitles,
    Measure,
    PlanMarathon,
    TellFacts,
)
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.planning import clock_minutes
from agent.catalogue.understanding.fold import fold

_LISTS = ("genres", "without_genres", "people", "without_people", "countries", "without_countries")
_MOST = 10


class FilmTool(BaseModel):
    """A tool as a model names it, with its arguments; the conditions on titles are the route's filters."""

    name: str
    titles: list[str] = []
    people: list[str] = []
    directors: list[str] = []
    fact: str | None = None
    measure: str | None = None
    count: int | None = None
    start: str | None = None
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What a model's call is checked against: its filters, the question, the catalogue and its words, what was shown (ids)."""

    filters: Mapping[str, Any]
    question: str
    library: Library
    known: Known
    shown: Sequence[str]


class _Said:
    """What the model said, and what of it holds."""

    def __init__(self, tool: FilmTool, context: Context) -> None:
        self.tool = tool
        self._question = fold(context.question)
        self._context = context

    def wanted(self) -> Request | None:
        """The conditions; None where one of them is none of the catalogue's."""
        known, filters = self._context.known, {**self._context.filters}
        filters["people"] = [*(filters.get("people") or ()), *self.tool.directors]
        for name in _LISTS:
            find = getattr(known, name.removeprefix("without_"))
            if any(not find([word]) for word in filters.get(name) or ()):
                return None
        directors = known.people(self.tool.directors)
        return replace(narrowed(Request(""), filters, known), directors=directors)

    def titles(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The titles (ids) and the names that are none; only what the question says counts."""
        said = [name for name in self.tool.titles if fold(name) in self._question]
        found = [self._context.library.named(name) for name in said]
        unknown = tuple(name for name, ids in zip(said, found, strict=True) if not ids)
        ids = tuple(dict.fromkeys(id_ for ids in found for id_ in ids))
        return (ids or tuple(self._context.shown) if not self.tool.titles else ids), unknown

    def people(self) -> tuple[str, ...]:
        """The people that are there, of those whom the question names."""
        found = (
            self._context.library.person(name) for name in self.tool.people if fold(name).rsplit(" ", 1)[-1] in self._question
        )
        return tuple(dict.fromkeys(name for name in found if name))


def checked_call(tool: FilmTool, context: Context) -> FilmCall | None:
    """The call; None where its tool is unknown or an argument does not hold."""
    build = _BUILDERS.get(tool.name.strip().lower())
    return None if build is None else build(_Said(tool, context))


def _count(said: _Said) -> FilmCall | None:
    return None if (wanted := said.wanted()) is None else CountTitles(wanted=wanted)


def _list(said: _Said) -> FilmCall | None:
    wanted = said.wanted()
    return ListTitles(wanted=wanted) if wanted is not None and wanted.people else None


def _fact(said: _Said) -> FilmCall | None:
    titles, _ = said.titles()
    fact = next((fact for fact in get_args(Fact) if fact == said.tool.fact), None)
    return TellFacts(titles=titles, fact=fact) if titles and fact else None


def _measure(said: _Said) -> Measure | None:
    return next((measure for measure in get_args(Measure) if measure == said.tool.measure), None)


def _compare(said: _Said) -> FilmCall | None:
    titles, unknown = said.titles()
    return (
        CompareTitles(titles=titles, measure=_measure(said), unknown=unknown) if titles and len(titles + unknown) > 1 else None
    )


def _extreme(said: _Said) -> FilmCall | None:
    wanted, measure = said.wanted(), _measure(said)
    if wanted is None or measure is None:
        return None
    return FindExtreme(measure=measure, wanted=wanted, limit=max(1, min(said.tool.count or 1, _MOST)))


def _total(said: _Said) -> FilmCall | None:
    titles, unknown = said.titles()
    return AddLengths(titles=titles, unknown=unknown) if titles else None


def _plan(said: _Said) -> FilmCall | None:
    start, end = clock_minutes(said.tool.start), clock_minutes(said.tool.end)
    wanted = said.wanted()
    if wanted is None or (start is None and end is None):
        return None
    if start is not None and end is not None and end <= start:
        end += 24 * 60
    titles, unknown = said.titles() if said.tool.titles else ((), ())
    count = max(1, min(said.tool.count or 2, _MOST))
    return PlanMarathon(start=start, end=end, titles=titles, unknown=unknown, count=None if titles else count, wanted=wanted)


def _common(said: _Said) -> FilmCall | None:
    people = said.people()
    titles, unknown = said.titles() if said.tool.titles else ((), ())
    if len(people) > 1:
        return FindCommon(people=people)
    return FindCommon(titles=titles, unknown=unknown) if titles and len(titles + unknown) > 1 else None


_Builder: TypeAlias = Callable[[_Said], FilmCall | None]
_BUILDERS: Mapping[str, _Builder] = {
    "count": _count,
    "list": _list,
    "fact": _fact,
    "compare": _compare,
    "extreme": _extreme,
    "total": _total,
    "plan": _plan,
    "common": _common,
}
