"""What a tool tells, and how code stands in its sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Told:
    """The answer word for word, and its figures as JSON values."""

    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def code(text: str) -> str:
    """`text` as code in a line; what would end it is left out."""
    return f"`{' '.join(text.replace('`', '').split())}`"


def lines(*parts: str) -> str:
    """The parts that say something, a line each."""
    return "\n".join(part for part in parts if part)
