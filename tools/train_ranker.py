"""Fits the ranker's trees (`agent/catalogue/search/ranker.npz`) on the development sets beside the checkout and on the sets of
our own (`tools/sets`), and reports on it.

    python tools/train_ranker.py --data-dir DIR --models DIR/models

DIR holds an ingested catalogue of the netflix and imdb tables. Needs the dev group's `lightgbm`.

LambdaMART over each question's candidates, then a logistic that makes scores readable: 0.5 is where an answer and another
candidate are equally likely when both kinds weigh the same. What speaks for a title may never count against it, and an answer
weighs the less the more often it is one. The public sets hold films only, so nothing is learned from the series among their
candidates: which series belong beside films comes from our own sets alone.
"""

import argparse
import asyncio
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from report import Judged, Shown, report
from workbench import Workbench

from agent.catalogue.search.evaluate import Example, read_examples
from agent.catalogue.search.evidence import told
from agent.catalogue.search.features import FEATURES, RELEVANCE, Matrix
from agent.catalogue.search.precise import bonus
from agent.catalogue.search.trees import LEAVES, Trees
from agent.catalogue.search.variety import asks_for_the_famous

Floats = npt.NDArray[np.float64]
Arrays = Mapping[str, npt.NDArray[Any]]

ROOT = Path(__file__).resolve().parents[1]
SHARED, OWN = ROOT.parent / "shared" / "data" / "eval", ROOT / "tools" / "sets"
SETS = {
    **{name: SHARED / f"{name}_dev.jsonl" for name in ("requests", "dialogues", "tot", "keywords")},
    **{f"own {name}": OWN / f"{name}_train.jsonl" for name in ("keywords", "series", "moods")},
    "series": ROOT / "tests" / "sets" / "series.jsonl",
}
# The sets differ in size; none should drown.
WEIGHTS = {"requests": 1.0, "dialogues": 0.5, "tot": 2.0, "own keywords": 3.0, "own series": 1.0, "own moods": 2.0}
# What may shape shipped weights: ReDial is CC BY 4.0, Reddit-TOMT MIT, the last our own. Other sources are measured on only.
LEARNED_FROM = ("redial", "reddit-tomt", "matinee-train")
# Sets whose answers are series, too, so that a series that is no answer tells something.
BOTH_KINDS = "matinee"
FOLDS = 5
# An answer counts 1 / (how often it is an answer) ** FAME: with 0 the trees learn what these people recommend.
FAME = 0.25
# Of the candidates that are no answer, so many a question are learned from.
OTHERS = 80
TREES = 250
SETTINGS: dict[str, Any] = {
    "objective": "lambdarank",
    "lambdarank_truncation_level": 10,
    "learning_rate": 0.07,
    "num_leaves": LEAVES - 1,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.5,
    "lambda_l2": 5.0,
    "monotone_constraints": [int(name in RELEVANCE or name.endswith("_gap")) for name in FEATURES],
    "use_missing": False,
    "max_bin": 63,
    "seed": 7,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}


@dataclass(frozen=True, slots=True)
class Case:
    """One question's candidates: features, which of them answer it, their rows in the catalogue, which are series or famous;
    the rows of all answers that the catalogue has."""

    rows: Matrix
    right: npt.NDArray[np.bool_]
    at: npt.NDArray[np.intp]
    series: npt.NDArray[np.bool_]
    famous: npt.NDArray[np.bool_]
    capped: bool
    wanted: npt.NDArray[np.intp]
    learned: bool
    both_kinds: bool
    fold: int


async def collect(bench: Workbench, examples: Sequence[Example]) -> list[Case]:
    """The candidates that a search sees for each example; examples of which the catalogue has no answer are left out."""
    table = bench.shelf.table
    requests = [bench.understand(example.text) for example in examples]
    await bench.dense.ahead(text for request in requests for text in (request.wish, *told(request.wish)))
    cases = []
    for example, request in zip(examples, requests, strict=True):
        rows = [_row(bench, answer) for answer in example.answers]
        wanted = np.asarray([row for row in rows if row >= 0], np.intp)
        if not len(wanted):
            continue
        found = await bench.candidates(request, exclude=example.exclude)
        at = np.asarray([table.row[title] for title in found.ids], np.intp)
        names = [{title, *bench.shelf.titles[title].source_ids} for title in found.ids]
        right = np.asarray([any(answer & own for answer in example.answers) for own in names], bool)
        cases.append(
            Case(
                found.rows,
                right,
                at,
                table.series[at],
                table.famous[at],
                not asks_for_the_famous(found.request, table),
                wanted,
                example.source.startswith(LEARNED_FROM),
                example.source.startswith(BOTH_KINDS),
                zlib.crc32(example.group.encode()) % FOLDS,
            )
        )
    return cases


def _row(bench: Workbench, answer: frozenset[str]) -> int:
    return next((bench.shelf.table.row[title] for title in bench.shelf.title_ids(sorted(answer))), -1)


def answers_of(cases: Sequence[Case]) -> Counter[int]:
    """How often each title is an answer."""
    return Counter(int(row) for case in cases if case.learned for row in case.wanted)


