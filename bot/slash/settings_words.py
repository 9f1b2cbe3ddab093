"""A server's choices in words, each with what it means and the command that changes it. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.regions import REGIONS
from bot.store.servers import ServerChoices
from bot.types import Terms
from bot.words import counted, listed

LANGUAGES = {"en": "English", "hu": "Hungarian", "es": "Spanish", "de": "German", "fr": "French"}
_CHANNELS_NAMED = 20


@dataclass(frozen=True, slots=True)
class Wording:
    """How a platform speaks of its places: `link` makes a channel's id what it shows as a link."""

    link: Callable[[str], str]
    terms: Terms


def overview(choices: ServerChoices, wording: Wording) -> str:
    """All of it."""
    lines = (
        ("channels", channels_line(choices, wording)),
        ("language", language_line(choices, wording)),
        ("age", age_line(choices, wording)),
        ("region", region_line(choices, wording)),
        ("limits", " ".join(limits_lines(choices, wording)[:-1])),
        ("moderators", limits_lines(choices, wording)[-1]),
    )
    labels = {"moderators": wording.terms.moderators}
    return "\n".join(
        f"**{labels.get(name, name).capitalize()}:** {line} Change it with /settings {name}." for name, line in lines
    )


def channels_line(choices: ServerChoices, wording: Wording) -> str:
    """Where we answer."""
    if not choices.channels:
        return "I answer in every channel that I can write in."
    named = [wording.link(channel) for channel in choices.channels[:_CHANNELS_NAMED]]
    more = len(choices.channels) - len(named)
    return f"I answer only in {listed([*named, counted(more, 'other')] if more else named)}, and in their threads."


def language_line(choices: ServerChoices, _wording: Wording) -> str:
    """In which language."""
    if not choices.language:
        return "I answer in the language of the question."
    return f"I answer in {LANGUAGES.get(choices.language, choices.language)}, whatever language a question is in."


def age_line(choices: ServerChoices, _wording: Wording) -> str:
    """For which age."""
    if choices.viewer_age is None:
        return "There is no age ceiling."
    return f"I suggest only titles whose certificate allows them at age {choices.viewer_age}."


def region_line(choices: ServerChoices, _wording: Wording) -> str:
    """For which country."""
    if not choices.region:
        return "No country is set, so I cannot say where to watch unless somebody sets their own in /preferences."
    return f"Where to watch is for {REGIONS.get(choices.region, choices.region)}, unless somebody set their own country."


def limits_lines(choices: ServerChoices, wording: Wording) -> list[str]:
    """How much a day, a line for each; the last is about moderators."""
    scopes = (
        ("Each person has", choices.person_runs, choices.person_tokens),
        ("Each channel has", choices.channel_runs, choices.channel_tokens),
        (f"The whole {wording.terms.workspace} has", choices.server_runs, choices.server_tokens),
    )
    lines = [f"{who} {_amount(runs, 'question')} and {_amount(tokens, 'model token')} a day." for who, runs, tokens in scopes]
    moderators = wording.terms.moderators.capitalize()
    if choices.moderators_unlimited:
        return [*lines, f"{moderators} may ask without a limit of their own."]
    return [*lines, f"{moderators} have the limit of a person like everybody."]


def _amount(most: int | None, noun: str) -> str:
    return counted(most, noun) if most is not None else f"any number of {noun}s"
