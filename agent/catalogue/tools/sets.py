"""Counts, lists and extremes over all titles that meet conditions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from agent.catalogue.answers.reasons import length_in
from agent.catalogue.request import Request
from agent.catalogue.search.table import Column
from agent.catalogue.speech.comparison import comparison
from agent.catalogue.speech.request import described
from agent.catalogue.speech.tools import tool_sentence
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import CountTitles, FindExtreme, ListTitles, Measure
from agent.catalogue.tools.library import Library, Rows, leading
from agent.catalogue.tools.told import Listener, Told, bold, bolds, capital, item, kept_back, lines, nobody, rated

_NAMED = 10  # titles under a count: more are a search
_LISTED = 25  # titles that fit one chat message, a line each
_BEST_KNOWN = 3
_NEXT = 2  # titles behind the first, to see by how much it leads
_FLOOR = 1_000  # votes: below it a mean says little, and a catalogue of many sources has thousands of perfect tens
_SIGN: Mapping[Measure, int] = {"shortest": -1, "longest": 1, "newest": 1, "oldest": -1, "best": 1, "worst": -1}


def count_titles(call: CountTitles, library: Library, to: Listener) -> Told:
    """How many there are, with their names where they are few."""
    if call.unknown:
        return Told(nobody(call.unknown, to.voice), facts={"unknown": list(call.unknown)})
    rows, barred = _found(call.wanted, library, to)
    few = by_year(library.at(rows)) if len(rows) <= _NAMED else []
    known = [] if few else library.best_known(rows, _BEST_KNOWN)
    text = lines(
        _counted(call.wanted, rows, library, to.voice),
        *(item(number, title, to.voice) for number, title in enumerate(few, 1)),
        tool_sentence("known_best", to.voice, titles=bolds(known, to.voice)) if known else "",
        kept_back(to.voice, named=False) if barred else "",
    )
    return Told(text, tuple(few), {"count": len(rows)})


def list_titles(call: ListTitles, library: Library, to: Listener) -> Told:
    """All of them, oldest first, as many as fit one message."""
    if call.unknown:
        return Told(nobody(call.unknown, to.voice), facts={"unknown": list(call.unknown)})
    rows, barred = _found(call.wanted, library, to)
    shown = by_year(library.at(rows))[:_LISTED]
    text = lines(
        _counted(call.wanted, rows, library, to.voice),
        *(item(number, title, to.voice) for number, title in enumerate(shown, 1)),
        tool_sentence("and_more", to.voice, n=len(rows) - len(shown)) if len(rows) > len(shown) else "",
        kept_back(to.voice, named=False) if barred else "",
    )
    return Told(text, tuple(shown), {"count": len(rows)})


def find_extreme(call: FindExtreme, library: Library, to: Listener) -> Told:
    """The first by a measure, those that tie with it, and what comes next; or the first few."""
    rows, barred = _found(call.wanted, library, to)
    remark = kept_back(to.voice, named=False) if barred else ""
    compared, floor = _compared(call.measure, rows, library)
    if not len(compared):
        empty = comparison("none_known", to.voice) if len(rows) else _counted(call.wanted, rows, library, to.voice)
        return Told(lines(empty, remark), facts={"compared": 0})
    series = bool(library.table.series[rows].all())
    values = _column(call.measure, library, series=series)[compared]
    value = value_of(call.measure, series=series)
    ranked = ranked_by(value, library.at(leading(values, compared, max(call.limit, _NEXT + 1))))
    tied = ranked_by(value, library.at(compared[values == values.max()])) if call.limit == 1 else []
    head, shown = _one(call.measure, tied, ranked, to.voice) if tied else _several(call, ranked, to.voice)
    what = described(call.wanted, to.voice, any_type=True)
    text = lines(
        head,
        tool_sentence("compared", to.voice, what=what, n=len(compared)),
        tool_sentence("floor", to.voice, n=f"{_FLOOR:,}") if floor else "",
        remark,
    )
    return Told(text, shown, {"compared": len(compared), "value": abs(value(shown[0]) or 0)})


def by_year(titles: Iterable[Title]) -> list[Title]:
    """Oldest first; of one year by name."""
    return sorted(titles, key=lambda title: (title.year or 0, title.title, title.id))


def ranked_by(value: Callable[[Title], float | None], titles: Sequence[Title]) -> list[Title]:
    """Titles of known value, the largest first; of equal ones the better known, whatever their order was."""
    return sorted(titles, key=lambda title: (-(value(title) or 0), -(title.votes or 0), title.id))


def value_of(measure: Measure, *, series: bool) -> Callable[[Title], float | None]:
    """What a measure goes by, the larger the further in front. `series`: their size is their seasons."""
    fact, sign = _fact(measure, series=series), _SIGN[measure]
    return lambda title: sign * known if (known := getattr(title, fact)) else None


def _fact(measure: Measure, *, series: bool) -> str:
    if measure in {"shortest", "longest"}:
        return "seasons" if series else "runtime"
    return "rating" if measure in {"best", "worst"} else "year"


def _column(measure: Measure, library: Library, *, series: bool) -> Column:
    column: Column = getattr(library.table, _fact(measure, series=series))
    return _SIGN[measure] * np.where(column == 0, np.nan, column)


def _compared(measure: Measure, rows: Rows, library: Library) -> tuple[Rows, bool]:
    """The rows of known value, and whether ratings by few are left out: not where all are such, and not where none is."""
    known = rows[~np.isnan(_column(measure, library, series=bool(library.table.series[rows].all()))[rows])]
    voted = known[library.table.votes[known] >= _FLOOR]
    if measure in {"best", "worst"} and 0 < len(voted) < len(known):
        return voted, True
    return known, False


def led_by(measure: Measure, first: Sequence[Title], voice: Voice, name: str = "") -> str:
    """The sentence of who leads, several where they tie; `name` is another sentence than the measure's."""
    told = told_of(measure, first[0], voice)
    if len(first) > 1 and measure in {"best", "worst"}:  # they share the mean, not the votes
        told = comparison("of_ten", voice, n=f"{first[0].rating:g}")
    return tool_sentence(name or measure, voice, titles=bolds(first, voice), told=f" – {told}" if told else "")


