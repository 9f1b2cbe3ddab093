"""Nodes as the graphs run them: announced and measured. The nodes know nothing of streams or clocks."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from agent.contract import NodeEnd, NodeOutput, NodeStart
from agent.state import Outcome, Run, State, about

Node: TypeAlias = Callable[[State, Run], Awaitable[Outcome]]
Compiled: TypeAlias = CompiledStateGraph[State, Run, State, State]


def announced(node: Node, name: str) -> Any:  # one of LangGraph's node protocols, which are private
    """The node with its start, its output and its end told."""

    async def told(state: State, runtime: Runtime[Run]) -> State:
        run = runtime.context
        part = state.get("part", 0)
        run.emit(NodeStart(name, about(state)))
        begun = time.perf_counter()
        outcome = await node(state, run)
        run.emit(NodeOutput(name, {**outcome.output, "part": part} if part else outcome.output))
        run.emit(NodeEnd(name, (time.perf_counter() - begun) * 1000))
        return outcome.update

    return told


def hearing(step: Any) -> Any:
    """The step of the outermost graph, from which on events go into its stream."""

    async def heard(state: State, runtime: Runtime[Run]) -> State:
        runtime.context.emit = runtime.stream_writer
        update: State = await step(state, runtime)
        return update

    return heard
