"""One named vector of all titles as a matrix: a question is compared with the whole catalogue in under a millisecond."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from agent.retrieval.types import Vector, VectorIndex

Scores = npt.NDArray[np.float32]

# Enough for the mean and spread of cosines to two digits.
_SAMPLE = 2000
# Vectors come from the engine as lists of numbers: a part at a time keeps memory flat.
_AT_ONCE = 1000


class View:
    """Unit vectors, one a row; a title without one has zeros, and is neither near nor far from anything."""

    def __init__(self, rows: npt.NDArray[np.float32]) -> None:
        self.rows = rows
        self.there: npt.NDArray[np.bool_] = (rows != 0).any(axis=1)
        present = rows if self.there.all() else rows[self.there]
        sample = present[:: max(1, len(present) // _SAMPLE)]
        self.mean: Vector = sample.mean(axis=0) if len(sample) else np.zeros(rows.shape[1], np.float32)
        centred = sample - self.mean
        self._spread = (centred.T @ centred / max(1, len(sample))).astype(np.float32)
        self._away = np.linalg.norm(rows - self.mean, axis=1) if len(rows) else np.zeros(0, np.float32)

    def standard(self, query: Vector) -> Scores:
        """Cosines to `query` in standard deviations above its mean over the catalogue.

        e5's cosines all lie near .8; what tells is how far a title stands out for this very query.
        """
        deviation = float(np.sqrt(max(float(_times(self._spread, query) @ query), 1e-9)))
        standard: Scores = ((_times(self.rows, query) - np.float32(query @ self.mean)) / np.float32(deviation)) * self.there
        return standard

    def alike(self, rows: Sequence[int], unlike: Sequence[int] = (), away: float = 0.5) -> Scores:
        """Cosines to the mean of these titles less that of the others, with the catalogue's mean taken out of all.

        RETRIEVAL §4: centred vectors tell similar films apart better; Rocchio's ½ for what is not wanted is kept for sense.
        """
        towards = self.rows[list(rows)].mean(axis=0) - self.mean
        if len(unlike):
            towards = towards - away * (self.rows[list(unlike)].mean(axis=0) - self.mean)
        length = np.maximum(self._away * max(float(np.linalg.norm(towards)), 1e-9), 1e-9)
        alike: Scores = (self.there * (_times(self.rows, towards) - float(self.mean @ towards)) / length).astype(np.float32)
        return alike


def _times(matrix: npt.NDArray[np.float32], vector: Vector) -> Scores:
    # Not `@`: BLAS waits for its threads by spinning, which on a busy machine costs 25 ms instead of half a one.
    product: Scores = np.einsum("ij,j->i", matrix, vector)
    return product


async def read_views(index: VectorIndex, ids: Sequence[str]) -> Mapping[str, View]:
    """The views of an index by name, rows in the order of `ids`; none for an empty index. Raises IndexUnavailable."""
    rows: dict[str, npt.NDArray[np.float32]] = {}
    for start in range(0, len(ids), _AT_ONCE):
        part = ids[start : start + _AT_ONCE]
        found = await index.vectors(part)
        for at, title in enumerate(part, start):
            for name, vector in found.get(title, {}).items():
                if name not in rows:
                    rows[name] = np.zeros((len(ids), len(vector)), np.float32)
                rows[name][at] = vector
    return {name: View(matrix) for name, matrix in rows.items()}
