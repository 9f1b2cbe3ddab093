"""A movie night as plain values: who is in, what they said, what stands open. `rules.decide` alone makes one from another.

    lobby → question → duels → candidates → vote → over
              └── each opens with a search by the movie agent (`waiting`), and closes when all have answered or its time is up

Everything that others are told or asked follows from the session alone, so that a process that takes one over after a restart
does what its predecessor left undone. Times are seconds since the epoch; titles are named by id, people by their platform id.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agent.contract import TitleRef
from agent.evening import Step, StepKind
from bot.movie_night.said import Asked, Fought, Listed, Member, Side, Voted
from bot.types import MessageRef, Place

__all__ = [
    "PHASES", "Answer", "Approve", "Arrived", "Asked", "Begin", "Board", "Cancel", "Command", "Effect", "Ending", "Failed",
    "Fought", "GoOn", "Join", "Leave", "Listed", "Love", "Member", "Phase", "Prefer", "Ready", "Remember", "Result", "Say",
    "Search", "Session", "SetUp", "Settings", "Shown", "Side", "StopSearch", "Strike", "Surprise", "Tick", "Told", "Voted",
    "Waiting",
]  # fmt: skip

Phase = Literal["lobby", "question", "duels", "candidates", "vote", "over"]
PHASES: tuple[Phase, ...] = ("lobby", "question", "duels", "candidates", "vote", "over")
Ending = Literal["chosen", "cancelled", "nobody", "failed"]


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended. `winner` is a title id of the picks; `audit` are plain sentences that show why this one won."""

    ending: Ending
    winner: str = ""
    audit: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A step that the movie agent is choosing: the run's id, what it may be, how often it was begun for this step."""

    run_id: str
    allowed: tuple[StepKind, ...]
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host set: the minutes they have (None for no limit), whether duels are skipped."""

    minutes: int | None = None
    is_short: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """One evening. `members` are by platform id, in the order in which they came; whoever left stays in with `is_in` False.

    `round` counts the messages, so that a click on an older one is known as such: 0 is the lobby; the message of a search turns
    into that of what was found. `closes_at` is when what stands open closes by itself, or a search is given up; None when it is
    over. `lists` has more than one where so much was struck that another list was asked for.
    """

    id: str
    place: Place
    host: str
    settings: Settings
    members: Mapping[str, Member]
    phase: Phase = "lobby"
    round: int = 0
    closes_at: float | None = None
    starters: frozenset[str] = frozenset()  # who asked to begin
    ready: frozenset[str] = frozenset()  # who said that they are through with what stands open
    waiting: Waiting | None = None
    asked: tuple[Asked, ...] = ()
    duels: tuple[Fought, ...] = ()
    lists: tuple[Listed, ...] = ()
    voted: Voted | None = None
    result: Result | None = None

    @property
    def present(self) -> dict[str, Member]:
        """Those who are in."""
        return {person: member for person, member in self.members.items() if member.is_in}

    @property
    def listed(self) -> Listed | None:
        """The list that stands open to strike from, or was the last to."""
        return self.lists[-1] if self.lists else None


# What people and time do. `round` is that of the message clicked on.


@dataclass(frozen=True, slots=True)
class Join:
    """Come in, at any time before the end. `liked`, `seen` and `weight` as of `Member`."""

    person: str
    name: str
    liked: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Leave:
    """Go. What they said so far no longer counts."""

    person: str


@dataclass(frozen=True, slots=True)
class Love:
    """Name films that one loves, at most three; they replace those named before. In the lobby and until the question closes."""

    person: str
    films: tuple[TitleRef, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """The host changes what they set, in the lobby."""

    person: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Begin:
    """Start, from the lobby: at once for the host, with a majority of those present otherwise."""

    person: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Choose wishes of a question, by id; () for no preference."""

    person: str
    round: int
    wishes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prefer:
    """Take a side in a duel; "neither" for not seen either, seen both, or no preference."""

    person: str
    round: int
    side: Side


@dataclass(frozen=True, slots=True)
class Strike:
    """Strike films off the list, by id: they never come back, whatever happens later. Replaces what one struck before only
    while the list stands open."""

    person: str
    round: int
    films: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Let the others know what one strikes off this list."""

    person: str
    round: int


@dataclass(frozen=True, slots=True)
class Approve:
    """Say all picks that one would watch, by id."""

    person: str
    round: int
    films: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Surprise:
    """Leave the choice to us."""

    person: str
    round: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Be through with what stands open without a ballot: nothing to strike, no preference. Takes back what one said on it."""

    person: str
    round: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """The host closes what stands open now."""

    person: str
    round: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Call the evening off. Whether a person may (the host and moderators) is the caller's to check."""

    person: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: what is due closes."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """The movie agent chose a step."""

    run_id: str
    step: Step


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not: tried once more, then the evening ends with a sentence."""

    run_id: str


Command: TypeAlias = (
    Join | Leave | Love | SetUp | Begin | Answer | Prefer | Strike | Say | Approve | Surprise | Ready | GoOn | Cancel | Tick
    | Arrived | Failed
)  # fmt: skip


# What follows, beside the session itself.


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence for the person who clicked, seen by them alone. `is_refusal`: nothing was changed."""

    text: str
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What is public has changed: the messages of the evening are out of date."""


@dataclass(frozen=True, slots=True)
class Search:
    """Have the step `Session.waiting` chosen by a run."""


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Nobody waits for this run any more."""

    run_id: str


@dataclass(frozen=True, slots=True)
class Remember:
    """The film was chosen: it goes to the members' seen lists, the place's history, and is asked about the next day."""

    title: TitleRef


Effect: TypeAlias = Told | Shown | Search | StopSearch | Remember


@dataclass(frozen=True, slots=True)
class Board:
    """A message of the evening: which round it stands for, and where it is."""

    round: int
    ref: MessageRef
