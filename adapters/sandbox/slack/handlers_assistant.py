"""assistant.threads.*, agents.sessions.*, views.* (https://docs.slack.dev/ai, https://docs.slack.dev/surfaces/modals)."""

from adapters.sandbox.slack import objects
from adapters.sandbox.slack.call import Call
from adapters.sandbox.slack.errors import ApiError, explained, missing
from adapters.sandbox.slack.model import View
from adapters.sandbox.slack.streams import SESSION_STATES
from adapters.sandbox.wire import JsonObject


def set_status(call: Call) -> JsonObject:
    """assistant.threads.setStatus. An empty status takes it away, so it need only be there."""
    if not call.has("status"):
        raise missing("status")
    place, thread_ts = call.required("channel_id"), call.required("thread_ts")
    call.world.set_status(place, thread_ts, call.text("status") or "", call.texts("loading_messages"))
    return {}


def set_title(call: Call) -> JsonObject:
    """assistant.threads.setTitle."""
    call.world.set_title(call.required("channel_id"), call.required("thread_ts"), call.required("title"))
    return {}


def set_suggested_prompts(call: Call) -> JsonObject:
    """assistant.threads.setSuggestedPrompts; without `thread_ts` those of a new conversation with an agent."""
    raw = call.objects("prompts")
    if raw is None:
        raise missing("prompts")
    prompts = [(one.get("title"), one.get("message")) for one in raw]
    named = [(title, message) for title, message in prompts if isinstance(title, str) and isinstance(message, str)]
    if len(named) < len(raw):
        raise explained("invalid_arguments", ["missing required field: title [json-pointer:/prompts]"])
    thread_ts = call.text("thread_ts") if call.world.state.app.agent_view else call.required("thread_ts")
    call.world.suggest(call.required("channel_id"), thread_ts, call.text("title") or "", named)
    return {}


def set_session_status(call: Call) -> JsonObject:
    """agents.sessions.setStatus, for apps that are declared as agents."""
    world, status = call.world, call.required("status")
    if not world.state.app.agent_view:
        raise ApiError("not_authorized")
    if status not in SESSION_STATES:
        raise explained("invalid_arguments", [f"must be one of {', '.join(SESSION_STATES)} [json-pointer:/status]"])
    channel_id, thread_ts = call.required("channel_id"), call.required("thread_ts")
    world.joined_channel(world.bot_id, channel_id)
    world.set_session(channel_id, thread_ts, status)
    title = call.text("title")
    if title is not None:
        world.state.titles.setdefault((channel_id, thread_ts), title)
    found: JsonObject = {"status": status, "title": world.state.titles.get((channel_id, thread_ts), "")}
    if "agent_session_stopped" in world.state.app.events:
        return found
    return found | {"warning": "missing_agent_session_stopped_event_subscription"}


def rename_session(call: Call) -> JsonObject:
    """agents.sessions.rename."""
    world = call.world
    key = (call.required("channel_id"), call.required("thread_ts"))
    if key not in world.state.sessions:
        raise ApiError("session_not_found")
    world.state.titles[key] = call.required("title")
    return {"title": world.state.titles[key]}


def open_view(call: Call) -> JsonObject:
    """views.open."""
    return _shown(call, call.world.open_view(_pointer(call), _view(call)))


def push_view(call: Call) -> JsonObject:
    """views.push."""
    return _shown(call, call.world.push_view(_pointer(call), _view(call)))


def update_view(call: Call) -> JsonObject:
    """views.update."""
    view_id, external_id = call.text("view_id"), call.text("external_id")
    if view_id is None and external_id is None:
        raise missing("view_id")
    return _shown(call, call.world.update_view(view_id, external_id, _view(call), call.text("hash")))


def publish_view(call: Call) -> JsonObject:
    """views.publish."""
    return _shown(call, call.world.publish_home(call.required("user_id"), _view(call), call.text("hash")))


def _pointer(call: Call) -> str:
    return call.text("interactivity_pointer") or call.required("trigger_id")


def _view(call: Call) -> object:
    try:
        found = call.structure("view")
    except ValueError:
        raise explained("invalid_arguments", ["must be an object [json-pointer:/view]"]) from None
    if found is None:
        raise missing("view")
    return found


def _shown(call: Call, view: View) -> JsonObject:
    return {"view": objects.view(call.world.state, view)}
