"""Trees by prefix masks against a walk down the same trees, and the packaged ranker."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.catalogue.search.features import FEATURES, OTHERS, RELEVANCE, SHAPE
from agent.catalogue.search.ranking import load_ranker
from agent.catalogue.search.trees import LEAVES, Trees

FEATURE_COUNT = 4


def grown(seed: int, trees: int) -> dict[str, npt.NDArray[Any]]:
    """Random trees with between one and sixteen leaves, leaves numbered from left to right."""
    chance = np.random.default_rng(seed)
    arrays: dict[str, npt.NDArray[Any]] = {
        "feature": np.full((trees, LEAVES - 1), -1, np.int8),
        "threshold": np.zeros((trees, LEAVES - 1), np.float32),
        "left": np.zeros((trees, LEAVES - 1), np.int8),
        "right": np.zeros((trees, LEAVES - 1), np.int8),
        "value": chance.normal(size=(trees, LEAVES)).astype(np.float32),
    }

    def grow(tree: int, leaves: int, used: list[int]) -> int:
        if leaves == 1:
            used[1] += 1
            return -used[1]
        node, used[0] = used[0], used[0] + 1
        arrays["feature"][tree, node] = chance.integers(FEATURE_COUNT)
        arrays["threshold"][tree, node] = chance.integers(-3, 4)
        part = int(chance.integers(1, leaves))
        arrays["left"][tree, node] = grow(tree, part, used)
        arrays["right"][tree, node] = grow(tree, leaves - part, used)
        return node

    for tree in range(trees):
        grow(tree, int(chance.integers(1, LEAVES + 1)), [0, 0])
    return arrays


def walked(arrays: Mapping[str, npt.NDArray[Any]], row: npt.NDArray[np.float32]) -> float:
    """The sum of the leaves that a row reaches, tree by tree and test by test."""
    total = 0.0
    for tree in range(len(arrays["feature"])):
        node = 0 if arrays["feature"][tree, 0] >= 0 else -1
        while node >= 0:
            low = row[arrays["feature"][tree, node]] <= arrays["threshold"][tree, node]
            node = int(arrays["left" if low else "right"][tree, node])
        total += float(arrays["value"][tree, -node - 1])
    return total


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12))
def test_prefix_masks_reach_the_leaves_that_a_walk_reaches(seed: int, trees: int) -> None:
    """Whatever the trees, and with values that lie on thresholds, every row gets the sum that walking gives."""
    arrays = grown(seed, trees)
    rows = np.random.default_rng(seed + 1).integers(-4, 5, size=(30, FEATURE_COUNT)).astype(np.float32)
    scores = Trees.of(arrays, {number: number for number in range(FEATURE_COUNT)}).scores(rows)
    np.testing.assert_allclose(scores, [walked(arrays, row) for row in rows], atol=1e-5)


def test_the_packaged_trees_know_our_features() -> None:
    """Whatever the weights were fitted for, this version computes; scores lie in (0, 1) and rise with the raw ones."""
    ranker = load_ranker()
    assert 0 < ranker.probabilities(np.zeros((1, len(FEATURES)), np.float32))[0] < 1
    assert ranker.slope > 0


def test_what_speaks_for_a_title_never_counts_against_it() -> None:
    """Raising one figure of relevance, of any of many random candidates, never lowers the score."""
    chance = np.random.default_rng(3)
    rows = chance.normal(size=(200, len(FEATURES))).astype(np.float32)
    ranker = load_ranker()
    before = ranker.scores(rows)
    for name in RELEVANCE:
        raised = rows.copy()
        raised[:, FEATURES.index(name)] += 1
        assert (ranker.scores(raised) >= before - 1e-6).all(), name
    assert len(FEATURES) == len(set(FEATURES)) > len(RELEVANCE) + len(OTHERS) + len(SHAPE)
