"""The table form that four streaming services' data sets share: one row a film or series, twelve columns, Netflix's first."""

from collections.abc import Mapping
from pathlib import Path

from etl.records import ColumnNames, RawRecord
from etl.sources.table import read_table

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
NAMES = ColumnNames(
    source_id="show_id",
    kind="type",
    title="title",
    year="release_year",
    duration="duration",
    date_added="date_added",
)


def read_shows(source: str, path: Path, certificates: Mapping[str, str] | None = None) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError.

    `certificates` puts codes of the service right, such as `AGES_18_` for `18+`.
    """
    table = read_table(path, COLUMNS)
    return [_record(source, row, cells, certificates or {}) for row, cells in enumerate(table.rows, start=2)], table.sha256


def _record(source: str, row: int, cells: Mapping[str, str], certificates: Mapping[str, str]) -> RawRecord:
    return RawRecord(
        source=source,
        row=row,
        source_id=cells["show_id"],
        kind=cells["type"],
        title=cells["title"],
        columns=NAMES,
        year=cells["release_year"],
        directors=(cells["director"],),
        cast=(cells["cast"],),
        countries=cells["country"],
        genres=cells["listed_in"],
        duration=cells["duration"],
        certificate=certificates.get(cells["rating"], cells["rating"]),
        description=cells["description"],
        date_added=cells["date_added"],
    )
