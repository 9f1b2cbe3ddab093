"""One Web API call as the handlers see it, and the record of it that judges read."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adapters.sandbox.slack.blocks import Surface, checked
from adapters.sandbox.slack.errors import ApiError, missing, wrong_type
from adapters.sandbox.slack.world import World
from adapters.sandbox.wire import JsonObject


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of one call, merged from query, form and JSON."""

    world: World
    arguments: JsonObject = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether an argument was given."""
        return self.arguments.get(name) is not None

    def text(self, name: str) -> str | None:
        """A text, None where it is absent; forms and queries carry numbers as texts. Raises invalid_arguments."""
        value = self.arguments.get(name)
        if isinstance(value, bool) or not isinstance(value, str | int | float | None):
            raise wrong_type(name, "a string")
        return None if value is None else str(value)

    def required(self, name: str) -> str:
        """A text that must be there. Raises invalid_arguments."""
        found = self.text(name)
        if not found:
            raise missing(name)
        return found

    def flag(self, name: str, *, default: bool = False) -> bool:
        """True or false, as JSON or as a form's text. Raises invalid_arguments."""
        value = self.arguments.get(name)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        if str(value).lower() not in ("true", "false", "1", "0"):
            raise wrong_type(name, "a boolean")
        return str(value).lower() in ("true", "1")

    def number(self, name: str, default: int, most: int) -> int:
        """A count from 1 to `most`; more is `most`. Raises invalid_arguments."""
        value = self.arguments.get(name, default)
        if isinstance(value, bool) or not str(value).isdecimal() or int(str(value)) < 1:
            raise wrong_type(name, "a positive number")
        return min(int(str(value)), most)

    def structure(self, name: str) -> object:
        """An object or a list, which forms carry as JSON's text; None where it is absent. Raises ValueError for broken JSON."""
        value = self.arguments.get(name)
        found: object = json.loads(value) if isinstance(value, str) and value else value
        return found

    def objects(self, name: str) -> list[JsonObject] | None:
        """A list of objects. Raises invalid_arguments."""
        try:
            found = self.structure(name)
        except ValueError:
            raise wrong_type(name, "an array") from None
        if found is None:
            return None
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise wrong_type(name, "an array")
        return found

    def texts(self, name: str) -> list[str]:
        """A list of texts, as JSON or with commas. Raises invalid_arguments."""
        value = self.arguments.get(name)
        if value is None:
            return []
        if isinstance(value, str) and not value.startswith("["):
            return [one.strip() for one in value.split(",") if one.strip()]
        found = self.structure(name)
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise wrong_type(name, "an array of strings")
        return found

    def blocks(self) -> tuple[JsonObject, ...] | None:
        """The blocks, None where they are absent. Raises invalid_blocks_format, invalid_blocks, msg_blocks_too_long."""
        if not self.has("blocks"):
            return None
        try:
            return checked(self.structure("blocks"), Surface.MESSAGE)
        except ValueError:
            raise ApiError("invalid_blocks_format") from None

    def attachments(self) -> tuple[JsonObject, ...] | None:
        """Raises invalid_arguments, too_many_attachments."""
        found = self.objects("attachments")
        if found is not None and len(found) > 100:
            raise ApiError("too_many_attachments")
        return None if found is None else tuple(found)

    def metadata(self) -> JsonObject | None:
        """Raises invalid_metadata_format, metadata_too_large."""
        if not self.has("metadata"):
            return None
        try:
            found = self.structure("metadata")
        except ValueError:
            raise ApiError("invalid_metadata_format") from None
        if not isinstance(found, dict):
            raise ApiError("invalid_metadata_format")
        whole = isinstance(found.get("event_type"), str) and isinstance(found.get("event_payload"), dict)
        if found and not whole:
            raise ApiError("invalid_metadata_format")
        if len(json.dumps(found)) > self.world.state.limits.metadata:
            raise ApiError("metadata_too_large")
        return found


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call as it happened.

    `name` is the method, such as `chat.postMessage`; `verb` the HTTP one; `status` None where no answer went out; `ms`
    milliseconds in the server; `applied` whether the handler ran through; `fault` the planned fault that it met; `at` seconds
    of the server's clock.
    """

    name: str
    verb: str
    request: Mapping[str, object]
    status: int | None
    response: JsonObject
    headers: Mapping[str, str]
    ms: float
    at: float
    applied: bool
    fault: str | None = None

    @property
    def error(self) -> str | None:
        """The code of a refusal."""
        found = self.response.get("error")
        return found if isinstance(found, str) else None


def paged(call: Call, items: Sequence[JsonObject], name: str, *, default: int = 100, most: int = 1000) -> JsonObject:
    """One page of a list (https://docs.slack.dev/apis/web-api/pagination). Raises invalid_cursor."""
    cursor = call.text("cursor") or "0"
    if not cursor.isdecimal() or int(cursor) > len(items):
        raise ApiError("invalid_cursor")
    start, size = int(cursor), call.number("limit", default, most)
    rest = start + size < len(items)
    after = str(start + size) if rest else ""
    return {name: list(items[start : start + size]), "has_more": rest, "response_metadata": {"next_cursor": after}}
