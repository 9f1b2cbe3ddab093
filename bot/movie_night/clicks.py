"""Buttons, menus and the form of a movie night: each a command to its evening, answered to the person who clicked alone."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from bot import actions
from bot.actions import Night, NightVerb
from bot.movie_night.loved import MOST, understand
from bot.movie_night.session import (
    Answer,
    Approve,
    Begin,
    Cancel,
    Command,
    GoOn,
    Leave,
    Love,
    Prefer,
    Ready,
    Say,
    Session,
    Settings,
    SetUp,
    Strike,
    Surprise,
)
from bot.ports import Reply
from bot.slash.context import Context
from bot.types import Author, Clicked, FormSent
from bot.views import Button, Field, Form, View
from bot.words import named, plain

EXPIRED = "This movie night is over, and I no longer have it: begin another with /movienight start."
NOT_THERE = "You were not in this movie night, so only those who were can say how the film was."
_TITLE = 200

_Maker: TypeAlias = Callable[[Clicked, Night, Session], Command]


async def clicked(context: Context, event: Clicked, reply: Reply, action: Night) -> None:
    """Do what the button or menu says."""
    if action.verb == "thumb":
        await _thumb(context, event, reply, action)
        return
    session = await _session(context, event, action)
    if session is None:
        await reply.tell(View(EXPIRED))
    elif action.verb == "love" and session.phase != "over":
        await reply.ask(_form(action, session, event.user))
    elif action.verb == "cancel" and (refusal := context.evenings.openings.refusal_to_cancel(session, event.user)):
        await reply.tell(View(refusal))
    else:
        await _act(context, event, reply, action, session)


async def form_sent(context: Context, event: FormSent, reply: Reply, action: Night) -> None:
    """Films that somebody loves: what was understood of them counts and is told back, with what was not."""
    session = await _session(context, event, action)
    if session is None:
        await reply.tell(View(EXPIRED))
        return
    typed = [event.fields.get(f"film{number}", "") for number in range(MOST)]
    await reply.tell(await love(context, event.user, session, typed))


async def love(context: Context, by: Author, session: Session, typed: list[str]) -> View:
    """Have somebody love the films that they typed; returns what they are told, with a way to try again."""
    understood = await understand(context.titles, typed)
    said = ""
    if understood.films or not understood.problems:
        told = await context.evenings.nights.act(session.id, Love(by.id, understood.films), by=by)
        said = told.text if told else EXPIRED
    text = " ".join((said, *understood.problems)).strip()
    again = Button(actions.write(Night("love", session.id, session.round)), "Name films again")
    return View(text, controls=((again,),) if understood.problems else ())


async def _act(context: Context, event: Clicked, reply: Reply, action: Night, session: Session) -> None:
    by = event.user if action.verb in _COMING_IN else None
    command: Command = (
        await context.evenings.surroundings.join(session.place, event.user)
        if action.verb == "join"
        else _MAKERS[action.verb](event, action, session)
    )
    told = await context.evenings.nights.act(session.id, command, by=by)
    if told is None:
        await reply.tell(View(EXPIRED))
    elif told.text:
        await reply.tell(View(told.text))


async def _thumb(context: Context, event: Clicked, reply: Reply, action: Night) -> None:
    film = await context.evenings.history.give(action.session, event.place, event.user.id, 1 if action.arg == "up" else -1)
    if film is None:
        await reply.tell(View(NOT_THERE))
        return
    verdict = "a good choice" if action.arg == "up" else "not for you"
    await reply.tell(View(f"Noted: {plain(named(film))} was {verdict}. The other button changes that."))


async def _session(context: Context, event: Clicked | FormSent, action: Night) -> Session | None:
    """The evening that a button names, if it is one of this platform and server: ids from elsewhere are not honoured."""
    session = await context.evenings.nights.get(action.session)
    if session is None or (session.place.platform, session.place.workspace) != (event.place.platform, event.place.workspace):
        return None
    return session


def _form(action: Night, session: Session, by: Author) -> Form:
    member = session.members.get(by.id)
    loved = [named(ref) for ref in member.loved] if member else []
    fields = tuple(
        Field(
            f"film{number}",
            f"Film {number + 1}",
            value=loved[number][:_TITLE] if number < len(loved) else "",
            placeholder="Its title, with the year if there are several",
            most=_TITLE,
        )
        for number in range(MOST)
    )
    return Form(actions.write(action), "Films I love", fields)


def _settings(event: Clicked, action: Night, session: Session) -> SetUp:
    if action.verb == "short":
        return SetUp(event.user.id, Settings(session.settings.minutes, action.arg == "on"))
    value = "".join(event.values)
    return SetUp(event.user.id, Settings(int(value) if value.isdecimal() else None, session.settings.is_short))


# Whoever uses these and is not in comes in by it.
_COMING_IN: frozenset[NightVerb] = frozenset({"answer", "duel", "strike", "said", "approve", "surprise", "ready"})
_MAKERS: Mapping[NightVerb, _Maker] = {
    "leave": lambda event, _action, _session: Leave(event.user.id),
    "start": lambda event, _action, _session: Begin(event.user.id),
    "love": lambda event, _action, _session: Love(event.user.id, ()),
    "time": _settings,
    "short": _settings,
    "answer": lambda event, action, _session: Answer(event.user.id, action.round, event.values),
    "duel": lambda event, action, _session: Prefer(event.user.id, action.round, _side(action.arg)),
    "strike": lambda event, action, _session: Strike(event.user.id, action.round, event.values),
    "said": lambda event, action, _session: Say(event.user.id, action.round),
    "approve": lambda event, action, _session: Approve(event.user.id, action.round, event.values),
    "surprise": lambda event, action, _session: Surprise(event.user.id, action.round),
    "ready": lambda event, action, _session: Ready(event.user.id, action.round),
    "goon": lambda event, action, _session: GoOn(event.user.id, action.round),
    "cancel": lambda event, _action, _session: Cancel(event.user.id),
}


def _side(arg: str) -> Any:
    return arg if arg in {"left", "right"} else "neither"
