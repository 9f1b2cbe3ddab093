"""Fits the light ranker (`agent/catalogue/search/ranker.json`) on the development sets beside the checkout, and reports on it.

    python tools/train_ranker.py --data-dir DIR --models DIR/models

DIR holds an ingested catalogue of the netflix and imdb tables.

A listwise softmax over each question's candidates, L2-regularised, then a logistic that makes scores readable: 0.5 is where an
answer and another candidate are equally likely when both kinds weigh the same. The sets hold films only and love the famous:
series are left out of the fit and the type is no feature; each answer weighs the less the more often it is an answer.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from workbench import Workbench

from agent.catalogue.search.evaluate import Example, read_examples
from agent.catalogue.search.features import FEATURES

Floats = npt.NDArray[np.float64]

ROOT = Path(__file__).resolve().parents[1]
SETS = ROOT.parent / "shared" / "data" / "eval"
WEIGHTS = {"requests": 1.0, "dialogues": 0.5, "tot": 2.0, "keywords": 2.0}  # the sets differ in size; none should drown
# What may shape shipped weights: ReDial is CC BY 4.0, Reddit-TOMT MIT. The other sources are measured on and not learned from.
LEARNED_FROM = ("redial", "reddit-tomt")
FOLDS = 5
# An answer counts 1 / (how often it is an answer) ** FAME. 0 learns what these people recommend (R@10 of requests .18), 1
# forgets it (.14) and answers precise wishes better; half-way is right by eye on twenty requests.
FAME = 0.5
# What must help if it counts at all, whatever chance says in a fold.
POSITIVE = ("dense", "overlap", "bm25", "leaning", "genre_share", "lead", "anchor", "anchor_genres", "anchor_people", "prior")
# Interactions that did not help, and the type of title, which the sets cannot teach.
UNUSED = ("series", "known×", "age×", "lead×", "genre_share×", "anchor_people×", "series×")


@dataclass(frozen=True, slots=True)
class Case:
    """One question's candidates: their features, which of them answer it, how many answers there are, and their ids."""

    rows: Floats
    right: npt.NDArray[np.bool_]
    answers: int
    ids: tuple[str, ...]
    learned: bool = True


async def collect(bench: Workbench, examples: Sequence[Example], depth: int) -> list[Case]:
    """The candidates that a search for `depth` titles sees for each example."""
    cases = []
    for example in examples:
        found = await bench.candidates(bench.understand(example.text), exclude=example.exclude, depth=depth)
        names = [{title, *bench.shelf.titles[title].source_ids} for title in found.ids]
        right = np.asarray([any(answer & own for answer in example.answers) for own in names], bool)
        cases.append(Case(found.rows, right, len(example.answers), found.ids, example.source.startswith(LEARNED_FROM)))
    return cases


def used_columns() -> Floats:
    """1 for every feature that the fit may use, else 0."""
    return np.asarray(
        [not any(name == no or (no.endswith("×") and name.startswith(no)) for no in UNUSED) for name in FEATURES], float
    )


def fit(cases: Sequence[Case], weights: Sequence[float], *, penalty: float = 1e-2, steps: int = 400) -> Floats:
    """Weights that minimise the listwise softmax loss, by Adam."""
    kept = [(case, weight) for case, weight in zip(cases, weights, strict=True) if weight and _films(case)[1].any()]
    parts = [_films(case) for case, _ in kept]
    rows = np.concatenate([part[0] for part in parts]) * used_columns()
    right = np.concatenate([part[1] for part in parts]).astype(float)
    sizes = np.asarray([len(part[1]) for part in parts])
    group = np.repeat(np.arange(len(parts)), sizes)
    starts = np.r_[0, np.cumsum(sizes)[:-1]]
    weight = np.asarray([weight for _, weight in kept])
    scale = rows.std(axis=0) + 1e-6
    rows = rows / scale
    wanted = right / np.add.reduceat(right, starts)[group]
    positive = [FEATURES.index(name) for name in POSITIVE]
    current, first, second = np.zeros(len(FEATURES)), np.zeros(len(FEATURES)), np.zeros(len(FEATURES))
    for step in range(1, steps + 1):
        score = rows @ current
        raised = np.exp(score - np.maximum.reduceat(score, starts)[group])
        share = raised / np.add.reduceat(raised, starts)[group]
        gradient = rows.T @ ((share - wanted) * weight[group]) / weight.sum() + penalty * current
        first, second = 0.9 * first + 0.1 * gradient, 0.999 * second + 0.001 * gradient**2
        current -= 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        current[positive] = np.maximum(current[positive], 0)
    return current / scale * used_columns()


