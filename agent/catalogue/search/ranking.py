"""The light ranker: a linear score over retrieval features, calibrated to [0, 1]. Its weights are data, fitted by a script.

The weights come from `tools/train_ranker.py`; what they learned from and how well they do is told in `ranker.md` beside them.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.features import FEATURES, Matrix


@dataclass(frozen=True, slots=True)
class LinearModel:
    """score = Σ weight · feature; probability = 1 / (1 + exp(−(slope · score + offset)))."""

    weights: npt.NDArray[np.float64]
    slope: float
    offset: float

    @classmethod
    def load(cls, name: str, features: tuple[str, ...]) -> "LinearModel":
        """The packaged weights `name`; a feature that they do not know counts 0. Raises ValueError on unknown weights."""
        data: dict[str, Any] = json.loads(files("agent.catalogue.search").joinpath(name).read_text("utf-8"))
        if unknown := set(data["weights"]) - set(features):
            raise ValueError(f"{name} was made for other features ({', '.join(sorted(unknown))}): run tools/train_ranker.py")
        weights = np.asarray([data["weights"].get(feature, 0.0) for feature in features], float)
        return cls(weights, float(data["slope"]), float(data["offset"]))

    def scores(self, rows: Matrix) -> Matrix:
        """Raw scores, one a row."""
        found: Matrix = rows @ self.weights
        return found

    def probabilities(self, rows: Matrix) -> Matrix:
        """Calibrated scores in [0, 1], one a row."""
        found: Matrix = 1 / (1 + np.exp(-np.clip(self.slope * self.scores(rows) + self.offset, -30, 30)))
        return found


def load_ranker() -> LinearModel:
    """The packaged ranker."""
    return LinearModel.load("ranker.json", FEATURES)
