"""What we ask of a server: the invite link and the permissions in it, each with what it is for. Pure.

https://discord.com/developers/docs/topics/permissions
"""

from collections.abc import Mapping
from typing import Final

import discord

SCOPES: Final = ("bot", "applications.commands")

USED: Final[Mapping[str, str]] = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
    "add_reactions": "Add Reactions",
}
"""All permissions that a call of ours can fail without: discord.py's name → the name in Discord's settings.

Cards are components, which need no Embed Links; files go out in direct messages and answers to commands alone.
"""


def invite(application_id: int) -> str:
    """The link by which an owner adds us to a server, with these permissions and no more."""
    wanted = discord.Permissions(**dict.fromkeys(USED, True))
    return discord.utils.oauth_url(application_id, permissions=wanted, scopes=SCOPES)


def missing(granted: discord.Permissions) -> list[str]:
    """Those that are not granted, by their names in Discord's settings."""
    return [shown for name, shown in USED.items() if not getattr(granted, name)]
