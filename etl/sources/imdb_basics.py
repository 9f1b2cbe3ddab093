"""The large IMDb table: names, years, genres, languages, ratings and votes of films, no text, one Parquet file.

By itself it makes poor titles, so it enriches those of other sources; as `imdb-basics-all` every row is a title.
"""

import hashlib
import io
from pathlib import Path

from etl.errors import SourceError
from etl.records import ColumnNames, RawRecord
from etl.sources.table import load

NAME = "imdb-basics"
ALL = "imdb-basics-all"
COLUMNS = ("tconst", "titleType", "primaryTitle", "startYear", "genres", "averageRating", "numVotes", "language")
_NAMES = ColumnNames("tconst", "titleType", "primaryTitle", "startYear", "(none)", "averageRating", "numVotes")
_KINDS = {"tvMovie": "Movie", "video": "Movie", "short": "Movie", "tvSeries": "TV Show", "tvMiniSeries": "TV Show"}


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    import polars as pl

    data = load(path)
    if not data.startswith(b"PAR1"):
        raise SourceError(path, "is no Parquet file: name the Parquet file of the data set, or download it again")
    try:
        frame = pl.read_parquet(io.BytesIO(data))
        missing = [name for name in COLUMNS if name not in frame.columns]
        if missing:
            raise SourceError(
                path,
                f"has no column {', '.join(missing)} (it has {', '.join(frame.columns[:20])}): name the right file",
                column=missing[0],
            )
        frame = frame.select(pl.col(name).cast(pl.String).fill_null("") for name in COLUMNS)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise SourceError(path, "cannot be read as Parquet: the file is cut off or damaged; download it again") from error
    if frame.is_empty():
        raise SourceError(path, "holds no record: download it again")
    return [_record(row, *cells) for row, cells in enumerate(frame.iter_rows(), start=2)], hashlib.sha256(data).hexdigest()


def _record(row: int, own: str, kind: str, title: str, year: str, *rest: str) -> RawRecord:
    genres, rating, votes, language = rest
    return RawRecord(
        source=NAME,
        row=row,
        source_id=own,
        kind=_KINDS.get(kind, kind),
        title=title,
        columns=_NAMES,
        year=year,
        language=language,
        genres=genres,
        rating=rating,
        votes=votes,
    )
