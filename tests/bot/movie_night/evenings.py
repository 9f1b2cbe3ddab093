"""Evenings for tests: films, steps, and a hand that moves an evening on."""

from collections.abc import Iterable

from agent.contract import TitleCard, TitleRef
from agent.evening import Candidates, Duel, Pick, Picks, Question, Step, StepKind, Wish
from bot.movie_night import rules
from bot.movie_night.session import (
    Arrived,
    Begin,
    Command,
    Effect,
    Join,
    Session,
    Settings,
    Strike,
    Tick,
    Told,
)
from bot.types import Place

PLACE = Place("discord", "guild", "movie-club", "thread")
NIGHT = "0123456789abcdef" * 2
ADA, BEN, CHLOE, DAN, EVE = "1", "2", "3", "4", "5"
NAMES = {ADA: "Ada", BEN: "Ben", CHLOE: "Chloe", DAN: "Dan", EVE: "Eve"}
WISHES = (Wish("fun", "Something funny", "a comedy"), Wish("dark", "A dark thriller"), Wish("new", "Something new"))


def film(number: int) -> TitleCard:
    """Film 3 is "Film 3 (1953)"."""
    ref = TitleRef(f"film-{number}", f"Film {number}", 1950 + number % 70)
    return TitleCard(ref, "movie", runtime=80 + number, rating=7.0, genres=("drama",), poster="https://example.org/p.jpg")


def pick(number: int, score: float = 0.0, **pleased: float) -> Pick:
    """A film for the vote; `pleased` by alias."""
    return Pick(film(number), f"A note on film {number}", score, pleased)


def question() -> Question:
    """One with three options."""
    return Question("What suits you tonight?", WISHES)


def step(kind: StepKind, start: int) -> Step:
    """A fair step of a kind; its films begin with number `start`."""
    match kind:
        case "question":
            return question()
        case "duel":
            return Duel(film(start), film(start + 1))
        case "candidates":
            return Candidates(tuple(film(number) for number in range(start, start + 12)))
        case "picks":
            return Picks(tuple(pick(number, score=-number) for number in range(start, start + 5)), "By rating and taste.")


class Play:
    """An evening that is moved on by commands; films of its steps are never the same twice."""

    def __init__(self, *others: str, settings: Settings = Settings()) -> None:  # noqa: B008  a frozen value
        self.now = 1_000_000.0
        self.session: Session = rules.open_session(NIGHT, PLACE, Join(ADA, "Ada"), settings, self.now)
        self._next_film = 1
        for person in others:
            self.do(Join(person, NAMES[person]))

    def do(self, command: Command) -> tuple[Effect, ...]:
        """Decide a command; what follows from it."""
        self.session, effects = rules.decide(self.session, command, self.now)
        return effects

    def told(self, command: Command) -> Told:
        """Decide a command; what the person is told."""
        (told,) = [effect for effect in self.do(command) if isinstance(effect, Told)]
        return told

    def wait(self, seconds: float) -> tuple[Effect, ...]:
        """Let time pass."""
        self.now += seconds
        return self.do(Tick())

    def arrive(self, chosen: Step | None = None) -> tuple[Effect, ...]:
        """What was searched for comes: `chosen`, or a fair step of the first kind that may come."""
        waiting = self.session.waiting
        assert waiting is not None
        made = chosen or step(waiting.allowed[0], self._next_film)
        self._next_film += 20
        return self.do(Arrived(waiting.run_id, made))

    def run_out(self) -> None:
        """Let what stands open close by its time."""
        assert self.session.closes_at is not None
        self.wait(self.session.closes_at - self.now)

    def to(self, kind: StepKind) -> "Play":
        """Go on, with nobody answering anything but one side of each duel, until a step of this kind stands open."""
        if self.session.phase == "lobby":
            self.do(Begin(ADA))
        while True:
            waiting = self.session.waiting
            assert waiting is not None
            chosen = kind if kind in waiting.allowed else waiting.allowed[0]
            self.arrive(step(chosen, self._next_film))
            if chosen == kind:
                return self
            self.run_out()

    def strike_everything(self) -> None:
        """The host strikes the whole list, and it closes."""
        assert self.session.listed is not None
        self.do(Strike(ADA, self.session.round, tuple(each.ref.id for each in self.session.listed.films)))
        self.run_out()


def ids(numbers: Iterable[int]) -> tuple[str, ...]:
    """The ids of films by number."""
    return tuple(f"film-{number}" for number in numbers)
