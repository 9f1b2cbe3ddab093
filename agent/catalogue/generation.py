"""The catalogue's generations on disk, under `<data dir>/catalogue` (agent.retrieval.generation says how they work).

Beside manifest and index a generation has:

    titles.parquet             facts (agent.catalogue.parquet)
    views/                     the dense vectors in bytes, rows as in titles.parquet (agent.catalogue.search.view_files)
"""

from dataclasses import dataclass
from pathlib import Path

from agent.retrieval import generation


@dataclass(frozen=True, slots=True)
class Generation(generation.Generation):
    """One catalogue generation."""

    @property
    def titles(self) -> Path:
        """The Parquet file of facts."""
        return self.folder / "titles.parquet"

    @property
    def views(self) -> Path:
        """The folder of the dense vectors in bytes."""
        return self.folder / "views"


class Generations(generation.Generations[Generation]):
    """The catalogue's generations under one data folder."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir / "catalogue", Generation)

    @property
    def essences(self) -> Path:
        """The SQLite file of essences that a model wrote, by what they were written from (etl.enrichment.store)."""
        return self._root / "essences.sqlite"
