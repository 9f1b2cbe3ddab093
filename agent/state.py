"""What a run carries: the graph's state, and beside it what is not state (the model, the meter, the way out)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from agent.announce import Announcing
from agent.contract import Citation, Decision, HistoryMessage, House, RunEvent, Taste, TitleCard, TitleRef
from agent.domain import Document, Domain, Retrieval, SubTask, ToolAnswer, ToolCall
from agent.llm import Llm, LlmError, Meter


@dataclass(frozen=True, slots=True)
class Part:
    """What came of one sub-task: what a tool computed or a search brought; with neither, it failed."""

    number: int
    question: str
    retrieval: Retrieval | None = None
    answer: ToolAnswer | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """What it presents, in order."""
        done = self.answer or self.retrieval
        return done.documents if done is not None else ()

    @property
    def found(self) -> tuple[str, ...]:
        """What it found by name."""
        return (self.answer.found if self.answer is not None else ()) or tuple(item.ref.title for item in self.documents)


def _joined(done: Mapping[int, Part], more: Mapping[int, Part]) -> Mapping[int, Part]:
    return {**done, **more}


class State(TypedDict, total=False):
    """The graph's state. `messages` ends with the question; `filters` are the router's until `retrieve` has understood them.

    `is_draft`: a model wrote `generation`, and it is still to be verified; `doubts` are its claims that nothing supports,
    `rounds` how often it was planned again for them, `changed` how many details were put right or left out.
    `plan` are the parts of the question, `parts` what came of them by number. A sub-task runs on a state of its own, in which
    `contextualized_question` is its question, `part` its number, `query` what is searched and `limit` how many documents are
    looked at.
    """

    messages: tuple[HistoryMessage, ...]
    exclude: tuple[str, ...]
    taste: Taste
    house: House
    reask_count: int
    contextualized_question: str
    decision: Decision
    tool: ToolCall | None
    plan: tuple[SubTask, ...]
    parts: Annotated[Mapping[int, Part], _joined]
    is_draft: bool
    doubts: tuple[str, ...]
    rounds: int
    changed: int
    part: int
    query: str
    limit: int
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
    """`threshold` is the gate's, in [0, 1]; `pace` waits so many seconds between the paragraphs of a composed answer."""

    threshold: float = 0.5
    max_reask: int = 1
    pace: float = 0.0


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a node did: its part of the state, and what people following the run may read of it."""

    update: State
    output: Mapping[str, Any]


def about(state: State) -> str:
    """The part of the question that a sub-task's state is for; "" elsewhere."""
    if not (number := state.get("part", 0)):
        return ""
    return f"{state['contextualized_question']} ({number} of {len(state['plan'])})"


def question_of(state: State) -> str:
    """The question as asked."""
    return state["messages"][-1].text


def history_of(state: State) -> tuple[HistoryMessage, ...]:
    """What was said before it."""
    return state["messages"][:-1]


def spoken(state: State, run: Run) -> str:
    """The language of the answer, as ISO 639-1: the house's, else the question's."""
    return state["house"].language or run.domain.language(question_of(state), history_of(state))


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
