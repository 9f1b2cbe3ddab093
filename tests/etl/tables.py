"""Small source tables written in our own words, in the two sources' formats."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from etl.sources import netflix

NETFLIX_ROW = {
    "show_id": "s1",
    "type": "Movie",
    "title": "The Lamp Room",
    "director": "Ada Quill",
    "cast": "Bo Lind, Cy Marr",
    "country": "Norway",
    "date_added": "March 4, 2020",
    "release_year": "2019",
    "rating": "PG-13",
    "duration": "95 min",
    "listed_in": "Dramas, International Movies",
    "description": "A lighthouse keeper's daughter finds letters nobody was meant to read.",
}
IMDB_ROW = {
    "Poster_Link": "https://posters.example/lamp.jpg",
    "Series_Title": "The Lamp Room",
    "Released_Year": "2019",
    "Certificate": "UA",
    "Runtime": "96 min",
    "Genre": "Drama, Mystery",
    "IMDB_Rating": "7.9",
    "Overview": "Letters hidden in a lighthouse turn a quiet winter into an inquiry that divides a family for good.",
    "Meta_score": "71",
    "Director": "Ada Quill",
    "Star1": "Cy Marr",
    "Star2": "Bo Lind",
    "Star3": "Di Hart",
    "Star4": "Ed Voss",
    "No_of_Votes": "12345",
    "Gross": "1,234,567",
}


def netflix_csv(path: Path, *rows: Mapping[str, str]) -> Path:
    """A Netflix table; each row gives what differs from `NETFLIX_ROW`, and the ids count up where they are not given."""
    full = [{**NETFLIX_ROW, "show_id": f"s{number}", **row} for number, row in enumerate(rows, start=1)]
    return write_csv(path, netflix.COLUMNS, full)


def imdb_csv(path: Path, *rows: Mapping[str, str]) -> Path:
    """An IMDb table; each row gives what differs from `IMDB_ROW`."""
    return write_csv(path, tuple(IMDB_ROW), [{**IMDB_ROW, **row} for row in rows])


def write_csv(path: Path, columns: Sequence[str], rows: Sequence[Mapping[str, str]], *, quote_all: bool = False) -> Path:
    """Any table as CSV with LF line ends."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(
            file, columns, lineterminator="\n", extrasaction="ignore", quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL
        )
        writer.writeheader()
        writer.writerows(rows)
    return path


def story(number: int) -> str:
    """A description of its own for each number, long enough to be telling."""
    return f"Story number {number}: somebody leaves a village, loses {number} things, and comes home changed."
