"""The methods of the local Web API: which handler, which limit, which scopes, which kind of token."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from adapters.sandbox.slack import handlers_assistant as assistant
from adapters.sandbox.slack import handlers_chat as chat
from adapters.sandbox.slack import handlers_files as files
from adapters.sandbox.slack import handlers_places as places
from adapters.sandbox.slack import handlers_reactions as reactions
from adapters.sandbox.slack.call import Call
from adapters.sandbox.slack.model import ChannelKind
from adapters.sandbox.wire import JsonObject


@dataclass(frozen=True, slots=True)
class Method:
    """One method. `rule` names one of `limits.RULES`; `scopes` lets any one pass, `by_kind` the one of the conversation's kind
    (`channels:read`), by its ending; `per_channel` counts the limit for each channel."""

    handler: Callable[[Call], JsonObject]
    rule: str
    scopes: tuple[str, ...] = ()
    by_kind: str | None = None
    per_channel: bool = False

    def needed(self, call: Call) -> tuple[str, ...]:
        """The scopes of which the token must have one; none if it needs none."""
        if self.by_kind is None:
            return self.scopes
        channel = call.world.state.channels.get(str(call.arguments.get("channel")))
        if channel is not None:
            return (f"{PREFIXES[channel.kind]}:{self.by_kind}",)
        return tuple(f"{prefix}:{self.by_kind}" for prefix in PREFIXES.values())


PREFIXES: Mapping[ChannelKind, str] = MappingProxyType(
    {ChannelKind.PUBLIC: "channels", ChannelKind.PRIVATE: "groups", ChannelKind.GROUP: "mpim", ChannelKind.DIRECT: "im"}
)
"""How scopes name the kinds of conversation."""

_WRITE = ("chat:write",)
_ASSIST = ("assistant:write",)

METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "agents.sessions.rename": Method(assistant.rename_session, "tier3", _WRITE),
        "agents.sessions.setStatus": Method(assistant.set_session_status, "tier3", _WRITE),
        "assistant.threads.setStatus": Method(assistant.set_status, "status", _WRITE),
        "assistant.threads.setSuggestedPrompts": Method(assistant.set_suggested_prompts, "tier4", _ASSIST),
        "assistant.threads.setTitle": Method(assistant.set_title, "tier4", _ASSIST),
        "auth.test": Method(places.auth_test, "hundreds"),
        "bots.info": Method(places.bots_info, "tier3", ("users:read",)),
        "chat.appendStream": Method(chat.append_stream, "tier4", _WRITE),
        "chat.delete": Method(chat.delete, "tier3", _WRITE),
        "chat.getPermalink": Method(chat.get_permalink, "hundreds"),
        "chat.postEphemeral": Method(chat.post_ephemeral, "tier4", _WRITE),
        "chat.postMessage": Method(chat.post_message, "post", _WRITE, per_channel=True),
        "chat.startStream": Method(chat.start_stream, "tier2", _WRITE),
        "chat.stopStream": Method(chat.stop_stream, "tier2", _WRITE),
        "chat.update": Method(chat.update, "tier3", _WRITE),
        "conversations.history": Method(places.conversations_history, "tier3", by_kind="history"),
        "conversations.info": Method(places.conversations_info, "tier3", by_kind="read"),
        "conversations.join": Method(places.conversations_join, "tier3", ("channels:join",)),
        "conversations.list": Method(places.conversations_list, "tier2", by_kind="read"),
        "conversations.members": Method(places.conversations_members, "tier4", by_kind="read"),
        "conversations.open": Method(places.conversations_open, "tier3", ("im:write",)),
        "conversations.replies": Method(places.conversations_replies, "tier3", by_kind="history"),
        "files.completeUploadExternal": Method(files.complete_upload, "tier4", ("files:write",)),
        "files.getUploadURLExternal": Method(files.get_upload_url, "tier4", ("files:write",)),
        "reactions.add": Method(reactions.reactions_add, "tier3", ("reactions:write",)),
        "reactions.get": Method(reactions.reactions_get, "tier3", ("reactions:read",)),
        "reactions.remove": Method(reactions.reactions_remove, "tier2", ("reactions:write",)),
        "team.info": Method(places.team_info, "tier3", ("team:read",)),
        "users.conversations": Method(places.users_conversations, "tier3", by_kind="read"),
        "users.info": Method(places.users_info, "tier4", ("users:read",)),
        "users.list": Method(places.users_list, "tier2", ("users:read",)),
        "views.open": Method(assistant.open_view, "tier4"),
        "views.publish": Method(assistant.publish_view, "tier4"),
        "views.push": Method(assistant.push_view, "tier4"),
        "views.update": Method(assistant.update_view, "tier4"),
    }
)
"""All for bot tokens; `apps.connections.open`, for app-level tokens, belongs to Socket Mode."""
