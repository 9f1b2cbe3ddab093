"""Questions about the titles just shown, answered from their facts: "which of these is the shortest?"."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.catalogue.answers.facts import length, listed
from agent.catalogue.answers.shown import TitleById, last_shown
from agent.catalogue.title import Title
from agent.contract import HistoryMessage


@dataclass(frozen=True, slots=True)
class _Measure:
    asked: re.Pattern[str]
    superlative: str
    value: Callable[[Title], float | None]
    told: Callable[[Title], str]


def _measure(pattern: str, superlative: str, value: Callable[[Title], float | None], told: Callable[[Title], str]) -> _Measure:
    return _Measure(re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), superlative, value, told)


_MEASURES = (
    _measure("shortest|quickest|shorter", "the shortest", lambda t: -t.runtime if t.runtime else None, length),
    _measure("longest|longer", "the longest", lambda t: t.runtime, length),
    _measure("newest|latest|most recent|newer", "the newest", lambda t: t.year, lambda t: str(t.year)),
    _measure("oldest|earliest|older", "the oldest", lambda t: -t.year if t.year else None, lambda t: str(t.year)),
    _measure("best|better|top|highest|good|recommend", "the best rated", lambda t: t.rating, lambda t: f"{t.rating:g} of 10"),
)
_WHICH_ARE = re.compile(r"\b(films?|movies?|series|shows?)\b", re.IGNORECASE)


def compare(question: str, history: Sequence[HistoryMessage], title: TitleById) -> str | None:
    """The answer, or None when nothing was shown or the facts do not tell."""
    shown = [found for ref in last_shown(history, 2) if (found := title(ref.id)) is not None]
    if not shown:
        return None
    for measure in _MEASURES:
        if measure.asked.search(question):
            return _superlative(measure, shown)
    if kind := _WHICH_ARE.search(question):
        wanted = "series" if kind[1].lower().startswith(("series", "show")) else "movie"
        of_kind = [f"**{item.title}**" for item in shown if item.media_type == wanted]
        noun = "series" if wanted == "series" else "films"
        return (
            f"{listed(of_kind)} {'is the only one' if len(of_kind) == 1 else 'are'} of the {noun}."
            if of_kind
            else f"None of them are {noun}."
        )
    return None


def _superlative(measure: _Measure, shown: Sequence[Title]) -> str | None:
    valued = [(value, item) for item in shown if (value := measure.value(item)) is not None]
    if not valued:
        return "My catalogue does not say that of any of them."
    best = max(valued, key=lambda pair: pair[0])[1]
    rest = [item for _, item in sorted(valued, key=lambda pair: -pair[0]) if item.id != best.id]
    others = f" Then come {listed([f'**{item.title}** ({measure.told(item)})' for item in rest])}." if len(rest) > 1 else ""
    unknown = [item.title for item in shown if all(item.id != other.id for _, other in valued)]
    silent = f" Of {listed(unknown)} I do not know it." if unknown else ""
    return f"**{best.title}** is {measure.superlative} of them: {measure.told(best)}.{others}{silent}"
