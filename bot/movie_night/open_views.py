"""The messages of what stands open in an evening, with what there is to click on. Pure."""

from collections.abc import Mapping
from typing import Any

from agent.contract import TitleCard
from agent.evening import StepKind
from bot.movie_night import choice, pace
from bot.movie_night.session import Asked, Fought, Listed, Session
from bot.movie_night.view_parts import (
    Sizes,
    action,
    answers,
    apart,
    button,
    common_row,
    credits_of,
    facts,
    film_card,
    fitted,
    name,
    packed,
    people,
)
from bot.types import ChatLimits
from bot.views import OPTION_LENGTH, Button, Card, Menu, Option, Picture, View
from bot.words import counted, cut, named, plain, runtime

MINUTES = (90, 105, 120, 150)
_SEARCH = 120
_QUESTION = 200
_LABEL = 60
_RULE = 200
_SAYING = 300
_LOOKED_FOR: dict[StepKind, str] = {
    "question": "a question for you",
    "duel": "two films to put side by side",
    "candidates": "films for your list",
    "picks": "the films that suit you best",
}


def lobby(session: Session) -> View:
    """Who is in, what is set, how it begins."""
    number, loved = (
        len(session.starters.intersection(session.present)),
        sum(len(each.loved) for each in session.present.values()),
    )
    wanting = f" {number} of {len(session.present)} {'wants' if number == 1 else 'want'} to begin." if number else ""
    minutes, is_short = session.settings.minutes, session.settings.is_short
    span = f"{pace.OPEN_SECONDS['lobby'] / 60:g} minutes"
    text = "\n".join((
        "**Movie night**: find a film together, by clicking only. What you choose stays private.",
        f"In: {people(session)}",
        f"Time: {f'films of at most {runtime(minutes)}' if minutes else 'no limit'}",
        f"Kind: {'a short evening without duels' if is_short else 'with a few duels between films'}",
        *((f"Films that you love: {loved} named",) if loved else ()),
        f"It begins when the host or most of you press Start now, or {span} after it was opened.{wanting}",
    ))  # fmt: skip
    row = (
        button(session, "join", "Join", tone="main"),
        button(session, "leave", "Leave"),
        button(session, "love", "Films I love"),
        button(session, "start", "Start now", tone="good"),
        button(session, "cancel", "Call it off (host)", tone="bad"),
    )
    return View(text, controls=(row, _time_menu(session), (_short(session),)))


def searching(session: Session, progress: Mapping[str, Any]) -> View:
    """What is looked for and at, while people wait."""
    waiting = session.waiting
    wanted = _LOOKED_FOR[waiting.allowed[0]] if waiting else "films"
    again = " The first try came to nothing: this is the second." if waiting and waiting.attempt > 1 else ""
    search, count = progress.get("search"), progress.get("count")
    lines = [f"**I am looking for {wanted}.**{again}"]
    if isinstance(search, str) and search.strip():
        lines.append(f"Search: {plain(cut(search, _SEARCH))}")
    if isinstance(count, int) and count > 0:
        lines.append(f"Looked at {counted(count, 'title')} so far.")
    return View("\n".join(lines), cards=_looked_at(progress), controls=(common_row(session),))


def question(session: Session, asked: Asked) -> View:
    """A question, its options readable without opening the menu."""
    wishes = asked.question.wishes
    text = "\n".join((
        f"**{plain(cut(asked.question.text, _QUESTION))}**",
        *(f"- {plain(cut(wish.label, _LABEL))}" for wish in wishes),
        f"\nChoose all that suit you. {answers(session)}",
    ))  # fmt: skip
    options = tuple(Option(wish.id, cut(_one_line(wish.label), OPTION_LENGTH)) for wish in wishes)
    menu = Menu(action(session, "answer"), "Choose all that suit you", options, most=len(options))
    return View(text, controls=(menu, (button(session, "ready", "No preference"),), common_row(session)))


def duel(session: Session, limits: ChatLimits, fought: Fought) -> View:
    """Two films side by side."""
    films, shared = apart((fought.left, fought.right))
    heading = f"**Duel {len(session.duels)}: which of the two would you rather watch tonight?**"
    text = "\n".join((heading, *shared, answers(session)))
    sides = (
        button(session, "duel", f"A: {named(fought.left.ref)}", arg="left", tone="main"),
        button(session, "duel", f"B: {named(fought.right.ref)}", arg="right", tone="main"),
        button(session, "duel", "Neither, or seen both", arg="neither"),
    )

    def made(sizes: Sizes) -> View:
        cards = [_contender(film, mark, sizes, session.settings.minutes) for film, mark in zip(films, "AB", strict=True)]
        return View(text, packed(cards, limits.cards), (sides, common_row(session)), credits_of(films))

    return fitted(made)


