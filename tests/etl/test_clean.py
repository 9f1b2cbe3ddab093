"""Cleaning one record: every kind of dirt that the two tables hold, and what makes a row unusable."""

import calendar
import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.title import Title
from etl.clean import Cleaned, clean, parse_date, repair_title
from etl.records import RawRecord, Rejection
from etl.sources import imdb, netflix, shows
from tests.etl.tables import imdb_csv, netflix_csv


def from_netflix(tmp_path: Path, **cells: str) -> Cleaned | Rejection:
    """The outcome for a Netflix row that differs from the usual one in `cells`."""
    (record,), _ = netflix.read(netflix_csv(tmp_path / "n.csv", cells))
    return clean(record)


def from_imdb(tmp_path: Path, **cells: str) -> Cleaned | Rejection:
    """The outcome for an IMDb row that differs from the usual one in `cells`."""
    (record,), _ = imdb.read(imdb_csv(tmp_path / "i.csv", cells))
    return clean(record)


def title_of(outcome: Cleaned | Rejection) -> Title:
    """The title of a usable row."""
    assert isinstance(outcome, Cleaned), outcome
    return outcome.title


def notes_of(outcome: Cleaned | Rejection) -> list[str]:
    """The notes of a usable row."""
    assert isinstance(outcome, Cleaned), outcome
    return [note.why for note in outcome.notes]


def test_a_netflix_row_becomes_a_title(tmp_path: Path) -> None:
    """Every cell of a clean row arrives as the fact it states."""
    assert title_of(from_netflix(tmp_path)) == Title(
        id="",
        title="The Lamp Room",
        year=2019,
        media_type="movie",
        source_ids=("netflix:s1",),
        directors=("Ada Quill",),
        genres=("drama",),
        cast=("Bo Lind", "Cy Marr"),
        runtime=95,
        countries=("Norway",),
        certificate="PG-13",
        description="A lighthouse keeper's daughter finds letters nobody was meant to read.",
        date_added="2020-03-04",
    )


def test_an_imdb_row_becomes_a_title(tmp_path: Path) -> None:
    """Stars become the cast, votes and rating numbers, the poster an address; the id is the 0-based data row."""
    title = title_of(from_imdb(tmp_path))
    assert title.source_ids == ("imdb:0",)
    assert (title.rating, title.votes, title.runtime, title.year) == (7.9, 12345, 96, 2019)
    assert title.cast == ("Cy Marr", "Bo Lind", "Di Hart", "Ed Voss")
    assert title.poster == "https://posters.example/lamp.jpg"
    assert title.genres == ("drama", "mystery")


def test_a_duration_in_the_certificate_cell_is_put_back(tmp_path: Path) -> None:
    """`74 min` under rating with an empty duration is the runtime; there is no certificate then, and the repair is noted."""
    outcome = from_netflix(tmp_path, rating="74 min", duration="")
    assert (title_of(outcome).runtime, title_of(outcome).certificate) == (74, None)
    assert "put back" in notes_of(outcome)[0]


def test_a_certificate_in_the_year_cell_leaves_the_year_unknown_and_the_other_facts_whole(tmp_path: Path) -> None:
    """`PG` for a year costs the film its year only; the note names the column."""
    outcome = from_imdb(tmp_path, Released_Year="PG")
    assert title_of(outcome) == dataclasses.replace(title_of(from_imdb(tmp_path)), year=None)
    assert notes_of(outcome) == ["column Released_Year: 'PG' is a certificate in the year's place, left unknown"]


def test_the_known_film_without_its_year_gets_it_back(tmp_path: Path) -> None:
    """Apollo 13 is of 1995, whatever the cell says; a film of that name by somebody else is not touched."""
    assert title_of(from_imdb(tmp_path, Series_Title="Apollo 13", Director="Ron Howard", Released_Year="PG")).year == 1995
    assert title_of(from_imdb(tmp_path, Series_Title="Apollo 13", Released_Year="PG")).year is None


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (" August 4, 2017", "2017-08-04"),
        ("September 25, 2021", "2021-09-25"),
        ("25-Sep-21", "2021-09-25"),
        ("2021-09-25", "2021-09-25"),
        ("", None),
    ],
)
def test_dates_are_read_in_every_form_of_the_copies(tmp_path: Path, written: str, expected: str | None) -> None:
    """A leading space, a spreadsheet's rewriting and ISO all give the same ISO date; an empty cell gives none."""
    outcome = from_netflix(tmp_path, date_added=written)
    assert title_of(outcome).date_added == expected
    assert notes_of(outcome) == []


def test_an_unreadable_date_is_left_out_and_noted(tmp_path: Path) -> None:
    """A date in no known form costs the title its date only."""
    outcome = from_netflix(tmp_path, date_added="some day in May")
    assert title_of(outcome).date_added is None
    assert "column date_added: 'some day in May'" in notes_of(outcome)[0]


@given(st.dates())
def test_every_day_of_the_tables_own_form_is_read(day: object) -> None:
    """`Month D, YYYY` round-trips for any day of four-digit years."""
    iso = str(day)
    month = calendar.month_name[int(iso[5:7])]
    assert parse_date(f" {month} {int(iso[8:])}, {iso[:4]}") == iso


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Oct-01", "October 1"),
        ("Feb-09", "February 9"),
        ("22-Jul", "22 July"),
        ("15-Aug", "15 August"),
        ("Oct-99", "Oct-99"),
        ("7:19", "7:19"),
        ("50/50", "50/50"),
        ("678", "678"),
        ("Mar-a-Lago", "Mar-a-Lago"),
    ],
)
def test_titles_that_a_spreadsheet_took_for_dates_are_restored(written: str, expected: str) -> None:
    """The two date shapes are read back; other titles with digits stay as they are."""
    assert repair_title(written) == expected


