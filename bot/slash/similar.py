"""/similar: more like one title."""

from bot.ports import Reply
from bot.slash.asking import ask
from bot.slash.context import Context, find_title, unknown_title
from bot.slash.declare import Command, CommandOption
from bot.types import CommandGiven
from bot.words import named

TITLE_LENGTH = 200

COMMANDS = (
    Command(
        "similar",
        "Find more films and series like one that you know.",
        (CommandOption("title", "Type its beginning and choose", required=True, suggests=True, most=TITLE_LENGTH),),
    ),
)


async def similar(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Ask for more like the title."""
    typed = str(event.options.get("title", "")).strip()
    ref = await find_title(context, typed)
    if ref:
        await ask(context, event, reply, f"More like {named(ref)}")
    elif typed and not await context.titles.suggest("", 1):  # the catalogue is on another machine: the worker knows the title
        await ask(context, event, reply, f"More like {typed}")
    else:
        await reply.tell(unknown_title(typed))
