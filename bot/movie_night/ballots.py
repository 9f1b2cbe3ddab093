"""What people say of what stands open: one private ballot a person, changeable until it closes. Pure."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from agent.contract import TitleCard
from bot.movie_night import pace
from bot.movie_night.closing import Decision
from bot.movie_night.session import (
    Answer,
    Approve,
    Phase,
    Prefer,
    Ready,
    Say,
    Session,
    Shown,
    Side,
    Strike,
    Surprise,
    Told,
)
from bot.words import cut, listed, named, plain

Ballot: TypeAlias = Answer | Prefer | Strike | Say | Approve | Surprise | Ready

CLOSED = "This is closed: what comes next is the message below."
SEARCHING = "I am still searching: what I find will stand in this message in a moment."
NOT_IN = "You are not in yet: press Join first, then your answer counts."
_UNKNOWN = "I do not know what that belongs to: use the newest message of the evening."
_OTHER = "That does not fit what stands open: use the buttons of the newest message."
_NO_SUCH = "That is not among the choices: choose from the menu of the newest message."
_UNTIL = "You can change that until it closes."
_NAME = 60
_NOTES = 600

_Counted: TypeAlias = tuple[Session | None, str]
_T = TypeVar("_T")


def ballot(session: Session, command: Ballot, now: float) -> Decision:
    """Count what somebody said; the same said twice changes nothing."""
    if refusal := refusal_to(session, command.round) or ("" if command.person in session.present else NOT_IN):
        return session, (Told(refusal, is_refusal=True),)
    after, text = _counted(session, command)
    if after is None:
        return session, (Told(text, is_refusal=True),)
    after = hurried(after, now)
    told = Told(text)
    return after, (told,) if after == session else (told, Shown())


def refusal_to(session: Session, clicked: int) -> str:
    """Why a click on the message of round `clicked` comes to nothing; "" where that round stands open."""
    if clicked < session.round:
        return CLOSED
    if clicked > session.round:
        return _UNKNOWN
    return SEARCHING if session.waiting else ""


def answered(session: Session) -> frozenset[str]:
    """Those present who are through with what stands open; nobody in the lobby and while the agent searches."""
    if session.waiting is not None:
        return frozenset()
    through = session.ready | frozenset(_ballots(session))
    if session.phase == "vote" and session.voted is not None:
        through |= session.voted.surprise
    return through.intersection(session.present)


def hurried(session: Session, now: float) -> Session:
    """Once everybody has answered, what stands open closes in a moment."""
    if session.closes_at is None or session.waiting is not None or session.phase == "lobby":
        return session
    if answered(session) != frozenset(session.present):
        return session
    return replace(session, closes_at=min(session.closes_at, now + pace.GRACE_SECONDS))


def _ballots(session: Session) -> Mapping[str, Any]:
    match session.phase:
        case "question":
            return session.asked[-1].ballots
        case "duels":
            return session.duels[-1].ballots
        case "candidates":
            return session.lists[-1].strikes
        case "vote" if session.voted is not None:
            return session.voted.approvals
        case _:
            return {}


def _counted(session: Session, command: Ballot) -> _Counted:
    """The session with the ballot and what to say of it; no session where it is refused."""
    if isinstance(command, Ready):
        return _ready(session, command.person)
    phase, count = _COUNTS[type(command)]
    if phase != session.phase:
        return None, _OTHER
    is_ballot = not isinstance(command, Say)
    return count(replace(session, ready=session.ready - {command.person}) if is_ballot else session, command)


def _answer(session: Session, command: Answer) -> _Counted:
    *earlier, asked = session.asked
    chosen = _in_order((wish.id for wish in asked.question.wishes), command.wishes)
    if chosen is None:
        return None, _NO_SUCH
    after = replace(asked, ballots={**asked.ballots, command.person: chosen})
    labels = [plain(cut(wish.label, _NAME)) for wish in asked.question.wishes if wish.id in chosen]
    text = f"You chose: {listed(labels)}. {_UNTIL}" if labels else f"You have no preference. {_UNTIL}"
    return replace(session, asked=(*earlier, after)), text


def _prefer(session: Session, command: Prefer) -> _Counted:
    *earlier, duel = session.duels
    after = replace(duel, ballots={**duel.ballots, command.person: command.side})
    sides: dict[Side, str] = {
        "left": f"You would rather watch {_film(duel.left)}. {_UNTIL}",
        "right": f"You would rather watch {_film(duel.right)}. {_UNTIL}",
        "neither": f"You take no side in this duel. {_UNTIL}",
    }
    return replace(session, duels=(*earlier, after)), sides[command.side]


def _strike(session: Session, command: Strike) -> _Counted:
    *earlier, last = session.lists
    chosen = _in_order((film.ref.id for film in last.films), command.films)
    if chosen is None:
        return None, _NO_SUCH
    after = replace(last, strikes={**last.strikes, command.person: chosen})
    text = f"You strike {_films(last.films, chosen)}" if chosen else "You strike nothing"
    seen = "the others can read that it was you" if command.person in last.said else "nobody is told that it was you"
    return replace(session, lists=(*earlier, after)), f"{text}{f', and {seen}' if chosen else ''}. {_UNTIL}"


def _say(session: Session, command: Say) -> _Counted:
    *earlier, last = session.lists
    person = command.person
    if not last.strikes.get(person):
        return None, "You have struck nothing yet: choose films from the menu first, then say so."
    after = replace(last, said=last.said | {person})
    text = f"The others can read now that you strike {_films(last.films, last.strikes[person])}."
    return replace(session, lists=(*earlier, after)), text


def _approve(session: Session, command: Approve) -> _Counted:
    voted = session.voted
    if voted is None:
        return None, _OTHER
    films = tuple(pick.film for pick in voted.picks)
    chosen = _in_order((film.ref.id for film in films), command.films)
    if chosen is None:
        return None, _NO_SUCH
    approvals, surprise = {**voted.approvals, command.person: chosen}, voted.surprise - {command.person}
    after = replace(session, voted=replace(voted, approvals=approvals, surprise=surprise))
    if not chosen:
        return after, f"You approve of none. {_UNTIL}"
    alias = session.members[command.person].alias
    notes = [pick.to[alias] for pick in voted.picks if pick.film.ref.id in chosen and alias in pick.to]
    for_you = cut(f" For you: {plain(' '.join(notes))}", _NOTES) if notes else ""
    return after, f"You would watch {_films(films, chosen)}.{for_you} {_UNTIL}"


def _surprise(session: Session, command: Surprise) -> _Counted:
    if session.voted is None:
        return None, _OTHER
    person = command.person
    approvals, surprise = _without(session.voted.approvals, person), session.voted.surprise | {person}
    after = replace(session, voted=replace(session.voted, approvals=approvals, surprise=surprise))
    return after, f"You leave the choice to me. {_UNTIL}"


def _ready(session: Session, person: str) -> _Counted:
    after = replace(session, ready=session.ready | {person})
    match session.phase:
        case "question":
            *asked, question = session.asked
            after = replace(after, asked=(*asked, replace(question, ballots=_without(question.ballots, person))))
            return after, f"You have no preference. {_UNTIL}"
        case "duels":
            *duels, duel = session.duels
            after = replace(after, duels=(*duels, replace(duel, ballots=_without(duel.ballots, person))))
            return after, f"You take no side in this duel. {_UNTIL}"
        case "candidates":
            *lists, last = session.lists
            after = replace(after, lists=(*lists, replace(last, strikes=_without(last.strikes, person))))
            return after, f"You strike nothing. {_UNTIL}"
        case "vote" if session.voted is not None:
            approvals, surprise = _without(session.voted.approvals, person), session.voted.surprise - {person}
            after = replace(after, voted=replace(session.voted, approvals=approvals, surprise=surprise))
            return after, f"You approve of none. {_UNTIL}"
        case _:
            return None, _OTHER


_COUNTS: dict[type[Any], tuple[Phase, Callable[[Session, Any], _Counted]]] = {
    Answer: ("question", _answer),
    Prefer: ("duels", _prefer),
    Strike: ("candidates", _strike),
    Say: ("candidates", _say),
    Approve: ("vote", _approve),
    Surprise: ("vote", _surprise),
}


def _in_order(known: Iterable[str], said: Collection[str]) -> tuple[str, ...] | None:
    """What was said, in the order of the choices, so that the same said otherwise is the same; None for what is no choice."""
    chosen = tuple(one for one in known if one in said)
    return chosen if len(chosen) == len(set(said)) else None


def _without(ballots: Mapping[str, _T], person: str) -> dict[str, _T]:
    return {other: said for other, said in ballots.items() if other != person}


def _film(film: TitleCard) -> str:
    return plain(cut(named(film.ref), _NAME))


def _films(films: Sequence[TitleCard], chosen: Collection[str]) -> str:
    return listed([_film(film) for film in films if film.ref.id in chosen])
