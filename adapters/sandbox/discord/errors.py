"""Refusals with Discord's codes (https://discord.com/developers/docs/topics/opcodes-and-status-codes#json)."""

from collections.abc import Sequence
from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]
"""One object of JSON, as sent or received."""


class ApiError(Exception):
    """A call that Discord refuses: HTTP `status`, JSON `code`, `message`; `retry_after` in seconds where waiting helps."""

    def __init__(
        self, status: int, code: int, message: str, *, errors: JsonObject | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> JsonObject:
        """The JSON that goes out."""
        body: JsonObject = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": round(self.retry_after, 3), "global": False}
        return body


def unauthorized() -> ApiError:
    """The token is not ours."""
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    """No such route."""
    return ApiError(404, 0, "404: Not Found")


def unknown(what: str) -> ApiError:
    """Something that is not there, or no longer."""
    codes = {"Channel": 10003, "Guild": 10004, "Member": 10007, "Message": 10008, "Role": 10011, "User": 10013}
    return ApiError(404, codes[what], f"Unknown {what}")


def unknown_emoji() -> ApiError:
    """A reaction that is neither a Unicode emoji nor one of this server's."""
    return ApiError(400, 10014, "Unknown Emoji")


def missing_access() -> ApiError:
    """The channel cannot be seen."""
    return ApiError(403, 50001, "Missing Access")


def missing_permission() -> ApiError:
    """The channel can be seen, the act is not allowed there."""
    return ApiError(403, 50013, "Missing Permissions")


def empty_message() -> ApiError:
    """Nothing to send."""
    return ApiError(400, 50006, "Cannot send an empty message")


def thread_archived() -> ApiError:
    """An act in a thread that is archived, or locked against this person."""
    return ApiError(400, 50083, "Thread is archived")


def wrong_channel_type() -> ApiError:
    """For example a thread inside a thread."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def invalid(field: str, code: str, message: str) -> ApiError:
    """A form error of one field."""
    return invalid_at((field,), code, message)


def invalid_at(path: Sequence[str | int], code: str, message: str) -> ApiError:
    """A form error of a field within others, by keys and list positions."""
    errors: JsonObject = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path):
        errors = {str(key): errors}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)


def unknown_interaction() -> ApiError:
    """An interaction that never was, or whose three seconds are over."""
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    """A second first answer to one interaction."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def unknown_webhook() -> ApiError:
    """The token of an interaction that never was, or was not acknowledged."""
    return ApiError(404, 10015, "Unknown Webhook")


def expired_webhook() -> ApiError:
    """The token of an interaction whose fifteen minutes are over."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def unknown_command() -> ApiError:
    """A command that is not registered."""
    return ApiError(404, 10063, "Unknown application command")


def slow_mode(retry_after: float) -> ApiError:
    """Too soon after the person's last message in a channel with slow mode."""
    return ApiError(429, 20016, "This action cannot be performed due to slowmode rate limit.", retry_after=retry_after)
