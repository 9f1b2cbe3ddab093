"""What the benchmarks are made of: the sample is always the same, the plain way is plain, rows become titles."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent.catalogue.search.evaluate import Example, Labels
from agent.catalogue.search.finder import Finder
from bot.draft import CURSOR
from tests.benchmarks.catalogues import _title, _year
from tests.benchmarks.delivery import Trail
from tests.benchmarks.plain import TOP, Plain
from tests.benchmarks.quality import sample
from tests.etl.kitchen import Kitchen, rows
from tests.fakes.encoders import HashingEncoder, HashingSparse


def examples(groups: int, each: int) -> list[Example]:
    """Examples of several groups, numbered."""
    answers = (frozenset({"a"}),)
    return [Example(f"{g}.{n}", answers, labels=Labels(group=f"g{g}")) for g in range(groups) for n in range(each)]


def test_a_sample_is_drawn_once_and_for_all() -> None:
    """The same questions whatever order the groups come in, group by group, no more than asked."""
    drawn = sample(examples(40, 3), 20)
    assert 20 == len({example.text for example in drawn})
    assert drawn == sample(sorted(examples(40, 3), key=lambda example: example.text[::-1]), 20)
    groups = [example.group for example in drawn]
    assert 7 == len(set(groups))
    assert groups == sorted(groups, key=groups.index)


def test_a_small_set_is_taken_whole() -> None:
    """Fewer than asked for are all of them."""
    assert 6 == len(sample(examples(3, 2), 20))


@pytest.fixture
async def plain(tmp_path: Path) -> AsyncIterator[Plain]:
    """The plain way over thirty films."""
    kitchen = Kitchen(tmp_path)
    await kitchen.netflix(rows(30))
    finder = await Finder.open(kitchen.data, home=kitchen.home, dense=kitchen.dense, sparse=HashingSparse())
    yield Plain(finder, HashingEncoder(), HashingSparse())
    await finder.close()


async def test_the_plain_way_brings_fifteen_and_understands_nothing(plain: Plain) -> None:
    """A year in the question is a word like any other."""
    request = plain.understand("a film from 1931")
    assert (None, "a film from 1931") == (request.year_from, request.wish)
    assert TOP == len((await plain.find(request, limit=50)).titles)


async def test_the_plain_way_finds_the_words_and_leaves_out_what_it_is_told_to(plain: Plain) -> None:
    """A title's own words bring it first; excluded by its source id, it is gone."""
    first = (await plain.find(plain.understand("Film 7 Maker 7"))).titles[0].title
    assert "Film 7" == first.title
    others = await plain.find(plain.understand("Film 7 Maker 7"), exclude=first.source_ids)
    assert first.id not in {item.title.id for item in others.titles}


@pytest.mark.parametrize(
    ("text", "year"), [("1995", 1995), ("15-12-1995", 1995), ("12/15/95", 1995), ("12/15/21", 2021), ("PG", None), ("", None)]
)
def test_a_year_is_read_from_any_form_of_date(text: str, year: int | None) -> None:
    """Four digits anywhere, or the last two of three."""
    assert year == _year(text)


def test_a_row_of_any_table_becomes_a_title() -> None:
    """Years out of dates, lists out of cells, votes and ratings where they are numbers."""
    row = {
        "title": " Heat ",
        "year": "15-12-1995",
        "genres": "Crime, Drama",
        "cast": "A, B, A",
        "votes": "1200",
        "rating": "8.3",
    }
    title = _title(row, "t:1")
    assert ("Heat", 1995, "movie", ("crime", "drama"), ("A", "B")) == (
        title.title,
        title.year,
        title.media_type,
        title.genres,
        title.cast,
    )
    assert (1200, 8.3) == (title.votes, title.rating)
    series = _title({"title": "Dark", "year": "2017", "kind": "TV Show", "rating": "n/a", "votes": ""}, "t:2")
    assert ("series", None, None) == (series.media_type, series.rating, series.votes)
    assert _title({"title": "Dark", "year": "2017"}, "t:3").id != series.id


def test_the_lag_of_a_piece_of_text_ends_when_people_can_read_it() -> None:
    """Over all messages of an answer; the cursor and white space at the seams of messages count for nothing."""
    trail = Trail()
    for at, piece in enumerate(("one ", "two ", "three")):
        trail.emit(piece, float(at))
    trail.show("m1", "one" + CURSOR, 1.5)
    assert [1.5] == trail.lags
    trail.show("m1", "one", 2.0)
    trail.show("m2", "two thr" + CURSOR, 2.5)
    assert [1.5, 1.5] == trail.lags
    trail.show("m2", "two three", 4.0)
    assert [1.5, 1.5, 2.0] == trail.lags
