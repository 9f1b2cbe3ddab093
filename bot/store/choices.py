"""Choices as JSON objects: a key that is absent, unknown or of another type counts as not chosen."""

import dataclasses
import json
from typing import Any, TypeVar

C = TypeVar("C")


def to_json(choices: Any) -> str:
    """All that differs from the defaults, so that a default that changes later reaches whoever never chose."""
    default = type(choices)()
    return json.dumps(
        {
            field.name: getattr(choices, field.name)
            for field in dataclasses.fields(choices)
            if getattr(choices, field.name) != getattr(default, field.name)
        }
    )


def from_json(kind: type[C], raw: str | None) -> C:
    """The choices of `raw`; `kind` is a dataclass whose fields are bool, int, str or tuple[str, ...], or None."""
    stored = json.loads(raw) if raw else {}
    if not isinstance(stored, dict):
        return kind()
    found: dict[str, Any] = {}
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]  # a dataclass, as the docstring asks
        value = stored.get(field.name)
        if field.name in stored and _fits(value, str(field.type)):
            found[field.name] = tuple(value) if isinstance(value, list) else value
    return kind(**found)


def _fits(value: object, kind: str) -> bool:
    if isinstance(value, list):
        return kind.startswith("tuple") and all(isinstance(item, str) for item in value)
    name = "None" if value is None else type(value).__name__
    return name in kind.replace("<class '", "").replace("'>", "").replace(" ", "").split("|")
