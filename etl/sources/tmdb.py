"""Tables drawn from TMDB: films without people. Three forms go round, told apart by their header:

- `tmdb-top`: ids, genres by name, dates such as `23-09-1994` (`top10K-TMDB-movies.csv`);
- `tmdb-posters`: no id, posters, dates such as `12/15/21` (`mymoviedb.csv`);
- `tmdb-details`: ids, original titles, genres and countries as JSON (`tmdb_5000_movies.csv`).

A film of the first and the third has TMDB's own id as its source id, so that the two know each other; one of the second has its
0-based data row. Keywords and taglines are not read: the catalogue has no use for them.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from etl.errors import SourceError
from etl.records import ColumnNames, RawRecord
from etl.sources.table import Table, read_header, read_table
from etl.text import tidy

NAME = "tmdb"

_YEAR_FIRST = re.compile(r"(\d{4})-\d\d?-\d\d?")
_YEAR_LAST = re.compile(r"\d\d?[-/.]\d\d?[-/.](\d{4})")
_YEAR_SHORT = re.compile(r"\d\d?/\d\d?/(\d\d)")
# TMDB's spelling of a country → ours.
_COUNTRIES = {"United States of America": "United States"}


@dataclass(frozen=True, slots=True)
class _Form:
    """One of the three forms: `name` of the source, the columns that tell it, and what makes records of its rows."""

    name: str
    columns: tuple[str, ...]
    records: Callable[[Table], list[RawRecord]]


def form_name(path: Path) -> str:
    """Which form the table in `path` has. Raises SourceError when it is none of them."""
    return _form(path).name


def read(path: Path) -> tuple[list[RawRecord], str]:
    """The records of the file in order, and the file's sha256. Raises SourceError."""
    form = _form(path)
    table = read_table(path, form.columns)
    return form.records(table), table.sha256


def short_years(dates: Iterable[str]) -> Mapping[str, str]:
    """The four digits of every two-digit year in `dates` such as `12/15/21`.

    A table of popular films holds many of its own present and few of the years to come. Its present is the end of the run of
    well-filled years around the fullest one; films are announced up to two years ahead; what lies later was a century ago.
    """
    counts = Counter(found[1] for date in dates if (found := _YEAR_SHORT.fullmatch(tidy(date))))
    # POSIX reads 69 to 99 as the last century: the present of such a table is not looked for there.
    recent = {int(year): count for year, count in counts.items() if int(year) < 69}
    present = max(recent, key=lambda year: (recent[year], year), default=0)
    enough = sum(counts.values()) / 100
    while recent.get(present + 1, 0) >= enough > 0:
        present += 1
    return {year: f"{20 if int(year) <= present + 2 else 19}{year}" for year in counts}


def _form(path: Path) -> _Form:
    header = read_header(path)
    for form in _FORMS:
        if set(form.columns) <= set(header):
            return form
    raise SourceError(
        path,
        f"is none of the three TMDB tables that are known (its header is {', '.join(header[:20])}): "
        "name top10K-TMDB-movies.csv, mymoviedb.csv or tmdb_5000_movies.csv, or restore the header",
        row=1,
    )


def _top(table: Table) -> list[RawRecord]:
    names = ColumnNames("id", "(all films)", "title", "release_date", "(none)", "vote_average", "vote_count")
    return [
        RawRecord(
            source=NAME,
            row=row,
            source_id=cells["id"],
            kind="Movie",
            title=cells["title"],
            columns=names,
            year=_year(cells["release_date"]),
            language=cells["original_language"],
            genres=cells["genre"],
            description=cells["overview"],
            rating=_if_any(cells["vote_count"], cells["vote_average"]),
            votes=_if_any(cells["vote_count"], cells["vote_count"].removesuffix(".0")),
        )
        for row, cells in enumerate(table.rows, start=2)
    ]


def _posters(table: Table) -> list[RawRecord]:
    names = ColumnNames("(row)", "(all films)", "Title", "Release_Date", "(none)", "Vote_Average", "Vote_Count")
    years = short_years(cells["Release_Date"] for cells in table.rows)
    return [
        RawRecord(
            source="tmdb-posters",
            row=index + 2,
            source_id=str(index),
            kind="Movie",
            title=cells["Title"],
            columns=names,
            year=_year(cells["Release_Date"], years),
            language=cells["Original_Language"],
            genres=cells["Genre"],
            description=cells["Overview"],
            poster=cells["Poster_Url"],
            rating=_if_any(cells["Vote_Count"], cells["Vote_Average"]),
            votes=_if_any(cells["Vote_Count"], cells["Vote_Count"].removesuffix(".0")),
        )
        for index, cells in enumerate(table.rows)
    ]


def _details(table: Table) -> list[RawRecord]:
    names = ColumnNames("id", "(all films)", "title", "release_date", "runtime", "vote_average", "vote_count")
    return [
        RawRecord(
            source=NAME,
            row=row,
            source_id=cells["id"],
            kind="Movie",
            title=cells["title"],
            original_title=cells["original_title"],
            columns=names,
            year=_year(cells["release_date"]),
            countries=",".join(_COUNTRIES.get(name, name) for name in _names(cells["production_countries"])),
            language=cells["original_language"],
            genres=",".join(_names(cells["genres"])),
            duration=_minutes(cells["runtime"]),
            description=cells["overview"],
            rating=_if_any(cells["vote_count"], cells["vote_average"]),
            votes=_if_any(cells["vote_count"], cells["vote_count"].removesuffix(".0")),
        )
        for row, cells in enumerate(table.rows, start=2)
    ]


def _year(date: str, short: Mapping[str, str] | None = None) -> str:
    """The year of a date; a date in no known form is given on as it stands, for cleaning to tell."""
    written = tidy(date)
    if found := _YEAR_FIRST.fullmatch(written) or _YEAR_LAST.fullmatch(written):
        return found[1]
    if short and (found := _YEAR_SHORT.fullmatch(written)):
        return short[found[1]]
    return written


def _if_any(votes: str, cell: str) -> str:
    """The cell where there are votes; the mean of none says nothing."""
    return cell if tidy(votes).strip("0.") else ""


def _minutes(cell: str) -> str:
    number = tidy(cell).removesuffix(".0")
    return f"{number} min" if number.strip("0") else ""


def _names(cell: str) -> Sequence[str]:
    """The names in a JSON list of `{"id": …, "name": …}`; a cell that is none gives no names."""
    try:
        entries = json.loads(cell) if cell else []
    except ValueError:
        return ()
    if not isinstance(entries, list):
        return ()
    return tuple(str(entry["name"]).replace(",", " ") for entry in entries if isinstance(entry, dict) and entry.get("name"))


_FORMS = (
    _Form(
        "tmdb-details",
        (
            "id",
            "title",
            "original_title",
            "genres",
            "original_language",
            "overview",
            "production_countries",
            "release_date",
            "runtime",
            "vote_average",
            "vote_count",
        ),
        _details,
    ),
    _Form(
        "tmdb-top",
        ("id", "title", "genre", "original_language", "overview", "release_date", "vote_average", "vote_count"),
        _top,
    ),
    _Form(
        "tmdb-posters",
        ("Release_Date", "Title", "Overview", "Vote_Count", "Vote_Average", "Original_Language", "Genre", "Poster_Url"),
        _posters,
    ),
)
