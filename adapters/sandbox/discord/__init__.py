"""A local Discord (REST v10 and gateway) that the unmodified discord.py speaks to over real sockets."""

from adapters.sandbox.discord.errors import ApiError
from adapters.sandbox.discord.limits import NO_LIMITS, REAL_LIMITS, Limits
from adapters.sandbox.discord.server import DiscordServer
from adapters.sandbox.discord.world import World

__all__ = ["NO_LIMITS", "REAL_LIMITS", "ApiError", "DiscordServer", "Limits", "World"]