def test_multi_line_cells_become_one_line(tmp_path: Path) -> None:
    """Line ends inside a title or a description become spaces; the words stay as the source has them."""
    title = title_of(from_netflix(tmp_path, title="A Story of a\nPaper Boat", description="It floats –\n and it sinks."))
    assert (title.title, title.description) == ("A Story of a Paper Boat", "It floats – and it sinks.")


def test_series_count_seasons(tmp_path: Path) -> None:
    """`1 Season` and `12 Seasons` are counts, not minutes."""
    one = title_of(from_netflix(tmp_path, type="TV Show", duration="1 Season"))
    many = title_of(from_netflix(tmp_path, type="TV Show", duration="12 Seasons"))
    assert (one.media_type, one.seasons, one.runtime, many.seasons) == ("series", 1, None, 12)


@pytest.mark.parametrize("nothing", ["", "Unknown", "N/A", "null", "Not Given", " - "])
def test_placeholders_count_as_nothing(tmp_path: Path, nothing: str) -> None:
    """What only says that there is nothing is an absent fact, never a text."""
    title = title_of(
        from_netflix(
            tmp_path, director=nothing, cast=nothing, country=nothing, rating=nothing, date_added=nothing, duration=nothing
        )
    )
    assert (title.directors, title.cast, title.countries, title.certificate) == ((), (), (), None)
    assert (title.date_added, title.runtime) == (None, None)


def test_a_film_may_be_called_unknown(tmp_path: Path) -> None:
    """Placeholder words are ordinary titles."""
    assert title_of(from_netflix(tmp_path, title="Unknown")).title == "Unknown"


def test_genres_are_plain_and_origins_are_no_genres(tmp_path: Path) -> None:
    """The sources' labels meet in one list; "International …" and "British TV Shows" are dropped."""
    labels = "TV Dramas, International TV Shows, British TV Shows, TV Sci-Fi & Fantasy, Dramas"
    assert title_of(from_netflix(tmp_path, listed_in=labels)).genres == ("drama", "science fiction", "fantasy")
    assert title_of(from_imdb(tmp_path, Genre="Drama, Sci-Fi, Film-Noir")).genres == ("drama", "science fiction", "film noir")


def test_an_origin_label_fills_an_empty_country_only(tmp_path: Path) -> None:
    """ "Korean TV Shows" says where a series is from when nothing else does."""
    assert title_of(from_netflix(tmp_path, listed_in="Korean TV Shows", country="")).countries == ("South Korea",)
    assert title_of(from_netflix(tmp_path, listed_in="Korean TV Shows", country="Japan")).countries == ("Japan",)


def test_numbers_with_commas_and_whole_ratings_are_read(tmp_path: Path) -> None:
    """`2,343,110` votes and a rating of `9` are numbers; what Gross holds does not matter."""
    title = title_of(from_imdb(tmp_path, No_of_Votes="2,343,110", IMDB_Rating="9", Gross="a lot"))
    assert (title.votes, title.rating) == (2_343_110, 9.0)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"title": " \u200b"}, "column title is empty"),
        ({"type": "Podcast"}, "column type holds 'Podcast'"),
        ({"release_year": "abc"}, "column release_year holds 'abc', not a year"),
        ({"release_year": "20"}, "column release_year holds '20', not a year"),
        ({"duration": "long"}, "column duration holds 'long'"),
        ({"show_id": ""}, "column show_id is empty"),
    ],
)
def test_an_unusable_netflix_row_is_rejected_with_column_and_reason(tmp_path: Path, cells: dict[str, str], said: str) -> None:
    """What cannot be a title, or holds another kind of value in a typed cell, is rejected by row and column."""
    outcome = from_netflix(tmp_path, **cells)
    assert isinstance(outcome, Rejection)
    assert (outcome.source, outcome.row) == ("netflix", 2)
    assert said in outcome.why


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"IMDB_Rating": "93"}, "IMDB_Rating"),
        ({"IMDB_Rating": "good"}, "IMDB_Rating"),
        ({"No_of_Votes": "many"}, "No_of_Votes"),
    ],
)
def test_an_unusable_imdb_row_is_rejected_with_column_and_reason(tmp_path: Path, cells: dict[str, str], said: str) -> None:
    """Ratings outside 0 to 10 and votes that are no count are not guessed at."""
    outcome = from_imdb(tmp_path, **cells)
    assert isinstance(outcome, Rejection)
    assert f"column {said} holds" in outcome.why


@given(
    st.fixed_dictionaries(
        {name: st.text(max_size=20) for name in ("kind", "title", "year", "duration", "certificate", "votes")}
    )
)
def test_any_cells_give_a_title_or_a_reason(cells: dict[str, str]) -> None:
    """No text in any cell raises; a title that comes out is named and carries its source id."""
    record = dataclasses.replace(clean_record(), **cells)  # type: ignore[arg-type]
    match clean(record):
        case Cleaned(title):
            assert title.title
            assert title.source_ids == ("netflix:s1",)
            assert title.year is None or 1800 <= title.year < 2100
        case Rejection(why=why):
            assert why


def clean_record() -> RawRecord:
    """A usable record without a file."""
    names = shows.NAMES
    return RawRecord(source="netflix", row=2, source_id="s1", kind="Movie", title="The Lamp Room", columns=names)
