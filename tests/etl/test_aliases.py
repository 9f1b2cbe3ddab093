"""The table of other names: its form, what it covers, and that it joins one film under two names and never two films."""

import dataclasses
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from agent.catalogue.title import Title
from etl.aliases import OtherNames, parse_aliases, shipped, with_other_names
from etl.film_key import FilmKey
from etl.read import read_file
from etl.text import fold, name_key
from etl.unify import base_id, unify
from tests.etl.test_unify import film
from tests.shared import shared

EXAMPLES = [
    ("Gisaengchung", 2019, "Parasite"),
    ("Sen to Chihiro no kamikakushi", 2001, "Spirited Away"),
    ("La vita è bella", 1997, "Life Is Beautiful"),
    ("Cidade de Deus", 2002, "City of God"),
    ("Shichinin no samurai", 1954, "Seven Samurai"),
    ("Il buono, il brutto, il cattivo", 1966, "The Good, the Bad and the Ugly"),
    ("Das Leben der Anderen", 2006, ""),
    ("Der Untergang", 2004, "Downfall"),
    ("Jagten", 2012, "The Hunt"),
    ("Oldeuboi", 2003, "Oldboy"),
    ("Hauru no ugoku shiro", 2004, "Howl's Moving Castle"),
    ("Tonari no Totoro", 1988, "My Neighbor Totoro"),
    ("Wo hu cang long", 2000, "Crouching Tiger, Hidden Dragon"),
    ("Jodaeiye Nader az Simin", 2011, "A Separation"),
    ("El secreto de sus ojos", 2009, "The Secret in Their Eyes"),
    ("Låt den rätte komma in", 2008, "Let the Right One In"),
    ("À bout de souffle", 1960, "Breathless"),
    ("Les quatre cents coups", 1959, "The 400 Blows"),
    ("Det sjunde inseglet", 1957, "The Seventh Seal"),
    ("Yip Man", 2008, "Ip Man"),
    ("Druk", 2020, "Another Round"),
    ("Mou gaan dou", 2002, "Infernal Affairs"),
]


@pytest.mark.parametrize(("name", "year", "other"), EXAMPLES, ids=str)
def test_a_film_listed_by_its_original_name_is_shown_by_its_english_one(name: str, year: int, other: str) -> None:
    """The listed name stays its original one, and its id that of the listed name; a film without an entry stays as it was."""
    record = film(name, year, source="imdb")
    (title,) = unify([record])
    assert (title.title, title.original_title) == ((other, name) if other else (name, None))
    assert title.id == base_id(record)
    assert other not in title.aliases


def test_two_sources_that_list_one_film_under_two_names_meet_where_the_director_agrees() -> None:
    """Cidade de Deus and City of God are one title by one director, and two by two."""
    original = film("Cidade de Deus", 2002, source="imdb", directors=("Fernando Meirelles",))
    english = film("City of God", 2002, directors=("Fernando Meirelles", "Kátia Lund"))
    (title,) = unify([original, english])
    assert (title.title, title.aliases) == ("City of God", ())
    assert len(unify([original, dataclasses.replace(english, directors=("Somebody Else",))])) == 2


def test_names_are_given_to_the_film_of_that_year_alone() -> None:
    """A namesake of another year, a series, and a record without a year get no other name."""
    namesakes = [
        film("Hero", 2002),
        film("Druk", 1999),
        film("Druk", 2020, media_type="series"),
        film("Druk", None),
    ]
    assert all(record.aliases == () for record in with_other_names(namesakes))
    assert with_other_names([film("DRUK", 2021)])[0].aliases == ("Another Round",)


def test_names_that_a_record_has_already_are_not_given_again() -> None:
    """An original title that is the key counts, and a name known in another spelling stays as the source has it."""
    record = film("Spirited away", 2001, original_title="Sen to Chihiro no Kamikakushi", aliases=("Chihiro",))
    assert with_other_names([record])[0].aliases == ("Chihiro",)


def test_a_director_in_the_key_keeps_namesakes_of_one_year_apart() -> None:
    """The names go to that director's film, and to a record that names none."""
    (entry,) = parse_aliases('[films]\n"Salem (1999, Ada Quill)" = ["Peace"]')
    assert entry == OtherNames(FilmKey("Salem", 1999, "Ada Quill"), ("Peace",))
    assert entry.film.fits(film("Salem", 1999, directors=("Quill Ada",)))
    assert entry.film.fits(film("Salem", 1999, directors=()))
    assert not entry.film.fits(film("Salem", 1999, directors=("Ann Bell",)))


@pytest.mark.parametrize(
    "line", ['"Salem" = ["Peace"]', '"Salem (1999)" = []', '"Salem (1999)" = [" "]', '"Salem (1999)" = [1]']
)
def test_a_wrong_entry_is_named(line: str) -> None:
    """A key without a year and an entry without names are refused, by their key."""
    with pytest.raises(ValueError, match="Salem"):
        parse_aliases(f"[films]\n{line}")


def test_the_table_is_small_and_its_entries_say_something_new() -> None:
    """At most 20 kB; no entry repeats another's film, or names a film as it is called anyway."""
    assert len(files("etl").joinpath("aliases.toml").read_bytes()) <= 20_000
    entries = [entry for group in shipped().values() for entry in group]
    assert len({(fold(entry.film.name), entry.film.year, entry.film.director) for entry in entries}) == len(entries)
    for entry in entries:
        names = [fold(name) for name in (entry.film.name, *entry.also)]
        assert len(set(names)) == len(names), entry


@cache
def _imdb(path: Path) -> tuple[Title, ...]:
    return read_file("imdb", path, path.name).titles


def _primary(path: Path) -> dict[str, set[int]]:
    """The years of every primary name of the large table."""
    import polars as pl

    years: dict[str, set[int]] = {}
    for name, year in pl.read_parquet(path).select("primaryTitle", "startYear").iter_rows():
        years.setdefault(name_key(name), set()).add(year)
    return years


def test_nearly_every_film_under_a_name_that_is_not_its_primary_one_has_the_primary_one() -> None:
    """Of the 209 films whose name is no primary one of that year, at least 200 get one that is; all keys are real rows."""
    imdb, primary = _imdb(shared("data/imdb_top_1000.csv")), _primary(shared("data/scale/imdb_basics_143650.parquet"))

    def known(name: str, year: int | None) -> bool:
        return any(year is not None and abs(year - other) <= 1 for other in primary.get(name_key(name), ()))

    odd = [title for title in imdb if title.year not in primary.get(name_key(title.title), ())]
    assert 205 <= len(odd) <= 210
    found = [title for title in with_other_names(odd) if any(known(name, title.year) for name in title.aliases)]
    assert len(found) >= 200
    rows = {(fold(title.title), title.year) for title in imdb}
    assert {(fold(entry.film.name), entry.film.year) for group in shipped().values() for entry in group} <= rows


def test_the_table_joins_no_two_films_of_the_real_tables() -> None:
    """With the other names fifteen films more of the two tables meet, each by a shared person, none of one table twice."""
    imdb = _imdb(shared("data/imdb_top_1000.csv"))
    path = shared("data/netflix_titles.csv")
    titles = unify((*read_file("netflix", path, path.name).titles, *imdb))
    by_other_name = [
        title
        for title in titles
        if len({source.partition(":")[0] for source in title.source_ids}) == 2
        and any(
            entry.film.fits(title)
            for name in (title.title, title.original_title or "")
            for entry in shipped().get(fold(name), ())
        )
    ]
    assert len(by_other_name) >= 15
    assert all(sum(source.startswith("imdb:") for source in title.source_ids) == 1 for title in titles if title.votes)
