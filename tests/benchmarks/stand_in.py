"""Vectors without a model, for catalogues that e5 would take an hour to embed."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agent.retrieval.encoders import DenseEncoder
from agent.retrieval.local_encoder import default_models_dir
from agent.retrieval.types import Vector
from tests.fakes.encoders import HashingEncoder

DIMENSION = 384  # e5's own


class StandIn(HashingEncoder):
    """Hashed words in e5's dimension. A question takes e5's time all the same: it is encoded, and the vector thrown away."""

    def __init__(self, models: Path | None = None) -> None:
        super().__init__(DIMENSION, fingerprint="hashing-384")
        self._real = DenseEncoder.local(models or default_models_dir())

    async def query(self, text: str) -> Vector:
        """The hashed vector, after as long as e5 takes."""
        await self._real.query(text)
        return await super().query(text)

    async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Hashed vectors."""
        return await super().passages(texts)
