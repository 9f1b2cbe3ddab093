"""Fits the gate (`agent/catalogue/search/gate.json`) on questions to be answered and questions that are not, and reports on it.

    python tools/train_gate.py --data-dir DIR [--data-dir DIR …] --models DIR/models

Each data folder holds an ingested catalogue (starter, the real tables).

To be answered: `gate_inside.txt`, requests and remembered films of the development sets (of sources whose licence allows to
learn from them; keywords are only measured). Not: `gate_outside.txt`, letters and words made up. Both classes weigh
the same in all, and so does every catalogue.
"""

import argparse
import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from train_ranker import LEARNED_FROM, SETS, calibrate
from workbench import Workbench

from agent.catalogue.search.evaluate import Example, read_examples
from agent.catalogue.search.gate_phrases import INSIDE, OUTSIDE
from agent.catalogue.search.gating import GATE_FEATURES, gate_features
from agent.retrieval.gate import Prototypes

Floats = npt.NDArray[np.float64]

TOOLS = Path(__file__).resolve().parent
PACKAGE = TOOLS.parent / "agent" / "catalogue" / "search"
FROM_SETS = {"requests": 60, "tot": 20, "keywords": 60}  # fewer than of our own: people who ask a bot write shorter
MEASURED_ONLY = "keywords"  # MovieLens tags may not shape what is shipped
FOLDS = 5


def questions() -> list[tuple[str, str, bool]]:
    """(kind, text, to be answered), in a fixed order."""
    chance = random.Random(7)
    found = [("inside", line, True) for line in (TOOLS / "gate_inside.txt").read_text("utf-8").splitlines()]
    for name, count in FROM_SETS.items():
        texts = [example.text for example in read_examples(SETS / f"{name}_dev.jsonl") if _usable(name, example)]
        found += [(name, text, True) for text in chance.sample(texts, count)]
    found += [("outside", line, False) for line in (TOOLS / "gate_outside.txt").read_text("utf-8").splitlines()]
    found += [("letters", _letters(chance), False) for _ in range(60)]
    found += [("made-up words", _made_up(chance), False) for _ in range(40)]
    return found


def _usable(name: str, example: Example) -> bool:
    if name == MEASURED_ONLY:
        return True
    # A greeting alone is no request, whatever followed it.
    return len(example.text) > 60 and example.source.startswith(LEARNED_FROM)


def _letters(chance: random.Random) -> str:
    rows = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "aeioubcdfgh")
    return " ".join("".join(chance.choices(chance.choice(rows), k=chance.randint(2, 9))) for _ in range(chance.randint(1, 5)))


def _made_up(chance: random.Random) -> str:
    """Words that can be said and mean nothing."""

    def syllable() -> str:
        return "".join(
            chance.choice(part.split("|"))
            for part in ("b|bl|dr|f|fl|gr|k|n|pl|s|sk|t|v|w|z", "a|e|i|o|u", "rb|nk|g|lt|x|sp|m|ff|d|ng")
        )

    return " ".join("".join(syllable() for _ in range(chance.randint(1, 2))) for _ in range(chance.randint(1, 3)))


def fit(rows: Floats, right: npt.NDArray[np.bool_], weight: Floats, penalty: float = 0.02) -> Floats:
    """Weights of a logistic model by Newton's method, L2-regularised (the bias is not)."""
    found = np.zeros(rows.shape[1])
    ridge = penalty * np.eye(rows.shape[1])
    ridge[0, 0] = 1e-6
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        gradient = rows.T @ (weight * (chance - right)) + ridge @ found
        curvature = (rows * (weight * chance * (1 - chance))[:, None]).T @ rows + ridge
        found -= np.linalg.solve(curvature, gradient)
    return found


