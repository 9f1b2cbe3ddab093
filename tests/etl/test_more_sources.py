"""The sources beside Netflix and IMDb: three services in Netflix's columns, three TMDB forms, the large IMDb table."""

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

import polars as pl
import pytest

from agent.catalogue.title import Title
from etl.errors import SourceError, WrongSource
from etl.ingest import SourceArg
from etl.read import read_file
from etl.sources.tmdb import short_years
from tests.etl.kitchen import Kitchen, rows
from tests.etl.tables import imdb_csv, netflix_csv, story, write_csv

TOP = {
    "id": "278",
    "title": "The Lamp Room",
    "genre": "Drama,Crime",
    "original_language": "no",
    "overview": story(1),
    "popularity": "94.075",
    "release_date": "23-09-2019",
    "vote_average": "8.7",
    "vote_count": "2186",
}
POSTERS = {
    "Release_Date": "12/15/19",
    "Title": "The Lamp Room",
    "Overview": story(2),
    "Popularity": "5083.9",
    "Vote_Count": "8940",
    "Vote_Average": "8.3",
    "Original_Language": "no",
    "Genre": "Drama, Science Fiction",
    "Poster_Url": "https://posters.example/lamp.jpg",
}
DETAILS = {
    "genres": json.dumps([{"id": 18, "name": "Drama"}, {"id": 80, "name": "Crime"}]),
    "id": "278",
    "keywords": "[]",
    "original_language": "no",
    "original_title": "Lamperommet",
    "overview": story(3),
    "production_countries": json.dumps([{"iso_3166_1": "US", "name": "United States of America"}, {"name": "Norway"}]),
    "release_date": "2019-09-23",
    "runtime": "95.0",
    "title": "The Lamp Room",
    "vote_average": "8.4",
    "vote_count": "210",
}


def tmdb_csv(path: Path, *changes: Mapping[str, str], form: Mapping[str, str]) -> Path:
    """A TMDB table of one of the three forms."""
    return write_csv(path, tuple(form), [{**form, **change} for change in changes or ({},)])


def basics(path: Path, *changes: Mapping[str, object]) -> Path:
    """A small table in the form of the large IMDb one."""
    row = {
        "tconst": "tt1",
        "titleType": "movie",
        "primaryTitle": "The Lamp Room",
        "startYear": 2019,
        "genres": "Drama,Mystery",
        "averageRating": 7.3,
        "numVotes": 12345,
        "language": "no",
    }
    pl.DataFrame([{**row, **change} for change in changes or ({},)]).write_parquet(path)
    return path


def only(path: Path, name: str) -> Title:
    """The one title of the file."""
    (title,) = read_file(name, path, path.name).titles
    return title


@pytest.mark.parametrize("name", ["amazon", "hulu", "disney"])
def test_three_services_share_netflix_columns(tmp_path: Path, name: str) -> None:
    """The same table under another name gives the same facts, with that source's ids."""
    table = netflix_csv(tmp_path / "t.csv", {"listed_in": "Dramas"})
    title, netflix = only(table, name), only(table, "netflix")
    assert title.source_ids == (f"{name}:s1",)
    assert (title.title, title.directors, title.cast, title.runtime) == (
        netflix.title,
        netflix.directors,
        netflix.cast,
        netflix.runtime,
    )


@pytest.mark.parametrize(
    ("name", "labels", "genres"),
    [
        ("amazon", "Suspense, Arthouse, Kids", ("thriller", "independent", "family")),
        ("amazon", "Arts, Entertainment, and Culture, Military and War", ("war",)),
        ("hulu", "Sitcom, Stand Up, LGBTQ+", ("comedy", "stand-up", "lgbtq")),
        ("disney", "Action-Adventure, Animals & Nature, Coming of Age", ("action", "adventure", "science and nature", "teen")),
    ],
)
def test_labels_of_each_service_become_plain_genres(tmp_path: Path, name: str, labels: str, genres: tuple[str, ...]) -> None:
    """Each service's own words map onto the one list; what is no genre gives none."""
    assert only(netflix_csv(tmp_path / "t.csv", {"listed_in": labels}), name).genres == genres


