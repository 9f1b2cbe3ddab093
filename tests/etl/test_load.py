"""Embedding what is new, and filling an index that sometimes fails."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from agent.catalogue.title import Title
from agent.retrieval.types import ESSENCE, FULL, PLOT, Point
from etl.documents import document, entry, payload, plot
from etl.embeddings import EmbeddingCache, content_key
from etl.errors import EtlError
from etl.load import BATCH, Loader
from etl.progress import Silent, Stage
from tests.etl.tables import story
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryIndex


def titles(count: int) -> list[Title]:
    """Titles with texts of their own."""
    return [Title(f"t-{n}", f"T {n}", 2000, "movie", (f"netflix:s{n}",), description=story(n)) for n in range(count)]


class Steps:
    """Progress that remembers."""

    def __init__(self) -> None:
        self.seen: list[tuple[Stage, int, int]] = []

    def report(self, stage: Stage, done: int, total: int) -> None:
        self.seen.append((stage, done, total))


class Shaky(MemoryIndex):
    """An index whose first upserts fail."""

    def __init__(self, failures: int, error: Exception) -> None:
        super().__init__()
        self.failures = failures
        self.error = error
        self.calls = 0

    async def upsert(self, points: Sequence[Point]) -> None:
        self.calls += 1
        if self.calls <= self.failures:
            raise self.error
        await super().upsert(points)


class Pauses:
    """A sleep that takes no time and remembers what was asked."""

    def __init__(self) -> None:
        self.asked: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)


async def test_only_new_texts_are_embedded_in_batches_of_64(tmp_path: Path) -> None:
    """The first run embeds all, the second nothing, a third with one more title that one."""
    dense, steps = HashingEncoder(), Steps()
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        loader = Loader(dense, HashingSparse(), cache, steps, entry)
        assert await loader.embed(titles(130)) == 130
        assert await loader.embed(titles(130)) == 0
        assert await loader.embed(titles(131)) == 1
    assert dense.encoded == 2 * 131  # the whole text and the plot
    assert steps.seen[:4] == [("embed", 0, 130), ("embed", 64, 130), ("embed", 128, 130), ("embed", 130, 130)]


async def test_two_titles_with_one_text_are_embedded_once(tmp_path: Path) -> None:
    """Vectors belong to texts, not to titles; a text that two titles share in one batch is not counted twice."""
    dense = HashingEncoder()
    same = [Title(f"x-{n}", "X", 2000, "movie", (f"netflix:s{n}",)) for n in range(3)]
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        assert await Loader(dense, HashingSparse(), cache, Silent(), entry).embed(same) == 1
    assert dense.encoded == 2


async def test_a_copy_of_the_vectors_spares_another_folder_the_embedding(tmp_path: Path) -> None:
    """Taken while the first is open; the copy lives on by itself."""
    dense, there = HashingEncoder(), tmp_path / "elsewhere" / "e.sqlite"
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        await Loader(dense, HashingSparse(), cache, Silent(), entry).embed(titles(3))
        cache.copy_to(there)
    with EmbeddingCache(there) as copied:
        assert await Loader(dense, HashingSparse(), copied, Silent(), entry).embed(titles(4)) == 1


async def test_another_encoder_shares_no_vectors(tmp_path: Path) -> None:
    """A changed fingerprint makes every text new."""
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        await Loader(HashingEncoder(), HashingSparse(), cache, Silent(), entry).embed(titles(3))
        other = Loader(HashingEncoder(fingerprint="hashing-2"), HashingSparse(), cache, Silent(), entry)
        assert await other.embed(titles(3)) == 3


async def test_what_was_embedded_before_a_failure_is_kept(tmp_path: Path) -> None:
    """An encoder that fails in the third batch leaves two batches behind; the next try embeds only the rest."""
    path = tmp_path / "e.sqlite"
    with EmbeddingCache(path) as cache, pytest.raises(RuntimeError, match="as the test asked"):
        await Loader(HashingEncoder(fail_after=2 * 130), HashingSparse(), cache, Silent(), entry).embed(titles(200))
    with EmbeddingCache(path) as cache:
        assert await Loader(HashingEncoder(), HashingSparse(), cache, Silent(), entry).embed(titles(200)) == 200 - 2 * BATCH


async def test_vectors_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    """NaN is never cached: it would make its title unfindable for ever."""

    class Broken(HashingEncoder):
        async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
            return np.full((len(texts), 4), np.nan, np.float32)

    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        with pytest.raises(EtlError, match="no usable vectors"):
            await Loader(Broken(), HashingSparse(), cache, Silent(), entry).embed(titles(2))
        assert cache.known([content_key("hashing-1", document(title)) for title in titles(2)]) == set()


async def test_the_index_gets_every_title_with_vector_terms_and_payload(tmp_path: Path) -> None:
    """Batches of at most 64; each point carries the document's own vector and what filters test."""
    dense, index = HashingEncoder(), MemoryIndex()
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        loader = Loader(dense, HashingSparse(), cache, Silent(), entry)
        await loader.embed(titles(70))
        await loader.fill(index, titles(70))
    assert index.upserts == [64, 6]
    title = titles(70)[69]
    point = index.points[title.id]
    np.testing.assert_array_equal(point.dense[FULL], (await dense.passages([document(title)]))[0])
    np.testing.assert_array_equal(point.dense[PLOT], (await dense.passages([plot(title)]))[0])
    assert point.payload == payload(title)
    assert point.sparse.indices


