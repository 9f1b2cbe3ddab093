"""Who may do what where (https://discord.com/developers/docs/topics/permissions)."""

from adapters.sandbox.discord.errors import missing_access, missing_permission
from adapters.sandbox.discord.model import Channel, ChannelKind, Overwrite
from adapters.sandbox.discord.state import State

BITS: dict[str, int] = {
    "KICK_MEMBERS": 1 << 1,
    "BAN_MEMBERS": 1 << 2,
    "ADMINISTRATOR": 1 << 3,
    "MANAGE_CHANNELS": 1 << 4,
    "MANAGE_GUILD": 1 << 5,
    "ADD_REACTIONS": 1 << 6,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "MENTION_EVERYONE": 1 << 17,
    "USE_EXTERNAL_EMOJIS": 1 << 18,
    "MANAGE_ROLES": 1 << 28,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
    "MODERATE_MEMBERS": 1 << 40,
    "PIN_MESSAGES": 1 << 51,
    "BYPASS_SLOWMODE": 1 << 52,
}
"""The permissions that matter here, by Discord's names."""

ALL = (1 << 53) - 1


def bits(*names: str) -> int:
    """The bits of some permissions together."""
    total = 0
    for name in names:
        total |= BITS[name.upper()]
    return total


EVERYONE = bits(
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "SEND_MESSAGES_IN_THREADS",
    "CREATE_PUBLIC_THREADS",
    "READ_MESSAGE_HISTORY",
    "ADD_REACTIONS",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "USE_APPLICATION_COMMANDS",
)
BOT = bits(
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "SEND_MESSAGES_IN_THREADS",
    "CREATE_PUBLIC_THREADS",
    "READ_MESSAGE_HISTORY",
    "ADD_REACTIONS",
    "EMBED_LINKS",
    "ATTACH_FILES",
)
MODERATOR = bits("MANAGE_MESSAGES", "MANAGE_THREADS", "MODERATE_MEMBERS", "KICK_MEMBERS", "PIN_MESSAGES", "BYPASS_SLOWMODE")
DIRECT = bits("VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ADD_REACTIONS", "EMBED_LINKS", "ATTACH_FILES")


def permissions_in(state: State, user_id: str, channel: Channel) -> int:
    """A person's permission bits in a channel, thread or direct-message channel; 0 for somebody who cannot see it."""
    if channel.kind is ChannelKind.DM:
        return DIRECT if user_id in channel.member_ids else 0
    person = state.person(user_id)
    base = guild_permissions(state, user_id)
    if base & BITS["ADMINISTRATOR"]:
        return ALL
    overwrites = {overwrite.target_id: overwrite for overwrite in state.parent(channel).overwrites}
    base = _apply(base, [overwrites[state.guild_id]] if state.guild_id in overwrites else [])
    base = _apply(base, [overwrites[role] for role in person.role_ids if role in overwrites])
    base = _apply(base, [overwrites[user_id]] if user_id in overwrites else [])
    return _implied(base, BITS["SEND_MESSAGES_IN_THREADS" if channel.kind is ChannelKind.THREAD else "SEND_MESSAGES"])


def _implied(base: int, send: int) -> int:
    """Who cannot see has nothing; who cannot send cannot send anything special
    (https://discord.com/developers/docs/topics/permissions#implicit-permissions)."""
    if not base & BITS["VIEW_CHANNEL"]:
        return 0
    return base if base & send else base & ~bits("MENTION_EVERYONE", "EMBED_LINKS", "ATTACH_FILES")


def guild_permissions(state: State, user_id: str) -> int:
    """A person's permission bits before any channel has its say."""
    if user_id == state.owner_id:
        return ALL
    base = state.roles[state.guild_id].permissions
    for role_id in state.person(user_id).role_ids:
        base |= state.roles[role_id].permissions
    return ALL if base & BITS["ADMINISTRATOR"] else base


def _apply(base: int, overwrites: list[Overwrite]) -> int:
    deny = allow = 0
    for overwrite in overwrites:
        deny |= overwrite.deny
        allow |= overwrite.allow
    return (base & ~deny) | allow


def allowed(state: State, user_id: str, channel: Channel, permission: str) -> bool:
    """Whether a person has one permission in a channel."""
    return bool(permissions_in(state, user_id, channel) & BITS[permission])


def require(state: State, user_id: str, channel: Channel, *needed: str) -> None:
    """Raises 50001 when the channel cannot be seen, 50013 when it can but something else is missing."""
    has = permissions_in(state, user_id, channel)
    if not has & BITS["VIEW_CHANNEL"]:
        raise missing_access()
    if any(not has & BITS[name] for name in needed):
        raise missing_permission()
