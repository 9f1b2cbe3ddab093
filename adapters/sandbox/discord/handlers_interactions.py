"""What the routes of interactions and their tokens do; the token is the whole permission, no bot token is asked for.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

from dataclasses import replace

from adapters.sandbox.discord import interaction_objects, objects
from adapters.sandbox.discord.bodies import IN_ANSWERS, read_change, read_draft
from adapters.sandbox.discord.call import Call
from adapters.sandbox.discord.commands import OptionKind, read_choices
from adapters.sandbox.discord.errors import JsonObject, invalid
from adapters.sandbox.discord.forms import read_form
from adapters.sandbox.discord.model import Callback, Interaction


def respond(call: Call) -> JsonObject | None:
    """POST the first answer."""
    kind = call.number("type")
    if kind not in list(Callback):
        raise invalid("type", "BASE_TYPE_CHOICES", "Value must be one of {1, 4, 5, 6, 7, 8, 9}.")
    waiting = call.world.waiting_for(call.params["interaction"], call.params["token"], Callback(kind))
    data = call.fields.get("data")
    if data is not None and not isinstance(data, dict):
        raise invalid("data", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    found = _answer(replace(call, body=data or {}), waiting, Callback(kind))
    asked = call.query.get("with_response", "").lower() in ("1", "true")
    return interaction_objects.answered(call.world.state, found) if asked else None


def _answer(call: Call, waiting: Interaction, kind: Callback) -> Interaction:
    world = call.world
    match kind:
        case Callback.PONG:
            found = world.answer_with(waiting, kind)
        case Callback.MESSAGE:
            found = world.answer_message(waiting, read_draft(call, settable=int(IN_ANSWERS)))
        case Callback.MESSAGE_LATER:
            found = world.answer_later(waiting, flags=call.number("flags") or 0)
        case Callback.UPDATE_LATER:
            found = world.answer_update(waiting, None)
        case Callback.UPDATE:
            message = world.state.message(waiting.message_id or "")
            found = world.answer_update(waiting, read_change(call, message))
        case Callback.CHOICES:
            choices = read_choices(("data", "choices"), call.fields.get("choices"), _focused_kind(waiting.data))
            found = world.answer_with(waiting, kind, choices=tuple(choices))
        case Callback.FORM:
            found = world.answer_with(waiting, kind, form=read_form(call.fields))
    return found


def _focused_kind(data: JsonObject) -> object:
    options = data.get("options")
    for one in options if isinstance(options, list) else []:
        if one.get("focused"):
            return one["type"]
        if "options" in one:
            return _focused_kind(one)
    return OptionKind.STRING


def follow_up(call: Call) -> JsonObject:
    """POST a further message."""
    found = _by_token(call)
    message = call.world.follow_up(found, read_draft(call, settable=int(IN_ANSWERS)))
    return objects.message(call.world.state, message)


def get_answer(call: Call) -> JsonObject:
    """GET one of the messages."""
    return objects.message(call.world.state, call.world.answer_message_of(_by_token(call), call.params["message"]))


def edit_answer(call: Call) -> JsonObject:
    """PATCH one of the messages."""
    found = _by_token(call)
    message = call.world.answer_message_of(found, call.params["message"])
    return objects.message(call.world.state, call.world.change_answer(found, message.id, read_change(call, message)))


def delete_answer(call: Call) -> None:
    """DELETE one of the messages."""
    call.world.remove_answer(_by_token(call), call.params["message"])


def _by_token(call: Call) -> Interaction:
    return call.world.by_token(call.params["application"], call.params["token"])
