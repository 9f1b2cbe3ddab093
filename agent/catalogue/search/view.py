"""One named vector of all titles as a matrix of bytes: a question is compared with the whole catalogue at once.

A byte a number is a quarter of the memory of float32 and no slower, since memory is what the comparison waits for. As
differences from the catalogue's mean, scaled row by row, the vectors lose about a hundredth of the spread of cosines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from agent.retrieval.types import Vector

Scores: TypeAlias = npt.NDArray[np.float32]
Bytes: TypeAlias = npt.NDArray[np.int8]
Rows: TypeAlias = npt.NDArray[np.float32]
Places: TypeAlias = npt.NDArray[np.intp]

# Enough for the mean and spread of cosines to two digits.
SAMPLE = 2000
_LARGEST = 127
# So many rows of 384 numbers stay in a core's cache while they are widened and compared.
_BLOCK = 256
_NOT_ZERO = 1e-9
_AWAY = np.float32(0.5)


@dataclass(frozen=True, slots=True)
class View:
    """Unit vectors, one a row, as differences from `mean`: row = mean + scale · code. `away` is the length of the difference. A
    title without a vector has none: it is neither near nor far from anything.

    `codes` has the shape (titles, dimension), `scale` and `away` (titles,), `mean` (dimension,).
    """

    codes: Bytes
    scale: Scores
    away: Scores
    mean: Vector

    @classmethod
    def of(cls, rows: Rows, mean: Vector | None = None) -> "View":
        """The view of these rows; `mean` is theirs unless given. A row of zeros is that of a title without a vector."""
        if mean is None:
            mean = mean_of(rows)
        centred = np.where(_there(rows)[:, None], rows - mean, np.float32(0))
        scale = np.maximum(np.abs(centred).max(axis=1, initial=0.0), _NOT_ZERO) / _LARGEST
        codes = np.rint(centred / scale[:, None]).astype(np.int8)
        return cls(codes, scale.astype(np.float32), np.linalg.norm(centred, axis=1).astype(np.float32), mean)

    @classmethod
    def joined(cls, parts: Sequence["View"]) -> "View":
        """The rows of all parts, which share one mean. Raises ValueError for none."""
        return cls(
            np.concatenate([part.codes for part in parts]),
            np.concatenate([part.scale for part in parts]),
            np.concatenate([part.away for part in parts]),
            parts[0].mean,
        )

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Which titles have a vector, shape (titles,)."""
        return self.away > np.float32(_NOT_ZERO)

    def standard(self, query: Vector, within: Places | None = None) -> Scores:
        """Cosines to `query` in standard deviations above its mean over the catalogue.

        e5's cosines all lie near .8; what tells is how far a title stands out for this very query. Titles that are not `within`
        are not compared and get 0.
        """
        centred = self._times(query[None], within)[0]
        there = self.there
        some = sample(centred[there]) if within is None else self._times(query[None], sample(np.flatnonzero(there)))
        deviation = float(np.sqrt(max(float(np.square(some).mean()), _NOT_ZERO))) if some.size else 1.0
        return self._placed(centred / np.float32(deviation), within)

    def towards(self, liked: Sequence[int], unlike: Sequence[int] = ()) -> Vector:
        """mean(P) − ½ · mean(N) of these titles' vectors, the catalogue's mean taken out of all; zeros for none.

        RETRIEVAL §4: centred vectors tell similar films apart better; Rocchio's ½ for what is not wanted is kept for sense.
        """
        towards = np.zeros_like(self.mean)
        if len(liked):
            towards = towards + self.centred(liked).mean(axis=0)
        if len(unlike):
            towards = towards - _AWAY * self.centred(unlike).mean(axis=0)
        drawn: Vector = towards
        return drawn

    def alike(self, rows: Sequence[int], unlike: Sequence[int] = (), *, within: Places | None = None) -> Scores:
        """Cosines to the mean of these titles less half that of the others, as `towards` has it."""
        return self._placed(self._cosines(self.towards(rows, unlike)[None], within)[0], within)

    def nearest(self, rows: Sequence[int], *, within: Places | None = None) -> Scores:
        """The cosine to the nearest of these titles, with the catalogue's mean taken out of all."""
        return self._placed(self._cosines(self.centred(rows), within).max(axis=0), within)

    def cosines(self, towards: Vector, within: Places) -> Scores:
        """The cosines of the titles `within` to a direction from the catalogue's mean, in their order; zeros for none."""
        return np.asarray(self._cosines(towards[None], within)[0])

    def _placed(self, scores: Scores, within: Places | None) -> Scores:
        if within is None:
            return scores
        placed = np.zeros(len(self), np.float32)
        placed[within] = scores
        return placed

    def centred(self, rows: Sequence[int]) -> Rows:
        """The vectors of these titles without the catalogue's mean."""
        at = list(rows)
        centred: Rows = self.codes[at] * self.scale[at, None]
        return centred

    def _cosines(self, directions: Rows, within: Places | None) -> Rows:
        away = self.away if within is None else self.away[within]
        length = np.maximum(np.linalg.norm(directions, axis=1), _NOT_ZERO)[:, None] * away
        cosines: Rows = self._times(directions, within) / np.maximum(length, np.float32(_NOT_ZERO))
        return cosines

    def _times(self, vectors: Rows, within: Places | None) -> Rows:
        """The products of the differences with each of `vectors`, shape (vectors, titles compared)."""
        scale = self.scale if within is None else self.scale[within]
        products = np.empty((len(vectors), len(scale)), np.float32)
        wide = np.empty((_BLOCK, self.codes.shape[1]), np.float32)
        for start in range(0, len(scale), _BLOCK):
            place = slice(start, start + _BLOCK)
            block = self.codes[place if within is None else within[place]]
            rows = wide[: len(block)]
            np.copyto(rows, block)
            for vector, product in zip(vectors, products, strict=True):
                # Not `@`: BLAS waits for its threads by spinning, which on a busy machine costs 25 ms instead of half a one.
                np.vecdot(rows, vector, out=product[place])
        products *= scale
        return products


def mean_of(rows: Rows) -> Vector:
    """The mean of the rows that are there; zeros if none is."""
    there = sample(rows[_there(rows)])
    mean: Vector = there.mean(axis=0) if len(there) else np.zeros(rows.shape[1], np.float32)
    return mean


def _there(rows: Rows) -> npt.NDArray[np.bool_]:
    there: npt.NDArray[np.bool_] = np.any(rows != 0, axis=1)
    return there


def sample(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Some two thousand of the rows, evenly taken."""
    return rows[:: max(1, len(rows) // SAMPLE)]
