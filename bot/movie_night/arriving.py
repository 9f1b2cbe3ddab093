"""What the movie agent chose is put before people, if it keeps to the rules. Pure."""

from dataclasses import replace

from agent.contract import TitleCard
from agent.evening import CANDIDATES, OPTIONS, PICKS, Candidates, Duel, Picks, Question, Step, kind_of
from bot.movie_night import pace
from bot.movie_night.closing import Decision, failed, struck
from bot.movie_night.session import Arrived, Asked, Failed, Fought, Listed, Phase, Session, Shown, Voted

VALUE_LENGTH = 100  # of a wish's id: the value of an option in a menu


def arrived(session: Session, command: Arrived, now: float) -> Decision:
    """Open what was chosen. A step that breaks the rules, or is none that may come, has failed; one of another run is stale."""
    if session.waiting is None or session.waiting.run_id != command.run_id:
        return session, ()
    if kind_of(command.step) not in session.waiting.allowed or not _is_fair(session, command.step):
        return failed(session, now)
    opened = _opened(session, command.step)
    return replace(opened, waiting=None, closes_at=now + pace.OPEN_SECONDS[opened.phase]), (Shown(),)


def not_arrived(session: Session, command: Failed, now: float) -> Decision:
    """The run failed; word of another one is stale."""
    if session.waiting is None or session.waiting.run_id != command.run_id:
        return session, ()
    return failed(session, now)


def _opened(session: Session, step: Step) -> Session:
    phase: Phase
    match step:
        case Question():
            phase = "question"
            return replace(session, phase=phase, asked=(*session.asked, Asked(step)))
        case Duel():
            return replace(session, phase="duels", duels=(*session.duels, Fought(step.left, step.right)))
        case Candidates():
            return replace(session, phase="candidates", lists=(*session.lists, Listed(step.films)))
        case Picks():
            return replace(session, phase="vote", voted=Voted(step.picks, step.rule))


def _is_fair(session: Session, step: Step) -> bool:
    match step:
        case Question():
            return bool(step.text.strip()) and _are_options(step)
        case Duel():
            fought = [film for duel in session.duels for film in (duel.left, duel.right)]
            return _are_new([*fought, step.left, step.right])
        case Candidates():
            return 1 <= len(step.films) <= CANDIDATES[1] and _may_come(session, step.films)
        case Picks():
            return 1 <= len(step.picks) <= PICKS[1] and _may_come(session, tuple(pick.film for pick in step.picks))


def _are_options(question: Question) -> bool:
    ids, labels = {wish.id for wish in question.wishes}, {wish.label.strip().casefold() for wish in question.wishes}
    readable = all(0 < len(wish.id) <= VALUE_LENGTH and wish.label.strip() for wish in question.wishes)
    number = len(question.wishes)
    return readable and OPTIONS[0] <= number <= OPTIONS[1] and len(ids) == len(labels) == number


def _may_come(session: Session, films: tuple[TitleCard, ...]) -> bool:
    """A veto is final, whatever the agent thinks of it."""
    return _are_new(films) and struck(session).isdisjoint(film.ref.id for film in films)


def _are_new(films: "list[TitleCard] | tuple[TitleCard, ...]") -> bool:
    return len({film.ref.id for film in films}) == len(films)
