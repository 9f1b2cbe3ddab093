"""What each guest would give each film, in stars, as far as an evening has shown it.

A person's stars for a film are what its facts promise plus their taste: normal, with mean zero, alike for films of the same
genres and years, and a part of each film's own. Whatever somebody says is a noisy look at some of these stars, so that all of
it (loved films, duels, strikes) is weighed in one step, and nothing said twice counts twice.

The numbers are plain assumptions in stars, none is fitted to anybody's ratings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agent.evening import Guest

Stars = npt.NDArray[np.float64]

# What is said, as stars: (above what the facts promise, how far that may be off).
_LOVED = (0.8, 0.6)
_LIKED = (0.4, 0.9)
# The winner of a duel is this much above the loser.
_WON = (0.6, 0.7)
# A strike says 2.4 stars, whatever the facts: but people also strike what they have seen.
_STRUCK = (2.4, 0.7)
# What is a film's own, in standard deviations.
_OWN = 0.3


@dataclass(frozen=True, slots=True)
class _Look:
    """One thing said: the film at row `above`, less that at `below`, is worth `stars`, give or take `sd`."""

    above: int
    below: int | None
    stars: float
    sd: float


def believed(promised: Stars, features: Stars, row: Mapping[str, int], guest: Guest) -> Stars:
    """The stars that `guest` would give each film, shape (films,).

    `promised` are stars by facts, shape (films,); the product of two rows of `features`, shape (films, k), is the covariance of
    their tastes. Films that `row` does not have tell nothing.
    """
    looks = _looks(promised, row, guest)
    if not looks:
        return promised.copy()
    over = np.zeros((len(looks), len(promised)))
    for at, look in enumerate(looks):
        over[at, look.above] = 1.0
        if look.below is not None:
            over[at, look.below] = -1.0
    # Features are few and looks are dozens: the matrix of all films against all films is never made.
    covariance = (over @ features) @ features.T + _OWN**2 * over
    noise = np.diag([look.sd**2 for look in looks])
    surprise = np.asarray([look.stars for look in looks]) - over @ promised
    learned: Stars = promised + np.linalg.solve(covariance @ over.T + noise, surprise) @ covariance
    return learned


def _looks(promised: Stars, row: Mapping[str, int], guest: Guest) -> list[_Look]:
    def above_facts(titles: Sequence[str], said: tuple[float, float]) -> list[_Look]:
        rows = [row[title] for title in dict.fromkeys(titles) if title in row]
        return [_Look(at, None, float(promised[at]) + said[0], said[1]) for at in rows]

    looks = above_facts(guest.loved, _LOVED)
    looks += above_facts([title for title in guest.liked if title not in guest.loved], _LIKED)
    # Each duel that was decided added to both, so that they stand in pairs.
    duels = [(row[won], row[lost]) for won, lost in zip(guest.won, guest.lost, strict=False) if {won, lost} <= row.keys()]
    looks += [_Look(won, lost, *_WON) for won, lost in duels]
    looks += [_Look(row[title], None, *_STRUCK) for title in dict.fromkeys(guest.struck) if title in row]
    return looks
