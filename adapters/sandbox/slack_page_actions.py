"""What a visitor of the page's Slack look can do, read from JSON. `slack_page_perform` does it.

The page names a message `<channel>/<ts>`, and a thread by its parent message.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from adapters.sandbox.page_actions import Text, read_as

_CHANNEL = r"[CDG][A-Z0-9]{1,20}"
_MESSAGE = rf"{_CHANNEL}/\d{{1,12}}\.\d{{6}}"
UserId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[UW][A-Z0-9]{1,20}$")]
PlaceId: TypeAlias = Annotated[str, StringConstraints(pattern=rf"^(?:{_CHANNEL}|{_MESSAGE})$")]
"""A channel or a thread."""
MessageId: TypeAlias = Annotated[str, StringConstraints(pattern=rf"^{_MESSAGE}$")]
ViewId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^V[A-Z0-9]{1,20}$")]
SurfaceId: TypeAlias = Annotated[str, StringConstraints(pattern=rf"^(?:{_MESSAGE}|V[A-Z0-9]{{1,20}})$")]
"""What blocks stand in: a message or a view."""
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=255)]
Value: TypeAlias = Annotated[str, StringConstraints(max_length=3000)]


class _Action(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    ref: int = Field(ge=0)


class _Acted(_Action):
    user_id: UserId


class Post(_Acted):
    """Write a message; one that begins with a slash is a command."""

    type: Literal["post"]
    channel_id: PlaceId
    content: Text


class Edit(_Acted):
    """Change one's own message."""

    type: Literal["edit"]
    message_id: MessageId
    content: Text


class Delete(_Acted):
    """Delete one's own message, or as an admin anybody's."""

    type: Literal["delete"]
    message_id: MessageId


class React(_Acted):
    """Add a reaction, by name, or take it away."""

    type: Literal["react", "unreact"]
    message_id: MessageId
    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_+'-]{1,80}$")]


class OpenApp(_Acted):
    """Open the app at one of its tabs; Messages is the direct message."""

    type: Literal["open_app"]
    tab: Literal["home", "messages"]


class Commands(_Acted):
    """Ask for the commands and shortcuts offered in a place."""

    type: Literal["commands"]
    channel_id: PlaceId


class UseCommand(_Acted):
    """Give a slash command: its name without the slash, and what is written behind it."""

    type: Literal["command"]
    channel_id: PlaceId
    name: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    options: Annotated[dict[str, Value], Field(max_length=1)] = Field(default_factory=dict)


class UseShortcut(_Acted):
    """Choose a shortcut, by its callback id, from a message's menu."""

    type: Literal["shortcut"]
    message_id: MessageId
    name: Name


class Click(_Acted):
    """Press a button; of feedback buttons the one with `value`."""

    type: Literal["click"]
    surface_id: SurfaceId
    block_id: Name
    action_id: Name
    value: Annotated[str, StringConstraints(max_length=2000)] | None = None


class Select(_Acted):
    """Choose from a menu."""

    type: Literal["select"]
    surface_id: SurfaceId
    block_id: Name
    action_id: Name
    values: Annotated[list[Annotated[str, StringConstraints(max_length=255)]], Field(max_length=100)]


class TypeOption(_Acted):
    """Have typed so much into a menu whose choices the app looks for."""

    type: Literal["type_option"]
    surface_id: SurfaceId
    block_id: Name
    action_id: Name
    typed: Annotated[str, StringConstraints(max_length=150)]


class SendForm(_Acted):
    """Fill in and send a modal: texts by action id."""

    type: Literal["form"]
    view_id: ViewId
    answers: Annotated[dict[str, Value], Field(max_length=100)]


class CloseView(_Acted):
    """Close a modal."""

    type: Literal["close_view"]
    view_id: ViewId


class Dismiss(_Acted):
    """Put away a message that only oneself can see."""

    type: Literal["dismiss"]
    message_id: MessageId


class PickPrompt(_Acted):
    """Pick a suggested prompt of one's direct message."""

    type: Literal["prompt"]
    title: Name


class Stop(_Acted):
    """Press the native stop button of a thread."""

    type: Literal["stop"]
    channel_id: MessageId


class Fault(_Action):
    """Make trouble for the app; the kinds are those of `slack_page_faults`."""

    type: Literal["fault"]
    kind: Annotated[str, StringConstraints(max_length=40)]


Interacting: TypeAlias = UseCommand | UseShortcut | Click | Select | TypeOption | SendForm
"""Actions that become an interaction with the app."""
Writing: TypeAlias = Post | Edit | Delete | React | Dismiss | PickPrompt | Stop | CloseView
SlackAction: TypeAlias = Annotated[Writing | Interacting | OpenApp | Commands | Fault, Field(discriminator="type")]
_ACTIONS: TypeAdapter[SlackAction] = TypeAdapter(SlackAction)


def read_action(raw: str) -> SlackAction:
    """One action from its JSON. Raises ActionError."""
    return read_as(_ACTIONS, raw)
