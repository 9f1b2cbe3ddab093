"""Discord's errors in our words: the one place that knows its error codes.

Codes are those of https://discord.com/developers/docs/topics/opcodes-and-status-codes#json.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import aiohttp
import discord

from bot.errors import ChatError, Forbidden, Gone, RateLimited, TooLong, Unreachable

TEXT_LIMIT = 2000
THREAD_NAME_LIMIT = 100

DEVELOPER_PORTAL = "https://discord.com/developers/applications"
BAD_TOKEN = (
    "token",
    f"Discord does not accept DISCORD_TOKEN: reset it on the Bot page of {DEVELOPER_PORTAL} and set the new one.",
)
MISSING_INTENT = (
    "Message Content intent",
    f"Discord keeps the text of messages from us: switch on Message Content Intent on the Bot page of {DEVELOPER_PORTAL}.",
)

_RETRY_AFTER_A_BAN = 60.0  # seconds, where a 429 carries no Retry-After

# code → (what is missing, who can mend it and how)
_FORBIDDEN: Mapping[int, tuple[str, str]] = {
    20016: ("Bypass Slow Mode", "Slow mode keeps me from posting here: an admin can give my role Bypass Slow Mode."),
    30010: ("reactions", "That message already has as many different reactions as Discord allows (20)."),
    30033: ("thread members", "This thread is full (1,000 people): ask me in the channel and I will open a new one."),
    40001: BAD_TOKEN,
    40333: ("network", "Discord's front door refuses this server's network: whoever runs me has to call from another address."),
    50001: ("View Channel", "I cannot see that channel: an admin can give my role View Channel there."),
    50005: ("own messages", "Only the author can change that message."),
    50007: (
        "direct messages",
        "I may not write to you directly: allow direct messages from this server's members in your settings.",
    ),
    50014: BAD_TOKEN,
    50024: ("threads", "Threads are not possible in this kind of channel: ask me in a text channel."),
    50068: ("threads", "Discord opens no thread from that message: write to me in a message of your own."),
    # Discord says the same of archived and of locked threads.
    50083: (
        "open thread",
        "This thread is archived or locked: write in it, or let a moderator unlock it, or ask me in the channel.",
    ),
    90001: ("reactions", "I cannot react to that message, because its author has blocked me."),
    160002: ("Read Message History", "I may not reply here: an admin can give my role Read Message History."),
    160005: ("unlocked thread", "This thread is locked: a moderator can unlock it, or ask me in the channel."),
    160006: ("threads", "This server has as many open threads as Discord allows: a moderator can close some of them."),
    160007: ("threads", "This channel has as many open threads as Discord allows: a moderator can close some of them."),
    200000: ("AutoMod", "This server's AutoMod blocked my message: a moderator can exempt my role in its rules."),
    200001: ("AutoMod", "This server's AutoMod blocked the thread's name: a moderator can exempt my role in its rules."),
    240000: ("AutoMod", "Discord blocked a link in my message as harmful; try asking in other words."),
}
# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
_TOO_MANY_SERVERS = ("sharding", "This bot is in more servers than one connection may serve (2,500): it needs shards.")
_OUTDATED = ("gateway", "Discord no longer accepts what this version of discord.py asks for: upgrade it.")
_CLOSED_FOR_GOOD: Mapping[int, tuple[str, str]] = {
    4004: BAD_TOKEN,
    4010: _TOO_MANY_SERVERS,
    4011: _TOO_MANY_SERVERS,
    4012: _OUTDATED,
    4013: _OUTDATED,
    4014: MISSING_INTENT,
}

_THREAD_EXISTS = 160004
_UNKNOWN_EMOJI = 10014


@contextmanager
def translated(needs: str = "Send Messages") -> Iterator[None]:
    """Turn what discord.py and aiohttp raise inside into a `ChatError`.

    `needs` is the permission, by its name in Discord's settings, that the call fails without.
    """
    try:
        yield
    except ChatError:
        raise
    except discord.RateLimited as error:
        raise RateLimited(error.retry_after) from error
    except discord.HTTPException as error:
        raise of_answer(error, needs) from error
    except (discord.GatewayNotFound, aiohttp.ClientError, OSError, TimeoutError, json.JSONDecodeError) as error:
        raise Unreachable(f"Discord did not answer: {type(error).__name__}") from error


def of_answer(error: discord.HTTPException, needs: str) -> ChatError:
    """The `ChatError` of an answer with an error status."""
    if error.status == 429:
        return RateLimited(_retry_after(error))
    if error.status >= 500 or error.status == 408:
        return Unreachable(f"Discord answered {error.status}")
    if error.status == 404 and error.code not in _FORBIDDEN:
        return Gone(f"Discord knows no such thing ({error.code})")
    return _too_long(error) or Forbidden(*_refusal(error, needs))


def _refusal(error: discord.HTTPException, needs: str) -> tuple[str, str]:
    if error.code in _FORBIDDEN:
        return _FORBIDDEN[error.code]
    if error.status == 401:
        return BAD_TOKEN
    if error.status == 403:  # 50013, and codes that we do not know
        return needs, f"I lack a permission here: an admin can give my role {needs} in this channel."
    return "request", f"Discord did not accept that (error {error.code}): whoever runs me can look it up in Discord's list."


def thread_exists(error: discord.HTTPException) -> bool:
    """Whether the message already has a thread."""
    return error.code == _THREAD_EXISTS


def reaction_absent(error: discord.HTTPException) -> bool:
    """Whether there was no such reaction to take away."""
    return error.code == _UNKNOWN_EMOJI


def refused_for_good(error: Exception) -> Forbidden | None:
    """What to tell whoever runs us if no new attempt to connect can help; None if one can."""
    match error:
        case discord.LoginFailure():
            return Forbidden(*BAD_TOKEN)
        case discord.PrivilegedIntentsRequired():
            return Forbidden(*MISSING_INTENT)
        case discord.ConnectionClosed(code=code) if code in _CLOSED_FOR_GOOD:
            return Forbidden(*_CLOSED_FOR_GOOD[code])
    return None


def _retry_after(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _RETRY_AFTER_A_BAN


def _too_long(error: discord.HTTPException) -> TooLong | None:
    # discord.py keeps the fields' errors in this attribute alone; their wording is for people and not to be matched on.
    fields: Mapping[str, Mapping[str, list[Mapping[str, str]]]] = getattr(error, "_errors", None) or {}
    for field, limit in (("content", TEXT_LIMIT), ("name", THREAD_NAME_LIMIT)):
        codes = {found.get("code") for found in fields.get(field, {}).get("_errors", [])}
        if codes & {"BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH"}:
            return TooLong(limit)
    return None
