"""The question without a model: the options that divide the films best, and suit these people and this hour. Pure.

Whichever option is chosen, one that half of the films meet leaves half of them; one that nearly all or nearly none meet tells
nothing. So options are ordered by the entropy of their answer, in bits, weighed by how readily people think in them; what the
films have in common that the group is known to like counts as much as a bit; the time of day weighs both.
"""

import math
from collections.abc import Collection, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from agent.catalogue.title import Title
from agent.evening import OPTIONS as BOUNDS
from agent.evening import Evening
from agent.night.actions import AskCategoricalQuestion
from agent.night.options import OPTIONS, Option, option_of

_FIRST = "What are you in the mood for tonight?"
_NEXT = "And what else should it be?"
LEAST_FILMS = 3  # an option that leaves fewer leaves nothing to choose from
_LEAST_SHARE, _MOST_SHARE = 0.03, 0.85
# So much of the smaller of two options may lie in the other before they are the same in other words.
_OVERLAP = 0.7
_ENOUGH = 4  # options; a fifth only where it tells much
_TELLING = 0.4  # bits
_SUNDAY, _FRIDAY = 6, 4
_EVENING, _LATE, _MORNING = 17, 22, 5  # hours
# How much more or less an option suits: late, and on the evening before a working day.
_LIGHT_LATE, _HEAVY_LATE, _SHORT_WEEKDAY, _LONG_WEEKDAY = 1.25, 0.7, 1.3, 0.5
_SMALL_HISTORY = 1  # films: what is known of fewer is mixed with how films are anyway


def ask(evening: Evening, films: Sequence[Title], known: Sequence[Title]) -> AskCategoricalQuestion:
    """Three to five options, each met by some of `films`, no two alike; `known` are films that the group likes."""
    offered = [option for option in OPTIONS.values() if _makes_sense(option, evening)]
    held = {option.id: np.asarray([option.holds(film) for film in films], bool) for option in offered}
    worth = {option.id: _worth(option, held[option.id], evening, known) for option in offered}
    offered.sort(key=lambda option: -worth[option.id])
    chosen = list(_apart([option for option in offered if _is_met(held[option.id])], held, worth))
    for others in (_met(offered, held), offered):  # in a catalogue of few films all kinds are rare
        chosen += [option for option in others if option not in chosen][: max(0, BOUNDS[0] - len(chosen))]
    chosen.sort(key=lambda option: option.family != "story")  # people think in kinds of story first
    return AskCategoricalQuestion(_NEXT if evening.asked else _FIRST, tuple(option.wish for option in chosen))


def is_short_evening(evening: Evening) -> bool:
    """Whether work is near: late, or the evening before a working day."""
    return _is_late(evening) or _is_weekday_evening(evening)


def _is_late(evening: Evening) -> bool:
    return evening.hour is not None and not _MORNING <= evening.hour < _LATE


def _is_weekday_evening(evening: Evening) -> bool:
    if evening.weekday is None or evening.hour is None:
        return False
    return evening.hour >= _EVENING and (evening.weekday < _FRIDAY or evening.weekday == _SUNDAY)


def _makes_sense(option: Option, evening: Evening) -> bool:
    """Nothing is asked twice, and nobody is asked for a length who has said how much time there is."""
    asked = [earlier for wish in evening.asked if (earlier := option_of(wish)) is not None]
    again = option in asked or (option.family != "story" and option.family in {earlier.family for earlier in asked})
    return not again and (option.family != "length" or evening.minutes is None)


def _is_met(held: npt.NDArray[np.bool_]) -> bool:
    share = held.mean() if len(held) else 0.0
    return bool(held.sum() >= LEAST_FILMS and _LEAST_SHARE <= share <= _MOST_SHARE)


def _met(options: Sequence[Option], held: dict[str, npt.NDArray[np.bool_]]) -> list[Option]:
    return [option for option in options if held[option.id].any()]


def _worth(option: Option, held: npt.NDArray[np.bool_], evening: Evening, known: Sequence[Title]) -> float:
    share = float(held.mean()) if len(held) else 0.0
    bits = -sum(p * math.log2(p) for p in (share, 1 - share) if p > 0)
    return (bits * option.appeal + max(0.0, _drawn(option, share, known))) * _suits(option, evening)


def _drawn(option: Option, share: float, known: Sequence[Title]) -> float:
    """How much more often the films that the group likes are so than films are anyway, in [−1, 1]."""
    if not known:
        return 0.0
    liked = sum(option.holds(film) for film in known) + _SMALL_HISTORY * share
    return liked / (len(known) + _SMALL_HISTORY) - share


def _suits(option: Option, evening: Evening) -> float:
    suits = 1.0
    if _is_late(evening):
        suits *= _LIGHT_LATE if option.is_light else _HEAVY_LATE if option.is_heavy else 1.0
    if option.family == "length" and is_short_evening(evening):
        suits *= _SHORT_WEEKDAY if option.is_light else _LONG_WEEKDAY
    return suits


def _apart(options: Sequence[Option], held: dict[str, npt.NDArray[np.bool_]], worth: dict[str, float]) -> Iterator[Option]:
    """The best that differ from all better ones, and of each family but stories one."""
    chosen: list[Option] = []
    for option in options:
        if len(chosen) == BOUNDS[1] or (len(chosen) >= _ENOUGH and worth[option.id] < _TELLING):
            return
        families: Collection[str] = {each.family for each in chosen} - {"story"}
        if option.family in families or any(_alike(held[option.id], held[each.id]) for each in chosen):
            continue
        chosen.append(option)
        yield option


def _alike(one: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_]) -> bool:
    return bool((one & other).sum() > _OVERLAP * min(one.sum(), other.sum()))
