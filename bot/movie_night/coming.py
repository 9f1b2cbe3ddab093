"""Who is in, what they bring, and how an evening begins. Pure."""

from dataclasses import replace

from bot.movie_night import pace
from bot.movie_night.ballots import CLOSED, NOT_IN, hurried, refusal_to
from bot.movie_night.closing import Decision, close, end
from bot.movie_night.session import Begin, GoOn, Join, Leave, Love, Member, Session, SetUp, Shown, Told
from bot.words import cut, listed, named, plain, runtime

MOST_LOVED = 3
BEGUN = "The evening has begun: its newest message is the last one below."
_TOO_LATE = "Films you love count until the question closes: answer by clicking from now on."
_NAME = 60


def newcomer(command: Join, number: int) -> Member:
    """Somebody who comes for the first time, as the `number`-th of the evening."""
    return Member(command.name, f"g{number}", liked=command.liked, seen=command.seen, weight=command.weight)


def join(session: Session, command: Join, now: float) -> Decision:
    """Let somebody in. Whoever was here before gets back their alias and what they said, but not their turn as host."""
    told = Told("You are in: answer by clicking; what you choose stays private.")
    if command.person in session.present:
        return session, (told,)
    known = session.members.get(command.person)
    others = {person: member for person, member in session.members.items() if person != command.person}
    if known is None:
        member = newcomer(command, _next_number(session))
        session = _with_time_for_a_joiner(session, now)
    else:
        fresh = newcomer(command, 0)
        member = replace(known, name=fresh.name, liked=fresh.liked, seen=fresh.seen, weight=fresh.weight, is_in=True)
    return replace(session, members={**others, command.person: member}), (told, Shown())


def leave(session: Session, command: Leave, now: float) -> Decision:
    """Let somebody go; the longest present becomes host in their stead, and the last one ends the evening."""
    told = Told("You are out, and what you said no longer counts: press Join to come back.")
    if command.person not in session.present:
        known = command.person in session.members
        return session, (told if known else Told("You are not in: press Join if you want to be.", is_refusal=True),)
    gone = replace(session.members[command.person], is_in=False)
    starters, ready = session.starters - {command.person}, session.ready - {command.person}
    session = replace(session, members={**session.members, command.person: gone}, starters=starters, ready=ready)
    if not session.present:
        over, effects = end(session, "nobody")
        return over, (told, *effects)
    if session.host == command.person:
        session = replace(session, host=next(iter(session.present)))
    if session.phase == "lobby" and _may_begin(session):
        begun, effects = close(session, now)
        return begun, (told, *effects)
    return hurried(session, now), (told, Shown())


def love(session: Session, command: Love, _now: float) -> Decision:
    """Note films that somebody loves, in place of those that they named before."""
    if command.person not in session.present:
        return session, (Told(NOT_IN, is_refusal=True),)
    if session.phase not in {"lobby", "question"}:
        return session, (
            Told("Films you love count until the question closes: answer by clicking from now on.", is_refusal=True),
        )
    films = tuple({film.id: film for film in command.films}.values())[:MOST_LOVED]
    names = listed([plain(cut(named(film), _NAME)) for film in films])
    told = Told(f"I look for what is close to {names}." if films else "You name no films that you love.")
    loving = replace(session.members[command.person], loved=films)
    after = replace(session, members={**session.members, command.person: loving})
    return after, (told,) if after == session else (told, Shown())


def set_up(session: Session, command: SetUp, _now: float) -> Decision:
    """Take the host's settings, in the lobby."""
    if session.phase != "lobby":
        return session, (Told("The evening has begun, and its settings stay: call it off to begin anew.", is_refusal=True),)
    if command.person != session.host:
        return session, (Told(f"Only {host_name(session)} as the host can set this: ask them to.", is_refusal=True),)
    minutes, is_short = command.settings.minutes, command.settings.is_short
    time = f"films of at most {runtime(minutes)}" if minutes else "no limit of time"
    told = Told(f"Set: {time}, {'a short evening without duels' if is_short else 'an evening with duels'}.")
    after = replace(session, settings=command.settings)
    return after, (told,) if after == session else (told, Shown())


def begin(session: Session, command: Begin, now: float) -> Decision:
    """Begin at once for the host, for others once most of those present want to."""
    if command.person not in session.present:
        return session, (Told(NOT_IN, is_refusal=True),)
    if session.phase != "lobby":
        return session, (Told(BEGUN),)
    wanting = replace(session, starters=session.starters | {command.person})
    if _may_begin(wanting):
        begun, effects = close(wanting, now)
        return begun, (Told(BEGUN), *effects)
    number, people = len(wanting.starters), len(wanting.present)
    told = Told(f"{number} of {people} want to begin: it begins when most of you do, or when {host_name(session)} starts it.")
    return wanting, (told,) if wanting == session else (told, Shown())


def go_on(session: Session, command: GoOn, now: float) -> Decision:
    """Close what stands open for the host."""
    if command.person != session.host:
        return session, (Told(f"Only {host_name(session)} as the host can go on: ask them to.", is_refusal=True),)
    if refusal := refusal_to(session, command.round):
        return session, (Told(refusal, is_refusal=True),)
    after, effects = close(session, now)
    return after, (Told(CLOSED), *effects)


def host_name(session: Session) -> str:
    """The host's name as Markdown."""
    return plain(cut(session.members[session.host].name, _NAME)) or "the host"


def _may_begin(session: Session) -> bool:
    wanting = session.starters.intersection(session.present)
    return session.host in wanting or len(wanting) * 2 > len(session.present)


def _next_number(session: Session) -> int:
    """One more than any before, so that no alias is given to somebody else."""
    return 1 + max((int(member.alias[1:]) for member in session.members.values()), default=0)


def _with_time_for_a_joiner(session: Session, now: float) -> Session:
    """Somebody new gets time for what stands open. Once a person, so that coming and going holds nothing up."""
    if session.closes_at is None or session.waiting is not None or session.phase == "lobby":
        return session
    return replace(session, closes_at=max(session.closes_at, now + pace.JOINER_SECONDS))