def test_amazon_age_bands_are_written_as_printed(tmp_path: Path) -> None:
    """The service's internal names do not reach people."""
    assert only(netflix_csv(tmp_path / "t.csv", {"rating": "AGES_18_"}), "amazon").certificate == "18+"


def test_a_table_compressed_with_gzip_reads_like_the_table(tmp_path: Path) -> None:
    """`.csv.gz` needs no unpacking, by content and not by name; a damaged one is said to be so."""
    plain = netflix_csv(tmp_path / "t.csv", *rows(3))
    packed = tmp_path / "t.csv.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_file("disney", packed, "x").titles == read_file("disney", plain, "x").titles
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(SourceError, match=r"gzip and damaged.*download it again"):
        read_file("disney", packed, "x")


def test_the_three_tmdb_forms_are_told_by_their_header(tmp_path: Path) -> None:
    """Each has a name of its own; ids of the first and the third are TMDB's, so that the two know each other."""
    top = read_file("tmdb", tmdb_csv(tmp_path / "1.csv", form=TOP), "x")
    posters = read_file("tmdb", tmdb_csv(tmp_path / "2.csv", form=POSTERS), "x")
    details = read_file("tmdb", tmdb_csv(tmp_path / "3.csv", form=DETAILS), "x")
    assert (top.name, posters.name, details.name) == ("tmdb-top", "tmdb-posters", "tmdb-details")
    first, second, third = top.titles[0], posters.titles[0], details.titles[0]
    assert (first.year, first.language, first.genres, first.rating, first.votes) == (2019, "no", ("drama", "crime"), 8.7, 2186)
    assert (second.year, second.poster) == (2019, "https://posters.example/lamp.jpg")
    assert (third.original_title, third.runtime, third.countries) == ("Lamperommet", 95, ("United States", "Norway"))
    assert (first.source_ids, second.source_ids, third.source_ids) == (("tmdb:278",), ("tmdb-posters:0",), ("tmdb:278",))


def test_a_table_of_no_tmdb_form_is_refused_with_what_could_be_named(tmp_path: Path) -> None:
    """The header found is shown beside the files that are known."""
    with pytest.raises(SourceError, match=r"show_id.*tmdb_5000_movies\.csv"):
        read_file("tmdb", netflix_csv(tmp_path / "n.csv", *rows(1)), "x")


def test_two_digit_years_are_of_the_century_that_the_table_lives_in() -> None:
    """A table of 2022 announces 2024 and remembers 1925; its own dates say when it lives."""
    dates = ["1/1/21"] * 60 + ["3/1/22"] * 30 + ["7/3/24", "12/24/25", "6/5/29", "9/9/99", "1/1/00", "no date"]
    years = short_years(dates)
    assert [years[year] for year in ("00", "21", "22", "24", "25", "29", "99")] == [
        "2000",
        "2021",
        "2022",
        "2024",
        "1925",
        "1929",
        "1999",
    ]
    assert short_years(["1/1/85", "1/1/99"]) == {"85": "1985", "99": "1999"}


def test_cells_of_tmdb_that_say_nothing_give_no_fact(tmp_path: Path) -> None:
    """A mean of no votes, a runtime of zero, damaged JSON and the code for no language are absent facts."""
    nothing = {"vote_average": "0.0", "vote_count": "0", "runtime": "0.0", "genres": "[{", "original_language": "xx"}
    title = only(tmdb_csv(tmp_path / "3.csv", nothing, form=DETAILS), "tmdb")
    assert (title.rating, title.votes, title.runtime, title.genres, title.language) == (None, None, None, (), None)


