"""What the graph needs from a field of knowledge. The graph, the runs and the chat know nothing else about films."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel

from agent.contract import Decision, HistoryMessage, TitleRef


@dataclass(frozen=True, slots=True)
class Document:
    """One retrieved item as the graph sees it.

    `text` is what a model may read (facts, one line each); `score` is calibrated to [0, 1]; `why` are short reasons that hold
    for this question ("a thriller", "89 minutes").
    """

    ref: TitleRef
    text: str
    score: float
    why: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What one search brought.

    `score` is the gate's figure in [0, 1]. `filters` is what was understood, for people to read. `notes` are sentences that an
    answer must pass on ("Nothing under 60 minutes fits, so I looked up to 75."). `ms` holds encode, search, rerank, total.
    `around` are more candidates, for the clarifying question after a weak search. `unmet` names demands that nothing met, in
    the domain's own words.
    """

    documents: tuple[Document, ...]
    score: float
    media_type: str | None = None
    filters: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ms: Mapping[str, float] = field(default_factory=dict)
    around: tuple[Document, ...] = ()
    unmet: tuple[str, ...] = ()


class Route(BaseModel):
    """What a model decides about a question. A domain adds its own filters as further fields, all optional."""

    decision: Decision
    media_type: str | None = None

    def filters(self) -> dict[str, Any]:
        """The filters that the model filled in."""
        return self.model_dump(exclude={"decision", "media_type"}, exclude_none=True, exclude_defaults=True)


class Domain(Protocol):
    """A field of knowledge: its search, and the no-model twin of every decision that a model would make."""

    name: str
    route_schema: type[Route]

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The question as it stands alone: "something shorter" after a request keeps the request."""
        ...

    async def route(self, question: str) -> Decision:
        """Whether the question needs a search."""
        ...

    async def retrieve(
        self, question: str, *, filters: Mapping[str, Any] | None = None, exclude: Sequence[str] = (), limit: int = 5
    ) -> Retrieval:
        """Search. `filters` come from a model and are checked against the vocabulary; what is unknown there is ignored.

        `exclude` holds title or source ids that must not come back.
        """
        ...

    def compose(self, question: str, retrieval: Retrieval) -> Iterator[str]:
        """The answer from facts alone, in pieces that read well one after the other."""
        ...

    def compose_general(self, question: str, history: Sequence[HistoryMessage]) -> Iterator[str]:
        """The answer to what needs no search: greetings, thanks, questions about the bot, what lies outside the field."""
        ...

    def reask(self, question: str, retrieval: Retrieval) -> str:
        """One clarifying question that offers two or three concrete ways to narrow."""
        ...
