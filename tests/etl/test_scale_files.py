"""The larger tables beside the checkout, together: the count, what merges, and that no two films became one."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from agent.catalogue.title import Title
from etl.clean import Cleaned, clean
from etl.genres import GENRES
from etl.read import read_file
from etl.records import SourceRead
from etl.sources import imdb_basics
from etl.text import fold, name_key
from etl.unify import unify
from tests.benchmarks.scale import WITH_TEXT
from tests.shared import shared

# Distinct names and years over the eight tables, counted without joining anything.
REFERENCE_COUNT = 33_852
pytestmark = pytest.mark.slow


@cache
def _read(source: str) -> SourceRead:
    name, _, file = source.partition("=")
    return read_file(name, shared(f"data/{file}"), Path(file).name)


@cache
def _unified() -> tuple[Title, ...]:
    return tuple(unify(title for source in WITH_TEXT for title in _read(source).titles))


def _slice(title: Title) -> bool:
    """A twelfth of all titles, by the first letter: one film is in it under every source, and it takes seconds."""
    return name_key(title.title)[:1] in {"h", "j"}


@cache
def _sliced() -> tuple[Title, ...]:
    return tuple(title for source in WITH_TEXT for title in _read(source).titles if _slice(title))


@cache
def _basics() -> tuple[Title, ...]:
    records, _ = imdb_basics.read(shared("data/scale/imdb_basics_143650.parquet"))
    few = (clean(record) for record in records if name_key(record.title)[:1] in {"h", "j"})
    return tuple(outcome.title for outcome in few if isinstance(outcome, Cleaned))


@pytest.fixture(scope="module", autouse=True)
def _let_go() -> Iterator[None]:
    """Keep no table longer than these tests last: together they take a gigabyte."""
    yield
    for kept in (_read, _unified, _sliced, _basics):
        kept.cache_clear()


def of(title: Title, source: str) -> list[str]:
    """The title's ids of a source."""
    return [own for own in title.source_ids if own.startswith(f"{source}:")]


def test_the_five_new_tables_lose_only_the_rows_that_are_broken() -> None:
    """Ten rows of one TMDB table are halves of others; every other row of all tables is usable."""
    reads = [_read(source) for source in WITH_TEXT]
    assert [read.name for read in reads[2:]] == ["amazon", "hulu", "disney", "tmdb-top", "tmdb-posters", "tmdb-details"]
    assert [read.rows for read in reads] == [8_807, 1_000, 9_668, 3_073, 1_450, 10_000, 9_837, 4_803]
    assert {read.name: len(read.rejected) for read in reads if read.rejected} == {"tmdb-posters": 10}
    assert sum(not title.year for read in reads for title in read.titles) == 1
    assert sum(not title.language for read in reads[5:] for title in read.titles) <= 3


def test_eight_tables_make_about_34_000_titles() -> None:
    """Within two percent of the reference, below it: duplicates, spellings and language versions inside a table join too."""
    titles = _unified()
    assert REFERENCE_COUNT * 0.98 <= len(titles) <= REFERENCE_COUNT
    assert sum(not title.description for title in titles) < 30
    assert {genre for title in titles for genre in title.genres} <= set(GENRES)
    assert sum(not title.genres for title in titles) < len(titles) * 0.03


def test_no_two_films_of_one_data_base_became_one_title() -> None:
    """TMDB's and IMDb's ids say which films differ: no title has two of them, with and without the large table."""
    enriched = unify((*_sliced(), *_basics()), enriching={"imdb-basics"})
    for source in ("tmdb", "tmdb-posters", "imdb", "imdb-basics"):
        assert not [title.id for title in (*_unified(), *enriched) if len(of(title, source)) > 1]


def test_no_film_is_left_twice_that_the_tables_name_alike_without_a_reason() -> None:
    """Of 48,628 rows fewer than 150 titles share type, name and year with another; most of these are different films."""
    alike = Counter((title.media_type, fold(title.title), title.year) for title in _unified())
    assert sum(count - 1 for count in alike.values()) < 150


def test_namesakes_of_one_year_went_where_they_belong() -> None:
    """The Korean and the American film called The Call, both of 2020, have each their own TMDB record."""
    calls = {title.language: title for title in _unified() if (title.title, title.year) == ("The Call", 2020)}
    assert calls["ko"].countries == ("South Korea",)
    assert calls["ko"].directors == ("Lee Chung-hyun",)
    assert not calls["en"].directors


def test_the_large_table_gives_votes_to_most_films_and_no_titles() -> None:
    """Without it about half of the films have votes, TMDB's and IMDb's; with it seven in ten have, and no title is new."""
    before, after = unify(_sliced()), unify((*_sliced(), *_basics()), enriching={"imdb-basics"})
    assert len(before) * 0.99 <= len(after) <= len(before)
    films, rated = ([title for title in titles if title.media_type == "movie"] for titles in (before, after))
    assert sum(bool(title.votes) for title in films) < 0.6 * len(films)
    assert sum(bool(title.votes) for title in rated) > 0.68 * len(rated)


def test_the_outcome_does_not_depend_on_the_order_of_the_tables() -> None:
    """Rows of a twelfth of the films, shuffled, give the same titles."""
    shuffled = list(_sliced())
    random.Random(3).shuffle(shuffled)
    assert unify(shuffled) == unify(_sliced())
