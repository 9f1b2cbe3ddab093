"""How an evening goes from one thing to the next: what closes, what is searched for then, how it ends. Pure."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias, TypeVar

from agent.contract import TitleCard, TitleRef
from agent.evening import StepKind
from bot.movie_night import choice, pace
from bot.movie_night.session import (
    Effect,
    Ending,
    Fought,
    Phase,
    Remember,
    Result,
    Search,
    Session,
    Shown,
    StopSearch,
    Waiting,
)

Decision: TypeAlias = tuple[Session, tuple[Effect, ...]]
_T = TypeVar("_T")


def close(session: Session, now: float) -> Decision:
    """Close what stands open, and begin what comes after it."""
    session = _with_present_ballots(session)
    match session.phase:
        case "lobby":
            return search(_next_round(session), "question", ("question",), now)
        case "question":
            return _after_question(_next_round(session), now)
        case "duels":
            return _after_duel(_next_round(session), now)
        case "candidates":
            return _after_list(session, now)
        case "vote":
            return _after_vote(session)
        case "over":
            return session, ()


def search(session: Session, phase: Phase, allowed: tuple[StepKind, ...], now: float, attempt: int = 1) -> Decision:
    """Have the next step chosen."""
    waiting = Waiting(run_id(session, allowed, attempt), allowed, attempt)
    until = now + pace.SEARCH_SECONDS
    return replace(session, phase=phase, waiting=waiting, ready=frozenset(), closes_at=until), (Shown(), Search())


def run_id(session: Session, allowed: tuple[StepKind, ...], attempt: int) -> str:
    """The id of a step's run, 32 hex digits.

    It follows from session, round, kinds and attempt, which never come twice together: whoever decides the same anew, after a
    restart or beside another process, asks for the same run.
    """
    text = f"{session.id}|{session.round}|{','.join(allowed)}|{attempt}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def failed(session: Session, now: float) -> Decision:
    """The step that is waited for did not come: once more, then without it where an evening can do without."""
    waiting = session.waiting
    if waiting is None:
        return session, ()
    if waiting.attempt < pace.ATTEMPTS:
        return search(session, session.phase, waiting.allowed, now, waiting.attempt + 1)
    if "question" in waiting.allowed:
        return _after_question(session, now)
    if "duel" in waiting.allowed:
        return search(session, "candidates", ("candidates",), now)
    if "candidates" in waiting.allowed and left(session):
        return search(session, "vote", ("picks",), now)
    return end(session, "failed", audit=("I could not find films for you this time: start another evening in a few minutes.",))


def end(session: Session, ending: Ending, winner: str = "", audit: tuple[str, ...] = ()) -> Decision:
    """The evening is over. A search that goes on is stopped, and its message turns into the result."""
    effects: tuple[Effect, ...] = (Shown(),)
    if session.waiting is None:
        session = _next_round(session)
    else:
        effects += (StopSearch(session.waiting.run_id),)
    over = replace(session, phase="over", waiting=None, closes_at=None, ready=frozenset(), result=Result(ending, winner, audit))
    ref = winning(over)
    return over, (*effects, Remember(ref)) if ref else effects


def winning(session: Session) -> TitleRef | None:
    """The film that was chosen."""
    if session.voted is None or session.result is None:
        return None
    return next((pick.film.ref for pick in session.voted.picks if pick.film.ref.id == session.result.winner), None)


def struck(session: Session) -> frozenset[str]:
    """What anybody struck, by title id: final for lists that are closed, whether or not who struck is still in."""
    return frozenset(title for listed in session.lists for titles in listed.strikes.values() for title in titles)


def left(session: Session) -> tuple[TitleCard, ...]:
    """The films of all lists that nobody struck."""
    gone = struck(session)
    films = {film.ref.id: film for listed in session.lists for film in listed.films if film.ref.id not in gone}
    return tuple(films.values())


def _after_question(session: Session, now: float) -> Decision:
    if session.settings.is_short:
        return search(session, "candidates", ("candidates",), now)
    return search(session, "duels", ("duel",), now)


def _after_duel(session: Session, now: float) -> Decision:
    fought = len(session.duels)
    if fought >= pace.most_duels(len(session.present)) or _nobody_cares(session.duels[-2:]):
        return search(session, "candidates", ("candidates",), now)
    allowed: tuple[StepKind, ...] = ("duel",) if fought < pace.LEAST_DUELS else ("duel", "candidates")
    return search(session, "duels", allowed, now)


def _nobody_cares(duels: tuple[Fought, ...]) -> bool:
    """Whether nobody took a side in two duels in a row: more of them would only cost time."""
    return len(duels) == 2 and all(side == "neither" for duel in duels for side in duel.ballots.values())


def _after_list(session: Session, now: float) -> Decision:
    remain, last = len(left(session)), session.lists[-1]
    if remain < pace.LEAST_LEFT and any(last.strikes.values()) and len(session.lists) < pace.MOST_LISTS:
        return search(_next_round(session), "candidates", ("candidates",), now)
    if remain:
        return search(_next_round(session), "vote", ("picks",), now)
    return end(session, "failed", audit=("You struck everything that I found: start another evening with other wishes.",))


def _after_vote(session: Session) -> Decision:
    if session.voted is None:
        return end(session, "failed")
    chosen = choice.choose(session.voted, session.present)
    return end(session, "chosen", chosen.winner, chosen.audit)


def _next_round(session: Session) -> Session:
    return replace(session, round=session.round + 1)


def _with_present_ballots(session: Session) -> Session:
    """What stands open, without what those said who have left."""
    match session.phase:
        case "question":
            *earlier, asked = session.asked
            return replace(session, asked=(*earlier, replace(asked, ballots=_of_present(session, asked.ballots))))
        case "duels":
            *before, duel = session.duels
            return replace(session, duels=(*before, replace(duel, ballots=_of_present(session, duel.ballots))))
        case "candidates":
            *others, last = session.lists
            kept = replace(last, strikes=_of_present(session, last.strikes), said=last.said.intersection(session.present))
            return replace(session, lists=(*others, kept))
        case "vote" if session.voted is not None:
            voted = session.voted
            approvals, surprise = _of_present(session, voted.approvals), voted.surprise.intersection(session.present)
            return replace(session, voted=replace(voted, approvals=approvals, surprise=surprise))
        case _:
            return session


def _of_present(session: Session, ballots: Mapping[str, _T]) -> dict[str, _T]:
    return {person: ballot for person, ballot in ballots.items() if person in session.present}
