"""Views of all titles in bytes: as near as the vectors they stand for, the same from a file as from the index."""

import threading
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.search.shelf import open_shelf
from agent.catalogue.search.table import FactTable
from agent.catalogue.search.view import View
from agent.catalogue.search.view_files import read_views, stored_views, write_views
from agent.retrieval.types import FULL, PLOT, Point, SparseVector, VectorIndex
from tests.agent.catalogue.shop import TITLES
from tests.agent.catalogue.test_finder import open_finder, publish
from tests.etl.kitchen import Kitchen, rows
from tests.fakes.index import MemoryHome, MemoryIndex

Rows = npt.NDArray[np.float32]


def vectors(seed: int, count: int, dimension: int = 48) -> Rows:
    """Unit vectors that all lean one way, as e5's do."""
    drawn = np.random.default_rng(seed).normal(size=(count, dimension)) + 2
    unit: Rows = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return unit


def plain(view: View) -> Rows:
    """The rows that a view stands for."""
    stood_for: Rows = view.mean + view.codes * view.scale[:, None]
    return stood_for


def cosines(centred: Rows, towards: Rows) -> Rows:
    """By the book."""
    found: Rows = centred @ towards / np.linalg.norm(centred, axis=1) / np.linalg.norm(towards)
    return found


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(3, 700), data=st.data())
def test_bytes_compare_as_the_vectors_themselves_do(seed: int, count: int, data: st.DataObject) -> None:
    """Standard scores, likeness and nearness are those of the vectors themselves, to a tenth or so."""
    exact, query = vectors(seed, count), vectors(seed + 1, 1)[0]
    view, centred = View.of(exact), exact - exact.mean(axis=0)
    liked = data.draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=5, unique=True))
    unlike = data.draw(st.lists(st.integers(0, count - 1), max_size=2, unique=True))
    assert view.standard(query) == pytest.approx((centred @ query) / (centred @ query).std(), abs=0.15)
    one_by_one = [cosines(centred, centred[row]) for row in liked]
    assert view.nearest(liked) == pytest.approx(np.max(one_by_one, axis=0), abs=0.02)
    towards = centred[liked].mean(axis=0) - (0.5 * centred[unlike].mean(axis=0) if unlike else 0)
    # Where what is liked and what is not cancel out there is no direction to compare with.
    if np.linalg.norm(towards) > 0.05:
        assert view.alike(liked, unlike) == pytest.approx(cosines(centred, towards), abs=0.05)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), chosen=st.lists(st.booleans(), min_size=2, max_size=600))
def test_some_titles_compare_as_they_do_among_all(seed: int, chosen: list[bool]) -> None:
    """Compared by themselves, they score what they score when all are compared; the others get zeros."""
    exact, query = vectors(seed, len(chosen)), vectors(seed + 1, 1)[0]
    view, mask = View.of(exact), np.asarray(chosen)
    within = np.flatnonzero(mask)
    for whole, some in (
        (view.standard(query), view.standard(query, within)),
        (view.alike([0], [1]), view.alike([0], [1], within=within)),
        (view.nearest([0, 1]), view.nearest([0, 1], within=within)),
    ):
        assert some == pytest.approx(np.where(mask, whole, 0), abs=1e-5)


def test_a_view_of_nothing_and_one_without_any_difference_give_zeros() -> None:
    """No titles, or titles that are all the same, divide by nothing."""
    assert len(View.of(np.zeros((0, 4), np.float32)).standard(np.ones(4, np.float32))) == 0
    same = View.of(np.tile(vectors(1, 1, 4), (5, 1)))
    assert same.standard(np.ones(4, np.float32)) == pytest.approx(np.zeros(5), abs=1e-3)
    assert same.alike([0]) == pytest.approx(np.zeros(5), abs=1e-3)


async def test_views_follow_the_order_of_titles_and_miss_none() -> None:
    """Rows stand in the order asked for; a title that the index does not know is neither near nor far from anything."""
    index = MemoryIndex()
    vector = np.asarray([1, 0], np.float32)
    await index.upsert(
        [Point("b", {FULL: vector, PLOT: -vector}, SparseVector((), ())), Point("a", {FULL: -vector}, SparseVector((), ()))]
    )
    views = await read_views(index, ["a", "x", "b"])
    assert plain(views[FULL])[[0, 2]] == pytest.approx(np.asarray([[-1, 0], [1, 0]]), abs=0.01)
    assert plain(views[PLOT])[2] == pytest.approx(np.asarray([-1, 0]), abs=0.01)
    assert views[FULL].there.tolist() == [True, False, True]
    assert not views[FULL].standard(vector)[1]
    assert await read_views(MemoryIndex(), ["a"]) == {}


