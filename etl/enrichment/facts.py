"""What a model reads of a title to say how it feels, and the key under which its words are kept. Pure."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from agent.catalogue.title import Title

# Raise when essences must be written in another way: all are then written, and paid, anew.
PROMPT_VERSION = 1
_CAST = 4  # who else plays says little of how a title feels
_DESCRIPTION_LIMIT = 1200  # characters


@dataclass(frozen=True, slots=True)
class Subject:
    """A title to write about. `reviews` are what viewers wrote of it, `description` what the essence must not tell again."""

    key: bytes
    facts: str
    description: str
    reviews: tuple[str, ...] = ()

    @classmethod
    def of(cls, title: Title, reviews: Sequence[str] = ()) -> "Subject":
        """The title with its facts as words."""
        facts = facts_of(title)
        return cls(key_of(facts), facts, title.description, tuple(reviews))

    @property
    def text(self) -> str:
        """The facts and the reviews, one a line."""
        return "\n".join((self.facts, *(f"Review: {review}" for review in self.reviews)))

    @property
    def reviewed(self) -> bytes:
        """The digest of the reviews; empty without any."""
        return hashlib.sha256("\0".join(self.reviews).encode()).digest() if self.reviews else b""


def facts_of(title: Title) -> str:
    """One fact a line, absent ones left out; ratings and dates that change from week to week are no part of it."""
    lines = (
        ("Title", title.title),
        ("Year", str(title.year or "")),
        ("Kind", "film" if title.media_type == "movie" else "series"),
        ("Genres", ", ".join(title.genres)),
        ("Creator" if title.media_type == "series" else "Director", ", ".join(title.directors)),
        ("Cast", ", ".join(title.cast[:_CAST])),
        ("Country", ", ".join(title.countries)),
        ("Description", title.description[:_DESCRIPTION_LIMIT]),
    )
    return "\n".join(f"{name}: {value}" for name, value in lines if value)


def key_of(facts: str) -> bytes:
    """The key of the essence written from these facts: a title whose plot changes has another."""
    return hashlib.sha256(f"{PROMPT_VERSION}\0{facts}".encode()).digest()
