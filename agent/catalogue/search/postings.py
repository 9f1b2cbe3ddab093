"""Which titles have which words: an inverted index in memory, so that a question is compared with all titles at once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.float32]

# BM25's usual constants; catalogue texts are so short that a word hardly ever stands in one twice, so it counts once.
_K1, _B = 1.2, 0.5


class Postings:
    """The stems of each title, by stem. Rows are those of the titles given."""

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        rows: dict[str, list[int]] = defaultdict(list)
        lengths: list[int] = []
        for row, stems in enumerate(texts):
            distinct = set(stems)
            lengths.append(len(distinct))
            for stem in distinct:
                rows[stem].append(row)
        self.lengths = np.asarray(lengths, np.float32)
        self._rows = {stem: np.asarray(found, np.int32) for stem, found in rows.items()}
        relative = self.lengths / max(1.0, float(self.lengths.mean()) if lengths else 1.0)
        self._length_factor = ((_K1 + 1) / (1 + _K1 * (1 - _B + _B * relative))).astype(np.float32)

    def __contains__(self, stem: str) -> bool:
        return stem in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def count(self, stem: str) -> int:
        """How many titles have a stem."""
        return len(self._rows.get(stem, ()))

    def rarity(self, stem: str) -> float:
        """The inverse document frequency of a stem."""
        having = len(self._rows.get(stem, ()))
        return float(np.log(1 + len(self.lengths) / (1 + having)))

    def share(self, stems: Iterable[str]) -> Column:
        """For each title, which share of these words it has, rare words counting more."""
        found = np.zeros(len(self.lengths), np.float32)
        total = 0.0
        for stem in set(stems):
            weight = self.rarity(stem)
            total += weight
            if stem in self._rows:
                found[self._rows[stem]] += weight
        return found / np.float32(total or 1.0)

    def bm25(self, stems: Iterable[str]) -> Column:
        """For each title, the BM25 score of these words over the square root of how many they are."""
        asked = Counter(stems)
        found = np.zeros(len(self.lengths), np.float32)
        for stem in asked:
            if stem in self._rows:
                found[self._rows[stem]] += self.rarity(stem)
        return found * self._length_factor / np.float32(np.sqrt(max(1, len(asked))))

    def covered(self, stems: Iterable[str]) -> Column:
        """For each title, which share of its own words is among these."""
        found = np.zeros(len(self.lengths), np.float32)
        for stem in set(stems):
            if stem in self._rows:
                found[self._rows[stem]] += 1
        covered: Column = (found / np.maximum(self.lengths, 1)).astype(np.float32)
        return covered
