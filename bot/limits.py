"""Where and how often people may ask: what a server allows, in the words in which it is refused."""

from collections.abc import Mapping
from typing import Literal

from bot.ports import ChatPort
from bot.store.servers import ServerChoices, ServerStore
from bot.store.usage import UsageStore, Used
from bot.types import Author, Place, Platform, Terms
from bot.words import counted, listed, wait

_NAMED_CHANNELS = 5

Scope = Literal["person", "channel", "server"]


class Limits:
    """Checked before a question is written down. Questions that come within the same instant may pass together."""

    def __init__(self, servers: ServerStore, usage: UsageStore, chats: Mapping[Platform, ChatPort]) -> None:
        self._servers, self._usage, self._chats = servers, usage, chats

    async def check(self, place: Place, asker: Author) -> str | None:
        """Why this person may not ask here now, as one sentence with the way out; None if they may."""
        choices = await self._servers.choices(place.platform, place.workspace)
        if choices.channels and not place.is_direct and place.channel not in choices.channels:
            return self._elsewhere(place, choices)
        terms = self._chats[place.platform].limits.terms
        return used_up(choices, await self._usage.today(place, asker), place, asker, terms)

    def _elsewhere(self, place: Place, choices: ServerChoices) -> str:
        chat = self._chats[place.platform]
        links = [chat.link(Place(place.platform, place.workspace, channel)) for channel in choices.channels[:_NAMED_CHANNELS]]
        return f"On this {chat.limits.terms.workspace} I answer in {listed(links, 'or')}: ask me there."


def used_up(choices: ServerChoices, used: Used, place: Place, asker: Author, terms: Terms) -> str | None:
    """The first limit of the day that is reached, in words; None if there is none. Pure."""
    who = {"person": "You have", "channel": "This channel has", "server": f"This {terms.workspace} has"}
    when = f"in {wait(used.resets_in)}, at midnight UTC"
    for scope in _scopes(choices, place, asker):
        runs, most_runs = getattr(used, f"{scope}_runs"), getattr(choices, f"{scope}_runs")
        if most_runs is not None and runs >= most_runs:
            return f"{who[scope]} used up today's {counted(most_runs, 'question')}: ask again {when}."
        tokens, most_tokens = getattr(used, f"{scope}_tokens"), getattr(choices, f"{scope}_tokens")
        if most_tokens is not None and tokens >= most_tokens:
            return f"{who[scope]} used up today's {counted(most_tokens, 'token')} of the language model: ask again {when}."
    return None


def _scopes(choices: ServerChoices, place: Place, asker: Author) -> list[Scope]:
    scopes: list[Scope] = []
    if not (choices.moderators_unlimited and asker.may_moderate):
        scopes.append("person")
    if not place.is_direct:
        scopes += ["channel", "server"]
    return scopes
