"""All commands, as adapters register them, with what handles each and what it suggests."""

from bot.slash import ask_matinee, movienight, preferences, privacy, recommend, seen, settings, similar, watchlist
from bot.slash import help as helping
from bot.slash.context import CommandHandler, Suggester, suggest_titles
from bot.slash.declare import Command

COMMANDS: tuple[Command, ...] = (
    *recommend.COMMANDS,
    *similar.COMMANDS,
    *movienight.COMMANDS,
    *watchlist.COMMANDS,
    *seen.COMMANDS,
    *preferences.COMMANDS,
    *privacy.COMMANDS,
    *settings.COMMANDS,
    *helping.COMMANDS,
    *ask_matinee.COMMANDS,
)

HANDLERS: dict[str, CommandHandler] = {
    "recommend": recommend.recommend,
    "similar": similar.similar,
    "movienight start": movienight.start,
    "movienight love": movienight.love,
    "watchlist show": watchlist.show,
    "watchlist add": watchlist.add,
    "watchlist remove": watchlist.remove,
    "seen show": seen.show,
    "seen add": seen.add,
    "seen remove": seen.remove,
    "preferences": preferences.preferences,
    "privacy show": privacy.show,
    "privacy export": privacy.export,
    "privacy delete": privacy.delete,
    **{command.name: settings.settings for command in settings.COMMANDS},
    "help": helping.tell_help,
    "Ask Matinee": ask_matinee.ask_matinee,
}

# By command and option.
SUGGESTERS: dict[tuple[str, str], Suggester] = {
    ("similar", "title"): suggest_titles,
    **movienight.SUGGESTERS,
    ("watchlist add", "title"): suggest_titles,
    ("watchlist remove", "title"): watchlist.suggest,
    ("seen add", "title"): suggest_titles,
    ("seen remove", "title"): seen.suggest,
    ("preferences", "region"): preferences.suggest,
    ("settings region", "region"): settings.suggest,
}
