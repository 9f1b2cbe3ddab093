"""The routes of the local Discord: which handler, which bucket, which parameter the bucket is counted by."""

from collections.abc import Callable
from dataclasses import dataclass

from adapters.sandbox.discord import handlers_commands as commands
from adapters.sandbox.discord import handlers_interactions as interactions
from adapters.sandbox.discord import handlers_messages as messages
from adapters.sandbox.discord import handlers_places as places
from adapters.sandbox.discord.call import Call, Created
from adapters.sandbox.discord.errors import JsonObject

Answer = JsonObject | list[JsonObject] | Created | None


@dataclass(frozen=True, slots=True)
class Route:
    """One route. `bucket` names a rule of `limits.RULES`; `major` the path parameter that has a bucket of its own.

    `by_token`: the path's own token is the permission, and the limit over all routes does not count it.
    """

    method: str
    path: str
    handler: Callable[[Call], Answer]
    bucket: str = "other"
    major: str = "channel"
    status: int = 200
    by_token: bool = False


_CHANNEL = "/channels/{channel}"
_MESSAGE = "/channels/{channel}/messages/{message}"
_REACTION = "/channels/{channel}/messages/{message}/reactions/{emoji}"
_GUILD = "/guilds/{guild}"
_COMMANDS = ("/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands")
_WEBHOOK = "/webhooks/{application}/{token}"
_ANSWER = "/webhooks/{application}/{token}/messages/{message}"


def _by_token(method: str, path: str, handler: Callable[[Call], Answer], status: int = 200) -> Route:
    return Route(method, path, handler, "webhook", "token", status, by_token=True)


def _command_routes(path: str) -> tuple[Route, ...]:
    one = f"{path}/{{command}}"
    return (
        Route("GET", path, commands.list_commands, "read", "application"),
        Route("PUT", path, commands.put_commands, "other", "application"),
        Route("POST", path, commands.post_command, "other", "application"),
        Route("GET", one, commands.get_command, "read", "application"),
        Route("PATCH", one, commands.edit_command, "other", "application"),
        Route("DELETE", one, commands.delete_command, "other", "application", status=204),
    )


ROUTES: tuple[Route, ...] = (
    Route("GET", "/users/@me", places.own_user, "read"),
    Route("GET", "/users/@me/guilds", places.own_guilds, "read"),
    Route("POST", "/users/@me/channels", places.open_direct_channel),
    Route("GET", "/users/{user}", places.get_user, "read"),
    Route("GET", "/oauth2/applications/@me", places.application, "read"),
    Route("GET", "/applications/@me", places.application, "read"),
    Route("GET", "/gateway", places.gateway, "read"),
    Route("GET", "/gateway/bot", places.gateway_bot, "read"),
    Route("GET", _CHANNEL, places.get_channel, "read"),
    Route("PATCH", _CHANNEL, places.edit_channel),
    Route("GET", f"{_CHANNEL}/messages", messages.list_messages, "read"),
    Route("POST", f"{_CHANNEL}/messages", messages.create_message, "message_create"),
    Route("POST", f"{_CHANNEL}/typing", messages.type_in_channel, "typing", status=204),
    Route("POST", f"{_CHANNEL}/threads", places.thread_without_message, "thread_create", status=201),
    Route("PUT", f"{_CHANNEL}/thread-members/@me", places.join_thread, status=204),
    Route("GET", _MESSAGE, messages.get_message, "read"),
    Route("PATCH", _MESSAGE, messages.edit_message, "message_edit"),
    Route("DELETE", _MESSAGE, messages.delete_message, "message_delete", status=204),
    Route("POST", f"{_MESSAGE}/threads", places.thread_from_message, "thread_create", status=201),
    Route("GET", _REACTION, messages.list_reactions, "read"),
    Route("PUT", f"{_REACTION}/@me", messages.add_reaction, "reactions", status=204),
    Route("DELETE", f"{_REACTION}/@me", messages.remove_own_reaction, "reactions", status=204),
    Route("DELETE", f"{_REACTION}/{{user}}", messages.remove_other_reaction, "reactions", status=204),
    Route("GET", _GUILD, places.get_guild, "read", "guild"),
    Route("GET", f"{_GUILD}/channels", places.list_channels, "read", "guild"),
    Route("GET", f"{_GUILD}/members", places.list_members, "read", "guild"),
    Route("GET", f"{_GUILD}/members/{{user}}", places.get_member, "read", "guild"),
    Route("GET", f"{_GUILD}/threads/active", places.active_threads, "read", "guild"),
    *_command_routes(_COMMANDS[0]),
    *_command_routes(_COMMANDS[1]),
    Route("POST", "/interactions/{interaction}/{token}/callback", interactions.respond, "callback", "token", by_token=True),
    _by_token("POST", _WEBHOOK, interactions.follow_up),
    _by_token("GET", _ANSWER, interactions.get_answer),
    _by_token("PATCH", _ANSWER, interactions.edit_answer),
    _by_token("DELETE", _ANSWER, interactions.delete_answer, 204),
)
