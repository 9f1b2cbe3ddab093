"""/movienight: begin one, and name films that one loves for it."""

from bot.movie_night.clicks import love as love_films
from bot.movie_night.loved import MOST
from bot.movie_night.opening import NotOpenedError
from bot.movie_night.session import Settings
from bot.ports import Reply
from bot.slash.context import Context, suggest_titles
from bot.slash.declare import Command, CommandOption
from bot.types import CommandGiven
from bot.views import View

LONGEST = 600  # minutes
NONE_HERE = "No movie night runs here: begin one with /movienight start."

_FILMS = tuple(f"film{number}" for number in range(1, MOST + 1))
COMMANDS = (
    Command(
        "movienight start",
        "Find a film with everybody here: a thread opens, people join, and a few clicks settle it.",
        (
            CommandOption("minutes", "How much time you have; leave it out for no limit", "number", least=30, most=LONGEST),
            CommandOption("short", "A short evening: no duels, straight to the list", "flag"),
        ),
    ),
    Command(
        "movienight love",
        "Name up to three films that you love, for the movie night that you are in.",
        tuple(
            CommandOption(name, "Type its beginning and choose", required=name == _FILMS[0], suggests=True, most=200)
            for name in _FILMS
        ),
    ),
)
SUGGESTERS = {("movienight love", name): suggest_titles for name in _FILMS}


async def start(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Begin an evening here."""
    minutes = event.options.get("minutes")
    if minutes is not None and (not isinstance(minutes, int) or not 30 <= minutes <= LONGEST):
        await reply.tell(View(f"Give the time that you have in minutes, from 30 to {LONGEST}, or leave it out."))
        return
    settings = Settings(minutes, bool(event.options.get("short")))
    try:
        session = await context.evenings.openings.by_command(event.place, event.user, settings, key=event.id)
    except NotOpenedError as problem:
        await reply.tell(View(str(problem)))
        return
    if session.place == event.place:
        await reply.tell(View("Your movie night begins here."))
    else:
        await reply.tell(View(f"Your movie night begins in {context.chats[event.place.platform].link(session.place)}."))


async def love(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Name films for the evening of this place."""
    session = await context.evenings.nights.running_with(event.place, event.user)
    if session is None:
        await reply.tell(View(NONE_HERE))
        return
    typed = [str(event.options.get(name, "")) for name in _FILMS]
    await reply.tell(await love_films(context, event.user, session, typed))
