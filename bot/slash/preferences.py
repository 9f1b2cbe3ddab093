"""/preferences: what a person chooses for themselves, wherever they are."""

from dataclasses import replace

from bot import actions
from bot.ports import Reply
from bot.regions import REGIONS, region_of, suggest_regions
from bot.slash.context import Context, show_again
from bot.slash.declare import Command, CommandOption
from bot.store.people import PersonChoices
from bot.types import Clicked, CommandGiven, SuggestionsWanted, Terms
from bot.views import Button, Option, View
from bot.words import cut

COMMANDS = (
    Command(
        "preferences",
        "Your own choices: memory of your taste, notices, and the country you watch in.",
        (CommandOption("region", "The country you watch in, for where to watch", suggests=True, most=100),),
    ),
)


def view(choices: PersonChoices, terms: Terms, said: str = "") -> View:
    """The choices in words, with a button to change each. Pure."""
    taste = (
        "**Taste:** what you like and do not like counts in all your conversations with me."
        if choices.everywhere
        else "**Taste:** what you like and do not like counts only in the conversation where you said so."
    )
    notices = (
        "**Notices:** I tell you when an answer that took long is ready."
        if choices.notices
        else "**Notices:** I finish long answers without telling you."
    )
    region = (
        f"**Region:** {REGIONS.get(choices.region, choices.region)}."
        if choices.region
        else f"**Region:** the {terms.workspace}'s. Use /preferences with a region to set your own."
    )
    buttons = [
        _button("everywhere", not choices.everywhere, "Remember taste everywhere", "Keep taste to each conversation"),
        _button("notices", not choices.notices, "Turn notices on", "Turn notices off"),
    ]
    if choices.region:
        buttons.append(Button(actions.write(actions.Choose("region", on=False)), f"Use the {terms.workspace}'s region"))
    return View("\n".join(part for part in (said, taste, notices, region) if part), controls=(tuple(buttons),))


def _button(choice: actions.ChoiceName, on: bool, to_on: str, to_off: str) -> Button:
    return Button(actions.write(actions.Choose(choice, on)), to_on if on else to_off)


async def preferences(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Show the choices; a region that was named is chosen first."""
    platform, person = event.place.platform, event.user.id
    typed, said = str(event.options.get("region", "")).strip(), ""
    region = region_of(typed)
    if region:
        choices = await context.people.change(platform, person, lambda before: replace(before, region=region))
        said = f"Your region is {REGIONS[region]} now."
    else:
        choices = await context.people.choices(platform, person)
    if typed and not region:
        said = f"I know no country like “{cut(typed, 100)}”: type its beginning and choose one of the suggestions."
    await reply.tell(view(choices, context.chats[platform].limits.terms, said))


def changed(choices: PersonChoices, action: actions.Choose) -> PersonChoices:
    """The choices after a click. Pure."""
    match action.choice:
        case "everywhere":
            return replace(choices, everywhere=action.on)
        case "notices":
            return replace(choices, notices=action.on)
        case "region":
            return replace(choices, region="")


async def choose(context: Context, event: Clicked, reply: Reply, action: actions.Choose) -> None:
    """A button under them."""
    platform = event.place.platform
    choices = await context.people.change(platform, event.user.id, lambda before: changed(before, action))
    await show_again(reply, view(choices, context.chats[platform].limits.terms, "Changed."))


async def suggest(_context: Context, event: SuggestionsWanted) -> list[Option]:
    """Countries."""
    return suggest_regions(event.typed)
