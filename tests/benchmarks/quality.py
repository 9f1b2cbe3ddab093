"""How well the search finds, beside the plain way over the same index: recall and reciprocal rank on the development sets.

A process of its own, since it is asked for memory too: `python -m tests.benchmarks.quality FOLDER` prints one JSON line.
"""

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agent.catalogue.search.evaluate import Example, read_examples, retrieval
from agent.catalogue.search.finder import Finder
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.local_encoder import default_models_dir
from tests.benchmarks.plain import Plain
from tests.shared import SHARED

SETS = {name: SHARED / "data" / "eval" / f"{name}_dev.jsonl" for name in ("requests", "dialogues", "tot", "keywords")}
SERIES = Path(__file__).parents[1] / "sets" / "series.jsonl"
SAMPLE = 250  # of each set, whole groups: all of them would take ten minutes


def sample(examples: Sequence[Example], size: int = SAMPLE) -> list[Example]:
    """The same examples every time, group by group in an order drawn once, until there are `size`."""
    groups: dict[str, list[Example]] = {}
    for example in examples:
        groups.setdefault(example.group, []).append(example)
    order = sorted(groups)
    random.Random(3).shuffle(order)
    return [example for group in order for example in groups[group]][:size]


async def measure(folder: Path) -> list[dict[str, Any]]:
    """A row for each set: ours and the plain way's figures."""
    dense, sparse = DenseEncoder.local(default_models_dir()), SparseEncoder()
    finder = await Finder.open(folder, home=EdgeHome(folder / "run"), dense=dense, sparse=sparse)
    plain = Plain(finder, dense, sparse)
    rows = []
    try:
        for name, path in {**SETS, "series": SERIES}.items():
            examples = sample(read_examples(path))
            films = name != "series"
            ours = await retrieval(finder, examples, films=films)
            rows.append({"set": name, "ours": ours, "plain": await retrieval(plain, examples, films=films)})  # type: ignore[arg-type]
    finally:
        await finder.close()
    return rows


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(Path(sys.argv[1])))))
