"""The Disney+ table: the service's films and series of 2021 in Netflix's columns (`disney_plus_titles.csv`)."""

from pathlib import Path

from etl.records import RawRecord
from etl.sources.shows import read_shows

NAME = "disney"


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    return read_shows(NAME, path)
