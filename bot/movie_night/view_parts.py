"""What the messages of a movie night are made of: films as cards and lines, rows of buttons, who is in. Pure."""

import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from agent.contract import TitleCard
from bot import actions
from bot.actions import Night, NightVerb
from bot.movie_night import pace
from bot.movie_night.ballots import answered
from bot.movie_night.session import Session
from bot.views import LABEL_LENGTH, Button, Card, Picture, Tone, View
from bot.words import counted, cut, listed, named, plain, runtime

CHARACTERS = 3300  # of a view's texts: Discord takes 4,000, Slack's adapter 3,500
SECTION = 2800  # of a card: Slack takes 3,000
_PEOPLE = 15  # by name; the others are counted
_PERSON = 32
_SERVICES = 4
_ALT = 120
_SHARED = 300


@dataclass(frozen=True, slots=True)
class Sizes:
    """The most characters of each part of a film."""

    name: int = 100
    facts: int = 140
    note: int = 300
    where: int = 120


_SIZES = (Sizes(), Sizes(80, 100, 200, 80), Sizes(50, 60, 90, 40), Sizes(30, 30, 40, 0))


def fitted(make: Callable[[Sizes], View]) -> View:
    """The roomiest view that fits into a message on every platform."""
    for sizes in _SIZES[:-1]:
        view = make(sizes)
        if _length(view) <= CHARACTERS and all(_units((card.heading, *card.lines)) <= SECTION for card in view.cards):
            return view
    return make(_SIZES[-1])


def button(session: Session, verb: NightVerb, label: str, *, arg: str = "", tone: Tone = "plain") -> Button:
    """A button under the message of the session's current round."""
    return Button(action(session, verb, arg), cut(label, LABEL_LENGTH), tone)


def action(session: Session, verb: NightVerb, arg: str = "") -> str:
    """What a button or menu under that message carries."""
    return actions.write(Night(verb, session.id, session.round, arg))


def common_row(session: Session) -> tuple[Button, ...]:
    """Coming and going, and what the host can do with what stands open or is searched for."""
    row = [button(session, "join", "Join"), button(session, "leave", "Leave")]
    if session.waiting is None:
        row.append(button(session, "goon", "Go on now (host)"))
    return (*row, button(session, "cancel", "Call it off (host)", tone="bad"))


def people(session: Session, *, names_host: bool = True) -> str:
    """ "Ada (host), Ben and Chloe"; those beyond the fifteenth are counted."""
    names = [
        f"{plain(cut(member.name, _PERSON)) or 'somebody'}{' (host)' if names_host and person == session.host else ''}"
        for person, member in session.present.items()
    ]
    more = len(names) - _PEOPLE
    return listed(names if more <= 0 else [*names[:_PEOPLE], counted(more, "other")])


def answers(session: Session) -> str:
    """How many have answered and when it closes: by a span, since a message does not count down."""
    number, everybody = len(answered(session)), len(session.present)
    if number == everybody:
        who = {1: "You have answered", 2: "Both of you have answered"}.get(number, f"All {number} have answered")
        return f"{who}: it closes in a few seconds."
    seconds = pace.OPEN_SECONDS[session.phase]
    span = f"{seconds:g} seconds" if seconds < 120 else f"{seconds / 60:g} minutes"
    return (
        f"{number} of {everybody} {'has' if number == 1 else 'have'} answered. "
        f"It closes once everybody has, or {span} after it was opened."
    )


def name(film: TitleCard, most: int = 100) -> str:
    """ "Rope (1948)" as Markdown."""
    return plain(cut(named(film.ref), most))


def facts(film: TitleCard, minutes: int | None = None) -> str:
    """Length (against the time they have, where there is a limit), rating, genres, certificate: as Markdown, uncut."""
    length = runtime(film.runtime) if film.runtime else ""
    if length and minutes:
        length += f" of your {runtime(minutes)}"
    parts = (
        length,
        f"rated {film.rating:.1f} of 10" if film.rating else "",
        ", ".join(plain(genre) for genre in film.genres[:3]),
        f"certificate {plain(film.certificate)}" if film.certificate else "",
    )
    return " · ".join(part for part in parts if part)


def film_card(film: TitleCard, sizes: Sizes, *, mark: str = "", note: str = "", minutes: int | None = None) -> Card:
    """A film with its poster; `mark` stands before its name, `note` is plain text about it."""
    lines = (cut(facts(film, minutes), sizes.facts), cut(plain(note), sizes.note), cut(_where(film), sizes.where or 1))
    return Card(
        f"{mark}{cut(named(film.ref), sizes.name)}",
        tuple(line for line in lines if line.strip("… ")),
        Picture(film.poster, cut(f"Poster of {named(film.ref)}", _ALT)) if film.poster else None,
    )


def apart(films: Sequence[TitleCard]) -> tuple[tuple[TitleCard, ...], tuple[str, ...]]:
    """The films with the reasons that tell them apart, and a line with those that all of them share, if there are any."""
    first, *others = films
    shared = [reason for reason in first.why if all(reason in film.why for film in others)] if others else []
    if not shared:
        return tuple(films), ()
    own = (replace(film, why=tuple(reason for reason in film.why if reason not in shared)) for film in films)
    every = "Both" if len(films) == 2 else "All of them"
    return tuple(own), (cut(f"{every}: {plain('; '.join(shared))}.", _SHARED),)


def packed(cards: Sequence[Card], most: int) -> tuple[Card, ...]:
    """At most `most` cards: the last takes up those for which there is no room, without their posters."""
    most = max(1, most)
    if len(cards) <= most:
        return tuple(cards)
    last = cards[most - 1]
    rest = tuple(line for card in cards[most:] for line in (f"**{plain(card.heading)}**", *card.lines))
    return (*cards[: most - 1], replace(last, lines=(*last.lines, *rest)))


def credits_of(films: Iterable[TitleCard]) -> str:
    """The sources that must be named where these films are shown, each once. Never cut: naming them is a condition."""
    return " · ".join(dict.fromkeys(plain(credit) for film in films for credit in film.credits))


def _where(film: TitleCard) -> str:
    if not film.where:
        return ""
    region = f" ({plain(film.region)})" if film.region else ""
    more = len(film.where) - _SERVICES
    services = [plain(each) for each in film.where[:_SERVICES]] + ([counted(more, "other")] if more > 0 else [])
    return f"Where to watch{region}: {listed(services)}"


def _length(view: View) -> int:
    return _units((view.text, view.foot, *(text for card in view.cards for text in (card.heading, *card.lines))))


def _units(texts: Iterable[str]) -> int:
    """In UTF-16 units, as the platforms' clients count, with a line break each; signs that Slack writes out count in full."""
    return sum(len(html.escape(text, quote=False).encode("utf-16-le", "surrogatepass")) // 2 + 1 for text in texts)
