"""One REST call as the handlers see it, and the record of it that judges read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adapters.sandbox.discord.errors import JsonObject, invalid
from adapters.sandbox.discord.world import World


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a call."""

    filename: str
    content: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Created:
    """An answer that something is new: 201 instead of the route's 200."""

    body: JsonObject


@dataclass(frozen=True, slots=True)
class Call:
    """Path parameters, query and JSON body of one call; `gateway_url` for the two routes that tell it; `files` by the number
    that the body's `attachments` know them by."""

    world: World
    gateway_url: str
    params: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    files: Mapping[str, Upload] = field(default_factory=dict)

    @property
    def fields(self) -> JsonObject:
        """The body as an object. Raises 50035 for another kind of body."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise invalid("_body", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return self.body

    def text(self, name: str) -> str | None:
        """A text field, None where it is null or absent. Raises 50035 for another type."""
        value = self.fields.get(name)
        if value is not None and not isinstance(value, str):
            raise invalid(name, "BASE_TYPE_CONVERT", "Could not interpret value as string.")
        return value

    def snowflake(self, name: str) -> str | None:
        """An id, which a client may send as text or as a number. Raises 50035 for anything else."""
        value = self.fields.get(name)
        if value is None:
            return None
        if not str(value).isdecimal():
            raise invalid(name, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return str(value)

    def number(self, name: str) -> int | None:
        """A whole-number field, None where it is null or absent. Raises 50035 for another type."""
        value = self.fields.get(name)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise invalid(name, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return value

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A true-or-false field. Raises 50035 for another type."""
        value = self.fields.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise invalid(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return value

    def objects(self, name: str) -> tuple[JsonObject, ...] | None:
        """A field with a list of objects, None where it is null or absent. Raises 50035 for another type."""
        value = self.fields.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise invalid(name, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return tuple(value)

    def limit(self, name: str, default: int, most: int) -> int:
        """A count in the query, from 1 to `most`. Raises 50035 outside of it."""
        given = self.query.get(name, str(default))
        if not given.isdecimal() or not 1 <= int(given) <= most:
            raise invalid(name, "NUMBER_TYPE_RANGE", f"int value should be between 1 and {most}.")
        return int(given)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One REST call as it happened.

    `path` is without the API's base; `status` None where no answer went out; `ms` milliseconds in the server; `applied` whether
    the handler ran; `fault` the planned fault that it met; `at` seconds of the server's clock.
    """

    method: str
    path: str
    query: Mapping[str, str]
    request: object
    status: int | None
    response: object
    headers: Mapping[str, str]
    ms: float
    at: float
    applied: bool
    fault: str | None = None
