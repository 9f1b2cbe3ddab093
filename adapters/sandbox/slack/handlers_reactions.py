"""reactions.* (https://docs.slack.dev/reference/methods?family=reactions)."""

from adapters.sandbox.slack import objects
from adapters.sandbox.slack.call import Call
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.wire import JsonObject


def reactions_add(call: Call) -> JsonObject:
    """reactions.add."""
    channel_id, ts, name = _reaction(call)
    call.world.react(call.world.bot_id, channel_id, ts, name)
    return {}


def reactions_remove(call: Call) -> JsonObject:
    """reactions.remove."""
    channel_id, ts, name = _reaction(call)
    call.world.unreact(call.world.bot_id, channel_id, ts, name)
    return {}


def _reaction(call: Call) -> tuple[str, str, str]:
    name = call.required("name")
    return (*_item(call), name)


def _item(call: Call) -> tuple[str, str]:
    channel_id, ts = call.text("channel"), call.text("timestamp")
    if not channel_id or not ts:
        raise ApiError("no_item_specified")
    try:
        float(ts)
    except ValueError:
        raise ApiError("bad_timestamp") from None
    return channel_id, ts


def reactions_get(call: Call) -> JsonObject:
    """reactions.get, of a message."""
    world = call.world
    channel_id, ts = _item(call)
    world.seen_channel(world.bot_id, channel_id)
    found = world.state.message(channel_id, ts)
    return {"type": "message", "channel": channel_id, "message": objects.message(world.state, found)}
