"""The starter catalogue against public records: its facts agree with them, and its descriptions borrow nothing from them."""

import csv
import gzip
import io
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from agent.catalogue.title import MediaType, Title
from etl.match import person_key
from etl.sources.starter import read_starter
from etl.text import name_key
from tests.etl.test_starter import word_runs
from tests.shared import shared

TITLES = read_starter()
TABLES = (
    "netflix_titles.csv",
    "scale/amazon_prime_titles.csv.gz",
    "scale/disney_plus_titles.csv.gz",
    "scale/hulu_titles.csv.gz",
)
# Widely documented films that none of the records lists; La Jetée is a short, and they hold no shorts.
UNLISTED = {"Kontroll", "La Jetée", "Touki Bouki"}
# Where a record has another cut than the one most people can see.
OTHER_CUTS = {
    "Oldboy": "one record has 101 minutes; the film as released runs 120",
    "Night of the Living Dead": "one record has a colourised cut of 86 minutes",
}


@dataclass(frozen=True, slots=True)
class Record:
    """A public record of a film or series; people are keys, and empty where the record names nobody."""

    source: str
    name: str
    year: int
    media_type: MediaType
    runtime: int | None = None
    seasons: int | None = None
    directors: frozenset[str] = frozenset()
    cast: frozenset[str] = frozenset()


def rows(path: str) -> Iterator[dict[str, str]]:
    """The rows of a CSV file, packed or not."""
    data = shared(f"data/{path}").read_bytes()
    text = (gzip.decompress(data) if path.endswith(".gz") else data).decode("utf-8-sig")
    return csv.DictReader(io.StringIO(text))


def people(cell: str) -> frozenset[str]:
    """Keys of the names in a comma list."""
    return frozenset(person_key(name) for name in cell.split(",") if name.strip())


def streaming(path: str) -> Iterator[Record]:
    """The records of one of the four streaming tables."""
    for row in rows(path):
        length = re.match(r"(\d+) (min|Season)", row["duration"] or "")
        count, unit = (int(length[1]), length[2]) if length else (None, "")
        yield Record(
            path,
            row["title"],
            int(row["release_year"]),
            "movie" if row["type"] == "Movie" else "series",
            count if unit == "min" else None,
            count if unit == "Season" else None,
            people(row["director"] or ""),
            people(row["cast"] or ""),
        )


def films() -> Iterator[Record]:
    """The records of the tables that hold films alone."""
    import polars as pl

    for row in rows("imdb_top_1000.csv"):
        if row["Released_Year"].isdigit():
            yield Record(
                "imdb",
                row["Series_Title"],
                int(row["Released_Year"]),
                "movie",
                int(row["Runtime"].split()[0]),
                directors=people(row["Director"]),
            )
    for row in rows("scale/tmdb_5000_movies.csv.gz"):
        if row["release_date"] and row["runtime"]:
            for name in {row["title"], row["original_title"]}:
                yield Record("tmdb", name, int(row["release_date"][:4]), "movie", int(float(row["runtime"])) or None)
    basics = pl.read_parquet(
        shared("data/scale/imdb_basics_143650.parquet"), columns=["primaryTitle", "startYear", "titleType"]
    )
    for name, year, kind in basics.iter_rows():
        if "ovie" in kind:
            yield Record("basics", name, year, "movie")


@pytest.fixture(scope="module")
def by_name() -> dict[tuple[str, MediaType], list[Record]]:
    """All records by folded name and media type."""
    found: dict[tuple[str, MediaType], list[Record]] = defaultdict(list)
    for path in TABLES:
        for record in streaming(path):
            found[name_key(record.name), record.media_type].append(record)
    for record in films():
        found[name_key(record.name), record.media_type].append(record)
    return found


def namesakes(title: Title, by_name: dict[tuple[str, MediaType], list[Record]]) -> list[Record]:
    """The records of the same type that carry any of the title's names."""
    names = {name_key(name) for name in (title.title, title.original_title, *title.aliases) if name}
    return [record for name in sorted(names) for record in by_name.get((name, title.media_type), [])]


def shares_director(title: Title, record: Record) -> bool:
    """Whether a director of the title is a director of the record."""
    return bool(record.directors & {person_key(name) for name in title.directors})


def test_every_film_is_on_record_in_its_year(by_name: dict[tuple[str, MediaType], list[Record]]) -> None:
    """Each film stands under one of its names in a public record, dated at most one year away."""
    missing = {
        title.title
        for title in TITLES
        if title.media_type == "movie"
        and not any(abs(record.year - (title.year or 0)) <= 1 for record in namesakes(title, by_name))
    }

    assert missing <= UNLISTED


def test_directors_agree(by_name: dict[tuple[str, MediaType], list[Record]]) -> None:
    """Where a record of that name and year names directors, one is ours; well over half of the films have such a record."""
    witnessed = 0
    wrong = []
    for title in TITLES:
        if title.media_type != "movie":
            continue
        named = [r for r in namesakes(title, by_name) if r.directors and abs(r.year - (title.year or 0)) <= 1]
        witnessed += bool(named)
        if named and not any(shares_director(title, record) for record in named):
            wrong.append((title.title, title.directors, named))

    assert wrong == []
    assert witnessed >= 250


def test_years_and_runtimes_agree(by_name: dict[tuple[str, MediaType], list[Record]]) -> None:
    """Records of the same name and director are dated within a year and run within a tenth of ours."""
    wrong = []
    for title in TITLES:
        for record in namesakes(title, by_name):
            same = shares_director(title, record)
            close = abs(record.year - (title.year or 0)) <= 1
            if same and not close:
                wrong.append((title.title, title.year, record))
            if close and (same or record.source == "tmdb") and record.runtime and title.runtime:
                off = abs(record.runtime - title.runtime) > title.runtime / 10
                if off and title.title not in OTHER_CUTS:
                    wrong.append((title.title, title.runtime, record))

    assert wrong == []


def test_series_agree(by_name: dict[tuple[str, MediaType], list[Record]]) -> None:
    """A record of a series with the same people has no more seasons than ours and is not dated before its first."""
    witnessed = 0
    wrong = []
    for title in TITLES:
        cast = {person_key(name) for name in title.cast}
        same = [record for record in namesakes(title, by_name) if record.seasons and record.cast & cast]
        witnessed += bool(same)
        wrong += [
            (title.title, title.seasons, title.year, record)
            for record in same
            if (record.seasons or 0) > (title.seasons or 0) or record.year < (title.year or 0) - 1
        ]

    assert wrong == []
    assert witnessed >= 40


def test_no_description_shares_six_words_in_a_row_with_a_public_text() -> None:
    """Descriptions are our own: no run of six words stands in any description, overview or tagline on record."""
    ours = {run: title.title for title in TITLES for run in word_runs(title.description, 6)}
    fields = dict.fromkeys(TABLES, ("description",)) | {
        "imdb_top_1000.csv": ("Overview",),
        "scale/tmdb_5000_movies.csv.gz": ("overview", "tagline"),
        "scale/tmdb_popular_9837.csv.gz": ("Overview",),
        "scale/tmdb_top10k.csv.gz": ("overview",),
    }
    texts = [row[field] or "" for path, names in fields.items() for row in rows(path) for field in names]
    borrowed = {(ours[run], " ".join(run)) for text in texts for run in word_runs(text, 6) if run in ours}

    assert len(texts) > 40_000
    assert borrowed == set()


def test_runs_of_words_are_found_whatever_the_punctuation() -> None:
    """The comparison above sees through case, commas and curly quotes."""
    assert word_runs("One, two THREE; can’t", 3) == [("one", "two", "three"), ("two", "three", "can't")]
