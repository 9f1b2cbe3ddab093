"""Does in the world what a visitor of the sandbox page asks for. Every refusal is one plain sentence."""

from adapters.sandbox.discord.errors import ApiError, JsonObject
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.model import ChannelKind, Interaction
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_actions import (
    Action,
    ActionError,
    ChangePlace,
    Click,
    Commands,
    Delete,
    Dismiss,
    Edit,
    Fault,
    Interacting,
    OpenDm,
    Post,
    React,
    Select,
    SendForm,
    TypeOption,
    UseCommand,
    UseMessageCommand,
)
from adapters.sandbox.page_faults import TROUBLES
from adapters.sandbox.page_troubles import make_trouble

SLOW_MODE_SECONDS = 30

# Discord's codes in the words of somebody who has just tried to do something.
_SENTENCES = {
    10003: "This channel or thread no longer exists: choose another one on the left.",
    10008: "This message no longer exists.",
    10014: "This is not an emoji that can be used here.",
    10062: "Discord no longer knows this form: open it again.",
    10063: "This command is not there, or not complete: type / to see those that are.",
    20016: "Slow mode is on here: wait a moment and send it again.",
    30010: "This message already has twenty different reactions: remove one first.",
    50001: "This person cannot see the channel: write as somebody else.",
    50005: "Only the author can edit a message.",
    50006: "The message is empty: write something first.",
    50013: "This person is not allowed to do that here: try it as the moderator.",
    50035: "The message is too long: Discord takes 2,000 characters.",
    50083: "This thread is locked or archived: a moderator can still write in it.",
}


def perform(action: Action, world: World, faults: Faults) -> JsonObject:
    """Do it; returns what the page needs to go on (an id, the commands, or a sentence). Raises ActionError."""
    if not isinstance(action, Fault):
        _check_person(world, action.user_id)
    try:
        return _perform(action, world, faults)
    except ApiError as error:
        raise ActionError(_sentence(action, error)) from error


def _perform(action: Action, world: World, faults: Faults) -> JsonObject:
    match action:
        case UseCommand() | TypeOption() | UseMessageCommand() | Click() | Select() | SendForm():
            return {"interaction_id": _interact(action, world).id}
        case Fault():
            return {"said": make_trouble(TROUBLES, faults, action.kind)}
        case Commands():
            return {"commands": world.commands_for(action.user_id, action.channel_id)}
        case OpenDm():
            return {"channel_id": world.open_dm(action.user_id).id}
        case ChangePlace():
            _change_place(action, world)
            return {}
        case _:
            return _write(action, world)


def _write(action: Post | Edit | Delete | React | Dismiss, world: World) -> JsonObject:
    match action:
        case Post():
            message = world.person_posts(action.user_id, action.channel_id, action.content, reply_to=action.reply_to)
            return {"message_id": message.id}
        case Edit():
            if world.message(action.message_id).author_id != action.user_id:
                raise ActionError(_SENTENCES[50005])
            world.person_edits(action.message_id, action.content)
        case Delete():
            world.person_deletes(action.message_id, by=action.user_id)
        case React():
            act = world.person_reacts if action.type == "react" else world.person_unreacts
            act(action.user_id, action.channel_id, action.message_id, action.emoji)
        case Dismiss():
            world.person_dismisses(action.user_id, action.message_id)
    return {}


def _interact(action: Interacting, world: World) -> Interaction:
    who = action.user_id
    match action:
        case UseCommand():
            return world.person_uses_command(who, action.channel_id, action.name, action.options)
        case TypeOption():
            return world.person_types_option(who, action.channel_id, action.name, action.option, action.typed, action.others)
        case UseMessageCommand():
            return world.person_uses_message_command(who, action.channel_id, action.message_id, action.name)
        case Click():
            return world.person_clicks(who, action.message_id, action.custom_id)
        case Select():
            return world.person_selects(who, action.message_id, action.custom_id, action.values)
        case SendForm():
            return world.person_sends_form(who, action.interaction_id, action.answers)


def _change_place(action: ChangePlace, world: World) -> None:
    _check_moderator(world, action.user_id)
    place = world.state.channel(action.channel_id)
    _check_place(action, place.kind)
    match action.change:
        case "lock":
            world.lock_thread(place.id, locked=action.on)
        case "archive":
            world.archive_thread(place.id, archived=action.on)
        case "slow_mode":
            world.set_slow_mode(place.id, SLOW_MODE_SECONDS if action.on else 0)
        case "age_restricted":
            world.set_age_restricted(place.id, restricted=action.on)
        case "moderators_only":
            (world.deny if action.on else world.allow)("view_channel", place.id, to=world.state.guild_id)
            for role_id in (world.moderator_role_id, world.state.bot_role.id):
                world.allow("view_channel", place.id, to=role_id)
        case "bot_muted":
            for permission in ("send_messages", "send_messages_in_threads"):
                (world.deny if action.on else world.allow)(permission, place.id)


def _check_place(action: ChangePlace, kind: ChannelKind) -> None:
    if kind is ChannelKind.DM:
        raise ActionError("A direct message cannot be changed so: open a channel or a thread on the left.")
    wanted = ChannelKind.THREAD if action.change in {"lock", "archive"} else ChannelKind.TEXT
    if action.change != "slow_mode" and kind is not wanted:
        where = "thread" if wanted is ChannelKind.THREAD else "channel"
        raise ActionError(f"Only a {where} can be changed so: open one on the left.")


def _sentence(action: Action, error: ApiError) -> str:
    if error.code == 50035 and not isinstance(action, Post | Edit):
        name, said = _wrong_field(error)
        match action:
            case UseCommand() | TypeOption():
                return f"The option “{name}” does not fit: {said}"
            case SendForm():
                return f"The field “{name}” does not fit: {said}"
            case Click():
                return "This button is switched off, or no longer on the message."
            case Select():
                return "This cannot be chosen, or the menu is no longer on the message."
    if error.code == 50013 and isinstance(action, UseCommand | TypeOption | UseMessageCommand):
        return "This person may not use this command here: try it as the moderator, or in another channel."
    return _SENTENCES.get(error.code, f"The sandbox refused: {error.message}.")


def _wrong_field(error: ApiError) -> tuple[str, str]:
    """The innermost name on the way to the first form error, and what is said there."""
    name, at = "", error.errors
    while isinstance(at, dict):
        found = at.get("_errors")
        if isinstance(found, list):
            return name, str(found[0]["message"])
        name, at = next(iter(at.items()))  # type: ignore[assignment]  # a form error nests objects alone
    return name, error.message


def _check_person(world: World, user_id: str) -> None:
    person = world.state.people.get(user_id)
    if person is None or person.bot:
        raise ActionError("Nobody of that name can write here: choose a person at the bottom left.")


def _check_moderator(world: World, user_id: str) -> None:
    if world.moderator_role_id not in world.state.people[user_id].role_ids:
        raise ActionError("Only a moderator can change a channel or lock a thread: write as one (bottom left) and try again.")
