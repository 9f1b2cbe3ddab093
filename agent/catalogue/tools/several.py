"""Titles side by side in a table, and what titles or people share."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from agent.catalogue.answers.compose import plain
from agent.catalogue.languages import languages_of
from agent.catalogue.speech.genres import genre
from agent.catalogue.speech.places import from_place, in_language
from agent.catalogue.speech.tools import tool_sentence
from agent.catalogue.speech.voice import Voice, listed
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import CompareTitles, FindCommon
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.sets import by_year, led_by, ranked_by, value_of, with_value
from agent.catalogue.tools.tables import compared
from agent.catalogue.tools.told import Listener, Told, bold, bolds, item, kept_back, lines, missing, nobody
from agent.catalogue.understanding.fold import fold

_SHOWN = 10  # titles of two people
_WITH = 6  # people that two people both worked with


def compare_titles(call: CompareTitles, library: Library, to: Listener) -> Told:
    """The table, and before it who leads where the question goes by something."""
    titles, barred = library.allowed(call.titles, to.ceiling)
    remark = lines(missing(call.unknown, to.voice), kept_back(to.voice, named=True) if barred else "")
    if len(titles) < 2:
        alone = tool_sentence("only_one", to.voice, title=bold(titles[0])) if titles and not barred else ""
        return Told(lines(remark, alone), tuple(titles), {"unknown": list(call.unknown)})
    leading = _leading(call, titles, to.voice)
    text = lines(remark, leading, compared(titles, to.voice))
    return Told(text, tuple(titles), {"measure": call.measure, "values": {title.id: _figure(call, title) for title in titles}})


def _figure(call: CompareTitles, title: Title) -> float | None:
    value = value_of(call.measure, series=title.media_type == "series")(title) if call.measure else None
    return None if value is None else abs(value)


def _leading(call: CompareTitles, titles: Sequence[Title], voice: Voice) -> str:
    if call.measure is None:
        return ""
    value = value_of(call.measure, series=all(title.media_type == "series" for title in titles))
    unknown = [title for title in titles if value(title) is None]
    ranked = ranked_by(value, [title for title in titles if title not in unknown])
    told = [tool_sentence("unsaid", voice, title=bolds(unknown, voice))] if unknown else []
    if ranked:
        first = [title for title in ranked if value(title) == value(ranked[0])]
        told.insert(0, led_by(call.measure, first, voice, "equal" if len(first) == len(ranked) > 1 else ""))
        rest = [with_value(call.measure, title, voice) for title in ranked if title not in first]
        told[1:1] = [tool_sentence("next", voice, titles=", ".join(rest))] if rest else []
    return " ".join(told)


def find_common(call: FindCommon, library: Library, to: Listener) -> Told:
    """What all of the titles share, or the titles that all of the people are in."""
    return _of_people(call, library, to) if call.people or not call.titles else _of_titles(call, library, to)


def _of_titles(call: FindCommon, library: Library, to: Listener) -> Told:
    titles, barred = library.allowed(call.titles, to.ceiling)
    remark = lines(missing(call.unknown, to.voice), kept_back(to.voice, named=True) if barred else "")
    if len(titles) < 2:
        alone = tool_sentence("only_one", to.voice, title=bold(titles[0])) if titles and not barred else ""
        return Told(lines(remark, alone), tuple(titles), {"unknown": list(call.unknown)})
    rows = list(_shared(titles, to.voice))
    names = bolds(titles, to.voice)
    head = tool_sentence("in_common" if rows else "nothing_common", to.voice, names=names)
    points = (f"- {tool_sentence(f'label_{name}', to.voice)}: {plain(told)}" for name, _, told in rows)
    return Told(lines(remark, head, *points), tuple(titles), {name: values for name, values, _ in rows})


def _shared(titles: Sequence[Title], voice: Voice) -> Iterator[tuple[str, list[object], str]]:
    """What each fact has in all of the titles: its name, the values, the words."""
    for name, values in (
        ("directors", [title.directors for title in titles]),
        ("cast", [title.cast for title in titles]),
        ("genres", [title.genres for title in titles]),
        ("countries", [title.countries for title in titles]),
        ("language", [tuple(sorted(languages_of(title))) for title in titles]),
    ):
        if shared := _in_all(values):
            yield name, list(shared), listed([_worded(name, value, voice) for value in shared], voice)
    years = {title.year for title in titles}
    decades = {year // 10 * 10 if year else None for year in years}
    if len(years) == 1 and None not in years:
        yield "year", [titles[0].year], str(titles[0].year)
    elif len(decades) == 1 and None not in decades:
        yield "decade", list(decades), tool_sentence("decade", voice, n=decades.copy().pop())
    certificates = {title.certificate for title in titles}
    if len(certificates) == 1 and None not in certificates:
        yield "certificate", list(certificates), str(titles[0].certificate)


def _in_all(values: Sequence[Sequence[str]]) -> list[str]:
    """What stands in each of these, as the first has it; spellings that fold alike are one."""
    others = [{fold(name) for name in names} for names in values[1:]]
    return [name for name in values[0] if all(fold(name) in other for other in others)]


def _worded(name: str, value: str, voice: Voice) -> str:
    match name:
        case "genres":
            return genre(value, voice)
        case "countries":
            return value if voice == "en" else from_place(value, voice)
        case "language":
            return in_language(value, voice)
    return value


def _of_people(call: FindCommon, library: Library, to: Listener) -> Told:
    if call.unknown or len(call.people) < 2:
        return Told(nobody(call.unknown, to.voice), facts={"unknown": list(call.unknown)})
    works = [{title.id for title in _with(name, library)} for name in call.people]
    both = [library.titles[id_] for id_ in set.intersection(*works)]
    titles, barred = library.allowed((title.id for title in by_year(both)), to.ceiling)
    names = plain(listed(call.people, to.voice))
    shown = titles[:_SHOWN]
    head = tool_sentence("together", to.voice, names=names, n=len(titles)) if titles else ""
    absent = tool_sentence("not_together", to.voice, names=names) if not both else ""
    rows = [item(number, title, to.voice) for number, title in enumerate(shown, 1)]
    more = tool_sentence("and_more", to.voice, n=len(titles) - len(shown)) if len(titles) > len(shown) else ""
    others = [] if call.together else _colleagues(call.people, works, library)
    known = [tool_sentence("worked_with", to.voice, value=plain(listed(others, to.voice)))] if others else []
    remark = kept_back(to.voice, named=False) if barred else ""
    text = lines(head, absent, *rows, more, *(f"- {words}" for words in known), remark)
    return Told(text, tuple(shown), {"together": len(titles), "colleagues": others})


def _with(name: str, library: Library) -> Iterable[Title]:
    return library.at(library.table.with_people([fold(name)]).nonzero()[0])


def _colleagues(people: Sequence[str], works: Sequence[set[str]], library: Library) -> list[str]:
    """Who worked with each of them, most often first."""
    own = {fold(name) for name in people}
    counts = []
    for ids in works:
        named = (name for id_ in ids for name in {*library.titles[id_].directors, *library.titles[id_].cast})
        counts.append(Counter(fold(name) for name in named if fold(name) not in own))
    shared = set(counts[0]).intersection(*counts[1:])
    ranked = sorted(shared, key=lambda key: (-min(count[key] for count in counts), key))
    return [library.vocabulary.people.get(key, key) for key in ranked[:_WITH]]
