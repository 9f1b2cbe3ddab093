"""A whole evening without anybody: the real rules, a chooser of steps, and members who answer by themselves."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from agent.contract import StepRequest, TitleCard
from agent.evening import Pick, Question, Step
from bot.movie_night import choice, closing
from bot.movie_night.rules import decide, evening_of, open_session
from bot.movie_night.said import Fought
from bot.movie_night.session import (
    Answer,
    Approve,
    Arrived,
    Begin,
    Command,
    Failed,
    Join,
    Prefer,
    Ready,
    Session,
    Settings,
    Side,
    Strike,
    Surprise,
    Tick,
)
from bot.types import Place

# Answers None to a request that it cannot fulfil.
Chooser: TypeAlias = Callable[[StepRequest], Awaitable[Step | None]]
_NOWHERE: Final = Place("discord", "", "simulated")


class Patron(Protocol):
    """Somebody who takes part. Each answer is None for whoever leaves that part out."""

    async def answer(self, question: Question) -> tuple[str, ...] | None:
        """The ids of the wishes chosen."""
        ...

    async def prefer(self, duel: Fought) -> Side | None:
        """The side taken."""
        ...

    async def strike(self, films: Sequence[TitleCard]) -> tuple[str, ...] | None:
        """The title ids struck."""
        ...

    async def approve(self, picks: Sequence[Pick]) -> tuple[str, ...] | None:
        """The title ids approved; None leaves the choice to us."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """An evening that is over. `clicks` are those of all members together: every button pressed and every option chosen on what
    was put before them. A part that somebody leaves out costs nothing."""

    session: Session
    clicks: int

    @property
    def order(self) -> tuple[str, ...]:
        """Title ids as the evening leaves them: the winner, the other picks by approvals and score, then what is left of the
        lists; nothing that was struck."""
        session, voted = self.session, self.session.voted
        if voted is None or session.result is None:
            return ()
        approvals = choice.counts(voted, session.present)
        picks = sorted(voted.picks, key=lambda pick: (-approvals[pick.film.ref.id], -pick.score))
        picked = [pick.film.ref.id for pick in picks]
        listed = [film.ref.id for film in closing.left(session)]
        return tuple(dict.fromkeys([session.result.winner, *picked, *listed]))


async def play(session_id: str, patrons: Mapping[str, Patron], choose: Chooser, settings: Settings = Settings()) -> Played:  # noqa: B008  a frozen value
    """Play an evening to its end; `patrons` by their ids, the first of them the host. `session_id` has 32 hex digits."""
    host, *others = (Join(person, person) for person in patrons)
    session = open_session(session_id, _NOWHERE, host, settings, 0.0)
    for other in others:
        session, _ = decide(session, other, 0.0)
    session, _ = decide(session, Begin(host.person), 0.0)
    clicks = 0
    while session.phase != "over":
        now = session.closes_at or 0.0
        if session.waiting is not None:
            request = StepRequest(session.waiting.run_id, evening_of(session), session.waiting.allowed)
            step = await choose(request)
            arrived = Failed(request.run_id) if step is None else Arrived(request.run_id, step)
            session, _ = decide(session, arrived, now)
            continue
        for person in session.present:
            command, pressed = await _said(session, person, patrons[person])
            session, _ = decide(session, command, now)
            clicks += pressed
        session, _ = decide(session, Tick(), session.closes_at or now)
    return Played(session, clicks)


async def _said(session: Session, person: str, patron: Patron) -> tuple[Command, int]:
    """What somebody does about what stands open, and the clicks of it. Nothing to choose is a click as well."""
    at, left_out = session.round, Ready(person, session.round)
    match session.phase:
        case "question":
            wishes = await patron.answer(session.asked[-1].question)
            return (left_out, 0) if wishes is None else (Answer(person, at, wishes), max(1, len(wishes)))
        case "duels":
            side = await patron.prefer(session.duels[-1])
            return (left_out, 0) if side is None else (Prefer(person, at, side), 1)
        case "candidates":
            struck = await patron.strike(session.lists[-1].films)
            return (left_out, 0) if struck is None else (Strike(person, at, struck), max(1, len(struck)))
        case _:
            approved = await patron.approve(session.voted.picks if session.voted else ())
            return (Surprise(person, at), 0) if approved is None else (Approve(person, at, approved), max(1, len(approved)))
