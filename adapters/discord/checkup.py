"""What an owner should know of our standing at Discord: token, intent, commands, permissions. For `matinee doctor`.

Asks over REST alone and opens no session, so that a bot that runs meanwhile is not disturbed.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import aiohttp
import discord

from adapters.discord import commands, errors, permissions
from adapters.discord.client import DiscordClient
from bot.checks import Check
from bot.errors import ChatError, Forbidden
from bot.slash.declare import Command
from bot.words import counted, cut, listed

SERVERS: Final = 25
"""At most so many servers are looked at: each takes four calls."""
_NAMED = 5  # channels of a kind that are named one by one
_MOST_THREADS = 1000  # open at once in a server: https://support.discord.com/hc/en-us/articles/4403205878423
_NEARLY_FULL = 900

# What people can mention us in. Forums have posts of their own, which count as threads.
_Askable: TypeAlias = discord.TextChannel | discord.ForumChannel


async def examine(token: str, wanted: Sequence[Command], *, api_base: str | None = None, seconds: float = 30.0) -> list[Check]:
    """All findings. Never raises what Discord or the way to it does: that is a finding too."""
    client = DiscordClient(api_base=api_base)
    found: list[Check] = []
    try:
        async with asyncio.timeout(seconds), client:
            await client.login(token)
            found += await _application(client, wanted)
            found += await _servers(client)
    except discord.LoginFailure:
        found.append(_bad_token())
    except (discord.DiscordException, ChatError, aiohttp.ClientError, OSError, TimeoutError) as error:
        why = str(error) or type(error).__name__
        found.append(Check("discord", ok=False, detail=f"not reached: {why}", mend="Check this machine's way to discord.com."))
    return found


def _bad_token() -> Check:
    refusal = Forbidden(*errors.BAD_TOKEN)
    return Check("discord", ok=False, detail="the token is refused", mend=refusal.advice)


async def _application(client: DiscordClient, wanted: Sequence[Command]) -> list[Check]:
    about = await client.application_info()
    link = permissions.invite(about.id)
    found = [Check("discord", ok=True, detail=about.name), _intent(about.flags), _invite(link, about.bot_require_code_grant)]
    has = await client.http.get_global_commands(about.id)
    return [*found, _commands(commands.digest(has) == commands.digest(commands.payload(wanted)), len(has))]


def _intent(flags: discord.ApplicationFlags) -> Check:
    granted = flags.gateway_message_content or flags.gateway_message_content_limited
    mend = "" if granted else errors.MISSING_INTENT[1]
    return Check("discord message content", granted, "on" if granted else "off: replies in threads arrive empty", mend)


def _invite(link: str, needs_code: bool) -> Check:
    """Discord refuses the link of an application that wants a code grant, without saying why."""
    mend = f"Switch off Requires OAuth2 Code Grant on the Bot page of {errors.DEVELOPER_PORTAL}." if needs_code else ""
    return Check("discord invite", not needs_code, link, mend, needed=False)


def _commands(current: bool, count: int) -> Check:
    if current:
        return Check("discord commands", ok=True, detail=f"{count} registered")
    detail = "those at Discord are of another version" if count else "none registered yet"
    return Check("discord commands", ok=False, detail=detail, mend="`matinee up` registers them at its start.", needed=False)


async def _servers(client: DiscordClient) -> list[Check]:
    guilds = [guild async for guild in client.fetch_guilds(limit=SERVERS + 1, with_counts=False)]
    if not guilds:
        return [Check("discord servers", ok=False, detail="in none yet", mend="Open the invite link above.", needed=False)]
    found = [check for guild in guilds[:SERVERS] for check in await _server(client, guild.id)]
    if len(guilds) > SERVERS:
        found.append(Check("discord servers", ok=True, detail=f"only the first {SERVERS} were looked at", needed=False))
    return found


async def _server(client: DiscordClient, guild_id: int) -> list[Check]:
    guild = await client.fetch_guild(guild_id, with_counts=False)
    us = await guild.fetch_member(client.our_id)
    channels = [channel for channel in await guild.fetch_channels() if isinstance(channel, _Askable)]
    threads = (await client.http.get_active_threads(guild_id))["threads"]
    role = us.top_role.name if us.top_role != guild.default_role else us.display_name
    return _Server(f"discord server {cut(guild.name, 60)}", role, us, channels).checks() + _crowd(guild.name, len(threads))


@dataclass(frozen=True, slots=True)
class _Server:
    """What we may do in one server; `role` is what an owner gives permissions to."""

    name: str
    role: str
    us: discord.Member
    channels: Sequence[_Askable]

    def checks(self) -> list[Check]:
        """First how we stand in all, then each channel that lacks something, then what is no mistake but good to know."""
        lacks = {channel: permissions.missing(self._may(channel)) for channel in self.channels}
        seen = [self._lacking(channel, lack) for channel, lack in lacks.items() if lack and self._may(channel).view_channel]
        return [self._standing(list(lacks.values())), *seen[:_NAMED], *self._slow(), *self._adult()]

    def _may(self, channel: _Askable) -> discord.Permissions:
        return channel.permissions_for(self.us)

    def _standing(self, lacks: Sequence[list[str]]) -> Check:
        usable = sum(not lack for lack in lacks)
        hidden = sum(permissions.USED["view_channel"] in lack for lack in lacks)
        lacking = len(lacks) - usable - hidden
        detail = f"ready in {counted(usable, 'channel')}"
        detail += f", lacks permissions in {counted(lacking, 'channel')}" if lacking else ""
        detail += f", cannot see {counted(hidden, 'channel')}" if hidden else ""
        if usable:
            return Check(self.name, ok=True, detail=detail)
        wanted = listed([shown for shown in permissions.USED.values() if not lacks or any(shown in lack for lack in lacks)])
        mend = f"Give the role {self.role} {wanted} in a channel, or open the invite link again."
        return Check(self.name, ok=False, detail=detail, mend=mend)

    def _lacking(self, channel: _Askable, lack: list[str]) -> Check:
        mend = f"In that channel's settings, under Permissions, give the role {self.role} {listed(lack)}."
        return Check(f"{self.name}, #{channel.name}", ok=False, detail=f"lacks {listed(lack)}", mend=mend, needed=False)

    def _slow(self) -> list[Check]:
        slow = [channel for channel in self.channels if channel.slowmode_delay and not self._may(channel).bypass_slowmode]
        if not slow:
            return []
        detail = f"slow mode in {_names(slow)}: what does not fit its pace comes late there, or is refused with the reason"
        mend = f"Give the role {self.role} Bypass Slow Mode there, which the invite link does not ask for."
        return [Check(self.name, ok=False, detail=detail, mend=mend, needed=False)]

    def _adult(self) -> list[Check]:
        adult = [channel for channel in self.channels if channel.is_nsfw()]
        if not adult:
            return []
        detail = f"age-restricted: {_names(adult)}; I answer there as elsewhere"
        mend = "`/settings age` says for what age titles must be fit on this server."
        return [Check(self.name, ok=True, detail=detail, mend=mend, needed=False)]


def _names(channels: Sequence[_Askable]) -> str:
    more = len(channels) - _NAMED
    named = [f"#{channel.name}" for channel in channels[:_NAMED]]
    return listed([*named, counted(more, "other")] if more > 0 else named)


def _crowd(server: str, threads: int) -> list[Check]:
    if threads < _NEARLY_FULL:
        return []
    detail = f"{threads:,} of {_MOST_THREADS:,} threads are open: soon no answer finds a place"
    mend = "Close threads that are done, or let them hide sooner (a channel's settings, Hide After Inactivity)."
    return [Check(f"discord server {cut(server, 60)}", ok=False, detail=detail, mend=mend, needed=False)]