def fit(cases: Sequence[Case], weights: Sequence[float], trees: int = TREES) -> Any:
    """A LightGBM booster."""
    import lightgbm

    chance = np.random.default_rng(7)
    famous = answers_of(cases)
    rows, right, weight, sizes = [], [], [], []
    for case, base in zip(cases, weights, strict=True):
        usable = np.flatnonzero(~case.series | case.both_kinds)
        wanted = usable[case.right[usable]]
        if not case.learned or not len(wanted):
            continue
        others = usable[~case.right[usable]]
        chosen = np.r_[wanted, chance.choice(others, min(OTHERS, len(others)), replace=False)]
        rows.append(case.rows[chosen])
        right.append(case.right[chosen])
        often = float(np.mean([famous[int(row)] for row in case.at[wanted]]))
        weight.append(np.full(len(chosen), base / often**FAME))
        sizes.append(len(chosen))
    data = lightgbm.Dataset(
        np.concatenate(rows), np.concatenate(right).astype(int), group=sizes, weight=np.concatenate(weight), params=SETTINGS
    )
    return lightgbm.train(SETTINGS, data, trees)


def arrays_of(booster: Any) -> dict[str, npt.NDArray[Any]]:
    """The trees as plain arrays, leaves numbered from left to right: see `Trees.of`."""
    trees = booster.dump_model()["tree_info"]
    arrays: dict[str, npt.NDArray[Any]] = {
        "feature": np.full((len(trees), LEAVES - 1), -1, np.int8),
        "threshold": np.zeros((len(trees), LEAVES - 1), np.float32),
        "left": np.zeros((len(trees), LEAVES - 1), np.int8),
        "right": np.zeros((len(trees), LEAVES - 1), np.int8),
        "value": np.zeros((len(trees), LEAVES), np.float32),
    }
    for at, tree in enumerate(trees):
        _lay(tree["tree_structure"], {name: array[at] for name, array in arrays.items()}, [0, 0])
    return {**arrays, "names": np.asarray(FEATURES)}


def _lay(node: Mapping[str, Any], arrays: Arrays, used: list[int]) -> int:
    """Put a node and all under it into the arrays; returns its number, a leaf's as −number−1."""
    if "leaf_value" in node:
        leaf, used[1] = used[1], used[1] + 1
        arrays["value"][leaf] = node["leaf_value"]
        return -leaf - 1
    test, used[0] = used[0], used[0] + 1
    arrays["feature"][test] = node["split_feature"]
    arrays["threshold"][test] = node["threshold"]
    arrays["left"][test] = _lay(node["left_child"], arrays, used)
    arrays["right"][test] = _lay(node["right_child"], arrays, used)
    return test


def trees_of(arrays: Arrays) -> Trees:
    """The trees as the product evaluates them."""
    return Trees.of(arrays, {number: number for number in range(len(FEATURES))})


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


def judge(case: Case, scores: Floats, seen: Counter[int]) -> Judged:
    """The places of a case's answers."""
    learned = np.asarray([seen[int(row)] > 0 for row in case.wanted], bool)
    shown = Shown(case.at, scores, case.famous, case.series)
    return Judged.of(shown, case.wanted, learned, capped=case.capped)


def cross_validate(data: Mapping[str, Sequence[Case]]) -> tuple[dict[str, list[Judged]], Floats, npt.NDArray[np.bool_]]:
    """Every case judged by trees that have not seen its group; with all scores of learned cases and whether they answer."""
    judged: dict[str, list[Judged]] = {name: [] for name in data}
    scores, right = [], []
    for fold in range(FOLDS):
        learned = [(case, WEIGHTS[name]) for name in WEIGHTS for case in data[name] if case.fold != fold]
        trees = trees_of(arrays_of(fit([case for case, _ in learned], [weight for _, weight in learned])))
        seen = answers_of([case for case, _ in learned])
        for name, cases in data.items():
            for case in cases:
                if case.fold == fold:
                    scored = trees.scores(case.rows) + bonus(case.rows)
                    judged[name].append(judge(case, scored, seen))
                    if case.learned:
                        scores.append(scored)
                        right.append(case.right)
    return judged, np.concatenate(scores), np.concatenate(right)


async def main(data_dir: Path, models: Path) -> None:
    """Collect, cross-validate, fit on everything, write weights and report."""
    bench = await Workbench.open(data_dir, models)
    data = {name: await collect(bench, read_examples(path)) for name, path in SETS.items()}
    await bench.close()
    write(data, ROOT / "agent" / "catalogue" / "search")


def write(data: Mapping[str, Sequence[Case]], folder: Path) -> None:
    """Write `ranker.npz` and `ranker.md` into `folder`."""
    judged, scores, right = cross_validate(data)
    everything = [(case, WEIGHTS[name]) for name in WEIGHTS for case in data[name]]
    booster = fit([case for case, _ in everything], [weight for _, weight in everything])
    arrays = arrays_of(booster)
    # What is calibrated on must not have been learned from: there, answers stand out more than they do in use.
    arrays["calibration"] = np.asarray(calibrate(scores, right))
    np.savez_compressed(folder / "ranker.npz", **arrays)  # type: ignore[arg-type]
    gain = dict(zip(FEATURES, booster.feature_importance("gain"), strict=True))
    (folder / "ranker.md").write_text(report(judged, gain), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True, help="where the local encoder is built")
    options = parser.parse_args()
    asyncio.run(main(options.data_dir, options.models))