def strike_list(session: Session, standing: Listed) -> View:
    """The list to strike from."""
    films, shared = apart(standing.films)
    row = (button(session, "ready", "Nothing to strike"), button(session, "said", "Let the others know what I strike"))
    options = tuple(
        Option(film.ref.id, cut(_one_line(named(film.ref)), OPTION_LENGTH), cut(_one_line(facts(film)), OPTION_LENGTH))
        for film in films
    )
    menu = Menu(action(session, "strike"), "Strike what you have seen or will not watch", options, most=len(options))

    def made(sizes: Sizes) -> View:
        text = "\n".join((
            "**The list: strike what you have seen or will not watch.**",
            *shared,
            *(_numbered(number, film, sizes) for number, film in enumerate(films, 1)),
            f"\nWhatever one of you strikes is out for good once this closes. {answers(session)}",
            *said(session, standing, sizes),
        ))  # fmt: skip
        return View(text, controls=(menu, row, common_row(session)), foot=credits_of(films))

    return fitted(made)


def vote(session: Session, limits: ChatLimits) -> View:
    """The picks, each with its note, and the rule by which one of them wins."""
    voted = session.voted
    picks = voted.picks if voted else ()
    films = [pick.film for pick in picks]
    options = tuple(Option(film.ref.id, cut(_one_line(named(film.ref)), OPTION_LENGTH)) for film in films)
    menu = Menu(action(session, "approve"), "All that you would watch", options, most=len(options))
    order = plain(cut(voted.rule, _RULE)) if voted else ""
    heading = "**The vote: choose all that you would watch.**"
    text = "\n".join(line for line in (heading, choice.RULE, order, answers(session)) if line)

    def made(sizes: Sizes) -> View:
        cards = [
            film_card(pick.film, sizes, mark=f"{number}. ", note=pick.note, minutes=session.settings.minutes)
            for number, pick in enumerate(picks, 1)
        ]
        controls = (menu, (button(session, "surprise", "Surprise us"),), common_row(session))
        return View(text, packed(cards, limits.cards), controls, credits_of(films))

    return fitted(made)


def said(session: Session, standing: Listed, sizes: Sizes) -> tuple[str, ...]:
    """Who lets the others know what they strike, and what it is: one line, cut where it gets long."""
    lines = []
    for person in [each for each in session.members if each in standing.said and standing.strikes.get(each)]:
        struck = [name(film, sizes.name) for film in standing.films if film.ref.id in standing.strikes[person]]
        lines.append(f"{plain(cut(session.members[person].name, _LABEL))} strikes {', '.join(struck)}.")
    return (cut(" ".join(lines), _SAYING),) if lines else ()


def _time_menu(session: Session) -> Menu:
    minutes = session.settings.minutes
    spans = sorted({*MINUTES, *((minutes,) if minutes else ())})
    options = [Option(str(span), f"Time: {runtime(span)}", chosen=span == minutes) for span in spans]
    options.append(Option("none", "Time: no limit", chosen=minutes is None))
    return Menu(action(session, "time"), "How much time do you have? (host)", tuple(options))


def _short(session: Session) -> Button:
    if session.settings.is_short:
        return button(session, "short", "Evening with duels (host)", arg="off")
    return button(session, "short", "Short evening without duels (host)", arg="on")


def _looked_at(progress: Mapping[str, Any]) -> tuple[Card, ...]:
    """One of the films that are looked at; what is malformed is left out, since it is only there to pass the time."""
    films, at = progress.get("looking_at"), progress.get("at", 0)
    if not isinstance(films, list | tuple) or not films or not isinstance(at, int):
        return ()
    film = films[at % len(films)]
    title = film.get("title") if isinstance(film, Mapping) else None
    if not isinstance(title, str) or not title.strip():
        return ()
    heading = cut(_one_line(f"{title} ({film['year']})" if film.get("year") else title), 100)
    poster = film.get("poster")
    picture = Picture(poster, f"Poster of {heading}") if isinstance(poster, str) and poster.startswith("https://") else None
    return (Card(heading, ("One of the films that I am looking at",), picture),)


def _contender(film: TitleCard, mark: str, sizes: Sizes, minutes: int | None) -> Card:
    return film_card(film, sizes, mark=f"{mark}: ", note="; ".join(film.why), minutes=minutes)


def _numbered(number: int, film: TitleCard, sizes: Sizes) -> str:
    about = cut(facts(film), sizes.facts)
    why = cut(plain("; ".join(film.why)), sizes.note // 3)
    line = f"{number}. **{name(film, sizes.name)}**"
    return " · ".join(part for part in (line, about, why) if part)


def _one_line(text: str) -> str:
    return " ".join(text.replace("\\", "").split()) or "untitled"
