"""The package's essences, given to titles of any source."""

from collections import defaultdict
from importlib.resources import files
from pathlib import Path

import pytest

from agent.catalogue.parquet import read_titles
from agent.catalogue.title import Title
from agent.retrieval.types import ESSENCE
from etl.errors import SourceError
from etl.essence import LONGEST, SHORTEST, parse_essences, with_essences
from etl.film_key import FilmKey
from etl.match import person_key
from etl.read import read_file
from etl.sources.starter import read_starter
from etl.unify import unify
from tests.etl.kitchen import Kitchen
from tests.shared import shared

FILM = next(title for title in read_starter() if title.media_type == "movie" and title.essence)
SERIES = next(title for title in read_starter() if title.media_type == "series" and title.essence)
TABLES = sorted(file.name for file in files("etl.essences").iterdir() if file.name.endswith(".toml"))
WORDS = "Cold, hushed and clever, snow and unspoken things. A slow mystery for a winter evening alone with tea."


def title(name: str, year: int | None, media_type: str = "movie", **facts: object) -> Title:
    """A title of another source."""
    return Title("", name, year, media_type, ("netflix:s1",), **facts)  # type: ignore[arg-type]


async def test_an_essence_serves_its_title_from_whatever_source_and_changes_no_fact(kitchen: Kitchen) -> None:
    """A film of the starter that only the Netflix table brings is found by how it feels; no other starter title comes along."""
    row = {
        "title": FILM.title,
        "director": ", ".join(FILM.directors),
        "release_year": str(FILM.year),
        "description": "Words of the table's own, which are to stay as they are.",
    }
    report = await kitchen.netflix([row, {"title": "Unheard Of", "director": "Ann Bell", "description": "Somebody waits."}])
    assert report.titles == 2
    served = {title.title: title for title in read_titles(kitchen.current.titles)}
    assert served[FILM.title].essence == FILM.essence
    assert served[FILM.title].description == row["description"]
    assert served["Unheard Of"].essence == ""
    vectors = await kitchen.index.vectors([title.id for title in served.values()])
    assert ESSENCE in vectors[served[FILM.title].id]
    assert ESSENCE not in vectors[served["Unheard Of"].id]


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (title(FILM.title.upper(), FILM.year, directors=FILM.directors), True),
        (title(FILM.title, (FILM.year or 0) + 1), True),
        (title(FILM.title, (FILM.year or 0) + 2, directors=FILM.directors), False),
        (title(FILM.title, None, directors=FILM.directors), False),
        (title(FILM.title, FILM.year, directors=("Ann Bell",)), False),
        (title(FILM.title, FILM.year, "series", directors=FILM.directors), False),
        (title(SERIES.title, (SERIES.year or 0) + 9, "series", cast=(SERIES.cast[0],)), True),
        (title(SERIES.title, (SERIES.year or 0) + 9, "series"), True),
        (title(SERIES.title, (SERIES.year or 0) - 9, "series"), False),
        (title(SERIES.title, SERIES.year, "series", cast=("Ann Bell",)), False),
    ],
)
def test_a_namesake_gets_no_essence_that_is_not_its_own(other: Title, same: bool) -> None:
    """A film is known by year and director, a series by a person or, where nobody is named, by not being older."""
    assert bool(with_essences([other])[0].essence) is same


def test_an_essence_that_a_title_has_stays() -> None:
    """The package's words do not replace a source's own."""
    own = title(FILM.title, FILM.year, directors=FILM.directors, essence=WORDS)
    assert with_essences([own]) == [own]


@pytest.mark.parametrize(
    "line",
    [
        '"Salem" = "Cold."',
        f'"Salem" = "{WORDS}"',
        '"Salem (1999)" = "Cold."',
        f'"Salem (1999)" = "{WORDS} And"',
        '"Salem (1999)" = 1',
    ],
)
def test_a_wrong_entry_is_named(line: str) -> None:
    """A key without a year and an essence that is no whole sentences of some length are refused, by their key and file."""
    with pytest.raises(SourceError, match=r"(?s)salem\.toml.*Salem"):
        parse_essences(line, "salem.toml")
    with pytest.raises(SourceError, match=r"salem\.toml"):
        parse_essences("= ?", "salem.toml")


def test_the_tables_say_of_each_film_once_how_it_feels() -> None:
    """Three hundred films at least, none twice, none in the words of another, all long enough to be told apart."""
    entries = [entry for name in TABLES for entry in parse_essences(_text(name), name).items()]
    assert len(entries) >= 300
    assert len({key for key, _ in entries}) == len({essence for _, essence in entries}) == len(entries)
    assert all(SHORTEST <= len(essence) <= LONGEST for _, essence in entries)
    starter = {(title.title, title.year) for title in read_starter() if title.essence}
    assert not {(key.name, key.year) for key, _ in entries} & starter


def test_every_entry_of_the_tables_serves_one_film_of_the_real_tables() -> None:
    """None is written in vain, and two titles share one only where the tables list one film of one director twice."""
    reads = [read_file(name, path, path.name) for name, path in _real_tables().items()]
    owners = defaultdict(list)
    for owner in with_essences(unify(title for read in reads for title in read.titles)):
        owners[owner.essence].append(owner)
    del owners[""]
    assert len(owners) >= 700
    for name in TABLES:
        for key, essence in parse_essences(_text(name), name).items():
            assert owners[essence], key
            people = [set(map(person_key, owner.directors)) for owner in owners[essence]]
            assert set.intersection(*people) or len(people) == 1, key


def test_the_key_of_a_film_is_read_as_it_is_written() -> None:
    """Names may hold brackets and commas of their own."""
    assert FilmKey.parse("Birdman or (The Virtue) (2014)") == FilmKey("Birdman or (The Virtue)", 2014)
    assert FilmKey.parse("Salem, My Love (1999, Ada Quill)") == FilmKey("Salem, My Love", 1999, "Ada Quill")


def _text(name: str) -> str:
    return files("etl.essences").joinpath(name).read_text("utf-8")


def _real_tables() -> dict[str, Path]:
    return {"netflix": shared("data/netflix_titles.csv"), "imdb": shared("data/imdb_top_1000.csv")}
