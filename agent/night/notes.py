"""Why a film suits these people tonight, from facts and from sentences of its description. Pure.

What everybody reads speaks of the group by counts alone: ballots are private, and what one person said or likes is told to
that person only. Of two people not even counts are told: each would know the other's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.catalogue.answers.facts import article, kind, length, votes
from agent.catalogue.answers.reasons import quoted
from agent.catalogue.search.taste import Pull, closest
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.evening import NOTE_LENGTH, Evening, Guest
from agent.night.options import option_of
from agent.night.outlook import Outlook
from agent.night.question import is_short_evening
from agent.night.wishes import Wished

_WELL_RATED, _MANY_VOTES = 7.5, 5_000
_EARLY = 100  # minutes: over before bedtime
_SHORT_REASONS = 3
_LEADS = 3  # the first names of a cast
_PAIR = 2
_NUMBERS = ("no one", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Why:
    """`short` are a card's reasons, `note` the vote's; `to` what is said to single people, by alias."""

    short: tuple[str, ...]
    note: str
    to: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Link:
    """What a film has in common with one that somebody named or preferred: `fact` is None where they are only close."""

    other: Title
    fact: str | None
    by: tuple[str, ...]  # aliases
    is_loved: bool


def whys(outlook: Outlook, films: Sequence[Title]) -> dict[str, Why]:
    """Why each of these films, by id."""
    links = _links(outlook, films)
    return {film.id: _why(outlook, film, links[film.id]) for film in films}


def _why(outlook: Outlook, film: Title, links: Sequence[_Link]) -> Why:
    evening = outlook.evening
    sentences = _fitted(_public(outlook, film, links), NOTE_LENGTH)
    to = {guest.alias: _fitted(_private(outlook, film, links, guest), NOTE_LENGTH) for guest in evening.guests}
    return Why(
        tuple(_short(outlook, film, links))[:_SHORT_REASONS], sentences, {alias: said for alias, said in to.items() if said}
    )


def _public(outlook: Outlook, film: Title, links: Sequence[_Link]) -> Iterator[str]:
    evening = outlook.evening
    people = len(evening.guests)
    asked = sorted((wish for wish in outlook.wished if wish.holds(film)), key=lambda wish: -len(wish.by))[:2]
    if asked and people == _PAIR:
        yield f"It is {' and '.join(wish.said for wish in asked)}."
    elif asked:
        also = "".join(f", and {count_of(len(wish.by), people)} for {wish.said}" for wish in asked[1:])
        yield f"{_capital(count_of(len(asked[0].by), people))} asked for {asked[0].said}{also}."
    loved = [link for link in links if link.is_loved and people != _PAIR]
    if loved:
        link = loved[0]
        loves = "loves" if len(link.by) == 1 and people > 1 else "love"
        yield f"{_in_common(link)}, which {count_of(len(link.by), people)} {loves}."
    if not any(_is_length(wish) for wish in asked):
        yield from _time(film, evening)
    if not asked and not loved:
        yield f"{_capital(article(kind(film)))}{f' by {film.directors[0]}' if film.directors else ''}."
    if film.rating and film.votes and film.rating >= _WELL_RATED and film.votes >= _MANY_VOTES:
        yield f"Rated {film.rating:g} by {votes(film.votes)} people."
    if sentence := quoted(film, " ".join(wish.wish.search for wish in outlook.wished)):
        yield f"“{sentence}”"


def _private(outlook: Outlook, film: Title, links: Sequence[_Link], guest: Guest) -> Iterator[str]:
    for wish in outlook.wished:
        if guest.alias in wish.by and wish.holds(film):
            yield f"It is {wish.said}, as you asked."
    if film.id in guest.won:
        yield "You preferred it when two films stood side by side."
    for link in links:
        if guest.alias in link.by:
            yield f"{_in_common(link)}, which you {'love' if link.is_loved else 'preferred'}."


def _short(outlook: Outlook, film: Title, links: Sequence[_Link]) -> Iterator[str]:
    evening = outlook.evening
    people = len(evening.guests)
    for wish in outlook.wished:
        if wish.holds(film):
            yield wish.said if people == _PAIR else f"{wish.said}, for {count_of(len(wish.by), people)}"
    yield from (_briefly(link) for link in links if link.is_loved and people != _PAIR)
    if evening.minutes is not None and film.runtime:
        yield f"{film.runtime} of your {evening.minutes} minutes"
    if film.rating:
        yield f"rated {film.rating:g}"


def _time(film: Title, evening: Evening) -> Iterator[str]:
    if evening.minutes is not None and film.runtime:
        yield f"At {film.runtime} minutes it fits in your {evening.minutes}."
    elif film.runtime and film.runtime <= _EARLY and is_short_evening(evening):
        yield f"At {length(film)} it is over early."


def _is_length(wish: Wished) -> bool:
    option = option_of(wish.wish)
    return option is not None and option.family == "length"


def _links(outlook: Outlook, films: Sequence[Title]) -> dict[str, list[_Link]]:
    """Of each film what it has in common with films that were loved or preferred: shared people before nearness."""
    guests = outlook.evening.guests
    anchors = outlook.known(title for guest in guests for title in (*guest.loved, *guest.won))
    row = outlook.shelf.table.row
    near = closest(outlook.shelf, Pull(tuple(row[title.id] for title in anchors)), [film.id for film in films])
    found: dict[str, list[_Link]] = {}
    for film in films:
        links = [_Link(other, fact, *_whose(other, guests)) for other in anchors if (fact := _shared(film, other))]
        close = outlook.shelf.titles.get(near.get(film.id, ""))
        if close is not None and all(link.other is not close for link in links):
            links.append(_Link(close, None, *_whose(close, guests)))
        found[film.id] = links
    return found


def _whose(film: Title, guests: Sequence[Guest]) -> tuple[tuple[str, ...], bool]:
    loved = tuple(guest.alias for guest in guests if film.id in guest.loved)
    return (loved, True) if loved else (tuple(guest.alias for guest in guests if film.id in guest.won), False)


def _shared(film: Title, other: Title) -> str | None:
    if film.id == other.id:
        return None
    if directors := _both(film.directors, other.directors):
        return f"its director, {directors[0]},"
    if leads := _both(film.cast[:_LEADS], other.cast[:_LEADS]):
        return f"{leads[0]}"
    return None


def _both(names: Sequence[str], others: Sequence[str]) -> list[str]:
    folded = set(map(fold, others))
    return [name for name in names if fold(name) in folded]


def _in_common(link: _Link) -> str:
    if link.fact is None:
        return f"It is close in kind to {link.other.title}"
    return f"It shares {link.fact} with {link.other.title}"


def _briefly(link: _Link) -> str:
    return f"close to {link.other.title}" if link.fact is None else f"shares {link.fact.rstrip(',')} with {link.other.title}"


def count_of(count: int, people: int) -> str:
    """ "two of you", "all of you"; "you" where there is only one."""
    if people == 1:
        return "you"
    if count == people:
        return "all of you"
    return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} of you"


def _fitted(sentences: Iterator[str], limit: int) -> str:
    """As many of the sentences as find room, in their order."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) <= limit:
            text = longer
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
