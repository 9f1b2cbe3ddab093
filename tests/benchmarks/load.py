"""The compiled graph under load: a hundred questions over all ways from ten people at once, over the starter catalogue.

With a scripted model that writes a fixed number of tokens a second, structured answers too, and without any. Of each node the
milliseconds, of each way the model calls and what part of its nodes' time retrieval takes.
"""

import asyncio
import json
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from agent.catalogue.films import FilmDomain
from agent.catalogue.finding import TitleFinder
from agent.catalogue.search.finder import Finder
from agent.contract import Decision, HistoryMessage, NodeEnd, ResponseDone, RunRequest
from agent.graph import Graph
from agent.llm import ChatMessage, Llm, Meter, SchemaT, Tier
from agent.llm_scripted import ScriptedLlm
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.local_encoder import default_models_dir
from etl.ingest import ingest, parse_source
from etl.progress import rich_progress

REQUESTS = 100
AT_ONCE = 10
RATE = 50.0  # tokens a second
QUESTIONS: Mapping[Decision, tuple[str, ...]] = {
    "RETRIEVE": (
        "a heist film from the 90s",
        "something tense set in one room, under two hours",
        "eine deutsche Serie mit Zeitreisen",
        "a feel-good comedy for the whole family",
        "un western des années 60",
    ),
    "TOOL": (
        "how many films by Hitchcock do you have?",
        "how long is Lawrence of Arabia?",
        "Wie viele Staffeln hat Dark?",
        "¿quién dirigió Volver?",
        "start at 19:30, two films, home by midnight",
    ),
    "COMPLEX": (
        "a Korean thriller and a French comedy, both under 140 minutes",
        "recommend a western and a musical",
        "busco una comedia francesa y un thriller coreano",
        "a comedy series and a horror film",
        "einen Western und eine romantische Komödie",
    ),
    "GENERAL": (
        "hello there",
        "how do I boil an egg?",
        "who are you and what can you do?",
        "merci beaucoup !",
        "Wie wird das Wetter morgen in Wien?",
    ),
}
_PLAN = [{"kind": "retrieve", "question": "a western"}, {"kind": "retrieve", "question": "a musical"}]
_REASON = "It suits the evening that you have in mind and keeps its promise until the end."
_ANSWER = f"Three for tonight.\n\n[1] {_REASON}\n\n[2] {_REASON}\n\n[3] {_REASON}"
_SEARCHING = "retrieve"
_FOLLOWED = (HistoryMessage("user", "a tense film"), HistoryMessage("assistant", "1. Rope (1948)"))
_FOLLOW_UP = ", follow-up"


@dataclass
class Way:
    """What was measured of one way: milliseconds of whole runs and of each node's, and the model calls of each run."""

    runs: list[float] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    nodes: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def share(self, node: str) -> float:
        """The part that a node takes of all nodes' time, in [0, 1]."""
        return sum(self.nodes.get(node, ())) / max(sum(map(sum, self.nodes.values())), 1e-9)


class Paced(ScriptedLlm):
    """A scripted model whose structured answers take their time as well: some four characters a token."""

    async def structured(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT], meter: Meter) -> SchemaT:
        """The scripted value, after as long as writing it takes."""
        value = await super().structured(tier, messages, schema, meter)
        if self._rate:
            await asyncio.sleep(len(value.model_dump_json(exclude_none=True)) / 4 / self._rate)
        return value


def scripted(rate: float = RATE) -> Paced:
    """A model that sends each of the questions its way, plans two searches and keeps three candidates of each."""
    decisions = {
        "Standalone": {"question": QUESTIONS["RETRIEVE"][0]},
        "FilmRoute": lambda messages: {"decision": _way_of(messages[-1].content)},
        "Plan": {"subtasks": _PLAN},
        "Rewritten": {"query": "something for the evening"},
        "Graded": {"keep": [1, 2, 3]},
        "Verdict": {"unsupported": []},
    }
    return Paced(_ANSWER, decisions=decisions, rate=rate)


