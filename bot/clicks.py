"""Buttons and menus under answers and private notices, and the form for a comment.

Whoever clicks acts for themselves alone: an action never says whose list it is about. A second click says the same again.
"""

from typing import Any, Protocol

from agent.contract import TitleRef
from bot import actions
from bot.actions import AboutTitle, Comment, GiveFeedback, StopTurn, Undo, Verb
from bot.movie_night import clicks as nights
from bot.ports import Reply
from bot.questions import NotAllowedError
from bot.slash import lists, preferences, privacy
from bot.slash.context import Context, own_turn, show_again
from bot.store.people import OpinionKind
from bot.types import Clicked, FormSent, Turn
from bot.views import Button, Field, Form, View
from bot.words import named, plain

EXPIRED = "This belongs to an answer that I no longer have: ask me again, and I will show you titles anew."
UNKNOWN = "This button is from an older version of me: ask again, and use the buttons under the new answer."
ENDED = "This answer has ended already: there is nothing to stop."
COMMENT_LENGTH = 1000


class _Handler(Protocol):
    async def __call__(self, context: Context, event: Clicked, reply: Reply, action: Any) -> None: ...


async def clicked(context: Context, event: Clicked, reply: Reply) -> None:
    """Do what a button or menu says; an unreadable one gets a sentence with the way out."""
    action = actions.read(event.action)
    handler = _HANDLERS.get(type(action))
    if action is None or handler is None:
        await reply.tell(View(UNKNOWN))
    else:
        await handler(context, event, reply, action)


async def form_sent(context: Context, event: FormSent, reply: Reply) -> None:
    """Keep the comment on a thumbs down, or the films that somebody loves."""
    action = actions.read(event.action)
    if isinstance(action, actions.Night) and action.verb == "love":
        await nights.form_sent(context, event, reply, action)
        return
    if not isinstance(action, Comment):
        await reply.tell(View(UNKNOWN))
        return
    comment = event.fields.get("comment", "").strip()[:COMMENT_LENGTH]
    kept = await context.feedback.give(action.turn, event.user.id, -1, comment)
    await reply.tell(View("Thank you: that helps to get better." if kept else EXPIRED))


async def _about_title(context: Context, event: Clicked, reply: Reply, action: AboutTitle) -> None:
    found = await _title(context, event, action)
    if found is None:
        await reply.tell(View(EXPIRED))
        return
    turn, ref = found
    match action.verb:
        case "seen":
            await reply.tell(await lists.note(context, event, "seen", ref))
        case "list":
            await reply.tell(await lists.note(context, event, "watchlist", ref))
        case "not":
            await _opinion(context, event, "disliked", turn, ref)
            text = f"{plain(named(ref))} will not come back, and in this conversation I keep away from its kind."
            await reply.tell(View(text, controls=(_undo(action),)))
        case "like":
            await _more_like(context, event, reply, action, turn, ref)


async def _more_like(context: Context, event: Clicked, reply: Reply, action: AboutTitle, turn: Turn, ref: TitleRef) -> None:
    await _opinion(context, event, "liked", turn, ref)
    key = f"{action.turn}:{action.number}:{event.user.id}"  # an impatient second click asks nothing new
    try:
        await context.questions.post(turn.place, event.user, f"More like {named(ref)}", key=key, urgent=False)
    except NotAllowedError as refusal:
        await reply.tell(View(f"I remember that you like {plain(named(ref))}. {refusal}", controls=(_undo(action),)))
    else:
        text = f"Looking for more like {plain(named(ref))}: in this conversation I lean that way from now on."
        await reply.tell(View(text, controls=(_undo(action),)))


async def _take_back(context: Context, event: Clicked, reply: Reply, action: Undo) -> None:
    found = await _title(context, event, action)
    if found is None:
        await show_again(reply, View(EXPIRED))
        return
    turn, ref = found
    kind, in_conversation = _KINDS[action.verb]
    conversation = turn.conversation_id if in_conversation else ""
    await context.people.remove(turn.place.platform, event.user.id, kind, ref.id, conversation)
    await show_again(reply, View(f"Taken back: it is as if you had not said that of {plain(named(ref))}."))


async def _feedback(context: Context, event: Clicked, reply: Reply, action: GiveFeedback) -> None:
    turn = await own_turn(context, event, action.turn)
    known = turn is not None and await context.feedback.cards(turn.id)  # none once the asker had the answer deleted
    if not turn or not known or not await context.feedback.give(turn.id, event.user.id, 1 if action.verdict == "up" else -1):
        await reply.tell(View(EXPIRED))
    elif action.verdict == "up":
        await reply.tell(View("Thank you: in this conversation I look for more of this kind."))
    else:
        await reply.ask(_comment_form(turn.id))


async def _stop(context: Context, event: Clicked, reply: Reply, action: StopTurn) -> None:
    turn = await own_turn(context, event, action.turn)
    if turn is None or turn.state not in {"queued", "running"}:
        await reply.tell(View(ENDED))
    elif refusal := context.turns.refusal_to_stop(turn, event.user):
        await reply.tell(View(refusal))
    else:
        await context.turns.stop(turn, event.user)  # the answer itself shows that it was stopped


async def _title(context: Context, event: Clicked, action: AboutTitle | Undo) -> tuple[Turn, TitleRef] | None:
    """The title that a card's button is about, and the turn that showed it."""
    turn = await own_turn(context, event, action.turn)
    if turn is None:
        return None
    cards = await context.feedback.cards(turn.id)
    return (turn, cards[action.number].ref) if action.number < len(cards) else None


async def _opinion(context: Context, event: Clicked, kind: OpinionKind, turn: Turn, ref: TitleRef) -> None:
    await context.people.add(turn.place.platform, event.user.id, kind, ref, turn.conversation_id)


def _undo(action: AboutTitle) -> tuple[Button, ...]:
    return (Button(actions.write(Undo(action.verb, action.turn, action.number)), "Undo"),)


def _comment_form(turn_id: str) -> Form:
    comment = Field(
        "comment", "What was wrong with it?", placeholder="You may leave this empty.", long=True, most=COMMENT_LENGTH
    )
    return Form(actions.write(Comment(turn_id)), "Thank you for saying so", (comment,))


# What each verb notes, and whether it counts in its conversation alone.
_KINDS: dict[Verb, tuple[OpinionKind, bool]] = {
    "like": ("liked", True),
    "not": ("disliked", True),
    "seen": ("seen", False),
    "list": ("watchlist", False),
}
_HANDLERS: dict[type[Any], _Handler] = {
    AboutTitle: _about_title,
    Undo: _take_back,
    GiveFeedback: _feedback,
    StopTurn: _stop,
    actions.TakeOff: lists.take_off,
    actions.ShowList: lists.turn_page,
    actions.RemoveFromList: lists.remove_chosen,
    actions.Choose: preferences.choose,
    actions.Privacy: privacy.step,
    actions.Night: nights.clicked,
}
