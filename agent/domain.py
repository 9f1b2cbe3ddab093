"""What the graph needs from a field of knowledge. The graph, the runs and the chat know nothing else about films."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from agent.contract import NO_HOUSE, NO_TASTE, Decision, HistoryMessage, House, Taste, TitleCard, TitleRef


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
    the domain's own words. `hides_plot`: what an answer tells of what happens in a document must not be shown unasked.
    """

    documents: tuple[Document, ...]
    score: float
    media_type: str | None = None
    filters: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    ms: Mapping[str, float] = field(default_factory=dict)
    around: tuple[Document, ...] = ()
    unmet: tuple[str, ...] = ()
    hides_plot: bool = False


class ToolCall(BaseModel):
    """An exact tool with its arguments. A domain has one subclass a tool, whose `name` is fixed."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str

    def arguments(self) -> dict[str, Any]:
        """The arguments that say something, as JSON values for people to follow."""
        return _telling(self.model_dump(mode="json", exclude={"name"}))


def _telling(values: Mapping[str, Any]) -> dict[str, Any]:
    pairs = ((key, _telling(value) if isinstance(value, dict) else value) for key, value in values.items())
    return {key: value for key, value in pairs if value not in (None, "", False, [], {})}


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool computed. `text` is the answer, word for word; `documents` are what it presents, in order.

    `facts` are its figures as JSON values, for people and tests to read; `found` is what it found
    by name, for a later sub-task.
    """

    name: str
    text: str
    documents: tuple[Document, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence that may be shown, "" for none, and how many of its details were put right or left out."""

    text: str
    changed: int = 0


MAX_SUBTASKS = 5
ANSWER_SLOT = "{answer}"


class SubTask(BaseModel):
    """One part of a question that is answered in parts.

    `depends_on` is the number, from 1, of an earlier sub-task that must be done first; `{answer}` in the question stands for
    what that one found by name.
    """

    model_config = ConfigDict(frozen=True)
    kind: Literal["retrieve", "tool"]
    question: str = Field(min_length=1, max_length=400)
    depends_on: int | None = None


class Route(BaseModel):
    """What a model decides about a question. A domain adds its own filters as further fields, all optional, and may let the
    model name a tool with its arguments in a field `tool`, which is no filter."""

    decision: Decision
    media_type: str | None = None

    def filters(self) -> dict[str, Any]:
        """The filters that the model filled in."""
        return self.model_dump(exclude={"decision", "media_type", "tool"}, exclude_none=True, exclude_defaults=True)


class Domain(Protocol):
    """A field of knowledge: its search, and the no-model twin of every decision that a model would make."""

    name: str
    route_schema: type[Route]

    @property
    def edition(self) -> str:
        """The version of the data that answers are made from; "" where there are no versions."""
        ...

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The question as it stands alone: "something shorter" after a request keeps the request."""
        ...

    def language(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The language to answer a question in, as ISO 639-1."""
        ...

    async def route(self, question: str) -> Decision:
        """Whether the question needs a search. What is for a tool is told by `tool`, what has parts by `plan`."""
        ...

    def plan(self, question: str) -> tuple[SubTask, ...] | None:
        """The parts of a question that for certain has several, by rules; None for every other question."""
        ...

    def tool(self, question: str, history: Sequence[HistoryMessage], route: Route | None = None) -> ToolCall | None:
        """The tool that answers the question exactly, by rules; None where none does for certain.

        With the `route` of a model, the call that it asks for, its arguments checked; None where they do not hold.
        """
        ...

    async def run_tool(
        self, call: ToolCall, *, language: str, exclude: Sequence[str] = (), taste: Taste = NO_TASTE, house: House = NO_HOUSE
    ) -> ToolAnswer:
        """Compute. `language` (ISO 639-1) words the answer where the house leaves it open; what `house` forbids never comes.

        `exclude` (title or source ids) and what `taste` hides are only left out of what a tool picks for people to watch.
        """
        ...

    async def retrieve(
        self,
        question: str,
        *,
        filters: Mapping[str, Any] | None = None,
        exclude: Sequence[str] = (),
        limit: int = 5,
        taste: Taste = NO_TASTE,
        house: House = NO_HOUSE,
    ) -> Retrieval:
        """Search. `filters` come from a model and are checked against the vocabulary; what is unknown there is ignored.

        `exclude` holds title or source ids that must not come back, nor does what `taste` hides, unless it is asked for by
        name. What `house` forbids never comes.
        """
        ...

    async def cards(self, documents: Sequence[Document], house: House) -> tuple[TitleCard, ...]:
        """The documents as cards, in their order, with what outside sources add within two seconds."""
        ...

    def compose(
        self, question: str, retrieval: Retrieval, house: House = NO_HOUSE, *, part_from: int | None = None
    ) -> Iterator[str]:
        """The answer from facts alone, in pieces that read well one after the other, in the house's language where it can.

        `part_from`: it is one part of an answer, whose documents are numbered from there on; it ends without an offer.
        """
        ...

    def check(self, sentence: str, document: Document, documents: Sequence[Document], said: str) -> Checked:
        """A model's sentence about one of the `documents`, as far as figures and names in it hold for that one.

        `said` is what people asked, whose figures may be repeated.
        """
        ...

    def compose_general(self, question: str, history: Sequence[HistoryMessage], house: House = NO_HOUSE) -> Iterator[str]:
        """The answer to what needs no search: greetings, thanks, questions about the bot, what lies outside the field."""
        ...

    def reask(self, question: str, retrieval: Retrieval, house: House = NO_HOUSE) -> str:
        """One clarifying question that offers two or three concrete ways to narrow."""
        ...
