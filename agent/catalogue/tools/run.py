"""Running a call: which function computes it."""

from dataclasses import replace

from agent.catalogue.speech.comparison import comparison
from agent.catalogue.tools.calls import (
    AddLengths,
    CompareTitles,
    CountTitles,
    FilmCall,
    FindCommon,
    FindExtreme,
    ListTitles,
    PlanMarathon,
    TellFacts,
)
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.sets import count_titles, find_extreme, list_titles
from agent.catalogue.tools.several import compare_titles, find_common
from agent.catalogue.tools.single import tell_facts
from agent.catalogue.tools.times import add_lengths, plan_marathon, voiced
from agent.catalogue.tools.told import Listener, Told


def run(call: FilmCall, library: Library, to: Listener) -> Told:
    """The answer to a call, worded for `to`. The same call over the same titles gives the same answer, in any order of them.

    It is never empty: titles that have left the catalogue since the call was made are not known.
    """
    told = _run(call, library, to)
    return replace(told, text=voiced(told.text, to.voice) or comparison("none_known", to.voice))


def _run(call: FilmCall, library: Library, to: Listener) -> Told:  # noqa: PLR0911  one return a tool
    match call:
        case CountTitles():
            return count_titles(call, library, to)
        case ListTitles():
            return list_titles(call, library, to)
        case TellFacts():
            return tell_facts(call, library, to)
        case CompareTitles():
            return compare_titles(call, library, to)
        case FindExtreme():
            return find_extreme(call, library, to)
        case AddLengths():
            return add_lengths(call, library, to)
        case PlanMarathon():
            return plan_marathon(call, library, to)
        case FindCommon():
            return find_common(call, library, to)
