"""Encoders without a model: words hashed into a small space, so that texts that share words are near."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from agent.retrieval.types import SparseVector, Vector


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _bucket(word: str, size: int) -> int:
    return int.from_bytes(hashlib.blake2s(word.encode(), digest_size=6).digest(), "big") % size


class HashingEncoder:
    """Stands for `DenseEncoder`. `encoded` counts the passages that were encoded, `fail_after` raises once that many were."""

    def __init__(self, dimension: int = 64, *, fingerprint: str = "hashing-1", fail_after: int | None = None) -> None:
        self.dimension = dimension
        self.fingerprint = fingerprint
        self.fail_after = fail_after
        self.encoded = 0

    async def warm(self) -> None:
        """Nothing to load."""

    async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors, shape (n, dimension)."""
        if self.fail_after is not None and self.encoded + len(texts) > self.fail_after:
            raise RuntimeError("the encoder fails here, as the test asked")
        self.encoded += len(texts)
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, self.dimension), np.float32)

    async def queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors, shape (n, dimension)."""
        return np.stack([self._vector(text) for text in texts])

    async def query(self, text: str) -> Vector:
        """One unit vector."""
        return self._vector(text)

    def _vector(self, text: str) -> Vector:
        vector = np.full(self.dimension, 0.01, np.float32)
        for word in _words(text):
            vector[_bucket(word, self.dimension)] += 1
        unit: Vector = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit


class HashingSparse:
    """Stands for `SparseEncoder`: word counts under hashed ids, no stop words."""

    language = "en"

    async def passages(self, texts: Sequence[str]) -> list[SparseVector]:
        """Word counts."""
        return [self._terms(text) for text in texts]

    def query(self, text: str, language: str = "") -> SparseVector | None:
        """Word counts, or None for another language than English or no word at all."""
        terms = self._terms(text)
        return terms if language in ("", "en") and terms.indices else None

    def _terms(self, text: str) -> SparseVector:
        counts = Counter(_bucket(word, 2**31) for word in _words(text))
        return SparseVector(tuple(counts), tuple(float(count) for count in counts.values()))
