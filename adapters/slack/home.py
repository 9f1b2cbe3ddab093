"""App Home: what somebody keeps with us and has chosen, made of what the commands of the same names show.

https://docs.slack.dev/surfaces/app-home
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from adapters.slack import render, views
from adapters.slack.client import JsonObject, SlackClient
from adapters.slack.parse_interactions import HOME, home
from bot.errors import TooLong
from bot.ports import InteractionSink
from bot.types import Author, CommandGiven
from bot.views import Form, Option, View

SECTIONS: Final[dict[str, tuple[str, str]]] = {
    "watchlist": ("watchlist show", "Watchlist"),
    "preferences": ("preferences", "Preferences"),
    "privacy": ("privacy show", "Privacy"),
}
PROMPTS: Final = (
    ("A film for tonight", "Something tense set in one room, under two hours"),
    ("More like one I know", "Something like Heat, but shorter"),
    ("For the family", "An animated film for all ages that adults enjoy too"),
    ("A series to start", "A crime series with short episodes"),
)
"""What a new direct message offers: a title and what it asks."""
_PROMPTS_TITLE: Final = "Tell me what you are in the mood for"


class Home:
    """Publishes people's App Homes."""

    def __init__(self, client: SlackClient, sink: InteractionSink) -> None:
        self._client, self._sink = client, sink

    async def publish(self, user: Author, section: str | None = None, shown: View | None = None) -> None:
        """Show somebody their Home; `shown` stands in `section` in place of what would stand there. Raises ChatError."""
        names = list(SECTIONS)
        made = await asyncio.gather(*(self._section(user, name) for name in names if name != section or shown is None))
        fresh = iter(made)
        contents = [shown if name == section and shown is not None else next(fresh) for name in names]
        blocks = [block for name, view in zip(names, contents, strict=True) for block in _blocks(name, view)]
        await self._client.call("views.publish", {"user_id": user.id, "view": {"type": "home", "blocks": blocks}})

    async def suggest_prompts(self, channel: str) -> None:
        """Offer first questions in a direct message. Raises ChatError."""
        prompts = [{"title": title, "message": message} for title, message in PROMPTS]
        arguments: JsonObject = {"channel_id": channel, "title": _PROMPTS_TITLE, "prompts": prompts}
        await self._client.call("assistant.threads.setSuggestedPrompts", arguments)

    async def _section(self, user: Author, name: str) -> View:
        caught = _Caught()
        command = CommandGiven(f"home-{name}", user, home(self._client.us, user.id), SECTIONS[name][0])
        await self._sink(command, caught)
        return caught.view


class _Caught:
    """A `Reply` that keeps what a command shows."""

    def __init__(self) -> None:
        self.view = View()

    async def tell(self, view: View) -> None:
        self.view = view

    async def change(self, view: View) -> None:
        self.view = view

    async def ask(self, form: Form) -> None:
        """App Home opens no forms by itself."""

    async def suggest(self, options: Sequence[Option]) -> None:
        """Nobody types."""


def _blocks(name: str, view: View) -> list[JsonObject]:
    header = {"type": "header", "text": {"type": "plain_text", "text": SECTIONS[name][1]}}
    shown = View(render.commands(view.text), view.cards, view.controls, view.foot)
    try:
        made = [header, *views.blocks(shown, "home")]
    except TooLong:
        made = [header, *views.blocks(View("There is more of it than fits here: use its command."), "home")]
    return [block | {"block_id": f"{HOME}{name}:{number}"} for number, block in enumerate(made)]
