"""/recommend: ask for films and series in one's own words."""

from bot.ports import Reply
from bot.slash.asking import QUESTION_LENGTH, ask
from bot.slash.context import Context
from bot.slash.declare import Command, CommandOption
from bot.types import CommandGiven
from bot.views import View

COMMANDS = (
    Command(
        "recommend",
        "Find films and series: say in your own words what you are in the mood for.",
        (
            CommandOption(
                "query", "Such as: a tense thriller in one room, under two hours", required=True, most=QUESTION_LENGTH
            ),
        ),
    ),
)


async def recommend(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Ask what was typed."""
    text = str(event.options.get("query", "")).strip()
    if not text:
        await reply.tell(View("Say what you are in the mood for, such as: /recommend query: a heist film from the 90s."))
        return
    await ask(context, event, reply, text)
