"""The way of one sub-task, a graph of its own: several run at once.

START ┬→ rewrite_query → retrieve → grade_documents → build_context → END
      └→ compute ┬→ END
                 └→ rewrite_query, where no tool is for it
"""

from collections.abc import Sequence
from dataclasses import replace

from langgraph.graph import END, START, StateGraph

from agent.announced import Compiled, Node, announced
from agent.domain import ANSWER_SLOT
from agent.nodes.build_context import build_context
from agent.nodes.compute import compute
from agent.nodes.grade_documents import grade_documents
from agent.nodes.retrieve import retrieve
from agent.nodes.rewrite_query import rewrite_query
from agent.state import Part, Run, State, spoken

SUBTASK_NODES: dict[str, Node] = {
    "compute": compute,
    "rewrite_query": rewrite_query,
    "retrieve": retrieve,
    "grade_documents": grade_documents,
    "build_context": build_context,
}


def ready(state: State, run: Run) -> tuple[State, ...]:
    """The states of the sub-tasks that can run now: not done, and what they wait for is done."""
    done = state["parts"]
    return tuple(
        _own(state, run, number)
        for number, task in enumerate(state["plan"], 1)
        if number not in done and (task.depends_on is None or task.depends_on in done)
    )


def _own(state: State, run: Run, number: int) -> State:
    return {
        "messages": state["messages"],
        "exclude": (*state["exclude"], *_gone_on_from(state, number)),
        "taste": state["taste"],
        "house": replace(state["house"], language=spoken(state, run)),
        "reask_count": run.settings.max_reask,  # a part asks nothing back
        "plan": state["plan"],
        "parts": state["parts"],
        "part": number,
        "contextualized_question": _worded(state, number),
        "filters": {},
        "media_type": None,
    }


def _gone_on_from(state: State, number: int) -> tuple[str, ...]:
    """What the sub-task that this one depends on has presented: whoever asks on from it wants something else."""
    needed = state["plan"][number - 1].depends_on
    return tuple(document.ref.id for document in state["parts"][needed].documents) if needed is not None else ()


def _worded(state: State, number: int) -> str:
    """The question, with what the sub-task that it depends on has found."""
    task = state["plan"][number - 1]
    found = state["parts"][task.depends_on].found if task.depends_on is not None else ()
    return task.question.replace(ANSWER_SLOT, " and ".join(found) or ANSWER_SLOT)


def cannot_run(state: State) -> Part | None:
    """The part as failed, where it needs what an earlier one did not find."""
    question = state["contextualized_question"]
    return Part(state["part"], question.replace(ANSWER_SLOT, "…")) if ANSWER_SLOT in question else None


def compile_subtask() -> Compiled:
    """The graph of one sub-task."""
    builder = StateGraph(State, context_schema=Run)
    for name, node in SUBTASK_NODES.items():
        builder.add_node(name, announced(node, name))
    builder.add_conditional_edges(START, _begin, ["compute", "rewrite_query"])
    builder.add_conditional_edges("compute", _after_compute, [END, "rewrite_query"])
    chain: Sequence[str] = ("rewrite_query", "retrieve", "grade_documents", "build_context")
    for before, after in zip(chain, (*chain[1:], END), strict=True):
        builder.add_edge(before, after)
    return builder.compile()


def _begin(state: State) -> str:
    return "compute" if state["plan"][state["part"] - 1].kind == "tool" else "rewrite_query"


def _after_compute(state: State) -> str:
    return END if state["part"] in state["parts"] else "rewrite_query"