async def collect(data_dir: Path, models: Path, asked: list[tuple[str, str, bool]]) -> Floats:
    """The gate's features of every question on one catalogue."""
    bench = await Workbench.open(data_dir, models)
    prototypes = await Prototypes.encode(bench.dense, INSIDE, OUTSIDE)
    rows = []
    for _, text, _ in asked:
        # A title found by its name needs no gate, so here its name is judged as a wish.
        request = replace(bench.understand(text), lookup=())
        request = request if request.wish or request.like else replace(request, wish=text)
        rows.append(gate_features(await bench.candidates(request), bench.shelf, prototypes))
    await bench.close()
    return np.asarray(rows, float)


async def main(data_dirs: list[Path], models: Path) -> None:
    """Collect on every catalogue, cross-validate, fit on everything, write weights and report."""
    asked = questions()
    rows = np.concatenate([await collect(data_dir, models, asked) for data_dir in data_dirs])
    kinds = [kind for kind, _, _ in asked] * len(data_dirs)
    right = np.asarray([answer for _, _, answer in asked] * len(data_dirs), bool)
    counts = np.asarray([kind != MEASURED_ONLY for kind in kinds])
    share = right[counts].mean()
    weight = np.where(right, 0.5 / share, 0.5 / (1 - share)) * counts / counts.sum()
    fold = np.tile(np.arange(len(asked)) % FOLDS, len(data_dirs))
    held = np.zeros(len(right))
    for part in range(FOLDS):
        learned = fold != part
        held[~learned] = rows[~learned] @ fit(rows[learned], right[learned], weight[learned] * FOLDS / (FOLDS - 1), 0.002)
    final = fit(rows, right, weight, 0.002)
    slope, offset = calibrate(rows[counts] @ final, right[counts])
    named = {name: round(float(value), 4) for name, value in zip(GATE_FEATURES, final, strict=True)}
    model = {"weights": named, "slope": round(slope, 4), "offset": round(offset, 4)}
    (PACKAGE / "gate.json").write_text(json.dumps(model, indent=1) + "\n", "utf-8")
    (PACKAGE / "gate.md").write_text(report(kinds, right, held), "utf-8")


def auroc(scores: Floats, right: npt.NDArray[np.bool_]) -> float:
    """How often a question to be answered scores above one that is not."""
    above = scores[right][:, None] - scores[~right][None, :]
    return float((above > 0).mean() + 0.5 * (above == 0).mean())


def report(kinds: list[str], right: npt.NDArray[np.bool_], held: Floats) -> str:
    """How often each kind of question is treated rightly; `held` are scores of left-out questions, 0 at the threshold."""
    passed = held > 0
    strict = held > np.quantile(held[~right], 0.95)
    lines = [
        "# The gate's weights",
        "",
        "Made by `tools/train_gate.py`. Share treated rightly at 0.5, on questions left out of the fit (five folds):",
        "",
        "| kind | to be | questions | treated so | asked back where 95 % of the others are refused |",
        "| --- | --- | --- | --- | --- |",
    ]
    for kind in dict.fromkeys(kinds):
        chosen = np.asarray([name == kind for name in kinds])
        wanted = bool(right[chosen][0])
        again = f"{1 - float(strict[chosen].mean()):.3f}" if wanted else "–"
        share = float((passed[chosen] == wanted).mean())
        lines.append(f"| {kind} | {'answered' if wanted else 'refused'} | {int(chosen.sum())} | {share:.3f} | {again} |")
    asked = np.asarray([name != MEASURED_ONLY for name in kinds])
    area = f"AUROC {auroc(held[asked], right[asked]):.3f}, with the one-word {MEASURED_ONLY} {auroc(held, right):.3f}."
    return "\n".join(
        [
            *lines,
            "",
            area,
            "",
            "Learned from our own phrases, ReDial (CC BY 4.0) and Reddit-TOMT (MIT); a dozen numbers come out.",
            "",
        ]
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data-dir", type=Path, action="append", required=True)
    parser.add_argument("--models", type=Path, required=True, help="where the local encoder is built")
    options = parser.parse_args()
    asyncio.run(main(options.data_dir, options.models))
