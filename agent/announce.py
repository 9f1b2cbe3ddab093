"""What every node of every graph is wrapped in: it announces the node to people who follow the run, and measures it."""

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any, Protocol, TypeVar, cast

from langgraph.runtime import Runtime

from agent.contract import GraphEnd, GraphStart, NodeEnd, NodeOutput, NodeStart, RunEvent


class Announcing:
    """Base of a run's companions; `emit` is where its events go."""

    __slots__ = ()
    emit: Callable[[RunEvent], None]


class Outcome(Protocol):
    """What a node did: its part of the state, and what people following the run may read of it."""

    @property
    def update(self) -> Any: ...  # noqa: D102
    @property
    def output(self) -> Mapping[str, Any]: ...  # noqa: D102


StateT = TypeVar("StateT")
RunT = TypeVar("RunT", bound=Announcing)


async def announce(
    node: Callable[[StateT, RunT], Awaitable[Outcome]], name: str, state: StateT, run: RunT, about: str = "", **more: Any
) -> Any:
    """Run a node: its start is told with what it is `about`, its output with `more`, its end with its milliseconds."""
    run.emit(NodeStart(name, about))
    begun = time.perf_counter()
    outcome = await node(state, run)
    run.emit(NodeOutput(name, {**outcome.output, **more}))
    run.emit(NodeEnd(name, (time.perf_counter() - begun) * 1000))
    return outcome.update


def announced(node: Callable[[StateT, RunT], Awaitable[Outcome]], name: str) -> Any:  # one of LangGraph's private protocols
    """The node as a graph of its own stream takes it; the node itself knows nothing of streams or clocks."""

    async def announcing(state: StateT, runtime: Runtime[Any]) -> Any:
        run: RunT = runtime.context
        run.emit = runtime.stream_writer
        return await announce(node, name, state, run)

    return announcing


class Followed:
    """A graph's run as people follow it. `parts` come from its `astream` in the modes "custom" and "values"."""

    def __init__(self, parts: AsyncIterator[Any]) -> None:
        self._parts = cast("AsyncGenerator[tuple[str, Any], None]", parts)
        self.state: Any = {}
        """The graph's state so far; once the events are through, its last."""

    async def events(self) -> AsyncGenerator[RunEvent, None]:
        """From `GraphStart` to `GraphEnd`. Raises what a node raises; closed, it cancels the node that runs."""
        begun = time.perf_counter()
        path: list[str] = []
        yield GraphStart()
        async with aclosing(self._parts) as stream:
            async for mode, part in stream:
                if mode == "values":
                    self.state = part
                    continue
                if isinstance(part, NodeStart):
                    path.append(part.node)
                yield part
        yield GraphEnd(tuple(path), (time.perf_counter() - begun) * 1000)


def nobody(_event: RunEvent) -> None:
    """Where events go before the first node runs."""
