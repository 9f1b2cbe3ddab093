"""What a step carries on its way: the movie agent's state, the search agent's, and what is not state beside them."""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

import numpy as np

from agent.announce import Announcing
from agent.catalogue.finding import Extras
from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.table import Mask
from agent.catalogue.title import Title
from agent.contract import RunEvent
from agent.evening import Evening, Step, StepKind
from agent.llm import ChatMessage, Llm, LlmError, Meter, SchemaT, Tier, Unreadable
from agent.night.actions import Action
from agent.night.encoding import Encoded
from agent.night.outlook import Outlook
from agent.night.tools import Hits, Query


@dataclass(frozen=True, slots=True)
class Result:
    """A film that the search agent submits, and its reason, in its own words."""

    film: Title
    reason: str


class State(TypedDict, total=False):
    """The movie agent's. `task` is what the search agent is asked for, `found` what it brought."""

    evening: Evening
    allowed: tuple[StepKind, ...]
    outlook: Outlook
    task: str
    found: tuple[Result, ...]
    action: Action
    step: Step


class SearchState(TypedDict, total=False):
    """The search agent's. Each query runs with a state of its own, which holds `query`; their hits come together."""

    evening: Evening
    task: str
    queries: tuple[Query, ...]
    query: Query
    hits: Annotated[list[Hits], operator.add]
    results: tuple[Result, ...]


@dataclass(slots=True)
class NightRun(Announcing):
    """One run's companions. `model` becomes None when there is none, or once it has failed: it is not asked a second time.

    `looked` marks the titles that were looked at so far; `dropped` counts ids of a model that the catalogue does not have.
    """

    shelf: Shelf
    understand: Callable[[str], Request]
    encoded: Encoded
    model: Llm | None
    extras: Extras | None
    emit: Callable[[RunEvent], None]
    looked: Mask
    meter: Meter = field(default_factory=Meter)
    dropped: int = 0

    async def ask(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT]) -> SchemaT | None:
        """What the model answers; None where there is none, or it has just failed. Raises Unreadable, which is not counted."""
        if self.model is None:
            return None
        self.meter.call()
        try:
            return await self.model.structured(tier, messages, schema, self.meter)
        except Unreadable:
            raise
        except LlmError:
            self.model = None
            self.meter.fall_back()
            return None

    def look_at(self, mask: Mask) -> int:
        """Titles that were looked at; how many they are by now."""
        self.looked |= mask
        return int(self.looked.sum())


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a node did: its part of the state, and what people following the run may read of it."""

    update: Mapping[str, Any]
    output: Mapping[str, Any]


def nothing_seen(shelf: Shelf) -> Mask:
    """The mask of no title."""
    return np.zeros(len(shelf.table.ids), bool)
