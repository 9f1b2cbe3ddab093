"""The movie agent, compiled once a process: it chooses the next step of an evening.

    START → survey → lead ─ chosen ─────────────→ settle → END
                      ↑  └─ a task → search ─┐
                      └──────────────────────┘

It keeps nothing between steps: all that it needs stands in the request.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Protocol, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.announce import Followed, announced, nobody
from agent.catalogue.finding import Extras
from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.contract import RunError, RunEvent, StepDone, StepRequest
from agent.llm import Llm
from agent.night import search_agent
from agent.night.encoding import Encode, Encoded
from agent.night.lead import lead
from agent.night.policy import NoStep
from agent.night.settle import settle
from agent.night.state import NightRun, Outcome, State, nothing_seen
from agent.night.survey import survey

Compiled: TypeAlias = CompiledStateGraph[State, NightRun, State, State]

_NOTHING_FITS = "Too few films of my catalogue fit this evening; allow more time, or fewer strikes, and start another one."


class Catalogue(Protocol):
    """Where the films are: `agent.catalogue.search.finder.Finder`."""

    def opened(self) -> AbstractAsyncContextManager[Shelf]:
        """The catalogue that serves, which stays open for as long as it is looked at."""
        ...

    def understand(self, text: str) -> Request:
        """What a text asks for."""
        ...


class MovieAgent:
    """Chooses steps. `encode` turns searches into unit vectors; `model` None is the no-model mode."""

    def __init__(self, catalogue: Catalogue, *, encode: Encode, model: Llm | None = None, extras: Extras | None = None) -> None:
        self._catalogue = catalogue
        self._encoded = Encoded(encode)
        self._model = model
        self._extras = extras

    async def events(self, request: StepRequest) -> AsyncGenerator[RunEvent, None]:
        """All events of one run from `GraphStart` to `StepDone`, or to `RunError` where the films that fit do not suffice.

        Raises EncoderError. Close the iterator to stop.
        """
        try:
            async with aclosing(self._chosen(request)) as events:
                async for event in events:
                    yield event
        except NoStep:
            yield RunError("retrieval_failed", _NOTHING_FITS, retryable=False)

    async def _chosen(self, request: StepRequest) -> AsyncGenerator[RunEvent, None]:
        async with self._catalogue.opened() as shelf:
            run = self._run(shelf)
            first: State = {"evening": request.evening, "allowed": request.allowed}
            parts = _COMPILED.astream(first, context=run, stream_mode=["custom", "values"])
            followed = Followed(parts)
            async with aclosing(followed.events()) as events:
                async for event in events:
                    yield event
        yield StepDone(followed.state["step"], run.meter.usage(), run.dropped)

    def _run(self, shelf: Shelf) -> NightRun:
        understand: Callable[[str], Request] = self._catalogue.understand
        return NightRun(
            shelf=shelf,
            understand=understand,
            encoded=self._encoded,
            model=self._model,
            extras=self._extras,
            emit=nobody,
            looked=nothing_seen(shelf),
        )


async def search(state: State, run: NightRun) -> Outcome:
    """Have the search agent search."""
    results = await search_agent.search({"evening": state["evening"], "task": state["task"]}, run)
    return Outcome({"found": results}, {"documents": len(results)})


def _after_lead(state: State) -> str:
    return "settle" if "action" in state else "search"


def _compile() -> Compiled:
    builder = StateGraph(State, context_schema=NightRun)
    for name, node in (("survey", survey), ("lead", lead), ("search", search), ("settle", settle)):
        builder.add_node(name, announced(node, name))
    builder.add_edge(START, "survey")
    builder.add_edge("survey", "lead")
    builder.add_conditional_edges("lead", _after_lead, ["search", "settle"])
    builder.add_edge("search", "lead")
    builder.add_edge("settle", END)
    return builder.compile()


_COMPILED = _compile()
