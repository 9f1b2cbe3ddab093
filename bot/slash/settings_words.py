"""A server's choices in words, each with what it means and the command that changes it. Pure."""

from collections.abc import Callable

from bot.regions import REGIONS
from bot.store.servers import ServerChoices
from bot.words import counted, listed

LANGUAGES = {"en": "English", "hu": "Hungarian", "es": "Spanish", "de": "German", "fr": "French"}
_CHANNELS_NAMED = 20


def overview(choices: ServerChoices, link: Callable[[str], str]) -> str:
    """All of it."""
    lines = (
        ("channels", channels_line(choices, link)),
        ("language", language_line(choices)),
        ("age", age_line(choices)),
        ("region", region_line(choices)),
        ("limits", " ".join(limits_lines(choices)[:-1])),
        ("moderators", limits_lines(choices)[-1]),
    )
    return "\n".join(f"**{name.capitalize()}:** {line} Change it with /settings {name}." for name, line in lines)


def channels_line(choices: ServerChoices, link: Callable[[str], str]) -> str:
    """Where we answer."""
    if not choices.channels:
        return "I answer in every channel that I can write in."
    named = [link(channel) for channel in choices.channels[:_CHANNELS_NAMED]]
    more = len(choices.channels) - len(named)
    return f"I answer only in {listed([*named, counted(more, 'other')] if more else named)}, and in their threads."


def language_line(choices: ServerChoices) -> str:
    """In which language."""
    if not choices.language:
        return "I answer in the language of the question."
    return f"I answer in {LANGUAGES.get(choices.language, choices.language)}, whatever language a question is in."


def age_line(choices: ServerChoices) -> str:
    """For which age."""
    if choices.viewer_age is None:
        return "There is no age ceiling."
    return f"I suggest only titles whose certificate allows them at age {choices.viewer_age}."


def region_line(choices: ServerChoices) -> str:
    """For which country."""
    if not choices.region:
        return "No country is set, so I cannot say where to watch unless somebody sets their own in /preferences."
    return f"Where to watch is for {REGIONS.get(choices.region, choices.region)}, unless somebody set their own country."


def limits_lines(choices: ServerChoices) -> list[str]:
    """How much a day, a line for each; the last is about moderators."""
    scopes = (
        ("Each person has", choices.person_runs, choices.person_tokens),
        ("Each channel has", choices.channel_runs, choices.channel_tokens),
        ("The whole server has", choices.server_runs, choices.server_tokens),
    )
    lines = [f"{who} {_amount(runs, 'question')} and {_amount(tokens, 'model token')} a day." for who, runs, tokens in scopes]
    if choices.moderators_unlimited:
        return [*lines, "Moderators may ask without a limit of their own."]
    return [*lines, "Moderators have the limit of a person like everybody."]


def _amount(most: int | None, noun: str) -> str:
    return counted(most, noun) if most is not None else f"any number of {noun}s"
