"""A catalogue opened for the scripts that fit weights: the product's own search, without the weights that they are to fit."""

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agent.catalogue.generation import Generations
from agent.catalogue.request import Request
from agent.catalogue.search.candidates import Candidates, search
from agent.catalogue.search.features import Matrix
from agent.catalogue.search.finder import NoCatalogue
from agent.catalogue.search.shelf import Shelf, open_shelf
from agent.catalogue.understanding.understand import understand
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.language import detect_language
from agent.retrieval.types import Vector

# The sets speak of "recent" as of then; a fixed day makes a fit the same on every day.
_TODAY = date(2021, 12, 31)


class _Indifferent:
    """Finds all candidates equally good."""

    def probabilities(self, rows: Matrix) -> npt.NDArray[np.float64]:
        """One half for each."""
        return np.full(len(rows), 0.5)


class _Remembering:
    """An encoder that has encoded most questions ahead, many at once and like lengths together: four times as fast."""

    def __init__(self, dense: DenseEncoder) -> None:
        self._dense = dense
        self._known: dict[str, Vector] = {}

    async def ahead(self, texts: Iterable[str]) -> None:
        """Encode these now."""
        missing = sorted(set(texts) - {*self._known, ""}, key=len)
        for start in range(0, len(missing), 64):
            part = missing[start : start + 64]
            self._known |= dict(zip(part, await self._dense.queries(part), strict=True))

    async def query(self, text: str) -> Vector:
        """The unit vector of one question."""
        await self.ahead([text])
        return self._known[text]

    async def queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """The unit vectors of questions."""
        await self.ahead(texts)
        return np.stack([self._known[text] for text in texts])


class Workbench:
    """One catalogue with encoders. Candidates come in an order without meaning: no ranker is loaded."""

    def __init__(self, shelf: Shelf, dense: DenseEncoder) -> None:
        self.shelf = shelf
        self.dense = _Remembering(dense)
        self._sparse = SparseEncoder()
        self._ranker = _Indifferent()

    @classmethod
    async def open(cls, data_dir: Path, models: Path) -> "Workbench":
        """Open the current catalogue under `data_dir`; `models` is where the local encoder is built. Raises NoCatalogue."""
        current = Generations(data_dir).current()
        if current is None:
            raise NoCatalogue(f"There is no catalogue in {data_dir}: run matinee ingest first.")
        return cls(await open_shelf(current, EdgeHome(data_dir / "run")), DenseEncoder.local(models))

    def understand(self, text: str) -> Request:
        """What `text` asks for."""
        return understand(text, self.shelf.vocabulary, today=_TODAY, language=detect_language(text))

    async def candidates(self, request: Request, *, exclude: tuple[str, ...] = ()) -> Candidates:
        """What a search chooses from; `exclude` holds title or source ids."""
        return await search(
            self.shelf,
            request,
            dense=self.dense,
            sparse=self._sparse,
            ranker=self._ranker,
            excluded=self.shelf.title_ids(exclude),
        )

    async def close(self) -> None:
        """Let the index go."""
        await self.shelf.close()
