"""What a run carries: the graph's state, and beside it what is not state (the model, the meter, the way out)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from agent.announce import Announcing
from agent.contract import Citation, Decision, HistoryMessage, House, RunEvent, Taste, TitleCard, TitleRef
from agent.domain import Document, Domain, Retrieval, ToolCall
from agent.llm import Llm, LlmError, Meter


class State(TypedDict, total=False):
    """The graph's state. `messages` ends with the question; `filters` are the router's until `retrieve` has understood them."""

    messages: tuple[HistoryMessage, ...]
    exclude: tuple[str, ...]
    taste: Taste
    house: House
    reask_count: int
    contextualized_question: str
    decision: Decision
    tool: ToolCall | None
    media_type: str | None
    filters: Mapping[str, Any]
    documents: tuple[Document, ...]
    score: float
    notes: tuple[str, ...]
    unmet: tuple[str, ...]
    hides_plot: bool
    needs_reask: bool
    generation: str
    titles: tuple[TitleRef, ...]
    cards: tuple[TitleCard, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class GraphSettings:
    """`threshold` is the gate's, in [0, 1]; `pace` waits so many seconds between the paragraphs of a composed answer.

    `mend`: why the model that was named cannot be used, and what to do about it; "" where none was named or it can.
    """

    threshold: float = 0.5
    max_reask: int = 1
    pace: float = 0.0
    mend: str = ""


@dataclass(slots=True)
class Run(Announcing):
    """One run's companions. `model` becomes None when there is none, or once it has failed: it is not asked a second time."""

    domain: Domain
    model: Llm | None
    settings: GraphSettings
    emit: Callable[[RunEvent], None]
    meter: Meter = field(default_factory=Meter)
    lost: LlmError | None = None

    def lose_model(self, error: LlmError) -> None:
        """Go on without a model, and remember why."""
        self.meter.fall_back()
        self.model, self.lost = None, error

    @property
    def mend(self) -> str:
        """What keeps the model away, with the way out, for who keeps the bot."""
        return self.lost.mend if self.lost is not None else self.settings.mend


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a node did: its part of the state, and what people following the run may read of it."""

    update: State
    output: Mapping[str, Any]


def question_of(state: State) -> str:
    """The question as asked."""
    return state["messages"][-1].text


def history_of(state: State) -> tuple[HistoryMessage, ...]:
    """What was said before it."""
    return state["messages"][:-1]


def retrieval_of(state: State) -> Retrieval:
    """What `retrieve` brought."""
    return Retrieval(
        documents=state.get("documents", ()),
        score=state.get("score", 0.0),
        media_type=state.get("media_type"),
        filters=state.get("filters", {}),
        notes=state.get("notes", ()),
        unmet=state.get("unmet", ()),
        hides_plot=state.get("hides_plot", False),
    )
