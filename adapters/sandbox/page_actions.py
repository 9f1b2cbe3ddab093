"""What a visitor of the sandbox page can do, read from JSON. `page_perform` does it."""

from typing import Annotated, Literal, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^\d{1,20}$")]
Text: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=16_000)]
"""More than the page's box takes: that a message is too long for Discord, the world says in its own words."""
Emoji: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=32)]
CustomId: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=100)]
CommandName: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=98)]
"""Three names of 32 characters with spaces between: command, group, subcommand."""
OptionValue: TypeAlias = StrictBool | StrictInt | StrictFloat | Annotated[str, StringConstraints(max_length=6000)]
Options: TypeAlias = Annotated[dict[str, OptionValue], Field(max_length=25)]
PlaceChange: TypeAlias = Literal["lock", "archive", "slow_mode", "age_restricted", "bot_muted", "moderators_only"]
"""What a moderator may switch on and off in a channel or thread."""


ActionT = TypeVar("ActionT")


class ActionError(Exception):
    """An action that was not done; the message says why, in one sentence for people."""


class _Action(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    ref: int = Field(ge=0)


class Post(_Action):
    """Write a message, as an answer to another if `reply_to` is given."""

    type: Literal["post"]
    user_id: Id
    channel_id: Id
    content: Text
    reply_to: Id | None = None


class Edit(_Action):
    """Change one's own message."""

    type: Literal["edit"]
    user_id: Id
    message_id: Id
    content: Text


class Delete(_Action):
    """Delete one's own message, or as a moderator anybody's."""

    type: Literal["delete"]
    user_id: Id
    message_id: Id


class React(_Action):
    """Add a reaction or take it away."""

    type: Literal["react", "unreact"]
    user_id: Id
    channel_id: Id
    message_id: Id
    emoji: Emoji


class OpenDm(_Action):
    """Open the direct-message channel with the bot."""

    type: Literal["open_dm"]
    user_id: Id


class Commands(_Action):
    """Ask which commands somebody is offered in a place."""

    type: Literal["commands"]
    user_id: Id
    channel_id: Id


class UseCommand(_Action):
    """Give a slash command: `name` without the slash, subcommands after spaces."""

    type: Literal["command"]
    user_id: Id
    channel_id: Id
    name: CommandName
    options: Options = Field(default_factory=dict)


class TypeOption(_Action):
    """Have typed so much of an option that the bot completes; `others` are the options filled in already."""

    type: Literal["type_option"]
    user_id: Id
    channel_id: Id
    name: CommandName
    option: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    typed: Annotated[str, StringConstraints(max_length=6000)]
    others: Options = Field(default_factory=dict)


class UseMessageCommand(_Action):
    """Choose a command from a message's menu."""

    type: Literal["message_command"]
    user_id: Id
    channel_id: Id
    message_id: Id
    name: CommandName


class Click(_Action):
    """Press a button of a message."""

    type: Literal["click"]
    user_id: Id
    message_id: Id
    custom_id: CustomId


class Select(_Action):
    """Choose from a menu of a message."""

    type: Literal["select"]
    user_id: Id
    message_id: Id
    custom_id: CustomId
    values: Annotated[list[Annotated[str, StringConstraints(max_length=100)]], Field(max_length=25)]


class SendForm(_Action):
    """Fill in the form that an interaction opened: texts by the fields' custom ids."""

    type: Literal["form"]
    user_id: Id
    interaction_id: Id
    answers: Annotated[dict[str, Annotated[str, StringConstraints(max_length=6000)]], Field(max_length=5)]


class Dismiss(_Action):
    """Put away a message that only oneself can see."""

    type: Literal["dismiss"]
    user_id: Id
    message_id: Id


class ChangePlace(_Action):
    """Change a channel or thread, as a moderator."""

    type: Literal["place"]
    user_id: Id
    channel_id: Id
    change: PlaceChange
    on: bool


class Fault(_Action):
    """Make trouble for the bot; the kinds are those of `page_faults`."""

    type: Literal["fault"]
    kind: Annotated[str, StringConstraints(max_length=40)]


Interacting: TypeAlias = UseCommand | TypeOption | UseMessageCommand | Click | Select | SendForm
"""Actions that become an interaction of Discord."""
Action: TypeAlias = Annotated[
    Post | Edit | Delete | React | OpenDm | Commands | Interacting | Dismiss | ChangePlace | Fault,
    Field(discriminator="type"),
]
_ACTIONS: TypeAdapter[Action] = TypeAdapter(Action)


def read_action(raw: str) -> Action:
    """One action from its JSON. Raises ActionError."""
    return read_as(_ACTIONS, raw)


def read_as(kinds: TypeAdapter[ActionT], raw: str) -> ActionT:
    """One of several kinds of actions from its JSON. Raises ActionError."""
    try:
        return kinds.validate_json(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the message"
        raise ActionError(f"The page sent something that cannot be read ({where}: {first['msg']}): reload it.") from error
