"""The graph, compiled once a process.

    START → contextualize → router → retrieve ─ gate ─→ generate_retrieve → END
                               │        └ weak, may ask ─→ reask_user     → END
                               ├──────────────────────────→ use_tool      → END
                               ├──────────────────────────→ generate_general → END
                               └→ plan_subtasks → sub-tasks → synthesize_answer ┬→ END
                                      ↑                                         └ a model's → verify_answer → END
                                      └────────────── what nothing supports, twice at most ─────────┘

Sub-tasks run at once (agent/subtasks.py), those that need others after them. `agent.announce` announces and measures every
node; the nodes know nothing of streams or clocks.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send

from agent.announce import Followed, announced, nobody
from agent.contract import (
    Decision,
    HistoryMessage,
    ResponseDone,
    RunEvent,
    RunRequest,
)
from agent.domain import Domain
from agent.llm import Llm
from agent.nodes.contextualize import contextualize
from agent.nodes.generate_general import generate_general
from agent.nodes.generate_retrieve import generate_retrieve
from agent.nodes.plan_subtasks import plan_subtasks
from agent.nodes.reask_user import reask_user
from agent.nodes.retrieve import RetrievalFailed, retrieve
from agent.nodes.router import router
from agent.nodes.synthesize_answer import synthesize_answer
from agent.nodes.use_tool import use_tool
from agent.nodes.verify_answer import verify_answer
from agent.state import GraphSettings, Part, Run, State
from agent.subtasks import Compiled, Node, cannot_run, compile_subtask, ready

_STEPS = 64  # above the longest way: five sub-tasks, each after the one before it, and two more rounds

log = structlog.get_logger(__name__)

NODES: dict[str, Node] = {
    "contextualize": contextualize,
    "router": router,
    "retrieve": retrieve,
    "generate_general": generate_general,
    "generate_retrieve": generate_retrieve,
    "reask_user": reask_user,
    "use_tool": use_tool,
    "plan_subtasks": plan_subtasks,
    "synthesize_answer": synthesize_answer,
    "verify_answer": verify_answer,
}
_WAYS: dict[Decision, str] = {
    "GENERAL": "generate_general",
    "RETRIEVE": "retrieve",
    "TOOL": "use_tool",
    "COMPLEX": "plan_subtasks",
}


class Graph:
    """Runs questions. `model` None is the no-model mode."""

    def __init__(self, domain: Domain, model: Llm | None = None, settings: GraphSettings | None = None) -> None:
        self._domain = domain
        self._model = model
        self._settings = settings or GraphSettings()
        self._compiled = _compile()

    async def events(self, request: RunRequest) -> AsyncGenerator[RunEvent, None]:
        """All events of one run from `GraphStart` to `ResponseDone`.

        Raises LlmError when the model dies amid its answer, RetrievalFailed when the search breaks. Close the iterator to
        stop: the node that runs is cancelled.
        """
        run = Run(self._domain, self._model, self._settings, emit=nobody)
        parts = self._compiled.astream(
            _first_state(request), {"recursion_limit": _STEPS}, context=run, stream_mode=["custom", "values"]
        )
        followed = Followed(parts)
        async with aclosing(followed.events()) as events:
            async for event in events:
                yield event
        yield _done(followed.state, run)


def _first_state(request: RunRequest) -> State:
    return {
        "messages": (*request.history, HistoryMessage("user", request.question)),
        "exclude": request.exclude,
        "taste": request.taste,
        "house": request.house,
        "reask_count": request.reask_count,
    }


def _done(state: State, run: Run) -> ResponseDone:
    return ResponseDone(
        text=state["generation"],
        decision=state["decision"],
        contextualized_question=state["contextualized_question"],
        media_type=state.get("media_type"),
        filters=dict(state.get("filters", {})),
        titles=state.get("titles", ()),
        cards=state.get("cards", ()),
        citations=state.get("citations", ()),
        usage=run.meter.usage(),
        needs_reask=state["needs_reask"],
        mend=run.mend,
    )


def _after_router(state: State) -> str:
    return _WAYS[state["decision"]]


def _gate(state: State) -> str:
    return "reask_user" if state["needs_reask"] else "generate_retrieve"


def _draft(state: State) -> str:
    """Only what a model wrote can be wrong."""
    return "verify_answer" if state["is_draft"] else END


def _verified(state: State) -> str:
    return "plan_subtasks" if state["doubts"] else END


def _next_parts(state: State, runtime: Runtime[Run]) -> list[Send] | str:
    """The sub-tasks that can run now, all at once; the answer when none is left."""
    return [Send("subtask", own) for own in ready(state, runtime.context)] or "synthesize_answer"


def _subtask_step(way: Compiled) -> Any:  # as `announced`
    async def subtask(state: State, runtime: Runtime[Run]) -> State:
        """Run one sub-task. One that breaks is told as such beside the others."""
        if (part := cannot_run(state)) is None:
            try:
                done = await way.ainvoke(state, context=runtime.context)
                part = done["parts"][state["part"]]
            except RetrievalFailed:
                log.exception("run.subtask_failed")
                part = Part(state["part"], state["contextualized_question"])
        return {"parts": {part.number: part}}

    return subtask


async def _gathered(state: State) -> State:
    """Where the sub-tasks that ran at once meet."""
    return {}


def _compile() -> Compiled:
    builder = StateGraph(State, context_schema=Run)
    for name, node in NODES.items():
        builder.add_node(name, announced(node, name))
    builder.add_node("subtask", _subtask_step(compile_subtask()))
    builder.add_node("gather", _gathered)
    builder.add_edge(START, "contextualize")
    builder.add_edge("contextualize", "router")
    builder.add_conditional_edges("router", _after_router, list(_WAYS.values()))
    builder.add_conditional_edges("retrieve", _gate, ["reask_user", "generate_retrieve"])
    for before in ("plan_subtasks", "gather"):
        builder.add_conditional_edges(before, _next_parts, ["subtask", "synthesize_answer"])
    builder.add_edge("subtask", "gather")
    builder.add_conditional_edges("synthesize_answer", _draft, ["verify_answer", END])
    builder.add_conditional_edges("verify_answer", _verified, ["plan_subtasks", END])
    for last in ("generate_general", "generate_retrieve", "reask_user", "use_tool"):
        builder.add_edge(last, END)
    return builder.compile()
