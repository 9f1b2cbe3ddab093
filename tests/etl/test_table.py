"""Reading CSV files: what is tolerated, and what a person is told when a file is wrong."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from etl.errors import SourceError
from etl.sources.table import read_table
from tests.etl.tables import write_csv

COLUMNS = ("id", "name", "year")
GOOD = "id,name,year\n1,One,2001\n2,Two,2002\n"


def saved(tmp_path: Path, content: str | bytes) -> Path:
    """The content as a file."""
    path = tmp_path / "films.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD + "\n\n",
        GOOD.rstrip("\n"),
        "year,extra,id,name\n2001,x,1,One\n2002,y,2,Two\n",
    ],
    ids=["plain", "crlf", "bom", "blank lines at the end", "no last line end", "other order and an extra column"],
)
def test_harmless_differences_between_copies_are_tolerated(tmp_path: Path, content: str) -> None:
    """Line ends, a byte order mark, column order, extra columns and blank lines at the end make no difference."""
    rows = read_table(saved(tmp_path, content), COLUMNS).rows
    assert rows == ({"id": "1", "name": "One", "year": "2001"}, {"id": "2", "name": "Two", "year": "2002"})


def test_a_quoted_line_end_stays_inside_its_cell(tmp_path: Path) -> None:
    """A record may span lines; the next record is counted as the next row."""
    rows = read_table(saved(tmp_path, 'id,name,year\n1,"A Story\nof Two",2001\n2,Two,2002\n'), COLUMNS).rows
    assert [row["name"] for row in rows] == ["A Story\nof Two", "Two"]


@pytest.mark.parametrize(
    ("content", "row", "column", "said"),
    [
        ("id,name\n1,One\n", 1, "year", "no column year"),
        ("id;name;year\n1;One;2001\n", 1, "id", "separated by semicolons"),
        ("id\tname\tyear\n1\tOne\t2001\n", 1, "id", "separated by tabs"),
        ("id,name,year,name\n1,One,2001,x\n", 1, "name", "twice"),
        (GOOD + "3,Thr", 4, "year", "2 of 3 cells"),
        (GOOD + "3,One, Two,2003\n", 4, "year", "4 cells where the header has 3"),
        (GOOD + '3,"Three,2003\n', 4, "year", "cut off or a quote is missing"),
        ('id,name,year\n1,"One" more,2001\n', 2, "year", "quote"),
        ("id,name,year\n", 1, None, "no record"),
        ("id,name,year\n1,One,2001\n\n2,Two,2002\n", 3, "id", "0 of 3 cells"),
        (b"id,name,year\n1,Caf\xe9,2001\n", None, None, "not UTF-8 at line 2"),
        (b"id,name,year\n1,O\x00ne,2001\n", None, None, "zero byte at line 2"),
        (GOOD.encode("utf-16"), 1, None, "UTF-16"),
        (b"PK\x03\x04rest", None, None, "zip archive"),
        (b"\x1f\x8brest", None, None, "gzip"),
        (b"<!DOCTYPE html><html>", None, None, "web page"),
        (b"PAR1....", None, None, "Parquet"),
        (b"  \n", None, None, "empty"),
    ],
)
def test_a_wrong_file_is_refused_by_name_row_column_and_mend(
    tmp_path: Path, content: str | bytes, row: int | None, column: str | None, said: str
) -> None:
    """Every way in which a file is not the table it should be names the place and ends in something to do, on one line."""
    path = saved(tmp_path, content)
    with pytest.raises(SourceError) as caught:
        read_table(path, COLUMNS)
    assert (caught.value.row, caught.value.column) == (row, column)
    message = str(caught.value)
    assert str(path) in message
    assert said in message
    assert "\n" not in message
    assert any(mend in message for mend in ("download", "save it", "unpack", "name th", "put quotes", "remove one"))


def test_a_row_after_cells_over_several_lines_is_named_by_row_and_line(tmp_path: Path) -> None:
    """Spreadsheets count records, editors count lines: both numbers are told where they differ."""
    with pytest.raises(SourceError, match=r"row 3 \(line 5\), column year"):
        read_table(saved(tmp_path, 'id,name,year\n1,"A\nB\nC",2001\n2,Two\n'), COLUMNS)


def test_a_path_that_is_no_file_is_said_as_such(tmp_path: Path) -> None:
    """A missing file and a folder get their own sentences."""
    with pytest.raises(SourceError, match="no such file"):
        read_table(tmp_path / "none.csv", COLUMNS)
    with pytest.raises(SourceError, match="is a folder"):
        read_table(tmp_path, COLUMNS)


CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELLS.filter(str.strip), CELLS, CELLS.filter(str.strip)), min_size=1, max_size=5))
def test_whatever_a_csv_writer_writes_is_read_back(tmp_path: Path, cells: list[tuple[str, str, str]]) -> None:
    """Quotes, commas, line ends and foreign letters inside cells survive the way through a file."""
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in cells]
    assert list(read_table(write_csv(tmp_path / "any.csv", COLUMNS, rows, quote_all=True), COLUMNS).rows) == rows