async def test_many_titles_are_read_in_parts_that_join() -> None:
    """What is read a thousand at a time is the same as what is read at once."""
    exact, index = vectors(3, 2300, 8), MemoryIndex()
    ids = [f"t{row}" for row in range(len(exact))]
    await index.upsert([Point(title, {FULL: vector}, SparseVector((), ())) for title, vector in zip(ids, exact, strict=True)])
    assert plain((await read_views(index, ids))[FULL]) == pytest.approx(exact, abs=0.01)


@pytest.fixture
def generation(tmp_path: Path) -> Generation:
    """An empty generation."""
    return Generations(tmp_path).new()


def test_written_views_come_back_as_they_were(generation: Generation) -> None:
    """Name by name, mapped or not, all four parts are equal."""
    views = {FULL: View.of(vectors(5, 40)), PLOT: View.of(vectors(6, 40))}
    write_views(generation, views)
    back = stored_views(generation, 40)
    assert back.keys() == views.keys()
    for name, view in views.items():
        for part in ("codes", "scale", "away", "mean"):
            assert np.array_equal(getattr(back[name], part), getattr(view, part))


@pytest.mark.parametrize("harm", ["missing", "cut", "empty", "half an archive", "no archive", "no lengths", "other titles"])
def test_views_that_cannot_be_trusted_count_as_none(generation: Generation, harm: str) -> None:
    """Missing, damaged or of another number of titles: nothing comes back, and nothing is raised."""
    if harm != "missing":
        write_views(generation, {FULL: View.of(vectors(5, 40))})
    codes, lengths = generation.views / "full.npy", generation.views / "full.lengths.npz"
    match harm:
        case "cut":
            codes.write_bytes(codes.read_bytes()[:-100])
        case "empty":
            codes.write_bytes(b"")
        case "half an archive":
            lengths.write_bytes(lengths.read_bytes()[:300])
        case "no archive":
            lengths.write_bytes(b"no archive at all")
        case "no lengths":
            lengths.unlink()
    assert stored_views(generation, 39 if harm == "other titles" else 40) == {}


class Unasked(MemoryIndex):
    """An index that must not be asked for vectors."""

    async def vectors(self, ids: object) -> dict[str, object]:  # type: ignore[override]
        """Fails."""
        raise AssertionError("the vectors are in the files")


class UnaskedHome(MemoryHome):
    """A home of such."""

    async def open(self, generation: Generation) -> VectorIndex:
        """The sealed index, but for its vectors."""
        index = Unasked()
        index.points = dict(self.indexes[generation.name].points)
        return index


async def test_what_an_ingest_wrote_is_opened_without_reading_the_index(tmp_path: Path) -> None:
    """A shelf opens with the views of its generation, equal to those that its index gives."""
    kitchen = Kitchen(tmp_path)
    kitchen.home = UnaskedHome()
    # While it builds, an ingest reads its index back.
    kitchen.home.create = MemoryHome.create.__get__(kitchen.home)  # type: ignore[method-assign]
    await kitchen.netflix(rows(30))
    shelf = await open_shelf(kitchen.current, kitchen.home, kitchen.current.encoder)
    given = await read_views(kitchen.index, shelf.table.ids)
    assert shelf.views.keys() == given.keys() == {FULL, PLOT}
    assert all(np.array_equal(shelf.views[name].codes, view.codes) for name, view in given.items())


async def test_a_catalogue_without_written_views_is_read_from_its_index(tmp_path: Path) -> None:
    """A generation of an older version opens and finds."""
    home = MemoryHome()
    await publish(tmp_path, home, TITLES)
    finder = await open_finder(tmp_path, home)
    found = await finder.find(finder.understand("a crime film about a bank robber"))
    assert found.titles
    await finder.close()


async def test_nothing_over_the_catalogue_is_computed_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was asked, masks and comparisons of all titles run in other threads than the loop's."""
    home, here, at = MemoryHome(), threading.get_ident(), set[int]()
    await publish(tmp_path, home, TITLES)
    finder = await open_finder(tmp_path, home)

    for owner, name in ((FactTable, "mask"), (FactTable, "by_genre"), (View, "_times")):

        def noted(*arguments: object, real: object = getattr(owner, name), **named: object) -> object:
            at.add(threading.get_ident())
            return real(*arguments, **named)  # type: ignore[operator]

        monkeypatch.setattr(owner, name, noted)
    for text in ("something like Heat", "a drama film under 95 minutes", "with Robert De Niro", "a lonely detective"):
        await finder.find(finder.understand(text))
    await finder.close()
    assert at
    assert here not in at
