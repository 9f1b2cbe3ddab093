"""The Hulu table: the service's films and series of 2021 in Netflix's columns (`hulu_titles.csv`). It names nobody."""

from pathlib import Path

from etl.records import RawRecord
from etl.sources.shows import read_shows

NAME = "hulu"


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    return read_shows(NAME, path, {"NOT RATED": "NR"})
