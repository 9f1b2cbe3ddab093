"""Reads a CSV file of a source, plain or compressed with gzip: header and shape are validated, row counts never are.

Two passes. The standard library's strict reader walks the records, because it alone can say at which record and column a file
breaks off (Polars fills short rows with nulls and drops the rest of a quoted field that never ends). Polars then reads the
cells, all as text: its type inference fails on one odd cell in a thousand.
"""

import csv
import gzip
import hashlib
import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from etl.errors import SourceError

_DELIMITERS = {";": "semicolons", "\t": "tabs", "|": "bars"}
_OTHER_KINDS = (
    (b"PK\x03\x04", "is a zip archive or a workbook, not a CSV file: unpack it, or save the sheet as CSV, and name that file"),
    (b"PAR1", "is a Parquet file, not a CSV file: name the CSV file of the data set"),
    (b"<", "is a web page, not a CSV file: download the file itself"),
)
# Far above the longest cell of any film table, far below what a file without line ends would need.
_LONGEST_CELL = 1_000_000
_GZIP = b"\x1f\x8b"
# A thousand times the largest table here: whatever unpacks to more is no film table.
_LARGEST = 4_000_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """The wanted columns of a file, row by row, as text; "" where a cell is empty. Row i of `rows` is row i + 2 of the file."""

    rows: tuple[dict[str, str], ...]
    sha256: str


def read_table(path: Path, columns: Sequence[str]) -> Table:
    """The table in `path`, which must have `columns` (others are ignored). Raises SourceError naming row, column and mend."""
    import polars as pl

    data = load(path)
    text = _decode(path, _unpacked(path, data))
    rows = check_shape(path, text, columns)
    try:
        frame = pl.read_csv(
            io.BytesIO(text.encode()),
            has_header=True,
            columns=list(columns),
            infer_schema=False,
        ).fill_null("")
    except pl.exceptions.PolarsError as error:
        raise SourceError(path, f"cannot be read as CSV ({_first_line(error)}): download it again") from error
    if frame.height != rows:
        raise SourceError(path, f"holds {rows} records of which only {frame.height} can be read: download it again")
    return Table(tuple(frame.iter_rows(named=True)), hashlib.sha256(data).hexdigest())


def read_header(path: Path) -> tuple[str, ...]:
    """The column names of the table in `path`. Raises SourceError."""
    text = _decode(path, _unpacked(path, load(path)))
    try:
        return tuple(next(csv.reader(io.StringIO(text, newline=""), strict=True), ()))
    except csv.Error as error:
        raise SourceError(path, f"the header is broken ({error}): download it again", row=1) from error


def check_shape(path: Path, text: str, columns: Sequence[str]) -> int:
    """The number of data records in CSV `text`; raises SourceError where it breaks off or a wanted column is missing."""
    previous_limit = csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    number = 1
    header: list[str] = []
    try:
        header = next(reader, [])
        _check_header(path, header, columns)
        for number, record in enumerate(reader, start=2):
            if len(record) != len(header):
                raise _wrong_width(path, header, record, number, reader.line_num)
    except csv.Error as error:
        raise SourceError(
            path,
            f"the record is broken ({error}): the file is cut off or a quote is missing; download it again",
            row=number + 1,
            line=reader.line_num,
            column=header[-1] if header else None,
        ) from error
    finally:
        csv.field_size_limit(previous_limit)
    if number == 1:
        raise SourceError(path, "has a header and no record: the file is cut off; download it again", row=1)
    return number - 1


def load(path: Path) -> bytes:
    """The bytes of the file. Raises SourceError where it cannot be opened or holds nothing."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise SourceError(path, "there is no such file: check the path") from error
    except IsADirectoryError as error:
        raise SourceError(path, "is a folder: name the file inside it") from error
    except OSError as error:
        raise SourceError(path, f"cannot be opened ({error.strerror}): check the path and its permissions") from error
    if not data.strip():
        raise SourceError(path, "is empty: download it again")
    return data


def _unpacked(path: Path, packed: bytes) -> bytes:
    """The bytes of the CSV text itself. Raises SourceError where they are of another kind of file."""
    data = packed
    if packed.startswith(_GZIP):
        try:
            with gzip.open(io.BytesIO(packed)) as file:
                data = file.read(_LARGEST)
        except (OSError, EOFError, zlib.error) as error:
            raise SourceError(path, f"is compressed with gzip and damaged ({error}): download it again") from error
    for start, problem in _OTHER_KINDS:
        if data.lstrip().startswith(start):
            raise SourceError(path, problem)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SourceError(path, "is UTF-16: save it as CSV UTF-8", row=1)
    return data


def _decode(path: Path, data: bytes) -> str:
    zero = data.find(b"\0")
    if zero >= 0:
        raise SourceError(path, f"has a zero byte at line {_line(data, zero)}: it is damaged or no CSV file; download it again")
    try:
        return data.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise SourceError(
            path, f"is not UTF-8 at line {_line(data, error.start)}: save it as CSV UTF-8 or download it again"
        ) from error


def _check_header(path: Path, header: Sequence[str], columns: Sequence[str]) -> None:
    missing = [name for name in columns if name not in header]
    if missing and len(header) == 1:
        for sign, word in _DELIMITERS.items():
            if sign in header[0]:
                raise SourceError(path, f"its columns are separated by {word}: save it with commas", row=1, column=missing[0])
    if missing:
        raise SourceError(
            path,
            f"the header has no column {', '.join(missing)} (it has {', '.join(header[:20])}): "
            "name the file of the right data set, or restore its header",
            row=1,
            column=missing[0],
        )
    twice = next((name for name in columns if header.count(name) > 1), None)
    if twice:
        raise SourceError(path, "stands twice in the header: remove one of the two", row=1, column=twice)


def _wrong_width(path: Path, header: Sequence[str], record: Sequence[str], row: int, line: int) -> SourceError:
    if len(record) < len(header):
        return SourceError(
            path,
            f"the record has {len(record)} of {len(header)} cells and breaks off before this column: "
            "the file is cut off or damaged there; download it again",
            row=row,
            line=line,
            column=header[len(record)],
        )
    return SourceError(
        path,
        f"the record has {len(record)} cells where the header has {len(header)}: put quotes around the cell that holds a comma",
        row=row,
        line=line,
        column=header[-1],
    )


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
