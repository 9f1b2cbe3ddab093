"""The Amazon Prime Video table: the service's films and series of 2021 in Netflix's columns (`amazon_prime_titles.csv`)."""

from pathlib import Path

from etl.records import RawRecord
from etl.sources.shows import read_shows

NAME = "amazon"
# The service's own names for its age bands, where they stand for the printed form.
_CERTIFICATES = {
    "AGES_18_": "18+",
    "AGES_16_": "16+",
    "16": "16+",
    "ALL_AGES": "ALL",
    "NOT_RATE": "NR",
    "UNRATED": "UR",
}


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    return read_shows(NAME, path, _CERTIFICATES)
