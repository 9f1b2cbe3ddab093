"""What a tool tells, and the words that all of them use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.catalogue.answers.compose import plain
from agent.catalogue.answers.reasons import length_in, rating_line
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.reask import reask_frame
from agent.catalogue.speech.sentences import sentence
from agent.catalogue.speech.tools import tool_sentence
from agent.catalogue.speech.voice import Voice, listed
from agent.catalogue.title import Title


@dataclass(frozen=True, slots=True)
class Told:
    """The answer, what it presents in order, and its figures as JSON values."""

    text: str
    titles: tuple[Title, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listener:
    """Whom it is told: in which language, up to which age (None for any), and what must not be picked for them (ids)."""

    voice: Voice = "en"
    ceiling: int | None = None
    hidden: frozenset[str] = frozenset()


def bold(title: Title) -> str:
    """The title with its year, which tells it apart from its namesakes."""
    return f"**{plain(title.title)}**{f' ({title.year})' if title.year else ''}"


def bolds(titles: Iterable[Title], voice: Voice) -> str:
    """Titles as a list in a sentence."""
    return listed([bold(title) for title in titles], voice)


def item(number: int, title: Title, voice: Voice, told: str = "") -> str:
    """A line of a numbered list, with what is told of the title, its length by default."""
    told = told or length_in(title, voice)
    return f"{number}. {bold(title)}{f' – {plain(told)}' if told else ''}"


def lines(*parts: str) -> str:
    """The parts that say something, a line each."""
    return "\n".join(part for part in parts if part)


def rated(title: Title, voice: Voice) -> str:
    """How it is rated, and by how many."""
    return rating_line(title, voice) if title.rating else ""


def capital(text: str) -> str:
    """With a capital at its start."""
    return text[:1].upper() + text[1:]


def missing(names: Sequence[str], voice: Voice) -> str:
    """That titles of these names are not there; "" for none."""
    if not names:
        return ""
    quoted = [frame("quoted", voice, what=plain(name)) for name in names]
    return reask_frame("missing", voice, names=listed(quoted, voice, either=True))


def nobody(names: Sequence[str], voice: Voice) -> str:
    """That nobody of these names is there; "" for none."""
    if not names:
        return ""
    quoted = [frame("quoted", voice, what=plain(name)) for name in names]
    return tool_sentence("nobody", voice, names=listed(quoted, voice, either=True))


def kept_back(voice: Voice, *, named: bool) -> str:
    """That the place's age limit keeps something back, without its name."""
    return sentence("above_ceiling" if named else "ceiling", voice)
