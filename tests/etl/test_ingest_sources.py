"""What an ingest may name, and the starter as one of the sources."""

from pathlib import Path

import pytest

from agent.catalogue.parquet import read_titles
from etl.errors import WrongSource
from etl.ingest import SourceArg, parse_source
from tests.etl.kitchen import Kitchen
from tests.etl.tables import imdb_csv, story


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("netflix", SourceArg("netflix")),
        ("IMDb", SourceArg("imdb")),
        ("starter", SourceArg("starter")),
        ("netflix=/a=b/c.csv", SourceArg("netflix", Path("/a=b/c.csv"))),
        ("hulu=h.csv.gz", SourceArg("hulu", Path("h.csv.gz"))),
        ("tmdb=t.csv", SourceArg("tmdb", Path("t.csv"))),
        ("imdb-basics-all=b.parquet", SourceArg("imdb-basics-all", Path("b.parquet"))),
        ("imdb=~/x.csv", SourceArg("imdb", Path("~/x.csv").expanduser())),
    ],
)
def test_source_arguments_are_understood(text: str, expected: SourceArg) -> None:
    """A name alone, or a name with a path that may hold an equals sign or a tilde."""
    assert parse_source(text) == expected


@pytest.mark.parametrize(
    "text", ["hulu", "tmdb", "imdb-basics", "hulu=", "mubi", "", "=x.csv", "netflix=", "starter=x.csv", "netflix_titles.csv"]
)
def test_a_wrong_source_argument_says_what_to_write(text: str) -> None:
    """Unknown names, missing paths and a path for the starter each name what can be written instead."""
    with pytest.raises(WrongSource, match=r"starter|netflix|=PATH"):
        parse_source(text)


async def test_an_ingest_of_nothing_or_of_one_source_twice_is_wrong_use(kitchen: Kitchen) -> None:
    """Both are refused before anything is read."""
    with pytest.raises(WrongSource, match="at least one source"):
        await kitchen.ingest()
    with pytest.raises(WrongSource, match="each once"):
        await kitchen.ingest(SourceArg("starter"), SourceArg("starter"))


async def test_the_starter_catalogue_is_a_source_like_the_others(kitchen: Kitchen) -> None:
    """It is ingested by name, stays when another source comes, and a film of both becomes one title in the starter's words."""
    alone = await kitchen.ingest(SourceArg("starter"))
    assert alone.titles == alone.sources["starter"] >= 150
    assert "from" in alone.explained()
    heat = {"Series_Title": "Heat", "Released_Year": "1995", "Director": "Michael Mann", "Overview": story(1), "Genre": "Crime"}
    report = await kitchen.ingest(SourceArg("imdb", imdb_csv(kitchen.files / "imdb.csv", heat)))
    assert (report.titles, report.across, report.embedded) == (alone.titles, 1, 0)
    (title,) = [title for title in read_titles(kitchen.current.titles) if "imdb:0" in title.source_ids]
    assert title.rating == 7.9
    assert title.description != story(1)


async def test_a_source_unknown_to_a_caller_without_the_parser_is_wrong_use(kitchen: Kitchen) -> None:
    """A SourceArg made by hand is checked like one from the command line."""
    with pytest.raises(WrongSource, match="no source 'mubi'"):
        await kitchen.ingest(SourceArg("mubi"))
    with pytest.raises(WrongSource, match="hulu=PATH"):
        await kitchen.ingest(SourceArg("hulu"))