def calibrate(scores: Floats, right: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset of a logistic with both classes weighted equally, by Newton's method."""
    design = np.stack([scores, np.ones_like(scores)], axis=1)
    weight = np.where(right, 0.5 / right.mean(), 0.5 / (1 - right.mean()))
    found = np.zeros(2)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        gradient = design.T @ (weight * (chance - right))
        curvature = (design * (weight * chance * (1 - chance))[:, None]).T @ design + 1e-6 * np.eye(2)
        found -= np.linalg.solve(curvature, gradient)
    return float(found[0]), float(found[1])


def recall(cases: Sequence[Case], weights: Floats, places: Sequence[int] = (1, 5, 10, 50)) -> list[float]:
    """Recall at these places; answers outside the candidates count as missed."""
    total = np.zeros(len(places))
    for case in cases:
        right = case.right[np.argsort(-(case.rows @ weights), kind="stable")]
        total += [right[:place].sum() / case.answers for place in places]
    return [round(float(value), 3) for value in total / max(1, len(cases))]


def case_weights(cases: Sequence[Case], weight: float, famous: Counter[str]) -> list[float]:
    """The set's weight, less for answers that are answers often."""
    counts = [[famous[title] for title, right in zip(case.ids, case.right, strict=True) if right] for case in cases]
    return [
        weight / float(np.mean(count)) ** FAME if count and case.learned else 0.0
        for case, count in zip(cases, counts, strict=True)
    ]


def _films(case: Case) -> tuple[Floats, npt.NDArray[np.bool_]]:
    films = case.rows[:, FEATURES.index("series")] < 0.5
    return case.rows[films], case.right[films]


async def main(data_dir: Path, models: Path, depth: int) -> None:
    """Collect, cross-validate, fit on everything, write weights and report."""
    bench = await Workbench.open(data_dir, models)
    data = {name: await collect(bench, read_examples(SETS / f"{name}_dev.jsonl"), depth) for name in WEIGHTS}
    await bench.close()
    write(data, ROOT / "agent" / "catalogue" / "search")


def write(data: dict[str, list[Case]], folder: Path) -> None:
    """Write `ranker.json` and `ranker.md` into `folder`."""
    famous = Counter(
        title for cases in data.values() for case in cases for title, right in zip(case.ids, case.right, strict=True) if right
    )
    weights = {name: case_weights(cases, WEIGHTS[name], famous) for name, cases in data.items()}
    unseen: dict[str, list[list[float]]] = {name: [] for name in data}
    for fold in range(FOLDS):
        parts = [
            (case, weight)
            for name in data
            for at, (case, weight) in enumerate(zip(data[name], weights[name], strict=True))
            if at % FOLDS != fold
        ]
        found = fit([case for case, _ in parts], [weight for _, weight in parts])
        for name, cases in data.items():
            unseen[name].append(recall([case for at, case in enumerate(cases) if at % FOLDS == fold], found))
    everything = [case for cases in data.values() for case in cases]
    final = fit(everything, [weight for name in data for weight in weights[name]])
    learned = [case for case in everything if case.learned]
    scores = np.concatenate([case.rows @ final for case in learned])
    slope, offset = calibrate(scores, np.concatenate([case.right for case in learned]))
    named = {name: round(float(value), 4) for name, value in zip(FEATURES, final, strict=True) if abs(value) > 5e-4}
    model = {"weights": named, "slope": round(slope, 4), "offset": round(offset, 4)}
    (folder / "ranker.json").write_text(json.dumps(model, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (folder / "ranker.md").write_text(report(data, unseen), "utf-8")


_HEAD = """# The light ranker's weights

Made by `tools/train_ranker.py`. Recall at 1/5/10/50 on questions left out of the fit (mean of five folds), on the netflix and
imdb tables. Candidates: what fusion, facts and anchors bring (their own recall in the last column).

"""
_TAIL = """
Learned from: ReDial (CC BY 4.0) and Reddit-TOMT (MIT) alone; the records of INSPIRED, TREC ToT and MovieLens tags (all of
`keywords`) are measured on, not learned from. Some thirty numbers come out: no text, no title and no rating is in them.
Limits: films and English only; labels are what people happened to recommend, so the famous are favoured even after weighting.
"""


def report(data: dict[str, list[Case]], unseen: dict[str, list[list[float]]]) -> str:
    """What the weights learned from and how well they do."""
    lines = [*_HEAD.splitlines(), "| set | questions | left out | candidates |", "| --- | --- | --- | --- |"]
    for name, cases in data.items():
        mean = np.mean(unseen[name], axis=0)
        reach = np.mean([case.right.sum() / case.answers for case in cases])
        lines.append(f"| {name} | {len(cases)} | {' / '.join(f'{value:.3f}' for value in mean)} | {reach:.3f} |")
    return "\n".join([*lines, *_TAIL.splitlines()]) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True, help="where the local encoder is built")
    parser.add_argument("--depth", type=int, default=40, help="titles a search would return; candidates are five times as many")
    options = parser.parse_args()
    asyncio.run(main(options.data_dir, options.models, options.depth))