def test_a_tmdb_row_broken_over_lines_is_rejected_by_number(tmp_path: Path) -> None:
    """The rest of the table is read."""
    read = read_file(
        "tmdb", tmdb_csv(tmp_path / "2.csv", {}, {}, {"Title": "", "Release_Date": " - Dust Up"}, form=POSTERS), "x"
    )
    assert (len(read.titles), [item.row for item in read.rejected]) == (2, [4])


def test_the_large_imdb_table_is_read_from_parquet(tmp_path: Path) -> None:
    """Every row is a title of facts without text."""
    title = only(basics(tmp_path / "b.parquet"), "imdb-basics")
    assert (title.year, title.rating, title.votes, title.language, title.description) == (2019, 7.3, 12345, "no", "")
    assert title.source_ids == ("imdb-basics:tt1",)


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"id,name\n1,One\n", "no Parquet file"), (b"PAR1....PAR1", "damaged"), (None, "no column tconst")],
)
def test_another_file_than_the_large_table_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    """A CSV file, a damaged Parquet file and a Parquet file of something else each get their own sentence."""
    path = tmp_path / "b.parquet"
    if content is None:
        pl.DataFrame({"id": ["x"]}).write_parquet(path)
    else:
        path.write_bytes(content)
    with pytest.raises(SourceError, match=said):
        read_file("imdb-basics", path, "x")


async def test_the_large_table_enriches_or_with_its_other_name_makes_titles(kitchen: Kitchen) -> None:
    """Votes for a Netflix film; later, under `imdb-basics-all`, its other row is a title as well, of facts alone."""
    lamp = {"title": "The Lamp Room", "release_year": "2019"}
    table = basics(kitchen.files / "b.parquet", {}, {"tconst": "tt2", "primaryTitle": "Only There"})
    report = await kitchen.ingest(
        SourceArg("netflix", netflix_csv(kitchen.files / "n.csv", lamp)), SourceArg("imdb-basics", table)
    )
    assert (report.titles, report.records, report.enriched, report.across) == (1, 1, 1, 0)
    assert report.sources == {"netflix": 1, "imdb-basics": 2}
    assert kitchen.index.points["the-lamp-room-2019"].payload["rating"] == 7.3
    whole = await kitchen.ingest(SourceArg("imdb-basics-all", table))
    assert (whole.titles, whole.embedded) == (2, 1)
    assert kitchen.titles() == {"The Lamp Room", "Only There"}


async def test_several_tmdb_files_make_several_sources_and_one_form_twice_is_wrong_use(kitchen: Kitchen) -> None:
    """Three forms of one film become one title; the same form from two files is refused before anything changes."""
    forms = [tmdb_csv(kitchen.files / f"{number}.csv", form=form) for number, form in enumerate((TOP, POSTERS, DETAILS))]
    report = await kitchen.ingest(*(SourceArg("tmdb", path) for path in forms))
    assert (report.titles, set(report.sources)) == (1, {"tmdb-top", "tmdb-posters", "tmdb-details"})
    with pytest.raises(WrongSource, match="tmdb-top"):
        await kitchen.ingest(SourceArg("tmdb", forms[0]), SourceArg("tmdb", tmdb_csv(kitchen.files / "4.csv", form=TOP)))


async def test_a_hundred_new_titles_embed_a_hundred_texts(kitchen: Kitchen) -> None:
    """Beside two hundred that were there; once more of the same embeds nothing."""
    await kitchen.netflix(rows(200))
    report = await kitchen.netflix(rows(300))
    assert (report.embedded, report.titles, kitchen.dense.encoded) == (100, 300, 600)  # two texts a title
    assert (await kitchen.netflix(rows(300))).embedded == 0
    imdb = [{"Series_Title": f"Other {n}", "Director": f"Other maker {n}", "Overview": story(1000 + n)} for n in range(100)]
    another = await kitchen.ingest(SourceArg("imdb", imdb_csv(kitchen.files / "i.csv", *imdb)))
    assert (another.embedded, another.titles) == (100, 400)