async def test_the_first_point_has_every_vector_that_any_has(tmp_path: Path) -> None:
    """An index learns its vectors' names from it; a title of which nobody said how it feels has no vector of that."""
    dense, index = HashingEncoder(), MemoryIndex()
    felt = replace(titles(70)[69], essence="Cold, hushed and clever.")
    everything = [*titles(69), felt]
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        loader = Loader(dense, HashingSparse(), cache, Silent(), entry)
        await loader.embed(everything)
        await loader.fill(index, everything)
    first, *others = index.points.values()
    assert first.id == felt.id
    np.testing.assert_array_equal(first.dense[ESSENCE], (await dense.passages([felt.essence]))[0])
    assert all(point.dense.keys() == {FULL, PLOT} for point in others)


async def test_a_failing_upsert_is_tried_again_with_growing_pauses(tmp_path: Path) -> None:
    """Three failures, three pauses that double, and then the batch is in."""
    index, pauses = Shaky(3, ConnectionError("gone")), Pauses()
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        loader = Loader(HashingEncoder(), HashingSparse(), cache, Silent(), entry, sleep=pauses)
        await loader.embed(titles(2))
        await loader.fill(index, titles(2))
    assert pauses.asked == [0.5, 1.0, 2.0]
    assert len(index.points) == 2


async def test_an_index_that_stays_away_is_given_up(tmp_path: Path) -> None:
    """After five tries the index's own error comes through."""
    index, pauses = Shaky(99, ConnectionError("gone")), Pauses()
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        loader = Loader(HashingEncoder(), HashingSparse(), cache, Silent(), entry, sleep=pauses)
        await loader.embed(titles(2))
        with pytest.raises(ConnectionError, match="gone"):
            await loader.fill(index, titles(2))
    assert index.calls == 5


async def test_a_programming_error_is_not_tried_again(tmp_path: Path) -> None:
    """What no waiting can mend fails at once."""
    index, pauses = Shaky(1, TypeError("wrong")), Pauses()
    with EmbeddingCache(tmp_path / "e.sqlite") as cache:
        loader = Loader(HashingEncoder(), HashingSparse(), cache, Silent(), entry, sleep=pauses)
        await loader.embed(titles(1))
        with pytest.raises(TypeError):
            await loader.fill(index, titles(1))
    assert pauses.asked == []


def test_the_cache_outlives_its_process_and_asks_in_parts(tmp_path: Path) -> None:
    """More keys than SQLite takes at once are found again after reopening, unknown ones are left out."""
    vectors = {content_key("f", str(n)): np.full(3, n, np.float32) for n in range(1200)}
    with EmbeddingCache(tmp_path / "sub" / "e.sqlite") as cache:
        cache.put(vectors)
    with EmbeddingCache(tmp_path / "sub" / "e.sqlite") as cache:
        found = cache.get([*vectors, b"unknown"])
        assert cache.known([b"unknown"]) == set()
    assert found.keys() == vectors.keys()
    assert all(np.array_equal(found[key], vector) for key, vector in vectors.items())


def test_a_damaged_cache_is_begun_anew(tmp_path: Path) -> None:
    """A file that is no database costs computing time, never an ingest."""
    path = tmp_path / "e.sqlite"
    path.write_bytes(b"no database at all, but long enough to have a header" * 20)
    with EmbeddingCache(path) as cache:
        cache.put({b"k": np.zeros(2, np.float32)})
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (1,)
    connection.close()


def test_keys_tell_encoder_and_text_apart() -> None:
    """Neither moving a letter over the border nor another encoder gives the same key."""
    assert len({content_key("ab", "c"), content_key("a", "bc"), content_key("ab", "d")}) == 3
