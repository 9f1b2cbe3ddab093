"""The Netflix table: what the service offered in 2021, films and series, one CSV file (`netflix_titles.csv`)."""

from pathlib import Path

from etl.records import ColumnNames, RawRecord
from etl.sources.table import read_table

NAME = "netflix"
COLUMNS = (
    "show_id",
    "type",
    "title",
    "director",
    "cast",
    "country",
    "date_added",
    "release_year",
    "rating",
    "duration",
    "listed_in",
    "description",
)
_NAMES = ColumnNames(
    source_id="show_id",
    kind="type",
    title="title",
    year="release_year",
    duration="duration",
    date_added="date_added",
)


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    table = read_table(path, COLUMNS)
    return [_record(row, cells) for row, cells in enumerate(table.rows, start=2)], table.sha256


def _record(row: int, cells: dict[str, str]) -> RawRecord:
    return RawRecord(
        source=NAME,
        row=row,
        source_id=cells["show_id"],
        kind=cells["type"],
        title=cells["title"],
        columns=_NAMES,
        year=cells["release_year"],
        directors=(cells["director"],),
        cast=(cells["cast"],),
        countries=cells["country"],
        genres=cells["listed_in"],
        duration=cells["duration"],
        certificate=cells["rating"],
        description=cells["description"],
        date_added=cells["date_added"],
    )
