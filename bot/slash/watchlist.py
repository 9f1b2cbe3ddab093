"""/watchlist: what a person means to see."""

from bot.ports import Reply
from bot.slash import lists
from bot.slash.context import Context
from bot.types import CommandGiven, SuggestionsWanted
from bot.views import Option

COMMANDS = lists.commands(
    "watchlist", "Show what you mean to see.", "Put a title on your watchlist.", "Take a title off your watchlist."
)


async def show(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Show the list."""
    await lists.show(context, event, reply, "watchlist")


async def add(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Put a title on it."""
    await lists.add(context, event, reply, "watchlist")


async def remove(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Take a title off it."""
    await lists.remove(context, event, reply, "watchlist")


async def suggest(context: Context, event: SuggestionsWanted) -> list[Option]:
    """What is on it."""
    return await lists.suggest_own(context, event, "watchlist")
