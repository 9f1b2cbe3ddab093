"""The names that the starter catalogue knows, given to its titles from any source."""

import dataclasses

import pytest

from agent.catalogue.parquet import read_titles
from agent.catalogue.title import Title
from etl.read import read_file
from etl.sources.starter import read_starter
from etl.starter_names import with_starter_names
from etl.text import fold
from etl.unify import unify
from tests.etl.kitchen import Kitchen
from tests.shared import shared

FILM = next(title for title in read_starter() if title.title == "The Lives of Others")


def served(name: str, year: int | None, media_type: str = "movie", **facts: object) -> Title:
    """A title of another source, with the names that it is given."""
    (title,) = with_starter_names([Title("", name, year, media_type, ("netflix:s1",), **facts)])  # type: ignore[arg-type]
    return title


async def test_a_film_of_another_source_has_the_names_of_the_starter(kitchen: Kitchen) -> None:
    """It is shown as its source has it, with the original name beside; no other title of the starter comes along."""
    row = {
        "title": FILM.title,
        "director": ", ".join(FILM.directors),
        "release_year": str(FILM.year),
        "description": "Its own.",
    }
    report = await kitchen.netflix([row, {"title": "Unheard Of", "director": "Ann Bell", "description": "Somebody waits."}])
    assert report.titles == 2
    titles = {title.title: title for title in read_titles(kitchen.current.titles)}
    assert titles[FILM.title].original_title == FILM.original_title
    assert titles[FILM.title].description == "Its own."
    assert titles["Unheard Of"].aliases == ()


def test_a_film_under_its_original_name_is_found_by_the_others() -> None:
    """The name that it is listed by stays the one that it is shown by."""
    title = served(FILM.original_title or "", FILM.year, directors=FILM.directors)
    assert (title.title, title.original_title) == (FILM.original_title, None)
    assert FILM.title in title.aliases


@pytest.mark.parametrize(
    ("year", "media_type", "directors"),
    [
        ((FILM.year or 0) + 2, "movie", FILM.directors),
        (None, "movie", FILM.directors),
        (FILM.year, "series", FILM.directors),
        (FILM.year, "movie", ("Ann Bell",)),
    ],
)
def test_a_namesake_gets_no_names(year: int | None, media_type: str, directors: tuple[str, ...]) -> None:
    """Another year, kind or director is another title."""
    title = served(FILM.title, year, media_type, directors=directors)
    assert (title.original_title, title.aliases) == (None, ())


def test_every_title_of_the_starter_keeps_its_names_and_gets_none_twice() -> None:
    """Given to itself they change nothing; without its other names it gets all of them back."""
    titles = unify(read_starter())
    assert with_starter_names(titles) == titles
    for title in read_starter():
        (again,) = with_starter_names([dataclasses.replace(title, original_title=None, aliases=())])
        names = [fold(name) for name in (again.title, again.original_title, *again.aliases) if name]
        assert len(set(names)) == len(names)
        assert {fold(name) for name in (title.original_title, *title.aliases) if name} <= set(names), title.title


def test_the_names_serve_hundreds_of_titles_of_the_real_tables_and_each_one_title() -> None:
    """No two films of the tables are given one record's names, unless a table lists one film twice."""
    paths = {"netflix": shared("data/netflix_titles.csv"), "imdb": shared("data/imdb_top_1000.csv")}
    titles = unify(title for name, path in paths.items() for title in read_file(name, path, path.name).titles)
    named = [(before, after) for before, after in zip(titles, with_starter_names(titles), strict=True) if before != after]
    assert len(named) >= 50
    assert all((before.title, before.year, before.id) == (after.title, after.year, after.id) for before, after in named)
    found = {name for _, after in named for name in (after.original_title, *after.aliases)}
    assert {"Das Leben der Anderen", "El laberinto del fauno", "Testről és lélekről"} <= found
