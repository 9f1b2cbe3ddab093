"""How long a search takes, beside the plain way over the same index, and how much memory a worker holds.

A process of its own for each catalogue, so that its peak is its own: `python -m tests.benchmarks.speed FOLDER [stand-in]`
prints one JSON line.
"""

import asyncio
import json
import resource
import statistics
import sys
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

from agent.catalogue.search.finder import Finder
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.local_encoder import default_models_dir
from tests.benchmarks.plain import Plain
from tests.benchmarks.stand_in import StandIn

QUERIES = [
    "a heist film from the 90s",
    "something tense set in one room, under two hours",
    "a Korean thriller about revenge",
    "a feel-good comedy for the whole family",
    "a slow science fiction film about loneliness",
    "a documentary about the ocean",
    "something like Heat but shorter",
    "a series about lawyers with a female lead",
    "a dark fairy tale",
    "films with Tom Hanks from the nineties",
]
ROUNDS = 8
STAGES = ("encode", "search", "rerank", "total")


async def measure(folder: Path, *, stand_in: bool) -> dict[str, Any]:
    """Medians and 95th percentiles in milliseconds, the time computed on the event loop, and a worker's peak memory in MiB."""
    dense = StandIn() if stand_in else DenseEncoder.local(default_models_dir())
    sparse = SparseEncoder()
    finder = await Finder.open(folder, home=EdgeHome(folder / "run"), dense=dense, sparse=sparse)
    plain = Plain(finder, dense, sparse)
    try:
        for query in QUERIES:  # what is loaded at the first question is not measured
            await finder.find(finder.understand(query))
        peak = _peak()  # of ours alone: the plain way reads the engine's own vectors, which a worker never does
        await _round(finder, plain)
        rows = [row for _ in range(ROUNDS) for row in await _round(finder, plain)]
        on_the_loop = await _on_the_loop(finder)
    finally:
        await finder.close()
    return {
        "titles": len(finder.titles),
        "median": {stage: statistics.median(row[stage] for row in rows) for stage in (*STAGES, "understand", "plain")},
        "p95": {stage: statistics.quantiles((row[stage] for row in rows), n=20)[-1] for stage in ("total", "plain")},
        "on_the_loop": on_the_loop,
        "peak": peak,
    }


async def _round(finder: Finder, plain: Plain) -> list[dict[str, float]]:
    rows = []
    for query in QUERIES:
        start = perf_counter()
        request = finder.understand(query)
        understood = (perf_counter() - start) * 1000
        ours = dict((await finder.find(request)).ms)
        beside = (await plain.find(plain.understand(query))).ms["total"]
        rows.append({**ours, "total": ours["total"] + understood, "understand": understood, "plain": beside})
    return rows


async def _on_the_loop(finder: Finder) -> float:
    """The median over the questions of the computing done in the event loop's own thread, in milliseconds."""
    spent = []
    for query in QUERIES:
        start = thread_time()
        await finder.find(finder.understand(query))
        spent.append((thread_time() - start) * 1000)
    return statistics.median(spent)


def _peak() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Path(sys.argv[1]), stand_in="stand-in" in sys.argv[2:]))))
