"""What the commands that ask have in common: the question goes out, and its asker hears where the answer comes."""

from bot.ports import Reply
from bot.questions import NotAllowedError
from bot.slash.context import Context
from bot.types import CommandGiven, IncomingMessage, Turn
from bot.views import View

QUESTION_LENGTH = 1000


async def ask(context: Context, event: CommandGiven, reply: Reply, text: str) -> None:
    """Ask `text` where the command was given, as a mention would have."""
    try:
        turn = await context.questions.post(event.place, event.user, text, key=event.id, urgent=True)
    except NotAllowedError as refusal:
        await reply.tell(View(str(refusal)))
    else:
        await _tell_where(context, event, reply, turn)


async def take(context: Context, event: CommandGiven, reply: Reply, message: IncomingMessage) -> None:
    """Ask what a message says, in its own thread."""
    try:
        turn = await context.questions.take(message)
    except NotAllowedError as refusal:
        await reply.tell(View(str(refusal)))
    else:
        await _tell_where(context, event, reply, turn)


async def _tell_where(context: Context, event: CommandGiven, reply: Reply, turn: Turn | None) -> None:
    if turn is None:
        await reply.tell(View("I could not take this question now: what I wrote under it says why."))
    elif turn.place == event.place:
        await reply.tell(View("I am on it: the answer comes here."))
    else:
        await reply.tell(View(f"I am on it: the answer comes in {context.chats[event.place.platform].link(turn.place)}."))
