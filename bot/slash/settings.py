"""/settings: what moderators choose for their server. Whoever asks is checked each time; each change is confirmed in words."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.ports import Reply
from bot.regions import REGIONS, region_of, suggest_regions
from bot.slash.context import Context
from bot.slash.declare import Choice, Command, CommandOption
from bot.slash.settings_words import (
    LANGUAGES,
    Wording,
    age_line,
    channels_line,
    language_line,
    limits_lines,
    overview,
    region_line,
)
from bot.store.servers import ServerChoices
from bot.types import CommandGiven, Place, SuggestionsWanted
from bot.views import Option, View
from bot.words import cut

OLDEST = 21  # no certificate asks for more
MOST = 2_000_000_000
CHANNELS = 50

COMMANDS = tuple(
    replace(command, moderators_only=True, in_direct=False)
    for command in (
        Command("settings show", "What this server has chosen, and what each choice means."),
        Command(
            "settings channels",
            "Where I answer: add or remove a channel; with neither, everywhere again.",
            (
                CommandOption("add", "Answer here, and in no channel that was not added", "channel"),
                CommandOption("remove", "Answer here no longer", "channel"),
                CommandOption("everywhere", "Answer in every channel", "flag"),
            ),
        ),
        Command(
            "settings language",
            "The language of my answers.",
            (
                CommandOption(
                    "language",
                    "The language, or that of each question",
                    "choice",
                    required=True,
                    choices=(Choice("question", "The question's own"), *(Choice(*item) for item in LANGUAGES.items())),
                ),
            ),
        ),
        Command(
            "settings age",
            "Suggest only what this age may watch; leave the age out to lift the ceiling.",
            (CommandOption("age", "In years, such as 12", "number", most=OLDEST),),
        ),
        Command(
            "settings region",
            "The country you watch in, for where to watch; leave it out to forget it.",
            (CommandOption("region", "Type its beginning and choose", suggests=True, most=100),),
        ),
        Command(
            "settings limits",
            "Most questions and model tokens a day; 0 lifts a limit.",
            (
                CommandOption(
                    "for",
                    "Whose limit",
                    "choice",
                    required=True,
                    choices=(
                        Choice("person", "Each person"),
                        Choice("channel", "Each channel"),
                        Choice("server", "The whole server", also=("workspace",)),
                    ),
                ),
                CommandOption("questions", "Most questions a day, 0 for no limit", "number", most=MOST),
                CommandOption("tokens", "Most tokens of the language model a day, 0 for no limit", "number", most=MOST),
            ),
        ),
        Command(
            "settings moderators",
            "Whether moderators have the daily limit of a person.",
            (CommandOption("unlimited", "True: they may ask without a limit of their own", "flag", required=True),),
        ),
    )
)


class _Unclear(Exception):
    """What was given cannot be chosen; the message is a sentence with the way out."""


async def settings(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Any of the commands."""
    place, terms = event.place, context.chats[event.place.platform].limits.terms
    if place.is_direct or not place.workspace:
        await reply.tell(View(f"Settings belong to a {terms.workspace}: use this command in one of its channels."))
    elif not event.user.may_moderate:
        who = f"{terms.moderators} of this {terms.workspace}"
        await reply.tell(View(f"Only {who} can see and change its settings: ask one of them."))
    else:
        await reply.tell(View(await _changed(context, event)))


async def suggest(_context: Context, event: SuggestionsWanted) -> list[Option]:
    """Countries."""
    return suggest_regions(event.typed)


async def _changed(context: Context, event: CommandGiven) -> str:
    """Make the change that a command asks for; returns what to say."""
    platform, workspace = event.place.platform, event.place.workspace

    chat = context.chats[platform]
    wording = Wording(lambda channel: chat.link(Place(platform, workspace, channel)), chat.limits.terms)
    change = _CHANGES.get(event.name)
    if change is None:
        return overview(await context.servers.choices(platform, workspace), wording)
    try:
        before, after = await context.servers.change(platform, workspace, lambda choices: change.make(choices, event, wording))
    except _Unclear as problem:
        return str(problem)
    return f"{'Changed' if after != before else 'It was so already'}. {change.say(after, wording)}"


