"""Homes of indexes: private copies, what a killed process leaves, servers that are not there."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from agent.catalogue.generation import Generation, Generations
from agent.retrieval.fusion import Leg, fuse
from agent.retrieval.home import EdgeHome, ServerHome
from agent.retrieval.types import FULL, Hit, HybridQuery, IndexUnavailable
from tests.agent.retrieval.test_index_contract import NORTH, POINTS


async def sealed(home: EdgeHome, data_dir: Path) -> Generation:
    """A generation with a sealed index of the contract's points."""
    generation = Generations(data_dir).new()
    index = await home.create(generation)
    await index.upsert(POINTS)
    await home.seal(index, generation)
    return generation


async def test_two_readers_open_the_same_generation(tmp_path: Path) -> None:
    """Each reader works on a copy of its own; closing removes the copy and leaves the sealed folder as it was."""
    home = EdgeHome(tmp_path / "run")
    generation = await sealed(home, tmp_path)
    before = sorted((path.name, path.stat().st_size) for path in generation.index.rglob("*"))
    first, second = await home.open(generation), await home.open(generation)
    assert await first.count() == await second.count() == len(POINTS)
    await first.close()
    assert (await second.hybrid_search(HybridQuery({FULL: NORTH}, None)))[0].id == "north"
    await second.close()
    await second.close()
    assert list((tmp_path / "run").iterdir()) == []
    assert sorted((path.name, path.stat().st_size) for path in generation.index.rglob("*")) == before


_CRASH = """
import asyncio, os, signal, sys
from pathlib import Path
from agent.catalogue.generation import Generation
from agent.retrieval.home import EdgeHome

async def main() -> None:
    folder = Path(sys.argv[1])
    index = await EdgeHome(Path(sys.argv[2])).open(Generation(folder.name, folder))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_copies_of_killed_processes_are_cleared(tmp_path: Path) -> None:
    """What a killed reader left goes at the next open; the copy of a living one stays."""
    home = EdgeHome(tmp_path / "run")
    generation = await sealed(home, tmp_path)
    living = await home.open(generation)
    command = [sys.executable, "-c", _CRASH, str(generation.folder), str(tmp_path / "run")]
    await asyncio.to_thread(subprocess.run, command, check=False, timeout=60)
    assert len(list((tmp_path / "run").glob("*.lock"))) == 2
    other = await home.open(generation)
    assert len(list((tmp_path / "run").glob("*.lock"))) == 2
    assert await living.count() == len(POINTS)
    await living.close()
    await other.close()


async def test_a_missing_index_is_told_with_the_way_out(tmp_path: Path) -> None:
    """A generation whose index is gone raises our error, which names the command, and leaves no copy."""
    home = EdgeHome(tmp_path / "run")
    with pytest.raises(IndexUnavailable, match="matinee ingest"):
        await home.open(Generations(tmp_path).new())
    assert not (tmp_path / "run").exists()


async def test_a_damaged_index_is_told_with_the_way_out(tmp_path: Path) -> None:
    """Files that the engine cannot read raise our error."""
    home = EdgeHome(tmp_path / "run")
    generation = Generations(tmp_path).new()
    generation.index.mkdir()
    (generation.index / "edge_config.json").write_text("{")
    with pytest.raises(IndexUnavailable, match="matinee ingest"):
        await home.open(generation)
    assert list((tmp_path / "run").iterdir()) == []


async def test_a_server_that_is_not_there_is_told_plainly(tmp_path: Path, unused_tcp_port: int) -> None:
    """A refused connection raises our error, which names the setting."""
    home = ServerHome(f"http://127.0.0.1:{unused_tcp_port}")
    with pytest.raises(IndexUnavailable, match="QDRANT_URL"):
        await home.open(Generations(tmp_path).new())
    await home.close()


async def test_a_server_without_the_collection_is_told_plainly(tmp_path: Path) -> None:
    """A generation that another data folder ingested is not on this server: the message says what to run."""
    from qdrant_client import AsyncQdrantClient

    home = ServerHome("", client=AsyncQdrantClient(":memory:"))
    with pytest.raises(IndexUnavailable, match="matinee ingest"):
        await home.open(Generations(tmp_path).new())


def test_fusion_adds_reciprocal_places() -> None:
    """The formula is Σ 1/(k + place), the best score of each kind is kept, ties go by id."""
    legs = [Leg("dense", [("a", 0.9), ("b", 0.8)]), Leg("dense", [("b", 0.95)]), Leg("sparse", [("c", 3.0), ("a", 2.0)])]
    assert fuse(legs, 3, k=1) == [
        Hit("a", 1 / 2 + 1 / 3, 0.9, 2.0),
        Hit("b", 1 / 3 + 1 / 2, 0.95, None),
        Hit("c", 1 / 2, None, 3.0),
    ]
    assert fuse([], 5) == []
