"""What a visitor of the sandbox page can do, read from JSON and done in the world. Every refusal is one plain sentence."""

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from adapters.sandbox.discord.errors import ApiError, JsonObject
from adapters.sandbox.discord.world import World

Id: TypeAlias = Annotated[str, StringConstraints(pattern=r"^\d{1,20}$")]
Text: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=16_000)]
"""More than the page's box takes: that a message is too long for Discord, the world says in its own words."""
Emoji: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=32)]
FaultKind: TypeAlias = Literal["drop_gateway", "rate_limit_edit", "slow"]
MakeTrouble: TypeAlias = Callable[[FaultKind], str]
"""Arranges a fault and says in one sentence what will happen."""


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


class Lock(_Action):
    """Lock a thread, as a moderator."""

    type: Literal["lock"]
    user_id: Id
    channel_id: Id


class Fault(_Action):
    """Make trouble for the bot."""

    type: Literal["fault"]
    kind: FaultKind


Action: TypeAlias = Annotated[Post | Edit | Delete | React | OpenDm | Lock | Fault, Field(discriminator="type")]
_ACTIONS: TypeAdapter[Action] = TypeAdapter(Action)

# Discord's codes in the words of somebody who has just tried to do something.
_SENTENCES = {
    10003: "This channel or thread no longer exists: choose another one on the left.",
    10008: "This message no longer exists.",
    10014: "This is not an emoji that can be used here.",
    20016: "Slow mode is on here: wait a moment and send it again.",
    30010: "This message already has twenty different reactions: remove one first.",
    50001: "This person cannot see the channel: write as somebody else.",
    50005: "Only the author can edit a message.",
    50006: "The message is empty: write something first.",
    50013: "This person is not allowed to do that here: try it as the moderator.",
    50035: "The message is too long: Discord takes 2,000 characters.",
    50083: "This thread is locked or archived: a moderator can still write in it.",
}


def read_action(raw: str) -> Action:
    """One action from its JSON. Raises ActionError."""
    try:
        return _ACTIONS.validate_json(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the message"
        raise ActionError(f"The page sent something that cannot be read ({where}: {first['msg']}): reload it.") from error


def perform(action: Action, world: World, trouble: MakeTrouble) -> JsonObject:
    """Do it; returns what the page needs to go on (the new message's or channel's id, or a sentence). Raises ActionError."""
    try:
        return _perform(action, world, trouble)
    except ApiError as error:
        raise ActionError(_SENTENCES.get(error.code, f"The sandbox refused: {error.message}.")) from error


def _perform(action: Action, world: World, trouble: MakeTrouble) -> JsonObject:
    match action:
        case Post():
            _check_person(world, action.user_id)
            message = world.person_posts(action.user_id, action.channel_id, action.content, reply_to=action.reply_to)
            return {"message_id": message.id}
        case Edit():
            _check_person(world, action.user_id)
            if world.message(action.message_id).author_id != action.user_id:
                raise ActionError(_SENTENCES[50005])
            world.person_edits(action.message_id, action.content)
        case Delete():
            _check_person(world, action.user_id)
            world.person_deletes(action.message_id, by=action.user_id)
        case React():
            _check_person(world, action.user_id)
            act = world.person_reacts if action.type == "react" else world.person_unreacts
            act(action.user_id, action.channel_id, action.message_id, action.emoji)
        case OpenDm():
            _check_person(world, action.user_id)
            return {"channel_id": world.open_dm(action.user_id).id}
        case Lock():
            _check_moderator(world, action.user_id)
            world.lock_thread(action.channel_id)
        case Fault():
            return {"said": trouble(action.kind)}
    return {}


def _check_person(world: World, user_id: str) -> None:
    person = world.state.people.get(user_id)
    if person is None or person.bot:
        raise ActionError("Nobody of that name can write here: choose a person at the bottom left.")


def _check_moderator(world: World, user_id: str) -> None:
    _check_person(world, user_id)
    if world.moderator_role_id not in world.state.people[user_id].role_ids:
        raise ActionError("Only a moderator can lock a thread: write as one (bottom left) and try again.")
