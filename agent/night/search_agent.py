"""The search agent: breaks a task in plain words into queries, runs them side by side, and submits films with reasons.

START → plan → query (one each, at once) → submit → END
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from itertools import zip_longest
from typing import Any, TypeAlias, cast

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send
from pydantic import Field

from agent.announce import announced
from agent.catalogue.title import Title
from agent.llm import ChatMessage, Unreadable
from agent.night.actions import SEARCH_LENGTH
from agent.night.pool import fitting
from agent.night.state import NightRun, Outcome, Result, SearchState
from agent.night.tools import Hits, Query, embeddings_search, keyword_search, unknown
from agent.night.wording import film_lines, looking_at, people_lines
from agent.night.written import Written, plain
from agent.nodes.prompting import data, prompt
from agent.retrieval.types import Vector

_QUERIES = 6
_RESULTS = 15
_REASON_LENGTH = 120

Compiled: TypeAlias = CompiledStateGraph[SearchState, NightRun, SearchState, SearchState]


class SearchPlan(Written):
    """The queries for a task."""

    queries: list[Query] = Field(min_length=1)


class Submitted(Written):
    """One film that the model submits."""

    id: str = ""
    reason: str = ""


class SearchResults(Written):
    """`submit_search_results`."""

    results: list[Submitted]


async def plan(state: SearchState, run: NightRun) -> Outcome:
    """Break the task into queries; without a plan the task is the one query."""
    task = state["task"]
    try:
        said = await run.ask("secondary", _plan_prompt(state, run), SearchPlan)
    except Unreadable:
        run.meter.fall_back()
        said = None
    queries = tuple(said.queries[:_QUERIES]) if said else ()
    run.dropped += unknown(run.shelf, queries)
    queries = tuple(query for query in queries if query.asks) or (Query(text=task),)
    return Outcome({"queries": queries}, {"queries": len(queries)})


async def query(state: SearchState, run: NightRun) -> Outcome:
    """Run one query."""
    asked = state["query"]
    vectors = await run.encoded.vectors([asked.text])
    hits = await asyncio.to_thread(_run, run, state, vectors.get(asked.text))
    output = {
        "search": asked.words[:SEARCH_LENGTH],
        "count": run.look_at(hits.compared),
        "looking_at": looking_at(hits.films),
    }
    return Outcome({"hits": [hits]}, output)


async def submit(state: SearchState, run: NightRun) -> Outcome:
    """Choose among what the queries brought; without a choice all of it comes, the best of each query first."""
    films = _merged(state["hits"])
    try:
        said = await run.ask("secondary", _results_prompt(state["task"], films), SearchResults) if films else None
    except Unreadable:
        run.meter.fall_back()
        said = None
    results = _chosen(said, films, run) if said else ()
    results = results or tuple(Result(film, "") for film in films[:_RESULTS])
    return Outcome({"results": results}, {"documents": len(results)})


async def search(state: SearchState, run: NightRun) -> tuple[Result, ...]:
    """What the search agent finds for `task`, best first. What happens meanwhile goes out where the run's events go by now."""
    emit, done = run.emit, SearchState()
    parts = _COMPILED.astream(state, context=run, stream_mode=["custom", "values"])
    async with aclosing(cast("AsyncGenerator[tuple[str, Any], None]", parts)) as stream:
        async for mode, part in stream:
            if mode == "values":
                done = part
            else:
                emit(part)
    return done["results"]


def _run(run: NightRun, state: SearchState, vector: Vector | None) -> Hits:
    fits = fitting(run.shelf, state["evening"])
    asked = state["query"]
    return keyword_search(run.shelf, asked, fits) if asked.is_keyword else embeddings_search(run.shelf, asked, vector, fits)


def _merged(hits: Sequence[Hits]) -> list[Title]:
    """The films of all queries, each once: first the best of each, then the second of each …"""
    rounds = zip_longest(*(hit.films for hit in hits))
    found = {film.id: film for films in rounds for film in films if film is not None}
    return list(found.values())


def _chosen(said: SearchResults, films: Sequence[Title], run: NightRun) -> tuple[Result, ...]:
    """What the model submits of the films found; ids that no title has are counted."""
    run.dropped += sum(result.id not in run.shelf.titles for result in said.results)
    found = {film.id: film for film in films}
    reasons = {result.id: plain(result.reason, _REASON_LENGTH) for result in said.results if result.id in found}
    return tuple(Result(found[title], reason) for title, reason in reasons.items())[:_RESULTS]


def _plan_prompt(state: SearchState, run: NightRun) -> list[ChatMessage]:
    return prompt("night_plan", task=data(state["task"]), people=people_lines(state["evening"], run.shelf))


def _results_prompt(task: str, films: Sequence[Title]) -> list[ChatMessage]:
    return prompt("night_results", task=data(task), films=film_lines(films))


def _sent(state: SearchState) -> list[Send]:
    return [Send("query", {**state, "query": asked, "hits": []}) for asked in state["queries"]]


def _compile() -> Compiled:
    builder = StateGraph(SearchState, context_schema=NightRun)
    for name, node in (("plan", plan), ("query", query), ("submit", submit)):
        builder.add_node(name, announced(node, name))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", _sent, ["query"])
    builder.add_edge("query", "submit")
    builder.add_edge("submit", END)
    return builder.compile()


_COMPILED = _compile()
