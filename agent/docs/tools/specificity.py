"""What a selector counts, and what may be wrong with one (Selectors Level 4 §17)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Why: TypeAlias = Literal[
    "after_pseudo_element",
    "argument",
    "attribute",
    "class",
    "empty",
    "ends",
    "has_inside",
    "nesting",
    "nth",
    "pseudo",
    "pseudo_inside",
    "token",
    "type_late",
    "unclosed",
    "unexpected",
]


class Specificity(NamedTuple):
    """`a` ids; `b` classes, attributes, pseudo-classes; `c` types, pseudo-elements. The greater tuple wins."""

    a: int = 0
    b: int = 0
    c: int = 0

    def plus(self, other: "Specificity") -> "Specificity":
        """Both together."""
        return Specificity(self.a + other.a, self.b + other.b, self.c + other.c)

    def __str__(self) -> str:
        return f"({self.a}, {self.b}, {self.c})"


ZERO, ID, CLASS, TYPE = Specificity(), Specificity(a=1), Specificity(b=1), Specificity(c=1)


class BadSelector(ValueError):
    """A selector that CSS would drop; `column` counts characters from 1, `what` is what stands there ("" at the end)."""

    def __init__(self, why: Why, column: int, what: str = "") -> None:
        super().__init__(f"{why} at {column}: {what}")
        self.why = why
        self.column = column
        self.what = what


@dataclass(frozen=True, slots=True)
class Part:
    """A simple selector as typed, with what it counts."""

    text: str
    counts: Specificity


@dataclass(frozen=True, slots=True)
class Complex:
    """One selector of a list, as typed, with its simple selectors that count or could be thought to."""

    text: str
    parts: tuple[Part, ...]

    @property
    def specificity(self) -> Specificity:
        """The sum over its parts."""
        return total(part.counts for part in self.parts)


def total(counts: Iterable[Specificity]) -> Specificity:
    """All of them together."""
    added = ZERO
    for one in counts:
        added = added.plus(one)
    return added
