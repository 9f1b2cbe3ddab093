"""A catalogue opened for the scripts that fit weights: the product's own search, without the weights that they are to fit."""

from datetime import date
from pathlib import Path

import numpy as np

from agent.catalogue.generation import Generations
from agent.catalogue.request import Request
from agent.catalogue.search.candidates import Candidates, search
from agent.catalogue.search.features import FEATURES
from agent.catalogue.search.finder import NoCatalogue
from agent.catalogue.search.ranking import LinearModel
from agent.catalogue.search.shelf import Shelf, open_shelf
from agent.catalogue.understanding.understand import understand
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.language import detect_language

# The sets speak of "recent" as of then; a fixed day makes a fit the same on every day.
_TODAY = date(2021, 12, 31)


class Workbench:
    """One catalogue with encoders. Candidates come in an order without meaning: no ranker is loaded."""

    def __init__(self, shelf: Shelf, dense: DenseEncoder) -> None:
        self.shelf = shelf
        self.dense = dense
        self._sparse = SparseEncoder()
        self._ranker = LinearModel(np.zeros(len(FEATURES)), 1.0, 0.0)

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

    async def candidates(self, request: Request, *, exclude: tuple[str, ...] = (), depth: int = 5) -> Candidates:
        """What a search for `depth` titles chooses from; `exclude` holds title or source ids."""
        return await search(
            self.shelf,
            request,
            dense=self.dense,
            sparse=self._sparse,
            ranker=self._ranker,
            excluded=self.shelf.title_ids(exclude),
            limit=depth,
        )

    async def close(self) -> None:
        """Let the index go."""
        await self.shelf.close()
