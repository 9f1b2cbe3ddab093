"""The rankers' and the gate's weights: data, fitted by scripts, read from files beside this module.

`ranker.npz` comes from `tools/train_ranker.py`; what it learned from and how well it does is told in `ranker.md`.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.features import FEATURES, Matrix
from agent.catalogue.search.precise import bonus
from agent.catalogue.search.trees import Trees

Scores = npt.NDArray[np.float64]


class WrongWeights(ValueError):
    """Weights were made for other features than this version computes; the message names the script that makes them."""


@dataclass(frozen=True, slots=True)
class LinearModel:
    """score = Σ weight · feature; probability = 1 / (1 + exp(−(slope · score + offset)))."""

    weights: npt.NDArray[np.float64]
    slope: float
    offset: float

    @classmethod
    def load(cls, name: str, features: tuple[str, ...]) -> "LinearModel":
        """The packaged weights `name`; a feature that they do not know counts 0. Raises WrongWeights."""
        data: dict[str, Any] = json.loads(files("agent.catalogue.search").joinpath(name).read_text("utf-8"))
        if unknown := set(data["weights"]) - set(features):
            raise WrongWeights(f"{name} was made for other features ({', '.join(sorted(unknown))}): run tools/train_gate.py")
        weights = np.asarray([data["weights"].get(feature, 0.0) for feature in features], float)
        return cls(weights, float(data["slope"]), float(data["offset"]))

    def scores(self, rows: npt.NDArray[Any]) -> Scores:
        """Raw scores, one a row."""
        found: Scores = rows @ self.weights
        return found

    def probabilities(self, rows: npt.NDArray[Any]) -> Scores:
        """Calibrated scores in [0, 1], one a row."""
        return _logistic(self.slope * self.scores(rows) + self.offset)


@dataclass(frozen=True, slots=True)
class TreeRanker:
    """Trees over the ranking features, and what short wishes add; probability = 1 / (1 + exp(−(slope · score + offset)))."""

    trees: Trees
    slope: float
    offset: float

    @classmethod
    def load(cls) -> "TreeRanker":
        """The packaged ranker. Raises WrongWeights."""
        with (
            files("agent.catalogue.search").joinpath("ranker.npz").open("rb") as file,
            np.load(file, allow_pickle=False) as data,
        ):
            arrays = {name: data[name] for name in data.files}
        names = [str(name) for name in arrays["names"]]
        if unknown := set(names) - set(FEATURES):
            raise WrongWeights(
                f"ranker.npz was made for other features ({', '.join(sorted(unknown))}): run tools/train_ranker.py"
            )
        columns = {number: FEATURES.index(name) for number, name in enumerate(names)}
        slope, offset = (float(value) for value in arrays["calibration"])
        return cls(Trees.of(arrays, columns), slope, offset)

    def scores(self, rows: Matrix) -> Scores:
        """Raw scores, one a row."""
        return self.trees.scores(rows) + bonus(rows)

    def probabilities(self, rows: Matrix) -> Scores:
        """Calibrated scores in [0, 1], one a row."""
        return _logistic(self.slope * self.scores(rows) + self.offset)


def _logistic(score: Scores) -> Scores:
    found: Scores = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
    return found


@cache
def load_ranker() -> TreeRanker:
    """The packaged ranker, read once."""
    return TreeRanker.load()
