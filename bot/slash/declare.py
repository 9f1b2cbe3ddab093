"""What a command looks like to whoever types it. Adapters register commands from these values."""

from dataclasses import dataclass
from typing import Literal

COMMAND_NAME_LENGTH = 32
DESCRIPTION_LENGTH = 100

OptionKind = Literal["text", "number", "flag", "choice", "channel"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a "choice" option takes, and the word for it. `also`: what else may be typed where there is no menu."""

    value: str
    label: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandOption:
    """One thing to type. A "channel" arrives as the channel's id, a "flag" as a bool, a "number" as an int of at least `least`.

    `suggests`: what fits is offered while it is typed, by `SuggestionsWanted`.
    """

    name: str
    description: str
    kind: OptionKind = "text"
    required: bool = False
    suggests: bool = False
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int | None = None  # of a number its size, of a text its characters


@dataclass(frozen=True, slots=True)
class Command:
    """A command, named as in `CommandGiven.name`: "recommend", or a subcommand after a space, "watchlist add".

    `moderators_only`: offered to people who may manage the server; the handler checks again. `in_direct`: works in direct
    messages too. `on_message`: a command in a message's menu, with a title for a name and no description or options.
    """

    name: str
    description: str = ""
    options: tuple[CommandOption, ...] = ()
    moderators_only: bool = False
    in_direct: bool = True
    on_message: bool = False
