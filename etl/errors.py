"""What can go wrong when data comes in, one class per reaction. Every message is one plain sentence with the way out.

EtlError
├── WrongSource         the command names a source that does not exist or cannot take a path (exit code 2)
├── SourceError         a file is not what its source promises; the catalogue that serves is untouched
├── SourceUnreachable   a source could not be fetched; name a file instead
├── NoBudget            a budget was set for a model whose price is unknown (exit code 2)
├── IngestRunning       another ingest or enrichment holds this data folder; wait for it
└── DataFolderError     the data folder cannot be written; make room or choose another
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class EtlError(Exception):
    """Base of all that an ingest raises on purpose."""


class WrongSource(EtlError):
    """The source named does not exist, or its argument makes no sense."""


class SourceError(EtlError):
    """A file that cannot be used.

    `row` counts records as a spreadsheet does: the header is row 1. `line` is where that record ends as an editor counts; the
    two differ when cells span lines.
    """

    def __init__(
        self, file: Path, problem: str, *, row: int | None = None, line: int | None = None, column: str | None = None
    ) -> None:
        place = [str(file)]
        if row is not None:
            place.append(f"row {row}" if line in (None, row) else f"row {row} (line {line})")
        if column is not None:
            place.append(f"column {column}")
        super().__init__(f"{', '.join(place)}: {problem}")
        self.file = file
        self.row = row
        self.column = column


class SourceUnreachable(EtlError):
    """The place a source is fetched from did not answer."""


class IngestRunning(EtlError):
    """Another process or task does the same in the same data folder."""


class NoBudget(EtlError):
    """A budget cannot be kept, since the model's price is unknown."""


class DataFolderError(EtlError):
    """The data folder is full or may not be written."""


_CANNOT_WRITE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST})


@contextmanager
def writing_into(data_dir: Path) -> Iterator[None]:
    """Turn what a full or forbidden disk raises into DataFolderError; other errors pass."""
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        if isinstance(error, OSError) and error.errno not in _CANNOT_WRITE:
            raise
        raise DataFolderError(
            f"The data folder {data_dir} cannot be written ({error}): make room, mend its permissions, or set MATINEE_DATA_DIR."
        ) from error
