"""Does in the local Slack what a visitor of the page's Slack look asks for. Every refusal is one plain sentence."""

from adapters.sandbox.page_actions import ActionError
from adapters.sandbox.page_troubles import make_trouble
from adapters.sandbox.slack.errors import ApiError, Refusal
from adapters.sandbox.slack.faults import Faults
from adapters.sandbox.slack.model import Interaction, Message
from adapters.sandbox.slack.world import World
from adapters.sandbox.slack_page_actions import (
    Click,
    CloseView,
    Commands,
    Delete,
    Dismiss,
    Edit,
    Fault,
    Interacting,
    OpenApp,
    PickPrompt,
    Post,
    React,
    Select,
    SendForm,
    SlackAction,
    Stop,
    TypeOption,
    UseCommand,
    UseShortcut,
    Writing,
)
from adapters.sandbox.slack_page_faults import TROUBLES
from adapters.sandbox.wire import JsonObject

_CHAT_COMMAND, _MESSAGE_MENU, _TEXT_OPTION = 1, 3, 3
"""The page's numbers for what it offers: a slash command, an entry of a message's menu, an option that is a text."""

# Slack's codes in the words of somebody who has just tried to do something.
_SENTENCES = {
    "already_reacted": "This reaction is there already.",
    "cant_delete_message": "Only the author or an admin can delete a message: try it as the admin.",
    "channel_not_found": "This person cannot see the channel: write as somebody else.",
    "is_archived": "This channel is archived: choose another one on the left.",
    "message_not_found": "This message no longer exists.",
    "msg_too_long": "The message is too long: shorten it and send it again.",
    "no_text": "The message is empty: write something first.",
    "not_in_channel": "This person is not in the channel: write as somebody who is.",
    "no_access": "This person is not in the channel: react as somebody who is.",
    "no_reaction": "This reaction is no longer there.",
    "thread_not_found": "This thread no longer exists: go back to its channel.",
    "too_many_emoji": "This message already has as many different reactions as Slack takes: remove one first.",
}


def perform(action: SlackAction, world: World, faults: Faults) -> JsonObject:
    """Do it; returns what the page needs to go on (an id, the commands, or a sentence). Raises ActionError."""
    if isinstance(action, Fault):
        return {"said": make_trouble(TROUBLES, faults, action.kind)}
    person = world.state.people.get(action.user_id)
    if person is None or person.bot:
        raise ActionError("Nobody of that name can write here: choose a person at the bottom left.")
    try:
        return _perform(action, world)
    except ApiError as error:
        raise ActionError(_SENTENCES.get(error.error, f"The sandbox refused: {error.error}.")) from error
    except Refusal as error:
        raise ActionError(str(error)) from error


def _perform(action: Writing | Interacting | OpenApp | Commands, world: World) -> JsonObject:
    match action:
        case UseCommand() | UseShortcut() | Click() | Select() | TypeOption() | SendForm():
            return {"interaction_id": _interact(action, world).id}
        case Commands():
            return {"commands": _offered(action, world)}
        case OpenApp():
            return {"channel_id": world.person_opens_home(action.user_id, tab=action.tab).id}
        case Post() if action.content.startswith("/"):
            name, _, text = action.content[1:].partition(" ")
            channel, thread = _place(action.channel_id)
            used = world.person_uses_command(action.user_id, channel, f"/{name}", text.strip(), thread_ts=thread)
            return {"interaction_id": used.id}
        case _:
            return _write(action, world)


def _write(action: Writing, world: World) -> JsonObject:
    who = action.user_id
    match action:
        case Post():
            return _named(_say(action, world))
        case PickPrompt():
            return _named(world.person_picks_prompt(who, action.title))
        case Stop():
            world.person_presses_stop(who, *_message(action.channel_id))
        case CloseView():
            world.person_closes(who, action.view_id)
        case Edit():
            channel, ts = _message(action.message_id)
            if world.message(channel, ts).author_id != who:
                raise ActionError("Only the author can edit a message.")
            world.person_edits(channel, ts, action.content)
        case Delete():
            world.person_deletes(*_message(action.message_id), by=who)
        case React():
            act = world.person_reacts if action.type == "react" else world.person_unreacts
            act(who, *_message(action.message_id), action.name)
        case Dismiss():
            world.person_dismisses(who, *_message(action.message_id))
    return {}


def _say(action: Post, world: World) -> Message:
    channel, thread = _place(action.channel_id)
    if thread is not None and (channel, thread) not in world.state.messages:  # Slack would post it to the channel
        raise ApiError("thread_not_found")
    return world.person_says(action.user_id, channel, action.content, thread_ts=thread)


def _interact(action: Interacting, world: World) -> Interaction:
    who = action.user_id
    match action:
        case UseCommand():
            channel, thread = _place(action.channel_id)
            text = next(iter(action.options.values()), "").strip()
            return world.person_uses_command(who, channel, f"/{action.name}", text, thread_ts=thread)
        case UseShortcut():
            return world.person_uses_shortcut(who, *_message(action.message_id), action.name)
        case SendForm():
            return world.person_submits(who, action.view_id, action.answers)
        case TypeOption() if action.surface_id.startswith("V"):
            return world.person_types_option(who, action.surface_id, action.action_id, action.typed)
        case TypeOption():
            where = _message(action.surface_id)
            return world.person_types_in_message(who, *where, action.action_id, action.typed, block_id=action.block_id)
        case Click() | Select():
            return _use(action, world)


def _use(action: Click | Select, world: World) -> Interaction:
    who, surface, name = action.user_id, action.surface_id, action.action_id
    in_view = surface.startswith("V")
    if isinstance(action, Click):
        if in_view:
            return world.person_clicks_in_view(who, surface, name, action.value)
        return world.person_clicks(who, *_message(surface), name, action.value, block_id=action.block_id)
    if in_view:
        return world.person_selects_in_view(who, surface, name, _chosen(action))
    return world.person_selects(who, *_message(surface), name, _chosen(action), block_id=action.block_id)


def _chosen(action: Select) -> str | list[str]:
    return action.values[0] if len(action.values) == 1 else action.values


def _offered(action: Commands, world: World) -> list[JsonObject]:
    """Commands and shortcuts in the form that the page has for them; in threads Slack offers no commands."""
    app = world.state.app
    text: JsonObject = {"type": _TEXT_OPTION, "name": "text", "description": "What you want: help says what there is."}
    about: JsonObject = {"type": _CHAT_COMMAND, "description": f"Ask {app.name}.", "options": [text]}
    in_thread = _place(action.channel_id)[1] is not None
    commands = [] if in_thread else [about | {"name": name.removeprefix("/")} for name in app.commands]
    return [*commands, *({"type": _MESSAGE_MENU, "name": name} for name in app.shortcuts)]


def _place(place_id: str) -> tuple[str, str | None]:
    channel, _, ts = place_id.partition("/")
    return channel, ts or None


def _message(message_id: str) -> tuple[str, str]:
    channel, _, ts = message_id.partition("/")
    return channel, ts


def _named(found: Message) -> JsonObject:
    return {"message_id": f"{found.channel_id}/{found.ts}"}