async def measure(finder: TitleFinder, encoder: DenseEncoder, model: Llm | None, *, requests: int = REQUESTS) -> dict[str, Way]:
    """Each way that a run went, by what its nodes and calls took; `AT_ONCE` people ask one question after the other."""
    domain = FilmDomain(finder, encode=encoder.query)
    await domain.warm()
    graph, ways, waiting = Graph(domain, model), defaultdict[str, Way](Way), asked(requests)
    for request in asked(len(QUESTIONS)):  # what is loaded at the first question is not measured
        await _run(graph, request, defaultdict(Way))

    async def person() -> None:
        for request in waiting:  # one iterator for all
            await _run(graph, request, ways)

    await asyncio.gather(*(person() for _ in range(AT_ONCE)))
    return dict(ways)


async def run(folder: Path) -> None:
    """Print the tables; the starter catalogue is read into `folder` where it is not there."""
    dense, sparse, home = DenseEncoder.local(default_models_dir()), SparseEncoder(), EdgeHome(folder / "run")
    with rich_progress() as progress:
        await ingest([parse_source("starter")], data_dir=folder, dense=dense, sparse=sparse, home=home, progress=progress)
    finder = await Finder.open(folder, home=home, dense=dense, sparse=sparse)
    try:
        for name, model in ((f"a model of {RATE:.0f} tokens a second", scripted()), ("no model", None)):
            begun = perf_counter()
            ways = await measure(finder, dense, model)
            print(f"\nAnswers under load, {name}: {REQUESTS} questions, {AT_ONCE} at once, in {perf_counter() - begun:.1f} s.")
            print("\n".join(table(ways)))
    finally:
        await finder.close()
        dense.close()
        sparse.close()


def table(ways: Mapping[str, Way]) -> Iterator[str]:
    """Lines: a way with its whole runs, below it its nodes."""
    yield f"{'way':>19} {'node':>18} {'n':>4} {'median ms':>10} {'95 % ms':>9} {'share':>6} {'model calls':>12}"
    for name, way in sorted(ways.items()):
        yield _row(name, "all", way.runs) + f" {'':>6} {statistics.mean(way.calls):12.1f}"
        for node, times in way.nodes.items():
            yield _row("", node, times) + f" {way.share(node):6.0%}"
    shares = ", ".join(f"{name} {way.share(_SEARCHING):.0%}" for name, way in sorted(ways.items()))
    yield f"Retrieval's share of the nodes' time: {shares}."


def _row(way: str, node: str, times: Sequence[float]) -> str:
    last = statistics.quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]
    return f"{way:>19} {node:>18} {len(times):4d} {statistics.median(times):10.1f} {last:9.1f}"


async def _run(graph: Graph, request: RunRequest, ways: dict[str, Way]) -> None:
    nodes: list[NodeEnd] = []
    begun = perf_counter()
    async for event in graph.events(request):
        if isinstance(event, NodeEnd):
            nodes.append(event)
        elif isinstance(event, ResponseDone):
            way = ways[event.decision + _FOLLOW_UP * bool(request.history)]
            way.runs.append((perf_counter() - begun) * 1000)
            way.calls.append(event.usage.model_calls)
            for node in nodes:
                way.nodes[node.node].append(node.ms)


def asked(requests: int) -> Iterator[RunRequest]:
    """The ways in turn, of each its questions in turn; every second search goes on from another."""
    ways = list(QUESTIONS.values())
    for number in range(requests):
        questions = ways[number % len(ways)]
        question = questions[number // len(ways) % len(questions)]
        history = _FOLLOWED if number % (2 * len(ways)) == len(ways) else ()
        yield RunRequest(run_id=f"r{number}", conversation_id=f"c{number}", question=question, history=history)


def _way_of(prompt: str) -> Decision:
    return next(way for way, questions in QUESTIONS.items() if any(_quoted(question) in prompt for question in questions))


def _quoted(question: str) -> str:
    return json.dumps(question, ensure_ascii=False)
