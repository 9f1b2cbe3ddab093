"""Fields inside nested bodies, with errors that name their path (pure)."""

from typing import TypeAlias
from urllib.parse import urlsplit

from adapters.sandbox.discord.errors import JsonObject, invalid_at

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a body: keys and list positions."""


def text(path: Path, raw: JsonObject, name: str, most: int, *, least: int = 0, needed: bool = False) -> str | None:
    """A text of a component, None where it is absent. Raises 50035 for another type or length."""
    value = raw.get(name)
    if value is None:
        if needed:
            raise invalid_at((*path, name), "BASE_TYPE_REQUIRED", "This field is required")
        return None
    if not isinstance(value, str):
        raise invalid_at((*path, name), "BASE_TYPE_CONVERT", "Could not interpret value as string.")
    if not least <= len(value) <= most:
        raise invalid_at((*path, name), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return value


def address(path: Path, raw: JsonObject, name: str, most: int, schemes: tuple[str, ...]) -> str:
    """An address of a component. Raises 50035 unless it has one of the schemes and a host."""
    found = text(path, raw, name, most, least=1, needed=True) or ""
    parts = urlsplit(found)
    if parts.scheme not in schemes:
        raise invalid_at((*path, name), "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")
    if not parts.netloc:
        raise invalid_at((*path, name), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    return found
