"""Gradient-boosted regression trees, evaluated with numpy alone.

A tree of at most 16 leaves is a word of 16 bits: each test that fails takes away the leaves on its left, and the lowest bit
that is left is the leaf reached (Lucchese et al. 2015, "QuickScorer"). The tests of one feature are sorted, so that all that
fail for a value are one prefix, its words joined beforehand: a look-up a feature instead of a walk down every tree.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

LEAVES = 16
Floats = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Trees:
    """`tests` holds, for each feature that is tested, its number, the sorted thresholds, and for each count of failed tests the
    leaves that are left in every tree; `leaves` the values, shape (trees, 16)."""

    tests: tuple[tuple[int, Floats, Words], ...]
    leaves: Floats

    @classmethod
    def of(cls, arrays: Mapping[str, npt.NDArray[Any]], columns: Mapping[int, int]) -> "Trees":
        """From arrays of one row a tree: `feature`, `threshold`, `left`, `right` of its tests and `value` of its leaves.

        A child below zero is leaf −child−1, leaves numbered from left to right; a feature below zero is no test. `columns` maps
        their features to the matrix's columns.
        """
        feature = arrays["feature"].astype(int)
        failing = np.stack(
            [_without_left(*pair) for pair in zip(arrays["left"].astype(int), arrays["right"].astype(int), strict=True)]
        )
        tests = []
        for number in sorted(set(feature[feature >= 0])):
            tree, node = np.nonzero(feature == number)
            thresholds = arrays["threshold"][tree, node].astype(np.float32)
            order = np.argsort(thresholds, kind="stable")
            words = np.full((len(order) + 1, len(feature)), 0xFFFF, np.uint16)
            for place, at in enumerate(order, start=1):
                words[place] = words[place - 1]
                words[place, tree[at]] &= failing[tree[at], node[at]]
            tests.append((columns[number], thresholds[order], words))
        return cls(tuple(tests), arrays["value"].astype(np.float32))

    def scores(self, rows: Floats) -> npt.NDArray[np.float64]:
        """The sum of the leaves reached, one a row."""
        left = np.full((len(rows), len(self.leaves)), 0xFFFF, np.uint16)
        for column, thresholds, words in self.tests:
            # A test "value <= threshold" fails where the threshold lies below the value.
            left &= words[np.searchsorted(thresholds, rows[:, column], side="left")]
        leaf = _LOWEST[left]
        found: npt.NDArray[np.float64] = self.leaves[np.arange(len(self.leaves)), leaf].sum(axis=1, dtype=np.float64)
        return found


def _without_left(left: npt.NDArray[np.int_], right: npt.NDArray[np.int_]) -> Words:
    """For each test of a tree, all leaves but those on its left."""
    found = np.full(len(left), 0xFFFF, np.uint16)

    def under(child: int) -> int:
        if child < 0:
            return 1 << (-child - 1)
        return under(int(left[child])) | under(int(right[child]))

    for node, child in enumerate(left):
        if child or right[node]:
            found[node] = 0xFFFF & ~under(int(child))
    return found


# The number of the lowest bit of every word; 0 for a word without any, which no row reaches.
_LOWEST = np.asarray([(word & -word).bit_length() - 1 if word else 0 for word in range(1 << LEAVES)], np.uint8)
