"""The vectors of searches, each encoded once: a wish is asked for again at every step of its evening."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from agent.retrieval.types import Vector

Encode: TypeAlias = Callable[[Sequence[str]], Awaitable[npt.NDArray[np.float32]]]
_KEPT = 500  # texts


class Encoded:
    """Unit vectors by text, over an encoder of queries."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    async def vectors(self, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of these texts, empty ones left out. Raises EncoderError."""
        wanted = list(dict.fromkeys(filter(None, texts)))
        if new := [text for text in wanted if text not in self._kept]:
            self._kept.update(zip(new, await self._encode(new), strict=True))
        found = {text: self._kept[text] for text in wanted}
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found
