"""Ask Matinee, in a message's menu: what that message says is the question."""

from dataclasses import replace

from bot.ports import Reply
from bot.slash.asking import QUESTION_LENGTH, take
from bot.slash.context import Context
from bot.slash.declare import Command
from bot.types import CommandGiven
from bot.views import View

COMMANDS = (Command("Ask Matinee", on_message=True),)


async def ask_matinee(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Ask the message's text in its thread; once a message, however many people ask."""
    message = event.target
    if message is None or not message.text.strip():
        await reply.tell(View("That message has no text that I could take for a question: use /recommend to ask in words."))
        return
    link = context.chats[event.place.platform].link
    if await context.conversations.by_answer(message.ref):
        await reply.tell(View("That is an answer of mine: reply to it in its thread to go on from there."))
    elif asked := await context.conversations.by_question(message.ref):
        await reply.tell(View(f"That was asked already: the answer is in {link(asked.place)}."))
    else:
        text = message.text.strip()[:QUESTION_LENGTH]
        await take(context, event, reply, replace(message, author=event.user, text=text, mentions_us=True))
