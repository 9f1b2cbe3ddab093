"""Names that a mistyped one may mean, without comparing it with every name of a large catalogue letter by letter."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

_BITS = 64


class Spellings:
    """The nearest of many names within a few edits, where a swap of neighbours is one (optimal string alignment)."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: Sequence[str] = list(names)
        self._lengths = np.asarray([len(name) for name in self._names], np.int32)
        self._letters = np.asarray([_letters(name) for name in self._names], np.uint64)

    def nearest(self, name: str, edits: int) -> str | None:
        """The name with the fewest edits, of equal ones the first; None where all need more than `edits`."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        best = process.extractOne(name, self._could_be(name, edits), scorer=OSA.distance, score_cutoff=edits)
        return best[0] if best else None

    def _could_be(self, name: str, edits: int) -> list[str]:
        # An edit changes the length by one at most, and takes at most one letter out of those used and brings one in. What
        # passes is a hundredth of all names, so that the loop that asks is not held up.
        differing = np.bitwise_count(self._letters ^ np.uint64(_letters(name)))
        near: npt.NDArray[np.bool_] = (differing <= 2 * edits) & (np.abs(self._lengths - len(name)) <= edits)
        return [self._names[int(at)] for at in np.flatnonzero(near)]


def _letters(name: str) -> int:
    """The letters that a name uses, as bits; two letters may share one, which only lets more names pass."""
    bits = 0
    for letter in set(name):
        bits |= 1 << (ord(letter) % _BITS)
    return bits
