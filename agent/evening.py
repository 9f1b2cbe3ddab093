"""What crosses Redis for a movie night: how an evening stands, and the step that comes next.

A `StepRequest` goes into the run queue as a `RunRequest` does, and its run writes events to a stream of its own; the last is
`StepDone`, `InterruptAck` or `RunError`. Titles are named by id alone; whoever reads a step may trust that each is in the
catalogue. People are named by an alias that means something within their evening only.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agent.values import NO_HOUSE, House, TitleCard

StepKind = Literal["question", "duel", "candidates", "picks"]
STEP_KINDS: tuple[StepKind, ...] = ("question", "duel", "candidates", "picks")

OPTIONS = (3, 5)  # of a question: least and most
CANDIDATES = (10, 15)  # fewer only where the catalogue holds no more that fit
PICKS = (3, 5)
LABEL_LENGTH = 60
QUESTION_LENGTH = 200
NOTE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Wish:
    """One option of a question. `label` is what people read; `search` is what it asks the search for, in plain English words;
    "" for no preference."""

    id: str
    label: str
    search: str = ""


@dataclass(frozen=True, slots=True)
class Guest:
    """What one person has said so far. `wishes` are ids of options they chose; the others are title ids.

    `loved` they named themselves, `liked` is what their lists know, `won` and `lost` come from duels, `struck` they will not
    watch. `weight` is how much they count; above 1 for whoever lost the evening before.
    """

    alias: str
    loved: tuple[str, ...] = ()
    liked: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Evening:
    """How an evening stands.

    `minutes` is the time they have, None for no limit. `hour` (0 to 23) and `weekday` (0 is Monday) are the place's own time,
    None when unknown. `asked` are the wishes of the questions so far; `duelled` the films of all duels; `candidates` the list
    that was struck from; `hidden` are title ids that never come: seen, or chosen on an earlier evening.
    """

    guests: tuple[Guest, ...]
    minutes: int | None = None
    hour: int | None = None
    weekday: int | None = None
    asked: tuple[Wish, ...] = ()
    duelled: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    house: House = NO_HOUSE

    @property
    def struck(self) -> frozenset[str]:
        """What anybody struck: never shown again."""
        return frozenset(title for guest in self.guests for title in guest.struck)


@dataclass(frozen=True, slots=True)
class StepRequest:
    """Choose the next step, one of the kinds `allowed`: the evening's rules know which may come."""

    run_id: str
    evening: Evening
    allowed: tuple[StepKind, ...]

    @classmethod
    def from_raw(cls, data: Mapping[str, Any]) -> "StepRequest":
        """From the JSON object that `dataclasses.asdict` made."""
        evening = dict(data["evening"])
        evening["guests"] = tuple(Guest(**_tuples(guest)) for guest in evening["guests"])
        evening["asked"] = tuple(Wish(**wish) for wish in evening["asked"])
        evening["house"] = House(**evening["house"])
        return cls(data["run_id"], Evening(**_tuples(evening)), tuple(data["allowed"]))


@dataclass(frozen=True, slots=True)
class Question:
    """Ask everybody which of 3 to 5 options suits them; several may be chosen."""

    text: str
    wishes: tuple[Wish, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """Put two films side by side. Neither was in a duel of this evening."""

    left: TitleCard
    right: TitleCard


@dataclass(frozen=True, slots=True)
class Candidates:
    """A list to strike from, best first; `why` of each card speaks of this group."""

    films: tuple[TitleCard, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """One film for the vote. `note` says why it suits them tonight, `to` the same for single people, by alias.

    `score` orders the picks (higher is better); `pleased` is each person's own share in it, by alias, in the same unit.
    """

    film: TitleCard
    note: str
    score: float
    pleased: Mapping[str, float] = field(default_factory=dict)
    to: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picks:
    """Three to five films for the vote, best first. `rule` says in one line what ordered them."""

    picks: tuple[Pick, ...]
    rule: str


Step: TypeAlias = Question | Duel | Candidates | Picks
_KINDS: dict[StepKind, type[Any]] = {"question": Question, "duel": Duel, "candidates": Candidates, "picks": Picks}
_NAMES: dict[type[Any], StepKind] = {made: name for name, made in _KINDS.items()}


def kind_of(step: Step) -> StepKind:
    """The name of a step's kind."""
    return _NAMES[type(step)]


def to_raw(step: Step) -> dict[str, Any]:
    """The step as a JSON object."""
    return {"kind": kind_of(step), **dataclasses.asdict(step)}


def from_raw(data: Mapping[str, Any]) -> Step:
    """The step of a JSON object that `to_raw` made. Raises KeyError and TypeError for another one."""
    match data["kind"]:
        case "question":
            return Question(data["text"], tuple(Wish(**wish) for wish in data["wishes"]))
        case "duel":
            return Duel(TitleCard.from_raw(data["left"]), TitleCard.from_raw(data["right"]))
        case "candidates":
            return Candidates(tuple(TitleCard.from_raw(film) for film in data["films"]))
        case "picks":
            picks = tuple(Pick(**{**pick, "film": TitleCard.from_raw(pick["film"])}) for pick in data["picks"])
            return Picks(picks, data["rule"])
        case other:
            raise KeyError(other)


def dumps(step: Step) -> str:
    """The step as one JSON text, as the store keeps it."""
    return json.dumps(to_raw(step), ensure_ascii=False)


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
