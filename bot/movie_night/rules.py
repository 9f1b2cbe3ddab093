"""The rules of a movie night: what follows from a command. Pure, and total: any command in any state gives a result.

Who is told what and what is done beside follows in effects. The same command twice changes nothing and says the same.
"""

from agent.contract import NO_HOUSE, House
from agent.evening import Evening, Guest
from bot.movie_night import arriving, ballots, closing, coming, pace
from bot.movie_night.closing import Decision
from bot.movie_night.session import (
    Answer,
    Approve,
    Arrived,
    Begin,
    Cancel,
    Command,
    Failed,
    GoOn,
    Join,
    Leave,
    Love,
    Member,
    Prefer,
    Ready,
    Say,
    Session,
    Settings,
    SetUp,
    StopSearch,
    Strike,
    Surprise,
    Tick,
    Told,
)
from bot.types import Place
from bot.words import cut, named, plain


def open_session(session_id: str, place: Place, host: Join, settings: Settings, now: float) -> Session:
    """An evening in its lobby, with its host in. `session_id` has 32 hex digits."""
    members = {host.person: coming.newcomer(host, 1)}
    return Session(session_id, place, host.person, settings, members, closes_at=now + pace.OPEN_SECONDS["lobby"])


def decide(session: Session, command: Command, now: float) -> Decision:
    """The session after the command, and what follows beside it. `now` is in seconds since the epoch."""
    if session.phase == "over":
        silent = isinstance(command, Tick | Arrived | Failed)
        return session, () if silent else (Told(over(session), is_refusal=True),)
    match command:
        case Tick() | Arrived() | Failed():
            return _by_itself(session, command, now)
        case Cancel():
            cancelled, effects = closing.end(session, "cancelled")
            return cancelled, (Told(over(cancelled)), *effects)
        case Answer() | Prefer() | Strike() | Say() | Approve() | Surprise() | Ready():
            return ballots.ballot(session, command, now)
        case Join() | Leave() | Love() | SetUp() | Begin() | GoOn():
            return _about_people(session, command, now)


def evening_of(
    session: Session,
    house: House = NO_HOUSE,
    hidden: tuple[str, ...] = (),
    hour: int | None = None,
    weekday: int | None = None,
) -> Evening:
    """What the movie agent is told of the evening: those present by their aliases. `hidden` are title ids that never come here;
    what somebody present has seen or loves, and what somebody struck who has left, join them."""
    present = session.present
    struck_here = {title for person in present for title in _struck(session, person)}
    gone = sorted(closing.struck(session) - struck_here)
    known = [title for member in present.values() for title in (*member.seen, *(ref.id for ref in member.loved))]
    return Evening(
        guests=tuple(_guest(session, person, member) for person, member in present.items()),
        minutes=session.settings.minutes,
        hour=hour,
        weekday=weekday,
        asked=tuple(wish for asked in session.asked for wish in asked.question.wishes),
        duelled=tuple(film.ref.id for duel in session.duels for film in (duel.left, duel.right)),
        candidates=tuple(dict.fromkeys(film.ref.id for listed in session.lists for film in listed.films)),
        hidden=tuple(dict.fromkeys((*hidden, *known, *gone))),
        house=house,
    )


def over(session: Session) -> str:
    """That the evening is over, and how it ended, for whoever still clicks."""
    chosen = closing.winning(session)
    if chosen is not None:
        return f"This evening is over: {plain(cut(named(chosen), 80))} was chosen."
    ending = session.result.ending if session.result else "failed"
    how = {"cancelled": "it was called off", "nobody": "everybody left"}.get(ending, "no film was found")
    return f"This evening is over: {how}. Start another one when you like."


def _by_itself(session: Session, command: Tick | Arrived | Failed, now: float) -> Decision:
    match command:
        case Tick():
            return _tick(session, now)
        case Arrived():
            return arriving.arrived(session, command, now)
        case Failed():
            return arriving.not_arrived(session, command, now)


def _tick(session: Session, now: float) -> Decision:
    if session.closes_at is None or now < session.closes_at:
        return session, ()
    if session.waiting is None:
        return closing.close(session, now)
    after, effects = closing.failed(session, now)
    stop = StopSearch(session.waiting.run_id)
    return after, effects if stop in effects else (stop, *effects)


def _about_people(session: Session, command: Join | Leave | Love | SetUp | Begin | GoOn, now: float) -> Decision:
    match command:
        case Join():
            return coming.join(session, command, now)
        case Leave():
            return coming.leave(session, command, now)
        case Love():
            return coming.love(session, command, now)
        case SetUp():
            return coming.set_up(session, command, now)
        case Begin():
            return coming.begin(session, command, now)
        case GoOn():
            return coming.go_on(session, command, now)


def _guest(session: Session, person: str, member: Member) -> Guest:
    won, lost = _duels(session, person)
    return Guest(
        member.alias,
        loved=tuple(ref.id for ref in member.loved),
        liked=member.liked,
        wishes=tuple(wish for asked in session.asked for wish in asked.ballots.get(person, ())),
        won=won,
        lost=lost,
        struck=_struck(session, person),
        weight=member.weight,
    )


def _duels(session: Session, person: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a person preferred, and what to; a side that they did not take is neither."""
    won: list[str] = []
    lost: list[str] = []
    for duel in session.duels:
        side = duel.ballots.get(person)
        if side in {"left", "right"}:
            preferred, other = (duel.left, duel.right) if side == "left" else (duel.right, duel.left)
            won.append(preferred.ref.id)
            lost.append(other.ref.id)
    return tuple(won), tuple(lost)


def _struck(session: Session, person: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(title for listed in session.lists for title in listed.strikes.get(person, ())))
