"""Discord's errors in our words: the one place that knows its error codes.

Codes are those of https://discord.com/developers/docs/topics/opcodes-and-status-codes#json.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

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
    20009: (
        "age restriction",
        "Discord lets explicit content be sent in age-restricted channels alone: ask me in one of those.",
    ),
    20024: ("age restriction", "Discord holds whoever set me up to be too young for this place: ask me in another channel."),
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
    50009: ("verification", "This server asks for a higher verification level than I have: an admin can exempt my role."),
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
_SLOW_MODE = 20016
_OLD_EDITS = 30046  # edits of messages older than an hour
_OLD_EDITS_WAIT = 7.0  # seconds, where the answer names none: about 3 edits in 20 s are allowed
_SLOW_TO_BEAR = 60.0  # seconds of slow mode that an answer waits for


@dataclass(slots=True)
class _Met:
    """The last rate limit with a code of its own that a call met; discord.py sleeps or raises without telling which."""

    code: int = 0
    wait: float = 0.0


_met: ContextVar[_Met | None] = ContextVar("met", default=None)


def note_limit(body: object) -> None:
    """Called with the body of every 429, in the context of the call that it answers."""
    met = _met.get()
    if met is not None and isinstance(body, dict) and body.get("code") in {_SLOW_MODE, _OLD_EDITS}:
        met.code, met.wait = body["code"], float(body.get("retry_after", 0.0))


@contextmanager
def translated(needs: str = "Send Messages") -> Iterator[None]:
    """Turn what discord.py and aiohttp raise inside into a `ChatError`.

    `needs` is the permission, by its name in Discord's settings, that the call fails without.
    """
    met = _Met()
    token = _met.set(met)
    try:
        yield
    except ChatError:
        raise
    except (discord.RateLimited, discord.HTTPException, TimeoutError, KeyError) as error:
        found = _coded(met) or _uncoded(error, needs)
        if found is None:
            raise
        raise found from error
    except (discord.GatewayNotFound, aiohttp.ClientError, OSError, json.JSONDecodeError) as error:
        raise Unreachable(f"Discord did not answer: {type(error).__name__}") from error
    finally:
        _met.reset(token)


def reach(limited: RateLimited) -> Literal["call", "lane", "all"]:
    """What a rate limit holds back: calls like this one, the channel's, or everything that we send."""
    cause = limited.__cause__
    if isinstance(limited, OneKindLimited) or cause is None:
        return "call"
    if isinstance(cause, discord.HTTPException) and "Via" not in cause.response.headers:
        return "all"  # Cloudflare's, before it reached Discord
    return "lane"


class OneKindLimited(RateLimited):
    """A limit of its own: of posts under slow mode, or of edits of old messages. Other calls in the channel go on."""


def _coded(met: _Met) -> ChatError | None:
    if met.code == _OLD_EDITS:
        return OneKindLimited(met.wait or _OLD_EDITS_WAIT)
    if met.code == _SLOW_MODE:
        return _slow_mode(met.wait)
    return None


def _slow_mode(wait: float) -> ChatError:
    if 0 < wait <= _SLOW_TO_BEAR:
        return OneKindLimited(wait)
    again = f" for another {_in_words(wait)}" if wait else ""
    return Forbidden(
        "Bypass Slow Mode", f"Slow mode keeps me from posting here{again}: an admin can give my role Bypass Slow Mode."
    )


def _in_words(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    if minutes >= 120:
        return f"{round(minutes / 60)} hours"
    return f"{minutes} minutes" if minutes > 1 else "minute"


def _uncoded(error: Exception, needs: str) -> ChatError | None:
    match error:
        case discord.RateLimited():
            return RateLimited(error.retry_after)
        case discord.HTTPException():
            return of_answer(error, needs)
        case KeyError(args=("retry_after",)):  # discord.py looks for it in every 429
            return RateLimited(_RETRY_AFTER_A_BAN)
        case TimeoutError():
            return Unreachable("Discord did not answer in time")
    return None


def of_answer(error: discord.HTTPException, needs: str) -> ChatError:
    """The `ChatError` of an answer with an error status."""
    if error.code == _SLOW_MODE:
        return _slow_mode(_retry_after(error, 0.0))
    if error.code == _OLD_EDITS:
        return OneKindLimited(_retry_after(error, _OLD_EDITS_WAIT))
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


def _retry_after(error: discord.HTTPException, otherwise: float = _RETRY_AFTER_A_BAN) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return otherwise


def _too_long(error: discord.HTTPException) -> TooLong | None:
    # discord.py keeps the fields' errors in this attribute alone; their wording is for people and not to be matched on.
    fields: Mapping[str, Mapping[str, list[Mapping[str, str]]]] = getattr(error, "_errors", None) or {}
    for field, limit in (("content", TEXT_LIMIT), ("name", THREAD_NAME_LIMIT)):
        codes = {found.get("code") for found in fields.get(field, {}).get("_errors", [])}
        if codes & {"BASE_TYPE_MAX_LENGTH", "BASE_TYPE_BAD_LENGTH"}:
            return TooLong(limit)
    return None