def with_value(measure: Measure, title: Title, voice: Voice) -> str:
    """A title with its value in brackets."""
    told = told_of(measure, title, voice)
    return f"{bold(title)} ({told})" if told else bold(title)


def told_of(measure: Measure, title: Title, voice: Voice) -> str:
    """A title's value as words; "" for its year, which stands behind every title."""
    match measure:
        case "shortest" | "longest":
            return length_in(title, voice)
        case "best" | "worst":
            return rated(title, voice)
    return ""


def _found(wanted: Request, library: Library, to: Listener) -> tuple[Rows, bool]:
    """What meets the conditions, and whether the place's age limit kept something back."""
    every = library.rows(wanted)
    within = every if to.ceiling is None else library.rows(replace(wanted, ceiling=to.ceiling))
    return within, len(within) < len(every)


def _counted(wanted: Request, rows: Rows, library: Library, voice: Voice) -> str:
    what = capital(described(wanted, voice, any_type=True))
    if not len(rows):
        return tool_sentence("none", voice, what=what)
    series = int(library.table.series[rows].sum())
    mixed = 0 < series < len(rows)
    split = tool_sentence("split", voice, films=len(rows) - series, series=series) if mixed else ""
    return tool_sentence("count", voice, what=what, n=f"{len(rows):,}" if voice == "en" else len(rows), split=split)


def _one(measure: Measure, tied: Sequence[Title], ranked: Sequence[Title], voice: Voice) -> tuple[str, tuple[Title, ...]]:
    first = tied[:_NAMED]
    rest = [title for title in ranked if title not in tied][:_NEXT] if len(tied) <= _NEXT else []
    behind = [with_value(measure, title, voice) for title in rest]
    head = (
        led_by(measure, first, voice),
        tool_sentence("and_more", voice, n=len(tied) - len(first)) if len(tied) > len(first) else "",
        tool_sentence("next", voice, titles=", ".join(behind)) if behind else "",
    )
    return " ".join(filter(None, head)), tuple(first)


def _several(call: FindExtreme, ranked: Sequence[Title], voice: Voice) -> tuple[str, tuple[Title, ...]]:
    shown = tuple(ranked[: call.limit])
    rows = (item(number, title, voice, told_of(call.measure, title, voice)) for number, title in enumerate(shown, 1))
    return lines(tool_sentence(f"{call.measure}_list", voice), *rows), shown
