"""Slack's errors in our words: the one place that knows its error codes.

Slack answers most failures with status 200 and `ok: false`; the codes are listed with each method at
https://docs.slack.dev/reference/methods.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.errors import ChatError, Forbidden, Gone, RateLimited, TooLong, Unappendable, Unreachable

TEXT_LIMIT: Final = 3500
"""Of a message, by `render.length`. chat.update refuses a `text` of more than 4,000; what Slack counts it does not say."""
CHARACTERS: Final = 12_000  # of all markdown blocks of a message
BLOCKS: Final = 50

APPS = "https://api.slack.com/apps"
BAD_BOT_TOKEN: Final = (
    "token",
    f"Slack does not accept SLACK_BOT_TOKEN: install the app again at {APPS} and set the token that OAuth & Permissions shows.",
)
BAD_APP_TOKEN: Final = (
    "app token",
    f"Slack does not accept SLACK_APP_TOKEN: make an app-level token with connections:write at {APPS} and set it.",
)
_RETRY_AFTER: Final = 30.0  # seconds, where a refusal for too many calls names none

_GONE: Final = {
    "channel_not_found",
    "message_not_found",
    "thread_not_found",
    "user_not_found",
    "users_not_found",
    "no_item_specified",
    "is_inactive",
    "file_deleted",
}
_TOO_LONG: Final[Mapping[str, int]] = {
    "msg_too_long": TEXT_LIMIT,
    "msg_blocks_too_long": CHARACTERS,
    "msg_blocks_too_many": BLOCKS,
}
_LIMITED: Final = {"ratelimited", "rate_limited", "message_limit_exceeded"}
_AWAY: Final = {
    "internal_error",
    "fatal_error",
    "service_unavailable",
    "request_timeout",
    "team_added_to_org",
    "messaging_processing_failed",
    "update_failed",
    "external_channel_migrating",
}
_TOKEN: Final = {
    "invalid_auth",
    "not_authed",
    "account_inactive",
    "token_revoked",
    "token_expired",
    "not_allowed_token_type",
    "no_permission",
    "ekm_access_denied",
}
_STREAM_OVER: Final = {"message_not_in_streaming_state", "stopped_by_user", "message_not_owned_by_app"}
_NO_STREAM: Final = {"channel_type_not_supported", "missing_recipient_user_id", "missing_recipient_team_id", "invalid_chunks"}
STREAMS_STILL: Final = "streaming_state_conflict"

_ARCHIVED = ("open channel", "This channel is archived: ask me in another one, or let somebody unarchive it.")
_POSTING = (
    "posting",
    "This workspace lets only some people post here: an admin can allow apps to, or ask me in another channel.",
)
_OWN = ("own messages", "Slack lets me change only messages of mine, and not for ever: ask me in a new message.")
_INVITED = ("channel membership", "I am not in this channel: invite me with /invite @Matinee and ask again.")
# code → (what is missing, who can mend it and how)
_FORBIDDEN: Final[Mapping[str, tuple[str, str]]] = {
    "not_in_channel": _INVITED,
    "access_denied": _INVITED,
    "no_access": _INVITED,
    "is_archived": _ARCHIVED,
    "restricted_action": _POSTING,
    "restricted_action_read_only_channel": _POSTING,
    "restricted_action_thread_only_channel": _POSTING,
    "restricted_action_non_threadable_channel": (
        "threads",
        "This channel allows no threads, and I answer in threads: ask me in another channel or in a direct message.",
    ),
    "restricted_action_thread_locked": ("open thread", "This thread is locked: ask me in the channel."),
    "thread_locked": ("open thread", "This thread is locked: ask me in the channel."),
    "cannot_reply_to_message": ("threads", "Slack opens no thread from that message: write to me in a message of your own."),
    "posting_to_channel_denied": _POSTING,
    "messages_tab_disabled": (
        "direct messages",
        f"Direct messages to me are switched off: whoever runs me can switch on the Messages tab at {APPS}.",
    ),
    "user_not_in_channel": ("channel membership", "You are not in that channel: join it, or write to me directly."),
    "user_disabled": ("active account", "That account is no longer active, so I cannot write to it."),
    "cannot_dm_bot": ("direct messages", "I do not write to other bots."),
    "cant_update_message": _OWN,
    "cant_delete_message": _OWN,
    "edit_window_closed": _OWN,
    "block_mismatch": _OWN,
    "too_many_emoji": ("reactions", "That message already has as many reactions as Slack allows."),
    "too_many_reactions": ("reactions", "I have already reacted to that message as often as Slack allows."),
    "not_reactable": ("reactions", "Slack lets nobody react to that message."),
    "not_authorized": ("agent", f"This app is not declared an agent: whoever runs me can apply manifest.yaml at {APPS}."),
    "not_enabled": ("App Home", f"The Home tab is switched off: whoever runs me can switch it on at {APPS}."),
    "team_access_not_granted": ("workspace", "This workspace has not installed me: one of its admins can."),
}


@contextmanager
def translated() -> Iterator[None]:
    """Turn what slack_sdk and aiohttp raise inside into a `ChatError`."""
    try:
        yield
    except ChatError:
        raise
    except SlackApiError as error:
        raise of_answer(error) from error
    except TimeoutError as error:
        raise Unreachable("Slack did not answer in time") from error
    except (SlackClientError, aiohttp.ClientError, OSError) as error:
        raise Unreachable(f"Slack did not answer: {type(error).__name__}") from error


def code(error: SlackApiError) -> str:
    """The error's code; "" for an answer that carries none."""
    data = getattr(error.response, "data", None)
    return str(data.get("error", "")) if isinstance(data, dict) else ""


