"""The IMDb table: the thousand films that its users rate highest, one CSV file (`imdb_top_1000.csv`).

Gross and Meta_score are not read: the catalogue has no use for them.
"""

from pathlib import Path

from etl.records import ColumnNames, RawRecord
from etl.sources.table import read_table

NAME = "imdb"
COLUMNS = (
    "Poster_Link",
    "Series_Title",
    "Released_Year",
    "Certificate",
    "Runtime",
    "Genre",
    "IMDB_Rating",
    "Overview",
    "Director",
    "Star1",
    "Star2",
    "Star3",
    "Star4",
    "No_of_Votes",
)
_NAMES = ColumnNames(
    source_id="(row)",
    kind="(all films)",
    title="Series_Title",
    year="Released_Year",
    duration="Runtime",
    rating="IMDB_Rating",
    votes="No_of_Votes",
)


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. The file has no id: the 0-based data row is it."""
    table = read_table(path, COLUMNS)
    return [_record(index, cells) for index, cells in enumerate(table.rows)], table.sha256


def _record(index: int, cells: dict[str, str]) -> RawRecord:
    return RawRecord(
        source=NAME,
        row=index + 2,
        source_id=str(index),
        kind="Movie",
        title=cells["Series_Title"],
        columns=_NAMES,
        year=cells["Released_Year"],
        directors=(cells["Director"],),
        cast=tuple(cells[f"Star{number}"] for number in (1, 2, 3, 4)),
        genres=cells["Genre"],
        duration=cells["Runtime"],
        certificate=cells["Certificate"],
        rating=cells["IMDB_Rating"],
        votes=cells["No_of_Votes"],
        description=cells["Overview"],
        poster=cells["Poster_Link"],
    )
