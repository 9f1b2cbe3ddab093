"""The documentation's generations on disk, under `<data dir>/docs` (agent.retrieval.generation says how they work).

Beside manifest and index a generation has `chunks.parquet` (agent.docs.parquet).
"""

from dataclasses import dataclass
from pathlib import Path

from agent.retrieval import generation


@dataclass(frozen=True, slots=True)
class Generation(generation.Generation):
    """One generation of the documentation."""

    @property
    def chunks(self) -> Path:
        """The Parquet file of chunks."""
        return self.folder / "chunks.parquet"


class Generations(generation.Generations[Generation]):
    """The documentation's generations under one data folder."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir / "docs", Generation)