@dataclass(frozen=True, slots=True)
class _Change:
    """How a command changes the choices (it may raise _Unclear), and how the result reads."""

    make: Callable[[ServerChoices, CommandGiven, Wording], ServerChoices]
    say: Callable[[ServerChoices, Wording], str]


def _channels(choices: ServerChoices, event: CommandGiven, wording: Wording) -> ServerChoices:
    add, remove = str(event.options.get("add", "")), str(event.options.get("remove", ""))
    if not add and not remove and not event.options.get("everywhere"):
        raise _Unclear(f"{channels_line(choices, wording)} Name a channel to add or to remove, or choose everywhere.")
    channels = () if event.options.get("everywhere") else choices.channels
    if add:
        channels = tuple(dict.fromkeys((*channels, add)))
    channels = tuple(channel for channel in channels if channel != remove)
    if len(channels) > CHANNELS:
        raise _Unclear(f"There are {CHANNELS} channels already: remove one, or choose everywhere.")
    if remove and not channels:
        raise _Unclear(
            f"{wording.link(remove)} is the only channel that I would answer in: add another first, or choose everywhere."
            if choices.channels
            else "I answer in every channel now: add the channels that you want, and I leave the others alone."
        )
    return replace(choices, channels=channels)


def _language(choices: ServerChoices, event: CommandGiven, _wording: Wording) -> ServerChoices:
    chosen = str(event.options.get("language", ""))
    if chosen != "question" and chosen not in LANGUAGES:
        raise _Unclear("Choose one of the languages that are offered.")
    return replace(choices, language="" if chosen == "question" else chosen)


def _age(choices: ServerChoices, event: CommandGiven, _wording: Wording) -> ServerChoices:
    age = event.options.get("age")
    if age is not None and not (isinstance(age, int) and 0 <= age <= OLDEST):
        raise _Unclear(f"Give an age from 0 to {OLDEST}, or leave it out to lift the ceiling.")
    return replace(choices, viewer_age=age)


def _region(choices: ServerChoices, event: CommandGiven, _wording: Wording) -> ServerChoices:
    typed = str(event.options.get("region", "")).strip()
    region = region_of(typed)
    if typed and region not in REGIONS:
        raise _Unclear(f"I know no country like “{cut(typed, 100)}”: type its beginning and choose one of the suggestions.")
    return replace(choices, region=region or "")


def _limits(choices: ServerChoices, event: CommandGiven, wording: Wording) -> ServerChoices:
    scope = event.options.get("for")
    given = {"runs": event.options.get("questions"), "tokens": event.options.get("tokens")}
    if scope not in {"person", "channel", "server"} or all(value is None for value in given.values()):
        whose = f"person, channel or {wording.terms.workspace}"
        raise _Unclear(f"Say whose limit ({whose}), and how many questions or tokens a day; 0 lifts a limit.")
    if any(isinstance(value, bool) or not isinstance(value, int) or value < 0 for value in given.values() if value is not None):
        raise _Unclear("Give a whole number, 0 to lift the limit.")
    after = choices
    for kind, value in given.items():
        if value is not None:
            after = _with_limit(after, f"{scope}_{kind}", int(value) or None)
    return after


def _with_limit(choices: ServerChoices, name: str, most: int | None) -> ServerChoices:
    return replace(choices, **{name: most})  # type: ignore[arg-type]  # the names are those of the limits


def _moderators(choices: ServerChoices, event: CommandGiven, _wording: Wording) -> ServerChoices:
    return replace(choices, moderators_unlimited=bool(event.options.get("unlimited")))


_CHANGES: dict[str, _Change] = {
    "settings channels": _Change(_channels, channels_line),
    "settings language": _Change(_language, language_line),
    "settings age": _Change(_age, age_line),
    "settings region": _Change(_region, region_line),
    "settings limits": _Change(_limits, lambda *given: "\n".join(limits_lines(*given))),
    "settings moderators": _Change(_moderators, lambda *given: limits_lines(*given)[-1]),
}
