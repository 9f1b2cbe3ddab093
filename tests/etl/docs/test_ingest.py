"""Whole ingests of documentation: what is embedded, what goes, what stays, and that films are not touched."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from agent.catalogue.generation import Generations as FilmGenerations
from agent.docs.chunk import Chunk
from agent.docs.generation import Generations
from agent.docs.parquet import read_chunks
from agent.retrieval.home import EdgeHome
from agent.retrieval.types import FULL, AnyOf, HybridQuery
from etl.docs.ingest import DocsReport, ingest_docs
from etl.errors import EtlError, IngestRunning, SourceError
from etl.lock import ingest_lock
from tests.etl.kitchen import Kitchen, rows
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome, MemoryIndex

PAGES = {
    "react/src/content/learn/lamps.md": "---\ntitle: Lamps\n---\nIntro.\n\n## Use {/*use*/}\n\nSwitch it on.\n",
    "react/src/content/learn/rsc-sandbox-test.md": "---\ntitle: Test\n---\nText.\n",
    "vue/src/guide/lamps.md": "# Lamps {#lamps}\n\nGlow.\n",
    "vue/src/guide/empty.md": "# Empty {#empty}\n",
}


class Desk:
    """A folder with sources, and a data folder to ingest them into."""

    def __init__(self, folder: Path) -> None:
        self.sources = folder / "sources"
        self.data = folder / "data"
        self.dense = HashingEncoder()
        self.home = MemoryHome()
        self.write(PAGES)

    def write(self, pages: Mapping[str, str]) -> None:
        """Put pages into the folder."""
        for name, text in pages.items():
            (self.sources / name).parent.mkdir(parents=True, exist_ok=True)
            (self.sources / name).write_text(text, "utf-8")

    async def ingest(self, folder: Path | None = None, dense: HashingEncoder | None = None) -> DocsReport:
        """Ingest the folder."""
        return await ingest_docs(
            folder or self.sources, data_dir=self.data, dense=dense or self.dense, sparse=HashingSparse(), home=self.home
        )

    @property
    def chunks(self) -> dict[str, Chunk]:
        """What serves, by id."""
        current = Generations(self.data).current()
        assert current is not None
        return {chunk.id: chunk for chunk in read_chunks(current.chunks)}

    @property
    def index(self) -> MemoryIndex:
        """The index that serves."""
        current = Generations(self.data).current()
        assert current is not None
        return self.home.indexes[current.name]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two small sources."""
    return Desk(tmp_path)


async def test_a_first_ingest_serves_every_chunk_by_facts_and_by_index(desk: Desk) -> None:
    """And the report is the JSON of the command: totals, pages a source, files left out with why."""
    report = await desk.ingest()
    told = report.to_json()
    assert isinstance(told.pop("seconds"), float)
    assert told == {
        "pages": 2,
        "chunks": 3,
        "embedded": 3,
        "removed": 0,
        "sources": {"react": 1, "vue": 1},
        "left_out": [
            {"page": "react/src/content/learn/rsc-sandbox-test.md", "why": "it tests the site and documents nothing"},
            {"page": "vue/src/guide/empty.md", "why": "it has no text of its own"},
        ],
    }
    json.dumps(told)
    assert set(desk.chunks) == {"react/learn/lamps", "react/learn/lamps#use", "vue/guide/lamps#lamps"}
    assert set(desk.index.points) == set(desk.chunks)
    assert desk.index.points["vue/guide/lamps#lamps"].payload["corpus"] == "vue"


async def test_a_second_ingest_of_the_same_changes_nothing(desk: Desk) -> None:
    """The encoder is not asked and the generation that serves stays."""
    await desk.ingest()
    before, encoded = Generations(desk.data).current(), desk.dense.encoded
    report = await desk.ingest()
    assert (report.embedded, report.removed, report.changed) == (0, 0, False)
    assert (Generations(desk.data).current(), desk.dense.encoded) == (before, encoded)


async def test_only_the_chunk_that_changed_is_embedded(desk: Desk) -> None:
    """One sentence of a page, one text; the others keep their vectors."""
    await desk.ingest()
    desk.write({"react/src/content/learn/lamps.md": PAGES["react/src/content/learn/lamps.md"].replace("on.", "off.")})
    report = await desk.ingest()
    assert (report.embedded, report.removed, report.changed) == (1, 0, True)
    assert desk.chunks["react/learn/lamps#use"].text.endswith("Switch it off.")


