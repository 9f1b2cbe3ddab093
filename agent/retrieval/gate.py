"""Is a question of this field at all? By the nearest of two sets of example phrases; works with any encoder and language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agent.retrieval.types import Vector

_NEAREST = 3  # phrases a side: one alone is chance


class PhraseEncoder(Protocol):
    """The dense encoder, as far as prototypes need it."""

    async def queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors of questions, shape (n, dimension)."""
        ...


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Unit vectors of example questions, of the field and not, one a row."""

    inside: npt.NDArray[np.float32]
    outside: npt.NDArray[np.float32]

    @classmethod
    async def encode(cls, encoder: PhraseEncoder, inside: Sequence[str], outside: Sequence[str]) -> "Prototypes":
        """Raises EncoderError."""
        vectors = await encoder.queries([*inside, *outside])
        return cls(vectors[: len(inside)], vectors[len(inside) :])

    def lean(self, query: Vector) -> float:
        """How much nearer a question is to the field's examples than to the others; about -0.1 to 0.1 with e5."""
        near, far = (float(np.sort(rows @ query)[-_NEAREST:].mean()) for rows in (self.inside, self.outside))
        return near - far
