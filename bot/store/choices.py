"""Choices as JSON objects: a key that is absent, unknown or of another type counts as not chosen."""

import dataclasses
import json
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

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
    """The choices of `raw`; `kind` is a dataclass whose fields are bool, int, str, tuple[str, ...] or one of them or None."""
    stored = json.loads(raw) if raw else {}
    if not isinstance(stored, dict):
        return kind()
    hints = get_type_hints(kind)
    fitting = {name: value for name, value in stored.items() if name in hints and _fits(value, hints[name])}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in fitting.items()})


def _fits(value: object, hint: Any) -> bool:
    allowed = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if isinstance(value, list):
        return any(get_origin(kind) is tuple for kind in allowed) and all(isinstance(item, str) for item in value)
    return type(value) in allowed
