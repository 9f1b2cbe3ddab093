"""Lengths added up, and plans for an evening, as people are told them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.plans import plan_sentence
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import AddLengths, PlanMarathon
from agent.catalogue.tools.library import Library, leading
from agent.catalogue.tools.planning import PAUSE, chosen, clock, minutes_of, slots
from agent.catalogue.tools.told import Listener, Told, bold, bolds, item, kept_back, lines, missing

_DAY = 24 * 60
_BEST = 500  # films among which an evening's are chosen
_FEATURE = 60  # minutes: what is shorter fills no evening, and must be asked for


def add_lengths(call: AddLengths, library: Library, to: Listener) -> Told:
    """Each title with its length, and the sum, without and with breaks."""
    titles, barred = library.allowed(call.titles, to.ceiling)
    timed = [title for title in titles if title.runtime]
    total = minutes_of(timed)
    unknown = [title for title in titles if not title.runtime]
    text = lines(
        missing(call.unknown, to.voice),
        kept_back(to.voice, named=True) if barred else "",
        plan_sentence("parts", to.voice, n=len(titles), parts=call.parts) if call.parts and len(titles) < call.parts else "",
        *(item(number, title, to.voice) for number, title in enumerate(timed, 1)),
        _sum(timed, total, to.voice) if timed else "",
        plan_sentence("unknown", to.voice, titles=bolds(unknown, to.voice)) if unknown else "",
    )
    return Told(text, tuple(timed), {"minutes": total, "with_breaks": minutes_of(timed, PAUSE)})


def _sum(timed: Sequence[Title], total: int, voice: Voice) -> str:
    paused = minutes_of(timed, PAUSE)
    breaks = plan_sentence("breaks", voice, pause=PAUSE, told=span(paused, voice)) if len(timed) > 1 else ""
    return plan_sentence("together", voice, told=span(total, voice), n=total, breaks=breaks)


def span(minutes: int, voice: Voice) -> str:
    """A length as words: "8 h 59 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return frame("minutes", voice, m=rest)
    return frame("hours", voice, h=hours, m=rest) if rest else frame("full_hours", voice, h=hours)


def plan_marathon(call: PlanMarathon, library: Library, to: Listener) -> Told:
    """A plan of what was named, or of what is chosen for the time there is."""
    if not call.titles:
        return _chosen(call, library, to)
    titles, barred = library.allowed(call.titles, to.ceiling)
    remark = lines(missing(call.unknown, to.voice), kept_back(to.voice, named=True) if barred else "")
    unknown = [title for title in titles if not title.runtime]
    if unknown:
        return Told(lines(remark, plan_sentence("lengthless", to.voice, titles=bolds(unknown, to.voice))), tuple(titles))
    if not titles:
        return Told(remark)
    told = _planned(call, titles, to.voice)
    return Told(lines(remark, told.text), told.titles, told.facts)


def _planned(call: PlanMarathon, titles: Sequence[Title], voice: Voice) -> Told:
    """The plan of these titles; where it would end too late, that it does not fit, and what would."""
    length = minutes_of(titles, PAUSE)
    start = call.start if call.start is not None else (call.end or 0) - length
    end = start + length
    facts = {"start": start, "end": end, "fits": call.end is None or end <= call.end}
    if call.end is not None and end > call.end:
        times = {"begin": clock(start), "end": clock(end), "limit": _limit(call.end), "latest": clock(call.end - length)}
        return Told(plan_sentence("late", voice, n=end - call.end, **times), tuple(titles), facts)
    rows: list[str] = []
    for slot in slots(titles, start):
        if rows:
            rows.append(plan_sentence("pause", voice, begin=clock(slot.begin - PAUSE), end=clock(slot.begin)))
        told = span(slot.title.runtime or 0, voice)
        rows.append(
            plan_sentence("slot", voice, begin=clock(slot.begin), end=clock(slot.end), title=bold(slot.title), told=told)
        )
    return Told(lines(*(f"- {row}" for row in rows), _over(call, start, end, voice)), tuple(titles), facts)


def _over(call: PlanMarathon, start: int, end: int, voice: Voice) -> str:
    if call.end is None:
        return plan_sentence("over", voice, end=clock(end))
    if call.start is None:
        return plan_sentence("latest", voice, begin=clock(start), limit=_limit(call.end))
    if end == call.end:
        return plan_sentence("exact", voice, end=clock(end))
    return plan_sentence("spare", voice, end=clock(end), n=call.end - end, limit=_limit(call.end))


def _limit(minutes: int) -> str:
    """A time by which something must be over: midnight ends a day."""
    return "24:00" if minutes == _DAY else clock(minutes)


def _chosen(call: PlanMarathon, library: Library, to: Listener) -> Told:
    """The best known and liked that fit, from what was shown if that is enough; fewer where not all fit."""
    asked = call.count or 1
    room = call.end - call.start if call.end is not None and call.start is not None else None
    every = _candidates(call, library, to)
    shown = [title for title in every if title.id in call.shown]
    for count in range(asked, 0, -1):
        picks = chosen(shown, count, room) if count == asked else ()
        picks = picks or chosen(every, count, room)
        if picks:
            told = _planned(call, picks, to.voice)
            fewer = plan_sentence("fewer", to.voice, asked=asked, n=count) if count < asked and room is not None else ""
            few = plan_sentence("too_few", to.voice, n=asked) if count < asked and room is None else ""
            return Told(lines(fewer, few, told.text), told.titles, told.facts)
    if room is None or not every:
        return Told(plan_sentence("too_few", to.voice, n=asked), facts={"fits": False})
    times = {"begin": clock(call.start or 0), "end": clock(call.end or 0)}
    return Told(plan_sentence("nothing", to.voice, **times), facts={"fits": False})


def _candidates(call: PlanMarathon, library: Library, to: Listener) -> list[Title]:
    """Films of known length that may be picked: the best known and liked first, and the shortest, lest nothing fits."""
    table, count = library.table, 2 * (call.count or 1) + len(to.hidden)
    wanted = replace(call.wanted, media_type="movie", ceiling=to.ceiling, limit=None)
    shortest = 1 if wanted.runtime_max is not None and wanted.runtime_max < _FEATURE else _FEATURE
    mask = table.mask(wanted) & (table.runtime >= shortest)
    rows = np.flatnonzero(mask)
    short = library.at(leading(-table.runtime[rows], rows, count))
    found = [
        *library.at(leading(table.prior[rows], rows, _BEST + len(to.hidden))),
        *sorted(short, key=lambda title: (title.runtime or 0, title.id))[:count],
        *library.at(row for id_ in call.shown if (row := table.row.get(id_)) is not None and mask[row]),
    ]
    free = {title.id: title for title in found if title.id in call.shown or to.hidden.isdisjoint((title.id, *title.source_ids))}
    return sorted(free.values(), key=lambda title: (-float(table.prior[table.row[title.id]]), title.id))


def voiced(text: str, voice: Voice) -> str:
    """The text with one full stop where a short form ends a sentence ("99 Min.")."""
    return text.replace("Min..", "Min.").replace("Std..", "Std.") if voice == "de" else text
