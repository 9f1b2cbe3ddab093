"""Members of a simulated evening whose feelings are known, and what an order of films was worth to them. Pure.

The protocol is NIGHT.md's, section 1: it says how somebody acts who knows what they feel about each film.
"""

import hashlib
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from agent.contract import TitleCard
from agent.evening import Pick, Question, Wish
from bot.movie_night.said import Fought, Side

Stars: TypeAlias = npt.NDArray[np.float64]
Part: TypeAlias = Literal["question", "duels", "strikes", "vote"]
PARTS: Final[tuple[Part, ...]] = ("question", "duels", "strikes", "vote")

_DUEL_NOISE = 0.4  # T of the logistic of a duel
_QUESTION_NOISE, _QUESTION_SHRINK = 0.15, 3
_MOST_STRUCK, _STRUCK_BELOW = 2, 3.0
_SPREAD = 0.3  # σ of feelings with foresight
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Group:
    """People and films. `films` are title ids; `outcome` and `felt` hold stars, shape (members, films).

    `rated` are films that each member has rated before, by title id, with their stars.
    """

    salt: str
    films: tuple[str, ...]
    outcome: Stars
    felt: Stars
    rated: tuple[Mapping[str, float], ...]

    @property
    def size(self) -> int:
        """How many people."""
        return len(self.outcome)


@dataclass(frozen=True, slots=True)
class Worth:
    """What the first three films of an order are worth: means over them of the members' mean and minimum, in stars, and the
    share that nobody puts below 3."""

    mean: float
    least_pleased: float
    nobody_below_3: float


def worth(group: Group, order: Sequence[str]) -> Worth:
    """The worth of an order of title ids; ids that are not the group's are passed over."""
    column = {title: at for at, title in enumerate(group.films)}
    first = group.outcome[:, [column[title] for title in order if title in column][:3]]
    least = first.min(axis=0)
    return Worth(float(first.mean()), float(least.mean()), float((least >= 3).mean()))


def feelings(group: Group, foresight: float) -> Stars:
    """What members feel about the films: what a strong model says; with `foresight` a part of the outcome and noise as well.

    The noise follows from the group's salt.
    """
    if not foresight:
        return group.felt
    noise = np.random.default_rng(_number(group.salt, "foresight")).normal(0.0, _SPREAD, group.felt.shape)
    moved: Stars = (group.felt + foresight * (group.outcome - group.felt) + noise).clip(0.5, 5.0)
    return moved


class Taster:
    """A member who acts by feelings, in those `parts` of the evening that the variant has. The same chance always falls alike:
    two variants differ by what they do, not by luck."""

    def __init__(
        self,
        group: Group,
        member: int,
        stars: Stars,
        parts: Collection[Part],
        meeting: Callable[[Wish], Collection[str]],
    ) -> None:
        self._salt = f"{group.salt}|{member}"
        self._stars = dict(zip(group.films, stars[member].tolist(), strict=True))
        self._rated = group.rated[member]
        self._parts = parts
        self._meeting = meeting

    async def answer(self, question: Question) -> tuple[str, ...] | None:
        """One wish, the likelier the better they rated films that meet it."""
        if "question" not in self._parts:
            return None
        usual = float(np.mean(list(self._rated.values()))) if self._rated else 3.5
        means = np.asarray([self._mean(wish, usual) for wish in question.wishes])
        odds = np.exp((means - means.max()) / _QUESTION_NOISE)
        chosen = int(np.searchsorted(np.cumsum(odds / odds.sum()), _chance(self._salt, "question")))
        return (question.wishes[min(chosen, len(question.wishes) - 1)].id,)

    async def prefer(self, duel: Fought) -> Side | None:
        """The film they feel more for, with some noise."""
        if "duels" not in self._parts:
            return None
        left, right = duel.left.ref.id, duel.right.ref.id
        first, second = sorted((left, right))
        ahead = 1 / (1 + math.exp((self._stars[second] - self._stars[first]) / _DUEL_NOISE))
        preferred = first if _chance(self._salt, "duel", first, second) < ahead else second
        return "left" if preferred == left else "right"

    async def strike(self, films: Sequence[TitleCard]) -> tuple[str, ...] | None:
        """At most two films below 3 stars, the lowest first."""
        if "strikes" not in self._parts:
            return None
        low = [film.ref.id for film in films if self._stars[film.ref.id] < _STRUCK_BELOW]
        return tuple(sorted(low, key=self._stars.__getitem__)[:_MOST_STRUCK])

    async def approve(self, picks: Sequence[Pick]) -> tuple[str, ...] | None:
        """The picks at or above their own mean over the picks."""
        if "vote" not in self._parts:
            return None
        stars = {pick.film.ref.id: self._stars[pick.film.ref.id] for pick in picks}
        mean = sum(stars.values()) / len(stars)
        return tuple(title for title, own in stars.items() if own >= mean - _ROUNDING)

    def _mean(self, wish: Wish, usual: float) -> float:
        meeting = self._meeting(wish)
        met = [stars for title, stars in self._rated.items() if title in meeting]
        return (sum(met) + _QUESTION_SHRINK * usual) / (len(met) + _QUESTION_SHRINK)


def _number(*names: str) -> int:
    return int.from_bytes(hashlib.sha256("|".join(names).encode()).digest()[:8], "big")


def _chance(*names: str) -> float:
    return _number(*names) / 2**64
