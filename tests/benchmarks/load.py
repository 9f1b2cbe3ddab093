"""Where the time of an answer goes: the compiled graph under requests from people who ask at once, with a scripted model.

The model answers at once, so all milliseconds are ours; its calls are counted for each way.
"""

import asyncio
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from agent.catalogue.films import FilmDomain
from agent.catalogue.search.finder import Finder
from agent.contract import HistoryMessage, NodeEnd, ResponseDone, RunRequest
from agent.domain import Domain
from agent.graph import Graph
from agent.llm import ChatMessage
from agent.llm_scripted import ScriptedLlm
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.local_encoder import default_models_dir
from etl.progress import rich_progress
from tests.benchmarks import catalogues

REQUESTS = 100
PEOPLE = 8
PLAN = {
    "subtasks": [
        {"kind": "retrieve", "question": "a Korean thriller under 100 minutes"},
        {"kind": "retrieve", "question": "a French comedy under 100 minutes"},
    ]
}
QUESTIONS = {
    "GENERAL": "hello there",
    "RETRIEVE": "a tense film set in one room",
    "TOOL": "how long is Heat?",
    "COMPLEX": "a Korean thriller and a French comedy, both under 100 minutes",
}
_FOLLOWED = (HistoryMessage("user", "a tense film"), HistoryMessage("assistant", "Rope."))


@dataclass
class Load:
    """What was measured: milliseconds by node and by way, model calls by way."""

    nodes: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    ways: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    @property
    def retrieval(self) -> float:
        """The share of all nodes' time that is spent in `retrieve`."""
        return sum(self.nodes["retrieve"]) / (sum(map(sum, self.nodes.values())) or 1.0)


def model() -> ScriptedLlm:
    """A model that decides and plans as the questions need it, and writes two lines."""

    def route(prompt: Sequence[ChatMessage]) -> dict[str, Any]:
        return {"decision": next(way for way, asked in QUESTIONS.items() if asked in prompt[-1].content)}

    decisions = {
        "FilmRoute": route,
        "Standalone": {"question": QUESTIONS["RETRIEVE"]},
        "Plan": PLAN,
        "Rewritten": {"query": "a thriller under 100 minutes"},
        "Graded": {"keep": [1, 2, 3]},
        "Verdict": {"unsupported": []},
    }
    return ScriptedLlm("Here are two.\n[1] It grips from its first minute.\n[2] It ends well.\nEnjoy!", decisions=decisions)


async def load(domain: Domain, requests: int = REQUESTS, people: int = PEOPLE) -> Load:
    """Ask: every way in turn, and of the searches every second as a follow-up, by so many people at once."""
    graph, seat, measured = Graph(domain, model()), asyncio.Semaphore(people), Load()

    async def ask(number: int) -> None:
        way = list(QUESTIONS)[number % len(QUESTIONS)]
        follows = way == "RETRIEVE" and number % (2 * len(QUESTIONS)) >= len(QUESTIONS)
        request = RunRequest(f"r{number}", f"c{number}", QUESTIONS[way], history=_FOLLOWED if follows else ())
        async with seat:
            begun = perf_counter()
            async for event in graph.events(request):
                if isinstance(event, NodeEnd):
                    measured.nodes[event.node].append(event.ms)
                elif isinstance(event, ResponseDone):
                    name = f"{event.decision}, follow-up" if follows else event.decision
                    measured.ways[name].append((perf_counter() - begun) * 1000)
                    measured.calls[name].add(event.usage.model_calls)

    await asyncio.gather(*map(ask, range(requests)))
    return measured


async def run() -> None:
    """Print the tables, or say why there are none."""
    if not catalogues.there(catalogues.REAL):
        print("\nThe graph under load: skipped, the tables are not beside this checkout (../shared/data).")
        return
    with rich_progress() as progress:
        folder = await catalogues.real(progress)
    print("\n".join(lines(await _on(folder))))


async def _on(folder: Path) -> Load:
    dense = DenseEncoder.local(default_models_dir())
    finder = await Finder.open(folder, home=EdgeHome(folder / "run"), dense=dense, sparse=SparseEncoder())
    try:
        domain = FilmDomain(finder, encode=dense.query)
        await domain.warm()
        await load(domain, len(QUESTIONS))  # what is loaded at the first question is not measured
        return await load(domain)
    finally:
        await finder.close()


def lines(measured: Load) -> Iterator[str]:
    """Both tables and retrieval's share."""
    yield f"\nThe graph under {REQUESTS} requests by {PEOPLE} people at once, milliseconds; the scripted model takes no time."
    yield f"{'way':>20} {'n':>4} {'model calls':>11} {'median':>8} {'95 %':>8}"
    for way, ms in sorted(measured.ways.items()):
        calls = ", ".join(map(str, sorted(measured.calls[way])))
        yield f"{way:>20} {len(ms):4d} {calls:>11} {statistics.median(ms):8.1f} {_high(ms):8.1f}"
    yield f"{'node':>20} {'n':>4} {'':>11} {'median':>8} {'95 %':>8}"
    for node, ms in sorted(measured.nodes.items(), key=lambda item: -sum(item[1])):
        yield f"{node:>20} {len(ms):4d} {'':>11} {statistics.median(ms):8.1f} {_high(ms):8.1f}"
    yield f"{'retrieve':>20} has {measured.retrieval:.0%} of all nodes' time."


def _high(ms: Sequence[float]) -> float:
    return statistics.quantiles(ms, n=20)[-1] if len(ms) > 1 else ms[0]


if __name__ == "__main__":
    asyncio.run(run())
