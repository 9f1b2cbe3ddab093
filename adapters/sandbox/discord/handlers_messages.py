"""What the message routes do (https://discord.com/developers/docs/resources/message)."""

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.bodies import read_change, read_draft
from adapters.sandbox.discord.call import Call
from adapters.sandbox.discord.errors import JsonObject, invalid
from adapters.sandbox.discord.model import Message
from adapters.sandbox.discord.permissions import allowed, require
from adapters.sandbox.discord.reactions import check_emoji


def create_message(call: Call) -> JsonObject:
    """POST a message."""
    draft = read_draft(call)
    message = call.world.post(call.world.bot_id, call.params["channel"], draft)
    return objects.message(call.world.state, message)


def edit_message(call: Call) -> JsonObject:
    """PATCH a message."""
    message = call.world.state.message(call.params["message"], _seen(call))
    changed = call.world.edit(call.world.bot_id, message.id, read_change(call, message), channel_id=message.channel_id)
    return objects.message(call.world.state, changed)


def delete_message(call: Call) -> None:
    """DELETE a message."""
    call.world.delete(call.world.bot_id, call.params["message"], channel_id=_seen(call))


def get_message(call: Call) -> JsonObject:
    """GET one message."""
    _seen(call, "READ_MESSAGE_HISTORY")
    return objects.message(call.world.state, call.world.state.message(call.params["message"], call.params["channel"]))


def list_messages(call: Call) -> list[JsonObject]:
    """GET a channel's messages, newest first; without the permission to read the history there are none."""
    channel_id = _seen(call)
    limit = call.limit("limit", 50, 100)
    state = call.world.state
    if not allowed(state, state.bot_id, state.channel(channel_id), "READ_MESSAGE_HISTORY"):
        return []
    public = [one for one in state.messages_of(channel_id) if one.visible_to is None]
    chosen = _page(public, call, limit)
    return [objects.message(state, one) for one in reversed(chosen)]


def _page(messages: list[Message], call: Call, limit: int) -> list[Message]:
    for name in ("before", "after", "around"):
        given = call.query.get(name)
        if given is not None and not given.isdecimal():
            raise invalid(name, "NUMBER_TYPE_COERCE", f'Value "{given}" is not snowflake.')
    if "after" in call.query:
        return [one for one in messages if int(one.id) > int(call.query["after"])][:limit]
    if "around" in call.query:
        middle = int(call.query["around"])
        older = [one for one in messages if int(one.id) < middle][-(limit // 2) :] if limit > 1 else []
        return (older + [one for one in messages if int(one.id) >= middle])[:limit]
    if "before" in call.query:
        messages = [one for one in messages if int(one.id) < int(call.query["before"])]
    return messages[-limit:]


def add_reaction(call: Call) -> None:
    """PUT the bot's reaction."""
    call.world.react(call.world.bot_id, call.params["channel"], call.params["message"], call.params["emoji"])


def remove_own_reaction(call: Call) -> None:
    """DELETE the bot's reaction."""
    call.world.unreact(call.world.bot_id, call.params["channel"], call.params["message"], call.params["emoji"])


def remove_other_reaction(call: Call) -> None:
    """DELETE somebody's reaction."""
    call.world.unreact(
        call.world.bot_id, call.params["channel"], call.params["message"], call.params["emoji"], of=call.params["user"]
    )


def list_reactions(call: Call) -> list[JsonObject]:
    """GET who gave a reaction."""
    channel_id = _seen(call, "READ_MESSAGE_HISTORY")
    limit = call.limit("limit", 25, 100)
    check_emoji(call.params["emoji"])
    state = call.world.state
    message = state.message(call.params["message"], channel_id)
    after = int(call.query.get("after", "0"))
    given = next((one.user_ids for one in message.reactions if one.emoji == call.params["emoji"]), ())
    return [objects.user(state.person(one)) for one in sorted(given, key=int) if int(one) > after][:limit]


def type_in_channel(call: Call) -> None:
    """POST a typing sign."""
    call.world.typing(call.world.bot_id, call.params["channel"])


def is_old(call: Call, age: float) -> bool:
    """Whether the message in the path is older than `age` seconds: its edits are limited further (code 30046)."""
    message = call.world.state.messages.get(call.params["message"])
    return message is not None and call.world.state.clock() - message.created_at > age


def _seen(call: Call, *needed: str) -> str:
    channel = call.world.state.channel(call.params["channel"])
    require(call.world.state, call.world.bot_id, channel, *needed)
    return channel.id
