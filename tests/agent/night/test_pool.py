"""Which films an evening sees."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.catalogue.search.finder import Finder
from agent.catalogue.search.shelf import Shelf
from agent.evening import Guest, Wish
from agent.night import pool as pools
from agent.night.options import OPTIONS
from agent.night.pool import fitting, pool
from agent.night.wishes import searches, wished
from agent.values import House
from tests.agent.catalogue.test_finder import open_finder, publish
from tests.agent.night.evenings import FILMS, IDS, evening, outlook, understanding, vector
from tests.fakes.index import MemoryHome


def ids(shelf: Shelf, **more: object) -> set[str]:
    """What fits an evening."""
    return {title for title, fits in zip(shelf.table.ids, fitting(shelf, evening(**more)), strict=True) if fits}


def test_series_never_come(shelf: Shelf) -> None:
    """Of the catalogue all films fit an evening without limits, and nothing else."""
    assert ids(shelf) == set(IDS)


def test_a_film_has_to_end_in_time(shelf: Shelf) -> None:
    """With 100 minutes nothing longer comes."""
    assert ids(shelf, minutes=100) == {film.id for film in FILMS if film.runtime and film.runtime <= 100}


async def test_a_film_of_unknown_length_comes_only_where_there_is_no_limit(tmp_path: Path) -> None:
    """Nobody can say that it ends in time."""
    home = MemoryHome()
    await publish(tmp_path, home, [*FILMS[:5], replace(FILMS[6], runtime=None)])
    async with (await open_finder(tmp_path, home)).opened() as shelf:
        assert FILMS[6].id in ids(shelf)
        assert FILMS[6].id not in ids(shelf, minutes=600)


def test_what_was_struck_or_seen_is_gone_by_whatever_id(shelf: Shelf) -> None:
    """Strikes of anybody count, and so do source ids of what was seen."""
    left = outlook(shelf, evening(Guest("g1", struck=(IDS[0],)), Guest("g2"), hidden=(FILMS[1].source_ids[0],))).order
    assert set(left) == set(IDS[2:])


def test_the_place_s_age_limit_holds(shelf: Shelf) -> None:
    """In a place for ten-year-olds nothing rated R comes."""
    assert {shelf.titles[title].certificate for title in ids(shelf, house=House(viewer_age=10))} == {"PG"}


def test_a_large_catalogue_is_cut_to_what_people_choose_but_for_wishes_and_the_list(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best known stay; of a wish, and of the strike list, others too."""
    monkeypatch.setattr(pools, "SIZE", 10)
    western = OPTIONS["western"].wish
    night = evening(Guest("g1", wishes=("western",)), asked=(western,), candidates=(IDS[0],))
    seen = pool(shelf, night, wished(night, shelf, {}, lambda text: understanding(shelf, text)))
    best = pool(shelf, evening())
    assert len(best) == 10
    assert best.fitting == len(IDS)
    assert min(title.votes or 0 for title in best.titles) >= 250_000
    assert set(seen.ids) == {*best.ids, IDS[0], *(film.id for film in FILMS if "western" in film.genres)}


async def test_where_nothing_is_known_of_films_each_day_begins_with_others(tmp_path: Path) -> None:
    """Without votes and ratings Monday's list differs from Tuesday's, and Monday's is the same twice."""
    home = MemoryHome()
    await publish(tmp_path, home, [replace(film, votes=None, rating=None) for film in FILMS])
    async with (await open_finder(tmp_path, home)).opened() as shelf:
        monday, again, tuesday = (outlook(shelf, evening(weekday=day)).order[:12] for day in (0, 0, 1))
    assert monday == again
    assert set(monday) != set(tuesday)


def test_only_wishes_that_somebody_chose_are_searched(shelf: Shelf) -> None:
    """What nobody chose, and "no preference", are not encoded."""
    asked = (OPTIONS["funny"].wish, OPTIONS["tense"].wish, Wish("any", "Anything"))
    assert searches(evening(Guest("g1", wishes=("tense", "any")), asked=asked)) == [OPTIONS["tense"].search]


def test_a_wish_in_a_model_s_words_holds_by_facts_or_else_by_meaning(shelf: Shelf) -> None:
    """ "Films under 90 minutes" is a limit; "strangers on a night train" is what films are near to."""
    asked = (
        Wish("m0", "Quick ones", "a film under 90 minutes"),
        Wish("m1", "Snowed in", "strangers share a night train and one of them lies, the snow does not stop"),
    )
    night = evening(Guest("g1", wishes=("m0", "m1")), asked=asked)
    vectors = {wish.search: vector(wish.search) for wish in asked}
    short, snowed = wished(night, shelf, vectors, lambda text: understanding(shelf, text))
    assert all(short.holds(film) == ((film.runtime or 999) <= 90) for film in FILMS)
    met = [film for film in FILMS if snowed.holds(film)]
    assert met
    assert all("night train" in film.description for film in met)


@pytest.fixture
async def finder(tmp_path: Path) -> AsyncIterator[tuple[Finder, MemoryHome, Path]]:
    """A finder over five films, where its catalogue is, and the home of its indexes."""
    home = MemoryHome()
    await publish(tmp_path, home, FILMS[:5])
    opened = await open_finder(tmp_path, home)
    yield opened, home, tmp_path
    await opened.close()


async def test_a_catalogue_that_is_looked_at_stays_open_when_the_next_is_published(
    finder: tuple[Finder, MemoryHome, Path],
) -> None:
    """Whoever opened it before keeps it; whoever opens it after gets the new one, and the old one closes with its last user."""
    opened, home, folder = finder
    async with opened.opened() as before:
        await publish(folder, home, FILMS[:6])
        async with opened.opened() as after:
            assert (len(before.titles), len(after.titles)) == (5, 6)
            assert not before.index.closed  # type: ignore[attr-defined]
    assert before.index.closed  # type: ignore[attr-defined]
    assert not after.index.closed  # type: ignore[attr-defined]
