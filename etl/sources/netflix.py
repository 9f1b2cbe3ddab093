"""The Netflix table: what the service offered in 2021, films and series, one CSV file (`netflix_titles.csv`)."""

from pathlib import Path

from etl.records import RawRecord
from etl.sources.shows import COLUMNS, read_shows

__all__ = ["COLUMNS", "NAME", "read"]

NAME = "netflix"


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    return read_shows(NAME, path)
