"""Refusals of the Web API: HTTP 200 with `ok: false` and a code (https://docs.slack.dev/apis/web-api/#responses)."""

from collections.abc import Sequence

from adapters.sandbox.wire import JsonObject


class ApiError(Exception):
    """A call that Slack refuses: the code in `error`, further fields of the answer, seconds to wait where waiting helps."""

    def __init__(self, error: str, *, fields: JsonObject | None = None, retry_after: int | None = None) -> None:
        super().__init__(error)
        self.error = error
        self.fields = fields or {}
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        """The HTTP status: 429 where waiting helps, else 200."""
        return 200 if self.retry_after is None else 429

    def body(self) -> JsonObject:
        """The JSON that goes out."""
        return {"ok": False, "error": self.error, **self.fields}


class Refusal(Exception):
    """Something that a person's client does not let them do; the message says why in one sentence."""


def explained(error: str, messages: Sequence[str]) -> ApiError:
    """A refusal that says what is wrong where, as `invalid_blocks` and `invalid_arguments` do."""
    return ApiError(error, fields={"response_metadata": {"messages": [f"[ERROR] {one}" for one in messages]}})


def missing(argument: str) -> ApiError:
    """An argument that is required and absent."""
    return explained("invalid_arguments", [f"missing required field: {argument}"])


def wrong_type(argument: str, wanted: str) -> ApiError:
    """An argument of another type."""
    return explained("invalid_arguments", [f"must be {wanted} [json-pointer:/{argument}]"])


def rate_limited(retry_after: int) -> ApiError:
    """Too many calls (https://docs.slack.dev/apis/web-api/rate-limits); `retry_after` in whole seconds."""
    return ApiError("ratelimited", retry_after=retry_after)


def missing_scope(needed: str, provided: Sequence[str]) -> ApiError:
    """A token without a scope."""
    return ApiError("missing_scope", fields={"needed": needed, "provided": ",".join(provided)})
