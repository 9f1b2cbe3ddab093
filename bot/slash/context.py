"""What the handlers of commands, clicks and forms work with, and small things that they share."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agent.contract import TitleRef
from bot.errors import Gone
from bot.movie_night.evenings import Evenings
from bot.ports import ChatPort, Reply, TitleNames
from bot.questions import Questions
from bot.store.conversations import ConversationStore
from bot.store.feedback import FeedbackStore
from bot.store.people import PeopleStore
from bot.store.privacy import PrivacyStore
from bot.store.servers import ServerStore
from bot.turns import Turns
from bot.types import Clicked, CommandGiven, Platform, SuggestionsWanted, Turn
from bot.views import OPTION_LENGTH, OPTIONS, Option, View
from bot.words import cut, named


@dataclass(frozen=True, slots=True)
class Context:
    """All parts that a handler may use. `forget_runs` drops what the runs of these ids wrote."""

    chats: Mapping[Platform, ChatPort]
    turns: Turns
    questions: Questions
    conversations: ConversationStore
    people: PeopleStore
    servers: ServerStore
    feedback: FeedbackStore
    privacy: PrivacyStore
    titles: TitleNames
    evenings: Evenings
    forget_runs: Callable[[Sequence[str]], Awaitable[None]]


CommandHandler: TypeAlias = Callable[[Context, CommandGiven, Reply], Awaitable[None]]
Suggester: TypeAlias = Callable[[Context, SuggestionsWanted], Awaitable[list[Option]]]


async def show_again(reply: Reply, view: View) -> None:
    """Replace what a button was under; tell it anew if that is gone."""
    try:
        await reply.change(view)
    except Gone:
        await reply.tell(view)


def options(titles: Sequence[TitleRef]) -> list[Option]:
    """Titles to choose from, as many as a platform shows."""
    return [Option(ref.id, cut(named(ref), OPTION_LENGTH)) for ref in titles[:OPTIONS]]


async def suggest_titles(context: Context, event: SuggestionsWanted) -> list[Option]:
    """Titles of the catalogue for what is typed."""
    return options(await context.titles.suggest(event.typed, OPTIONS))


async def find_title(context: Context, typed: str) -> TitleRef | None:
    """The title that was chosen among suggestions, or the likeliest for what was typed and sent without choosing."""
    chosen = await context.titles.get(typed)
    if chosen:
        return chosen
    found = await context.titles.suggest(typed, 1) if typed.strip() else []
    return found[0] if found else None


async def own_turn(context: Context, event: Clicked, turn_id: str) -> Turn | None:
    """The turn that a button names, if it is one of this platform and server: ids from elsewhere are not honoured."""
    turn = await context.conversations.by_id(turn_id)
    if turn is None or (turn.place.platform, turn.place.workspace) != (event.place.platform, event.place.workspace):
        return None
    return turn


def unknown_title(typed: str) -> View:
    """No title was found."""
    return View(f"I know no title like “{cut(typed, 100)}”: type its beginning and choose one of the suggestions.")
