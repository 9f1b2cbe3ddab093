"""A data folder to ingest into, with fakes around it."""

from collections.abc import Sequence
from pathlib import Path

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.parquet import read_titles
from etl.ingest import IngestReport, SourceArg, ingest
from etl.update import recorded_sources
from tests.etl.tables import netflix_csv, story
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome, MemoryIndex


def rows(count: int, **changed: str) -> list[dict[str, str]]:
    """Rows of films of their own each; `changed` alters the first."""
    films = [{"title": f"Film {n}", "director": f"Maker {n}", "description": story(n)} for n in range(count)]
    films[0] |= changed
    return films


class Kitchen:
    """A data folder with encoders and an index home to ingest with."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.files = folder
        self.dense = HashingEncoder()
        self.home = MemoryHome()

    async def ingest(self, *sources: SourceArg, dense: HashingEncoder | None = None) -> IngestReport:
        """Ingest the sources, with another dense encoder if one is given."""
        return await ingest(sources, data_dir=self.data, dense=dense or self.dense, sparse=HashingSparse(), home=self.home)

    async def update(self) -> IngestReport:
        """Read all recorded sources again."""
        sources = recorded_sources(self.data)
        return await ingest(sources, data_dir=self.data, dense=self.dense, sparse=HashingSparse(), home=self.home, lenient=True)

    async def netflix(self, films: Sequence[dict[str, str]], dense: HashingEncoder | None = None) -> IngestReport:
        """Ingest a Netflix table of these rows."""
        return await self.ingest(SourceArg("netflix", netflix_csv(self.files / "netflix.csv", *films)), dense=dense)

    @property
    def current(self) -> Generation:
        """The generation that serves."""
        current = Generations(self.data).current()
        assert current is not None
        return current

    @property
    def index(self) -> MemoryIndex:
        """Its index, as sealed."""
        return self.home.indexes[self.current.name]

    def titles(self) -> set[str]:
        """The names of the titles that serve."""
        return {title.title for title in read_titles(self.current.titles)}