def code_of(error: ChatError) -> str:
    """The code behind one of our errors; "" if it is no answer of Slack's."""
    return code(error.__cause__) if isinstance(error.__cause__, SlackApiError) else ""


def of_answer(error: SlackApiError) -> ChatError:
    """The `ChatError` of an answer that is not ok."""
    found, status = code(error), getattr(error.response, "status_code", getattr(error.response, "status", 0))
    if status == 429 or found in _LIMITED:
        return RateLimited(_retry_after(error))
    if status >= 500 or found in _AWAY or not found:
        return Unreachable(f"Slack answered {found or status}")
    return _by_code(found, error)


def _by_code(found: str, error: SlackApiError) -> ChatError:
    if found in _GONE:
        return Gone(f"Slack knows no such thing ({found})")
    if found in _TOO_LONG:
        return TooLong(_TOO_LONG[found])
    if found in _STREAM_OVER | _NO_STREAM | {STREAMS_STILL}:
        return Unappendable(found)
    return _refusal(found, error)


def _refusal(found: str, error: SlackApiError) -> Forbidden:
    if found in _TOKEN:
        return Forbidden(*BAD_BOT_TOKEN)
    if found == "missing_scope":
        needed = str(error.response.get("needed") or "a scope")
        return Forbidden(needed, f"I lack the scope {needed}: whoever runs me can apply manifest.yaml and install me again.")
    if found in _FORBIDDEN:
        return Forbidden(*_FORBIDDEN[found])
    return Forbidden(
        "request", f"Slack did not accept that ({found}): whoever runs me can look it up with the method's errors."
    )


def refused_for_good(error: Exception, *, app_token: bool = False) -> Forbidden | None:
    """What to tell whoever runs us if no new attempt to connect can help; None if one can."""
    if not isinstance(error, SlackApiError):
        return None
    if app_token and code(error) in _TOKEN | {"missing_scope"}:  # of an app-level token, no manifest grants the scopes
        return Forbidden(*BAD_APP_TOKEN)
    found = of_answer(error)
    return found if isinstance(found, Forbidden) else None


def _retry_after(error: SlackApiError) -> float:
    headers = getattr(error.response, "headers", None) or {}
    for name, value in headers.items():
        if name.lower() == "retry-after":
            try:
                return float(value[0] if isinstance(value, list) else value)
            except ValueError:
                return _RETRY_AFTER
    return _RETRY_AFTER
