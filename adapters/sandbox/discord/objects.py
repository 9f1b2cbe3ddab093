"""The state as Discord's JSON objects, complete by Discord's OpenAPI file, as the bot would be given them."""

from urllib.parse import quote

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.model import (
    Attachment,
    Channel,
    ChannelKind,
    Interaction,
    InteractionKind,
    Message,
    MessageKind,
    Person,
    Reaction,
    Role,
    iso,
)
from adapters.sandbox.discord.permissions import permissions_in
from adapters.sandbox.discord.state import State


def user(person: Person) -> JsonObject:
    """A user."""
    found: JsonObject = {
        "id": person.id,
        "username": person.username,
        "global_name": None if person.bot else person.name,
        "discriminator": "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return found | {"bot": True} if person.bot else found


def own_user(person: Person) -> JsonObject:
    """The bot as it sees itself."""
    return user(person) | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def member(person: Person, *, with_user: bool = True) -> JsonObject:
    """A membership; inside a gateway message it comes without its user."""
    found: JsonObject = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": iso(person.joined_at),
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": list(person.role_ids),
        "mute": False,
        "deaf": False,
    }
    return found | {"user": user(person)} if with_user else found


def role(value: Role) -> JsonObject:
    """A role."""
    found: JsonObject = {
        "id": value.id,
        "name": value.name,
        "permissions": str(value.permissions),
        "position": value.position,
        "color": value.color,
        "colors": {"primary_color": value.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": value.bot_id is not None,
        "mentionable": value.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return found | {"tags": {"bot_id": value.bot_id}} if value.bot_id else found


def channel(state: State, value: Channel) -> JsonObject:
    """A text channel, a thread or a direct-message channel."""
    common: JsonObject = {"id": value.id, "type": int(value.kind), "flags": 0, "last_message_id": value.last_message_id}
    match value.kind:
        case ChannelKind.DM:
            others = [user(state.person(other)) for other in value.member_ids if other != state.bot_id]
            return common | {"recipients": others}
        case ChannelKind.THREAD:
            return common | _thread_fields(state, value)
        case ChannelKind.TEXT:
            return common | {
                "guild_id": state.guild_id,
                "name": value.name,
                "position": value.position,
                "topic": value.topic,
                "parent_id": None,
                "nsfw": value.nsfw,
                "rate_limit_per_user": value.slow_mode,
                "permission_overwrites": [
                    {"id": one.target_id, "type": int(one.is_member), "allow": str(one.allow), "deny": str(one.deny)}
                    for one in value.overwrites
                ],
            }


def _thread_fields(state: State, value: Channel) -> JsonObject:
    found: JsonObject = {
        "guild_id": state.guild_id,
        "parent_id": value.parent_id,
        "owner_id": value.owner_id,
        "name": value.name,
        "rate_limit_per_user": value.slow_mode,
        "message_count": value.message_count,
        "member_count": len(value.member_ids),
        "total_message_sent": value.total_sent,
        "thread_metadata": {
            "archived": value.archived,
            "archive_timestamp": iso(value.archive_changed_at),
            "auto_archive_duration": value.auto_archive_minutes,
            "locked": value.locked,
            "create_timestamp": iso(value.created_at),
        },
    }
    return found | {"member": thread_member(value, state.bot_id)} if state.bot_id in value.member_ids else found


def thread_member(thread: Channel, user_id: str) -> JsonObject:
    """Somebody's place in a thread."""
    return {"id": thread.id, "user_id": user_id, "join_timestamp": iso(thread.created_at), "flags": 0}


def reaction(state: State, value: Reaction) -> JsonObject:
    """One emoji of a message with its count."""
    count = len(value.user_ids)
    return {
        "emoji": {"id": None, "name": value.emoji},
        "count": count,
        "count_details": {"burst": 0, "normal": count},
        "burst_colors": [],
        "me_burst": False,
        "me": state.bot_id in value.user_ids,
    }


def message(state: State, value: Message, *, nested: bool = False) -> JsonObject:
    """A message as REST gives it. A `nested` one (the message that another answers) carries no further one."""
    found: JsonObject = {
        "id": value.id,
        "type": int(value.kind),
        "channel_id": value.channel_id,
        "author": user(state.person(value.author_id)),
        "content": value.content,
        "timestamp": iso(value.created_at),
        "edited_timestamp": None if value.edited_at is None else iso(value.edited_at),
        "tts": False,
        "mention_everyone": value.mention_everyone,
        "mentions": [user(state.people[one]) for one in value.mentions if one in state.people],
        "mention_roles": list(value.mention_roles),
        "attachments": [attachment(state, value, one) for one in value.attachments],
        "embeds": list(value.embeds),
        "components": list(value.components),
        "pinned": False,
        "flags": value.flags,
    }
    if value.nonce is not None:
        found["nonce"] = value.nonce
    if value.reactions:
        found["reactions"] = [reaction(state, one) for one in value.reactions]
    if value.thread_id is not None and value.thread_id in state.channels:
        found["thread"] = channel(state, state.channels[value.thread_id])
    if value.interaction_id is not None:
        found |= _answered(state, state.interactions[value.interaction_id])
    return found | _reference(state, value, nested=nested)


def attachment_url(state: State, value: Attachment) -> str:
    """Where a file can be had."""
    return f"{state.media_url}/{value.id}/{quote(value.filename)}"


def attachment(state: State, message: Message, value: Attachment) -> JsonObject:
    """A file of a message."""
    url = attachment_url(state, value)
    found: JsonObject = {
        "id": value.id,
        "filename": value.filename,
        "size": len(value.content),
        "url": url,
        "proxy_url": url,
        "content_type": value.content_type,
    }
    found |= {"description": value.description} if value.description is not None else {}
    return found | {"ephemeral": True} if message.visible_to else found


def _answered(state: State, value: Interaction) -> JsonObject:
    """What a message tells of the interaction that it answers."""
    application: JsonObject = {"application_id": state.application_id, "webhook_id": state.application_id}
    return application | {"interaction_metadata": interaction_metadata(state, value)}


def interaction_metadata(state: State, value: Interaction) -> JsonObject:
    """Which interaction, whose, and what was acted on."""
    found: JsonObject = {
        "id": value.id,
        "type": int(value.kind),
        "user": user(state.person(value.user_id)),
        "authorizing_integration_owners": owners(state, state.channels.get(value.channel_id)),
    }
    match value.kind:
        case InteractionKind.COMPONENT:
            found["interacted_message_id"] = value.message_id
        case InteractionKind.FORM if value.opened_by is not None:
            found["triggering_interaction_metadata"] = interaction_metadata(state, state.interactions[value.opened_by])
        case _:
            found |= {"target_message_id": value.data["target_id"]} if "target_id" in value.data else {}
    return found


def owners(state: State, place: Channel | None) -> JsonObject:
    """Who installed the application where the interaction came from: the server; "0" in a direct message."""
    return {"0": "0" if place is not None and place.kind is ChannelKind.DM else state.guild_id}


def _reference(state: State, value: Message, *, nested: bool) -> JsonObject:
    if value.refers_to is None:
        return {}
    channel_id, message_id = value.refers_to
    reference: JsonObject = {"type": 0, "channel_id": channel_id}
    if message_id is not None:
        reference["message_id"] = message_id
    place = state.channels.get(channel_id)
    if place is not None and place.kind is not ChannelKind.DM:
        reference["guild_id"] = state.guild_id
    found: JsonObject = {"message_reference": reference}
    if value.kind is not MessageKind.THREAD_CREATED and not nested:
        target = state.messages.get(message_id or "")
        found["referenced_message"] = None if target is None else message(state, target, nested=True)
    return found


def gateway_message(state: State, value: Message) -> JsonObject:
    """A message as the gateway gives it: with the server, the author's membership and those of the mentioned."""
    found = message(state, value) | {"channel_type": int(state.channel(value.channel_id).kind)}
    # An ephemeral message goes to its person and to the bot without the server
    # (https://discord.com/developers/docs/events/gateway-events#message-create).
    if state.channel(value.channel_id).kind is ChannelKind.DM or value.visible_to is not None:
        return found
    people = [state.people[one] for one in value.mentions if one in state.people]
    return found | {
        "guild_id": state.guild_id,
        "member": member(state.person(value.author_id), with_user=False),
        "mentions": [user(person) | {"member": member(person, with_user=False)} for person in people],
    }


def visible_channels(state: State, kind: ChannelKind) -> list[Channel]:
    """Channels of a kind that the bot can see."""
    return [one for one in state.channels.values() if one.kind is kind and permissions_in(state, state.bot_id, one)]
