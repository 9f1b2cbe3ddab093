"""A person's two lists: shown in pages, filled by command or button, emptied by menu."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.contract import TitleRef
from bot import actions
from bot.actions import ListName
from bot.ports import Reply
from bot.slash.context import Context, find_title, options, show_again, unknown_title
from bot.slash.declare import Command, CommandOption
from bot.slash.similar import TITLE_LENGTH
from bot.types import Clicked, CommandGiven, SuggestionsWanted
from bot.views import Button, Control, Menu, Option, View
from bot.words import counted, cut, listed, named, plain

PAGE = 15
_TITLE = 100


@dataclass(frozen=True, slots=True)
class Wording:
    """How a list speaks of itself; `{}` stands for a title."""

    heading: str
    empty: str
    added: str
    already: str
    removed: str
    take_off: str


WORDING: dict[ListName, Wording] = {
    "watchlist": Wording(
        heading="Your watchlist",
        empty="Your watchlist is empty: press Watchlist under a title, or use /watchlist add.",
        added="{} is on your watchlist.",
        already="{} was on your watchlist already.",
        removed="{} is off your watchlist.",
        take_off="Take it off",
    ),
    "seen": Wording(
        heading="What you have seen",
        empty="You have marked nothing as seen: press Seen it under a title, or use /seen add.",
        added="I will not suggest {} to you any more.",
        already="{} was marked as seen already.",
        removed="{} may be suggested to you again.",
        take_off="I have not seen it",
    ),
}


def commands(name: ListName, show: str, add: str, remove: str) -> tuple[Command, ...]:
    """The three commands of a list, with their descriptions."""
    title = CommandOption("title", "Type its beginning and choose", required=True, suggests=True, most=TITLE_LENGTH)
    return (Command(f"{name} show", show), Command(f"{name} add", add, (title,)), Command(f"{name} remove", remove, (title,)))


def page_view(name: ListName, titles: Sequence[TitleRef], page: int, said: str = "") -> View:
    """One page of a list, `said` above it; a page that is no longer there gives the last one. Pure."""
    words = WORDING[name]
    if not titles:
        return View("\n\n".join(part for part in (said, words.empty) if part))
    last = (len(titles) - 1) // PAGE
    page = min(page, last)
    shown = titles[page * PAGE : (page + 1) * PAGE]
    where = f", page {page + 1} of {last + 1}" if last else ""
    lines = [f"{page * PAGE + at}\\. {cut(plain(named(ref)), _TITLE)}" for at, ref in enumerate(shown, 1)]
    text = "\n".join((f"**{words.heading}** ({counted(len(titles), 'title')}{where})", *lines))
    choices = tuple(options(shown))
    menu = Menu(actions.write(actions.RemoveFromList(name, page)), "Remove titles…", choices, most=len(choices))
    return View("\n\n".join(part for part in (said, text) if part), controls=(menu, *_pages(name, page, last)))


def _pages(name: ListName, page: int, last: int) -> tuple[Control, ...]:
    if not last:
        return ()
    before = Button(actions.write(actions.ShowList(name, max(0, page - 1))), "Previous page", disabled=page == 0)
    after = Button(actions.write(actions.ShowList(name, min(last, page + 1))), "Next page", disabled=page == last)
    return ((before, after),)


async def show(context: Context, event: CommandGiven, reply: Reply, name: ListName) -> None:
    """Show the first page."""
    await reply.tell(page_view(name, await context.people.titles(event.place.platform, event.user.id, name), 0))


async def add(context: Context, event: CommandGiven, reply: Reply, name: ListName) -> None:
    """Put a title on the list."""
    typed = str(event.options.get("title", ""))
    ref = await find_title(context, typed)
    await reply.tell(await note(context, event, name, ref) if ref else unknown_title(typed))


async def note(context: Context, event: Clicked | CommandGiven, name: ListName, ref: TitleRef) -> View:
    """Put a title on the list and say so, with the way back."""
    is_new = await context.people.add(event.place.platform, event.user.id, name, ref)
    words = WORDING[name]
    back = Button(actions.write(actions.TakeOff(name, ref.id)), words.take_off)
    return View((words.added if is_new else words.already).format(plain(named(ref))), controls=((back,),))


async def remove(context: Context, event: CommandGiven, reply: Reply, name: ListName) -> None:
    """Take a title off the list, by its id or by what it is called there."""
    typed = str(event.options.get("title", "")).strip()
    titles = await context.people.titles(event.place.platform, event.user.id, name)
    found = [ref for ref in titles if ref.id == typed] or _called(titles, typed)
    if not found:
        await reply.tell(page_view(name, titles, 0, said=f"“{cut(plain(typed), _TITLE)}” is not on this list."))
        return
    await context.people.remove(event.place.platform, event.user.id, name, found[0].id)
    await reply.tell(View(WORDING[name].removed.format(plain(named(found[0])))))


async def take_off(context: Context, event: Clicked, reply: Reply, action: actions.TakeOff) -> None:
    """The way back from having put a title on."""
    titles = await context.people.titles(event.place.platform, event.user.id, action.name)
    await context.people.remove(event.place.platform, event.user.id, action.name, action.title)
    title = next((named(ref) for ref in titles if ref.id == action.title), "That title")
    await show_again(reply, View(WORDING[action.name].removed.format(plain(title))))


async def turn_page(context: Context, event: Clicked, reply: Reply, action: actions.ShowList) -> None:
    """Show another page where this one was."""
    titles = await context.people.titles(event.place.platform, event.user.id, action.name)
    await show_again(reply, page_view(action.name, titles, action.page))


async def remove_chosen(context: Context, event: Clicked, reply: Reply, action: actions.RemoveFromList) -> None:
    """Take the chosen titles off, and show what is left."""
    before = await context.people.titles(event.place.platform, event.user.id, action.name)
    gone = [ref for ref in before if ref.id in event.values]
    for ref in gone:
        await context.people.remove(event.place.platform, event.user.id, action.name, ref.id)
    left = [ref for ref in before if ref not in gone]
    said = f"Removed: {cut(listed([plain(named(ref)) for ref in gone]), 500)}." if gone else ""
    await show_again(reply, page_view(action.name, left, action.page, said))


async def suggest_own(context: Context, event: SuggestionsWanted, name: ListName) -> list[Option]:
    """What is on the list and contains what is typed."""
    return options(_called(await context.people.titles(event.place.platform, event.user.id, name), event.typed))


def _called(titles: Sequence[TitleRef], typed: str) -> list[TitleRef]:
    wanted = " ".join(typed.casefold().split())
    return [ref for ref in titles if wanted in named(ref).casefold()]
