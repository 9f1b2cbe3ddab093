"""Who is in a movie night, and what they said of what was put before them. `bot.movie_night.session` passes it on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from agent.contract import TitleCard, TitleRef
from agent.evening import Pick, Question

Side = Literal["left", "right", "neither"]


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is in. `alias` is what the agent calls them; it never changes and is never given to somebody else.

    `loved` they named for this evening; `liked` and `seen` (title ids) are what their lists say. `weight` is above 1 for
    whoever got least out of the last evening here.
    """

    name: str
    alias: str
    loved: tuple[TitleRef, ...] = ()
    liked: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    weight: float = 1.0
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the private ballots on it: the ids of the wishes that each person chose, () for no preference."""

    question: Question
    ballots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fought:
    """A duel and the private ballots on it."""

    left: TitleCard
    right: TitleCard
    ballots: Mapping[str, Side] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listed:
    """The list to strike from, and what each person struck, by title id. `said` are those who also let it be known."""

    films: tuple[TitleCard, ...]
    strikes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    said: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Voted:
    """The picks and the approvals, by title id. `surprise` are those who leave it to us."""

    picks: tuple[Pick, ...]
    rule: str
    approvals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    surprise: frozenset[str] = frozenset()
