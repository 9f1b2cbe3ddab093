"""What the page's tests put before people in place of the bot: commands, messages of components, answers to clicks."""

import asyncio
from collections.abc import Callable, Sequence

from playwright.async_api import Page, expect

from adapters.sandbox.discord.commands import read_command
from adapters.sandbox.discord.components import read_components
from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.forms import read_form
from adapters.sandbox.discord.messages import Draft
from adapters.sandbox.discord.model import Callback, Interaction, InteractionKind, Message
from tests.journeys.browser import Sandbox

V2, EPHEMERAL = 1 << 15, 1 << 6
COMMANDS: list[JsonObject] = [
    {
        "name": "similar",
        "description": "Titles like one that you name",
        "options": [
            {"type": 3, "name": "title", "description": "Type its beginning", "required": True, "autocomplete": True},
            {"type": 4, "name": "year", "description": "Not older than", "min_value": 1900, "max_value": 2030},
        ],
    },
    {
        "name": "watchlist",
        "description": "Your list",
        "options": [
            {"type": 1, "name": "show", "description": "See your list"},
            {"type": 1, "name": "clear", "description": "Empty your list"},
        ],
    },
    {"name": "settings", "description": "For moderators", "default_member_permissions": str(1 << 5)},
    {"name": "Ask Matinee", "type": 3},
]


def register(sandbox: Sandbox, commands: Sequence[JsonObject] = COMMANDS) -> None:
    """Register commands as the bot does."""
    state = sandbox.world.state
    state.commands = [read_command(one) | {"id": state.new_id()} for one in commands]
    sandbox.world.feed.publish("commands", {"count": len(commands)})


async def type_command(page: Page, text: str) -> None:
    """Type a command letter by letter, as soon as the page knows that there are any: before that, it is a message."""
    box = page.locator("#box")
    await box.press_sequentially("/")
    await expect(page.locator("#suggestions [role=option]").first).to_be_visible()
    await box.press_sequentially(text.removeprefix("/"))


def show(sandbox: Sandbox, *parts: JsonObject, text: str = "", channel: str | None = None) -> Message:
    """The bot posts components, alone or under a text."""
    made = read_components(list(parts), v2=not text, media=lambda url: {"url": url})
    draft = Draft(text, flags=0 if text else V2, components=made)
    return sandbox.world.post(sandbox.world.bot_id, channel or sandbox.channel(), draft)


def button(label: str, custom_id: str | None = None, **more: object) -> JsonObject:
    """A button; its custom id is its label if not given."""
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id or label} | more


def row(*parts: JsonObject) -> JsonObject:
    """An action row."""
    return {"type": 1, "components": list(parts)}


def say(text: str) -> JsonObject:
    """A text display."""
    return {"type": 10, "content": text}


async def last(sandbox: Sandbox, kind: InteractionKind, fits: Callable[[Interaction], bool] = lambda _: True) -> Interaction:
    """The newest interaction of a kind, once there is one that waits."""
    async with asyncio.timeout(60):
        while True:
            for one in reversed(sandbox.world.state.interactions.values()):
                if one.kind is kind and one.waiting and fits(one):
                    return one
            await asyncio.sleep(0.02)


def suggest(sandbox: Sandbox, asked: Interaction, **choices: str) -> None:
    """Answer an autocompletion: the choices' names by their values."""
    found: tuple[JsonObject, ...] = tuple({"name": name, "value": value} for value, name in choices.items())
    sandbox.world.answer_with(asked, Callback.CHOICES, choices=found)


def ask_form(sandbox: Sandbox, clicked: Interaction, *fields: JsonObject, title: str = "Feedback") -> None:
    """Answer a click with a form of text inputs."""
    labels = [{"type": 18, "label": one.pop("label"), "component": {"type": 4, "style": 1} | one} for one in fields]
    form = read_form({"custom_id": "form", "title": title, "components": labels})
    sandbox.world.answer_with(clicked, Callback.FORM, form=form)


def no_answer(sandbox: Sandbox) -> None:
    """The three seconds that an answer may take are over."""
    sandbox.world.pass_time(4)
