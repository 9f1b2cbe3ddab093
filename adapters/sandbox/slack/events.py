"""Which events the app gets, and the envelope around them (https://docs.slack.dev/apis/events-api), pure."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType

from adapters.sandbox.slack.ledger import Event
from adapters.sandbox.slack.methods import PREFIXES
from adapters.sandbox.slack.state import State
from adapters.sandbox.wire import JsonObject

_SUBSCRIPTIONS: Mapping[str, str] = MappingProxyType(
    {"channel": "message.channels", "group": "message.groups", "mpim": "message.mpim", "im": "message.im"}
)
_SCOPES: Mapping[str, str] = MappingProxyType(
    {
        "agent_session_stopped": "chat:write",
        "app_mention": "app_mentions:read",
        "reaction_added": "reactions:read",
        "reaction_removed": "reactions:read",
    }
)


def wanted(state: State, event: Event) -> bool:
    """Whether the app is subscribed, has the scope, and is in the conversation."""
    app = state.app
    channel = state.channels.get(event.channel_id or "")
    if channel is not None and app.user_id not in channel.member_ids:
        return False
    if event.name == "message":
        subscription = _SUBSCRIPTIONS[str(event.data["channel_type"])]
        scope = f"{PREFIXES[channel.kind]}:history" if channel is not None else None
    elif event.name == "member_joined_channel":
        subscription, scope = event.name, f"{PREFIXES[channel.kind]}:read" if channel is not None else None
    else:
        subscription, scope = event.name, _SCOPES.get(event.name)
    return subscription in app.events and (scope is None or scope in app.scopes)


def new_event_id() -> str:
    """An event id, such as `Ev0A1B2C3D4E`."""
    return f"Ev{secrets.token_hex(5).upper()}"


def callback(state: State, event: Event) -> JsonObject:
    """The event with everything around it."""
    channel = state.channels.get(event.channel_id or "")
    authorization: JsonObject = {
        "enterprise_id": state.enterprise_id,
        "team_id": state.team_id,
        "user_id": state.app.user_id,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    return {
        "token": "sandbox-verification",
        "team_id": state.team_id,
        "enterprise_id": state.enterprise_id,
        "context_team_id": state.team_id,
        "context_enterprise_id": state.enterprise_id,
        "api_app_id": state.app.id,
        "event": event.data,
        "type": "event_callback",
        "event_id": new_event_id(),
        "event_time": int(state.clock()),
        "authorizations": [authorization],
        "is_ext_shared_channel": channel.shared if channel is not None else False,
        "event_context": f"4-{secrets.token_urlsafe(24)}",
    }
