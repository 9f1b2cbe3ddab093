"""/seen: what a person has seen, which is not suggested to them again."""

from bot.ports import Reply
from bot.slash import lists
from bot.slash.context import Context
from bot.types import CommandGiven, SuggestionsWanted
from bot.views import Option

COMMANDS = lists.commands(
    "seen", "Show what you have marked as seen.", "Mark a title as seen: it is not suggested to you again.", "Unmark a title."
)


async def show(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Show the list."""
    await lists.show(context, event, reply, "seen")


async def add(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Put a title on it."""
    await lists.add(context, event, reply, "seen")


async def remove(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Take a title off it."""
    await lists.remove(context, event, reply, "seen")


async def suggest(context: Context, event: SuggestionsWanted) -> list[Option]:
    """What is on it."""
    return await lists.suggest_own(context, event, "seen")
