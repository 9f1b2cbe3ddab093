"""The messages of what is closed in an evening, and of its result: counts, no names, nothing to click on. Pure."""

from collections.abc import Mapping

from bot.movie_night import choice
from bot.movie_night.closing import winning
from bot.movie_night.open_views import said
from bot.movie_night.session import Asked, Fought, Listed, Session, Voted
from bot.movie_night.view_parts import Sizes, credits_of, film_card, fitted, name, people
from bot.views import View
from bot.words import counted, cut, plain

_FEWEST = 3  # ballots of which counts are shown: of two, each would know the other's
_NAME = 80
_NAMES = Sizes(_NAME)


def lobby(session: Session) -> View:
    """How the evening was opened."""
    if session.round == 1 and session.phase == "over":
        return View("**Movie night**: it ended before it began.")
    return View(f"**Movie night**: it has begun, and its newest message is the last one below. In: {people(session)}")


def question(asked: Asked) -> View:
    """How often each option was chosen."""
    chosen = [wish for ballot in asked.ballots.values() for wish in ballot]
    lines = [f"{plain(cut(wish.label, _NAME))}: {chosen.count(wish.id)}" for wish in asked.question.wishes]
    return _closed(plain(cut(asked.question.text, 200)), lines, asked.ballots)


def duel(fought: Fought, number: int) -> View:
    """How many took which side."""
    sides = list(fought.ballots.values())
    left, right = name(fought.left, _NAME), name(fought.right, _NAME)
    lines = [f"{left}: {sides.count('left')}", f"{right}: {sides.count('right')}", f"Neither: {sides.count('neither')}"]
    return _closed(f"Duel {number}: {left} or {right}?", lines, fought.ballots)


def strike_list(session: Session, standing: Listed) -> View:
    """How many films are out; which of them shows in nothing but what people said themselves."""
    out = {title for titles in standing.strikes.values() for title in titles}
    number = len(standing.films)
    text = f"**The list is closed:** {len(out) or 'none'} of {counted(number, 'film')} struck, {number - len(out)} still in."
    return View("\n".join((text, *said(session, standing, _NAMES))))


def vote(voted: Voted) -> View:
    """How many approve of each pick."""
    ballots = {**voted.approvals, **dict.fromkeys(voted.surprise, ())}
    approved = [title for titles in voted.approvals.values() for title in titles]
    lines = [f"{name(pick.film, _NAME)}: {approved.count(pick.film.ref.id)}" for pick in voted.picks]
    if voted.surprise:
        lines.append(f"Left to me: {len(voted.surprise)}")
    return _closed("The vote is closed.", lines, ballots)


def result(session: Session) -> View:
    """How the evening ended; of a film that was chosen also why."""
    chosen, ended, voted = winning(session), session.result, session.voted
    pick = next((each for each in voted.picks if chosen and each.film.ref.id == chosen.id), None) if voted else None
    if pick is None or ended is None:
        return View(_without_film(session))
    text = "\n".join((
        f"**Tonight you watch {name(pick.film, _NAME)}.**",
        f"The rule: {choice.RULE}",
        *ended.audit,
        f"Thank you, {people(session, names_host=False)}: enjoy it.",
    ))  # fmt: skip
    minutes = session.settings.minutes
    return fitted(
        lambda sizes: View(text, (film_card(pick.film, sizes, note=pick.note, minutes=minutes),), foot=credits_of((pick.film,)))
    )


def _without_film(session: Session) -> str:
    ended = session.result
    match ended.ending if ended else "failed":
        case "cancelled":
            return "**This movie night was called off.** Start another one when you like."
        case "nobody":
            return "**This movie night is over: everybody left.** Start another one when you like."
        case _:
            why = " ".join(ended.audit) if ended and ended.audit else "Start another one when you like."
            return f"**This movie night ended without a film.** {why}"


def _closed(heading: str, lines: list[str], ballots: Mapping[str, object]) -> View:
    number = len(ballots)
    if number < _FEWEST:
        return View(f"**{heading}** Closed; {counted(number, 'answer')}.")
    return View("\n".join((f"**{heading}** Closed; {counted(number, 'answer')}.", *(f"- {line}" for line in lines))))
