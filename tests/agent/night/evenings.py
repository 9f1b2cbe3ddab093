"""What tests of movie nights share: a catalogue of seventy films and two series, evenings over it, and an agent at work."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date

from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.title import Title
from agent.catalogue.understanding.understand import understand
from agent.contract import NodeOutput, RunEvent, StepDone, StepRequest
from agent.evening import Evening, Guest, StepKind, Wish
from agent.llm import Llm
from agent.night.encoding import Encode
from agent.night.graph import MovieAgent
from agent.night.outlook import Outlook, look
from agent.night.wishes import wished
from agent.retrieval.types import Vector
from tests.agent.catalogue.shop import film, series
from tests.fakes.encoders import HashingEncoder

ESSENCE = "Velvet and hushed, made for nobody but night owls."
_KINDS = (
    "comedy", "comedy, romance", "thriller, crime", "thriller, mystery", "drama", "drama, war", "action, adventure",
    "science fiction, action", "horror", "animation, family", "documentary", "musical, comedy", "western", "fantasy, adventure",
)  # fmt: skip
_FIRST = ("Amber", "Bitter", "Copper", "Distant", "Eastern", "Frozen", "Golden", "Hollow", "Idle", "Jagged")
_SECOND = ("Bridge", "Candle", "Harbour", "Lantern", "Meadow", "Orchard", "Window")
_PLOTS = (
    "Two neighbours quarrel over a hedge until a letter changes everything. A wedding follows.",
    "A clerk finds a key that opens every door in town. Somebody wants it back.",
    "Strangers share a night train and one of them lies. The snow does not stop.",
)


def _nth(number: int) -> Title:
    return film(
        f"{_FIRST[number % len(_FIRST)]} {_SECOND[number // len(_FIRST)]}",
        1940 + (number * 13) % 84,
        _KINDS[number % len(_KINDS)],
        _PLOTS[number % len(_PLOTS)],
        runtime=75 + (number * 7) % 110,
        rating=6.0 + (number * 3 % 30) / 10,
        votes=1_000 + number * 9_000,
        directors=(f"Director {number // 4}",),
        cast=(f"Star {number // 3}", f"Star {number // 5 + 100}"),
        countries=("United States",) if number % 3 else ("France",),
        certificate="PG" if number % 2 else "R",
        essence=ESSENCE,
    )


FILMS = tuple(_nth(number) for number in range(70))
SERIES = (
    series("Long Story", 2015, "drama, crime", "It goes on.", rating=9.5, votes=2_000_000, seasons=5),
    series("Short Story", 2019, "comedy", "It ends.", rating=9.0, votes=900_000, seasons=1),
)
IDS = tuple(title.id for title in FILMS)
ADA, BEN, CLOE = Guest("g1"), Guest("g2"), Guest("g3")


def evening(*guests: Guest, **more: object) -> Evening:
    """An evening of these guests; of three who said nothing unless given."""
    return Evening(guests or (ADA, BEN, CLOE), **more)  # type: ignore[arg-type]


def understanding(shelf: Shelf, text: str) -> Request:
    """The real understanding, on a fixed day."""
    return understand(text, shelf.vocabulary, today=date(2026, 12, 1), language="en")


def outlook(shelf: Shelf, night: Evening, within: Sequence[str] | None = None) -> Outlook:
    """How an evening stands, without vectors of its wishes."""
    return look(shelf, night, wished(night, shelf, {}, lambda text: understanding(shelf, text)), within)


class Open:
    """An `agent.night.graph.Catalogue` of one shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Shelf]:
        """The shelf."""
        yield self._shelf

    def understand(self, text: str) -> Request:
        """The real understanding."""
        return understanding(self._shelf, text)


def agent_of(shelf: Shelf, model: Llm | None = None, encode: Encode | None = None) -> MovieAgent:
    """A movie agent over a shelf."""
    return MovieAgent(Open(shelf), encode=encode or HashingEncoder().queries, model=model)


async def events_of(agent: MovieAgent, night: Evening, *allowed: StepKind) -> list[RunEvent]:
    """All events of one step."""
    return [event async for event in agent.events(StepRequest("r1", night, allowed))]


async def done(agent: MovieAgent, night: Evening, *allowed: StepKind) -> StepDone:
    """How one step ends."""
    last = (await events_of(agent, night, *allowed))[-1]
    assert isinstance(last, StepDone)
    return last


def outputs(events: Sequence[RunEvent], node: str) -> list[NodeOutput]:
    """What a node told people."""
    return [event for event in events if isinstance(event, NodeOutput) and event.node == node]


def wish(option: str, label: str = "", search: str = "") -> Wish:
    """A wish as a model words it."""
    return Wish(option, label or option, search or option)


def vector(text: str) -> Vector:
    """The unit vector of a text, as the hand-written encoder has it."""
    return HashingEncoder()._vector(text)
