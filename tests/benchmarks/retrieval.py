"""Retrieval: milliseconds of a hybrid search over the two real tables, against a plain dense scan in the same run."""

import statistics
import time
from pathlib import Path

import numpy as np

from agent.catalogue.search.finder import Finder
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.local_encoder import default_models_dir
from etl.documents import document
from etl.ingest import ingest, parse_source
from etl.progress import rich_progress
from tests.shared import SHARED

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
ROUNDS = 5


async def run() -> None:
    """Print the table, or say why there is none. The embedded catalogue is kept in the user's cache for the next run."""
    sources = [SHARED / "data" / "netflix_titles.csv", SHARED / "data" / "imdb_top_1000.csv"]
    if not all(path.exists() for path in sources):
        print("\nRetrieval: skipped, the two tables are not beside this checkout (../shared/data).")
        return
    folder = Path.home() / ".cache" / "matinee" / "bench"
    dense, sparse, home = DenseEncoder.local(default_models_dir()), SparseEncoder(), EdgeHome(folder / "run")
    arguments = [parse_source(f"netflix={sources[0]}"), parse_source(f"imdb={sources[1]}")]
    with rich_progress() as progress:
        await ingest(arguments, data_dir=folder, dense=dense, sparse=sparse, home=home, progress=progress)
    finder = await Finder.open(folder, home=home, dense=dense, sparse=sparse)
    try:
        await _measure(finder, dense)
    finally:
        await finder.close()


async def _measure(finder: Finder, dense: DenseEncoder) -> None:
    await dense.warm()
    matrix = np.random.default_rng(1).standard_normal((len(finder.titles), 384)).astype(np.float32)
    ours: list[dict[str, float]] = []
    plain: list[float] = []
    for query in QUERIES * ROUNDS:
        ours.append(dict((await finder.find(finder.understand(query))).ms))
        started = time.perf_counter()
        scores = matrix @ await dense.query(query)
        np.argpartition(scores, -15)[-15:]
        plain.append((time.perf_counter() - started) * 1000)
    print(f"\nRetrieval over {len(finder.titles)} titles, {len(QUERIES)} queries × {ROUNDS}; median ms.")
    for stage in ("encode", "search", "rerank", "total"):
        print(f"  {stage:8} {statistics.median(row[stage] for row in ours):7.1f}")
    reference = statistics.median(plain)
    ratio = statistics.median(row["total"] for row in ours) / reference
    print(f"  plain dense scan (encode + numpy) {reference:.1f}; ours takes {ratio:.2f} × as long")
    print(f"  one document: {len(document(next(iter(finder.titles.values()))))} characters")