async def test_a_chunk_that_is_gone_goes_and_a_source_that_is_not_there_stays(desk: Desk) -> None:
    """A folder with one source renews that one alone."""
    await desk.ingest()
    (desk.sources / "vue").rename(desk.sources.parent / "elsewhere")
    desk.write({"react/src/content/learn/lamps.md": "---\ntitle: Lamps\n---\nIntro.\n"})
    report = await desk.ingest()
    assert (report.pages, report.chunks, report.removed, report.sources) == (2, 2, 1, {"react": 1})
    assert set(desk.chunks) == set(desk.index.points) == {"react/learn/lamps", "vue/guide/lamps#lamps"}


async def test_a_manifest_beside_the_sources_pins_single_pages(desk: Desk) -> None:
    """An address is that of the file's own commit; a page without one is at the source's."""
    line = "react\tsrc/content/learn/lamps.md\tabc123\t1\t1\n"
    (desk.sources / "manifest.tsv").write_text(f"corpus\tpath\tcommit\tbytes\tsha256\n{line}", "utf-8")
    await desk.ingest()
    assert "/blob/abc123/src/content/learn/lamps.md" in desk.chunks["react/learn/lamps"].url
    assert "/blob/01e098a967951ea92d09b100b8e7d82c7a3369a2/" in desk.chunks["vue/guide/lamps#lamps"].url


async def test_films_and_documentation_do_not_disturb_each_other(kitchen: Kitchen) -> None:
    """Each has its own generations, vectors and lock in one data folder."""
    desk = Desk(kitchen.files)
    await kitchen.netflix(rows(2))
    film = kitchen.current
    with ingest_lock(desk.data):
        await desk.ingest()
    assert FilmGenerations(desk.data).current() == film
    assert (await kitchen.netflix(rows(2))).changed is False
    assert len(desk.chunks) == 3


async def test_two_ingests_of_documentation_do_not_meet(desk: Desk) -> None:
    """The second says so and does nothing."""
    with ingest_lock(desk.data, "docs"), pytest.raises(IngestRunning, match="is at work"):
        await desk.ingest()


async def test_a_failure_leaves_what_serves_and_keeps_what_was_embedded(desk: Desk) -> None:
    """A source that cannot be read and an encoder that fails change nothing; the next try embeds only the rest."""
    await desk.ingest()
    before = Generations(desk.data).current()
    desk.write({f"vue/src/guide/page{number}.md": f"# P{number} {{#p}}\n\nText {number}.\n" for number in range(100)})
    with pytest.raises(RuntimeError, match="as the test asked"):
        await desk.ingest(dense=HashingEncoder(fail_after=64))
    with pytest.raises(SourceError, match="holds no source"):
        await desk.ingest(desk.data)
    assert Generations(desk.data).current() == before
    assert (await desk.ingest()).embedded == 100 - 64


async def test_damaged_chunks_ask_to_be_removed(desk: Desk) -> None:
    """Kept sources cannot be taken from them, and must not vanish silently."""
    await desk.ingest()
    current = Generations(desk.data).current()
    assert current is not None
    current.chunks.write_bytes(b"PAR1 broken")
    with pytest.raises(EtlError, match="remove it first"):
        await desk.ingest()
    current.chunks.unlink()
    assert (await desk.ingest()).chunks == 3


async def test_the_real_index_finds_a_chunk_within_its_source(tmp_path: Path) -> None:
    """Through qdrant-edge, with a condition on the corpus."""
    desk, home = Desk(tmp_path), EdgeHome(tmp_path / "run")
    await ingest_docs(desk.sources, data_dir=desk.data, dense=desk.dense, sparse=HashingSparse(), home=home)
    current = Generations(desk.data).current()
    assert current is not None
    index = await home.open(current)
    try:
        query = HybridQuery({FULL: await desk.dense.query("lamps glow")}, None, (AnyOf("corpus", ("react",)),), limit=1)
        assert [hit.id.partition("/")[0] for hit in await index.hybrid_search(query)] == ["react"]
    finally:
        await index.close()
