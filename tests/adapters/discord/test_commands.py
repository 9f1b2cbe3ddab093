"""Our commands as Discord registers them."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.commands import digest, payload, register
from bot.slash.declare import Choice, Command, CommandOption

COMMANDS = (
    Command("similar", "Films like one", (CommandOption("title", "Which one", required=True, suggests=True),)),
    Command("watchlist show", "What is on your list"),
    Command("watchlist add", "Put a title on your list", (CommandOption("title", "Which one", required=True, suggests=True),)),
    Command("settings channels", "Where I answer", (CommandOption("channel", "Where", "channel"),), moderators_only=True),
    Command(
        "settings limits",
        "How much a day",
        (
            CommandOption("answers", "Most answers", "number", least=1, most=500),
            CommandOption("who", "For whom", "choice", required=True, choices=(Choice("user", "each person"),)),
            CommandOption("strict", "Strictly", "flag"),
        ),
        moderators_only=True,
        in_direct=False,
    ),
    Command("Ask Matinee", on_message=True),
)


def as_discord_answers(part: dict[str, Any]) -> dict[str, Any]:
    """A command as Discord gives it back: with ids and defaults, and without what is as usual."""
    made = {key: value for key, value in part.items() if value not in (None, False, [], "")}
    if "default_member_permissions" in made:
        made["default_member_permissions"] = str(made["default_member_permissions"])
    made["options"] = [as_discord_answers(option) for option in part.get("options", [])]
    if not made["options"]:
        del made["options"]
    return made | {"id": str(random.randrange(10**18)), "version": "1", "nsfw": False, "name_localizations": None}


class Server:
    """Discord's list of commands, and what it was asked."""

    def __init__(self, has: list[dict[str, Any]]) -> None:
        self.has, self.asked = has, list[str]()

    async def request(self, route: Any, *, json: Any = None) -> Any:
        """As discord.py's client."""
        self.asked.append(f"{route.method} {route.path.format(application_id=7)}")
        if route.method == "PUT":
            self.has = [as_discord_answers(command) for command in json]
        return self.has


async def test_they_are_registered_once_and_only_when_they_differ() -> None:
    """A first start registers, a second asks and leaves it; another wording registers anew, for all servers at once."""
    server: Any = Server([])
    assert await register(server, 7, COMMANDS)
    assert not await register(server, 7, COMMANDS)
    changed = (Command("similar", "Other words", COMMANDS[0].options), *COMMANDS[1:])
    assert await register(server, 7, changed)
    path = "/applications/7/commands"
    assert server.asked == [f"GET {path}", f"PUT {path}", f"GET {path}", f"GET {path}", f"PUT {path}"]


@given(st.permutations(COMMANDS))
def test_the_order_of_commands_makes_no_difference(commands: list[Command]) -> None:
    """Discord keeps its own order; that of subcommands is kept as it is."""
    keep = sorted(commands, key=lambda command: COMMANDS.index(command) if " " in command.name else -1)
    assert digest(payload(keep)) == digest(payload(COMMANDS))


@pytest.mark.parametrize(
    "other",
    [
        Command("similar", "Films like another", COMMANDS[0].options),
        Command("similar", "Films like one"),
        Command("similar", "Films like one", (CommandOption("title", "Which one", required=True),)),
        Command("similar", "Films like one", COMMANDS[0].options, moderators_only=True),
        Command("similar", "Films like one", COMMANDS[0].options, in_direct=False),
    ],
)
def test_whatever_people_would_notice_makes_a_difference(other: Command) -> None:
    """A changed description, option, suggestion, right or place registers anew."""
    assert digest(payload((other, *COMMANDS[1:]))) != digest(payload(COMMANDS))


def test_what_is_sent() -> None:
    """Subcommands are gathered under their first word, required options come first, message commands have a name alone."""
    similar, watchlist, settings, ask = payload(COMMANDS)
    assert similar["options"] == [
        {"name": "title", "type": 3, "description": "Which one", "required": True, "autocomplete": True}
    ]
    assert [(option["name"], option["type"]) for option in watchlist["options"]] == [("show", 1), ("add", 1)]
    assert watchlist["default_member_permissions"] is None
    assert settings["default_member_permissions"] == 1 << 5
    assert settings["contexts"] == [0, 1]
    who, answers, strict = settings["options"][1]["options"]
    assert (who["type"], who["choices"]) == (3, [{"name": "each person", "value": "user"}])
    assert (answers["type"], answers["min_value"], answers["max_value"], strict["type"]) == (4, 1, 500, 5)
    assert settings["options"][0]["options"][0]["type"] == 7
    assert (ask["type"], "description" in ask, "options" in ask) == (3, False, False)
