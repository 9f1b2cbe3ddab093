"""Retrieval: our pipeline beside a plain one (dense and BM25 fused, the best fifteen, no understanding, no ranker).

Quality on the development sets and milliseconds over the two real tables; milliseconds and memory alone on larger catalogues,
with hashed words in place of e5's vectors.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from etl.progress import rich_progress
from tests.benchmarks import catalogues
from tests.benchmarks.quality import SAMPLE, SETS
from tests.benchmarks.speed import QUERIES, ROUNDS, STAGES

FIGURES = ("recall@1", "recall@5", "recall@10", "mrr")


async def run() -> None:
    """Print the tables, or say why there are none. Catalogues are kept in the user's cache for the next run."""
    if not catalogues.there((*catalogues.REAL, *(f"eval/{path.name}" for path in SETS.values()))):
        print("\nRetrieval: skipped, the tables and sets are not beside this checkout (../shared/data).")
        return
    with rich_progress() as progress:
        folder = await catalogues.real(progress)
    _print_quality(await _child("quality", folder))
    speeds = [(await _child("speed", folder), "e5")]
    for name, files in catalogues.LARGER.items():
        if not catalogues.there(files):
            print(f"\nRetrieval at {name} titles: skipped, its tables are not beside this checkout (../shared/data/scale).")
            continue
        with rich_progress() as progress:
            folder = await catalogues.larger(name, progress)
        speeds.append((await _child("speed", folder, "stand-in"), "hashed"))
    _print_speed(speeds)


async def _child(module: str, *arguments: str | Path) -> Any:
    """What a benchmark prints as JSON, from a process of its own."""
    command = (sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, arguments))
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await child.communicate()
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return json.loads(out.splitlines()[-1])


def _print_quality(rows: list[dict[str, Any]]) -> None:
    print(f"\nRetrieval, quality: up to {SAMPLE} questions a set, drawn once; films only, but for our own series set.")
    print("Weights were fitted on these sets: `ranker.md` has the figures of questions left out of the fit.")
    print(f"{'set':>10} {'n':>5}" + "".join(f" {name:>9} {'plain':>6} {'×':>5}" for name in FIGURES))
    for row in rows:
        cells = ""
        for name in FIGURES:
            ours, plain = row["ours"][name], row["plain"][name]
            cells += f" {ours:9.3f} {plain:6.3f} {f'{ours / plain:.1f}' if plain else '–':>5}"
        print(f"{row['set']:>10} {row['ours']['n']:5d}{cells}")


def _print_speed(speeds: list[tuple[dict[str, Any], str]]) -> None:
    print(f"\nRetrieval, speed: {len(QUERIES)} questions × {ROUNDS}, each in a process of its own; median ms, total also p95.")
    print("“hashed”: hashed words stand for e5's vectors, which would take an hour; a question is still encoded by e5.")
    heads = ("understand", *STAGES)
    print(
        f"{'titles':>8} {'vectors':>8}"
        + "".join(f" {name:>10}" for name in heads)
        + "    p95   plain     ×     on loop  peak MiB"
    )
    for row, vectors in speeds:
        median = row["median"]
        cells = "".join(f" {median[name]:10.1f}" for name in heads)
        ratio = median["total"] / median["plain"]
        print(
            f"{row['titles']:8,} {vectors:>8}{cells} {row['p95']['total']:6.1f} {median['plain']:7.1f} {ratio:5.2f}"
            f" {row['on_the_loop']:11.1f} {row['peak']:9.0f}"
        )


if __name__ == "__main__":
    asyncio.run(run())
