"""INTERACTION_CREATE as the gateway sends it (https://discord.com/developers/docs/interactions/receiving-and-responding)."""

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.commands import OptionKind
from adapters.sandbox.discord.errors import JsonObject, unknown
from adapters.sandbox.discord.model import Callback, Channel, ChannelKind, Interaction, MessageFlag
from adapters.sandbox.discord.permissions import permissions_in
from adapters.sandbox.discord.state import State

LARGEST_FILE = 10 * 1024 * 1024
"""Bytes of one file in a server without boosts."""
GUILD_LOCALE = "en-US"


def created(state: State, value: Interaction) -> JsonObject:
    """The event."""
    place, person = state.channel(value.channel_id), state.person(value.user_id)
    direct = place.kind is ChannelKind.DM
    permissions = str(permissions_in(state, person.id, place))
    found: JsonObject = {
        "version": 1,
        "id": value.id,
        "application_id": state.application_id,
        "type": int(value.kind),
        "token": value.token,
        "data": value.data,
        "channel_id": place.id,
        "channel": objects.channel(state, place) | {"permissions": permissions},
        "context": 1 if direct else 0,
        "locale": person.locale,
        "app_permissions": str(permissions_in(state, state.bot_id, place)),
        "authorizing_integration_owners": objects.owners(state, place),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": LARGEST_FILE,
    }
    if value.message_id is not None and value.message_id in state.messages:
        found["message"] = objects.message(state, state.messages[value.message_id])
    if direct:
        return found | {"user": objects.user(person)}
    return found | {
        "guild_id": state.guild_id,
        "guild": {"id": state.guild_id, "locale": GUILD_LOCALE, "features": []},
        "guild_locale": GUILD_LOCALE,
        "member": objects.member(person) | {"permissions": permissions},
    }


def resolved(state: State, place: Channel, named: list[tuple[int, str]]) -> JsonObject:
    """The users, members, channels and roles that options name. Raises 10003 or 10013 for one that is not there."""
    found: dict[str, JsonObject] = {}
    for kind, one in named:
        if kind == OptionKind.CHANNEL:
            channel = state.channel(one)
            rights = str(permissions_in(state, state.bot_id, channel))
            found.setdefault("channels", {})[one] = objects.channel(state, channel) | {"permissions": rights}
        elif kind == OptionKind.ROLE or (kind == OptionKind.MENTIONABLE and one in state.roles):
            if one not in state.roles:
                raise unknown("Role")
            found.setdefault("roles", {})[one] = objects.role(state.roles[one])
        else:
            person = state.person(one)
            found.setdefault("users", {})[one] = objects.user(person)
            if place.kind is not ChannelKind.DM:
                rights = str(permissions_in(state, one, place))
                found.setdefault("members", {})[one] = objects.member(person, with_user=False) | {"permissions": rights}
    return dict(found)


def answered(state: State, value: Interaction) -> JsonObject:
    """The answer to a first answer that asked for one (`with_response`)."""
    interaction: JsonObject = {"id": value.id, "type": int(value.kind), "channel_id": value.channel_id}
    if state.channel(value.channel_id).kind is not ChannelKind.DM:
        interaction["guild_id"] = state.guild_id
    message = state.messages.get(value.original_id or "")
    if message is None:
        return {"interaction": interaction}
    interaction |= {
        "response_message_id": message.id,
        "response_message_loading": bool(message.flags & MessageFlag.LOADING),
        "response_message_ephemeral": message.visible_to is not None,
    }
    if value.answer not in (Callback.MESSAGE, Callback.UPDATE):
        return {"interaction": interaction}
    return {"interaction": interaction, "resource": {"type": int(value.answer), "message": objects.message(state, message)}}
