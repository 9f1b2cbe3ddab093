"""What the movie agent can do: four steps of an evening, and one that hands a task to the search agent.

A model writes a `Move`; what it means is read from it strictly; the refusal tells the model what was
wrong.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import Field

from agent.evening import CANDIDATES, LABEL_LENGTH, NOTE_LENGTH, OPTIONS, PICKS, QUESTION_LENGTH, StepKind, Wish
from agent.night.written import Written, plain

SEARCH = "search"
ACTIONS: Mapping[StepKind, str] = {
    "question": "ask_categorical_question",
    "duel": "ask_duel_question",
    "candidates": "submit_candidates",
    "picks": "submit_recommendations",
}
SEARCH_LENGTH = 120  # characters of an option's search, and of a task's beginning as people see it
TASK_LENGTH = 500


class InvalidAction(ValueError):
    """The model's action cannot be carried out; the message tells it why."""


@dataclass(frozen=True, slots=True)
class AskCategoricalQuestion:
    """Ask which of several wishes suit."""

    text: str
    wishes: tuple[Wish, ...]


@dataclass(frozen=True, slots=True)
class AskDuelQuestion:
    """Put two films side by side, by id."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class SubmitCandidates:
    """The list to strike from, by id, best first."""

    films: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubmitRecommendations:
    """The films to vote on, by id, best first. `notes` are a model's, by id; `to` its words to one person, by id and alias."""

    films: tuple[str, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    to: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DelegateSearch:
    """Have the search agent find films for a task in plain words."""

    task: str


Action: TypeAlias = AskCategoricalQuestion | AskDuelQuestion | SubmitCandidates | SubmitRecommendations


class Choice(Written):
    """One option of a question as a model writes it."""

    label: str = ""
    search: str = ""


class ToPerson(Written):
    """What a model says to one person about one film."""

    person: str = ""
    note: str = ""


class Recommendation(Written):
    """One film for the vote as a model writes it."""

    id: str = ""
    note: str = ""
    to: list[ToPerson] = Field(default_factory=list)


class Move(Written):
    """What a model answers: the action's name, and of the rest what that action takes."""

    action: str
    text: str = ""
    options: list[Choice] = Field(default_factory=list)
    left: str = ""
    right: str = ""
    films: list[str] = Field(default_factory=list)
    picks: list[Recommendation] = Field(default_factory=list)
    task: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an action may name: `known` are all ids of the catalogue, `free` those that fit this evening, `unused` those of
    `free` that were in no duel, `listed` those of the strike list that are left; `people` are the aliases."""

    allowed: Sequence[StepKind]
    known: Collection[str]
    free: Collection[str]
    unused: Collection[str]
    listed: Collection[str]
    people: Collection[str]
    asked: Sequence[Wish] = ()
    may_search: bool = True

    @property
    def names(self) -> list[str]:
        """The actions that may come, by name."""
        return [*(ACTIONS[kind] for kind in self.allowed), *([SEARCH] if self.may_search else [])]

    def unknown(self, move: Move) -> int:
        """How many ids of a move the catalogue does not have."""
        named = [*filter(None, (move.left, move.right)), *move.films, *(pick.id for pick in move.picks)]
        return sum(title not in self.known for title in named)


def read_move(move: Move, bounds: Bounds) -> Action | DelegateSearch:
    """The action that a move is. Ids that cannot come are left out where enough others remain. Raises InvalidAction."""
    if move.action not in bounds.names:
        raise InvalidAction(f"`action` must be one of {', '.join(bounds.names)}.")
    if move.action == SEARCH:
        if not (task := plain(move.task, TASK_LENGTH)):
            raise InvalidAction("`task` must say in plain words what to search for.")
        return DelegateSearch(task)
    kind = next(kind for kind in bounds.allowed if ACTIONS[kind] == move.action)
    return _READERS[kind](move, bounds)


def _question(move: Move, bounds: Bounds) -> AskCategoricalQuestion:
    least, most = OPTIONS
    text = plain(move.text, QUESTION_LENGTH)
    if not text:
        raise InvalidAction("`text` must hold the question.")
    worded = [(plain(choice.label, LABEL_LENGTH), plain(choice.search, SEARCH_LENGTH)) for choice in move.options]
    distinct = {label.casefold(): (label, search) for label, search in worded if label and search}
    known = {wish.label.casefold() for wish in bounds.asked}
    fresh = [pair for key, pair in distinct.items() if key not in known]
    if not least <= len(fresh) <= most:
        raise InvalidAction(f"`options` must hold {least} to {most} new options that differ, each with `label` and `search`.")
    first = len(bounds.asked)
    return AskCategoricalQuestion(text, tuple(Wish(f"m{first + at}", *pair) for at, pair in enumerate(fresh)))


def _duel(move: Move, bounds: Bounds) -> AskDuelQuestion:
    for name, title in (("left", move.left), ("right", move.right)):
        if title not in bounds.unused:
            raise InvalidAction(f"`{name}` must be an id from `contenders` that was in no duel yet.")
    if move.left == move.right:
        raise InvalidAction("`left` and `right` must be two films.")
    return AskDuelQuestion(move.left, move.right)


def _candidates(move: Move, bounds: Bounds) -> SubmitCandidates:
    films = tuple(dict.fromkeys(title for title in move.films if title in bounds.free))
    if len(films) < min(CANDIDATES[0] // 2, len(bounds.free)):
        raise InvalidAction(f"`films` must hold {CANDIDATES[0]} to {CANDIDATES[1]} ids from `contenders` or `found`.")
    return SubmitCandidates(films[: CANDIDATES[1]])


def _picks(move: Move, bounds: Bounds) -> SubmitRecommendations:
    picks = {pick.id: pick for pick in reversed(move.picks) if pick.id in bounds.listed}
    films = tuple(dict.fromkeys(pick.id for pick in move.picks if pick.id in picks))[: PICKS[1]]
    if len(films) < min(PICKS[0], len(bounds.listed)) or not films:
        raise InvalidAction(f"`picks` must hold {PICKS[0]} to {PICKS[1]} ids from `candidates`, each with a `note`.")
    return SubmitRecommendations(
        films,
        {title: note for title in films if (note := plain(picks[title].note, NOTE_LENGTH))},
        {title: _to(picks[title], bounds.people) for title in films},
    )


def _to(pick: Recommendation, people: Collection[str]) -> dict[str, str]:
    return {said.person: note for said in pick.to if said.person in people and (note := plain(said.note, NOTE_LENGTH))}


_READERS: Mapping[StepKind, Callable[[Move, Bounds], Action]] = {
    "question": _question,
    "duel": _duel,
    "candidates": _candidates,
    "picks": _picks,
}
