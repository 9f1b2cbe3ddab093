"""The two real tables, where they are beside the checkout: counts, what merges, what must stay apart."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from agent.catalogue.title import Title
from etl.documents import document, payload
from etl.genres import GENRES
from etl.match import person_key
from etl.read import read_file
from etl.records import SourceRead
from etl.text import name_key
from etl.unify import unify
from tests.shared import shared

REFERENCE_COUNT = 9_649


@cache
def _read(name: str, path: Path) -> SourceRead:
    return read_file(name, path, path.name)


@cache
def _unified(netflix_path: Path, imdb_path: Path) -> tuple[Title, ...]:
    return tuple(unify((*_read("netflix", netflix_path).titles, *_read("imdb", imdb_path).titles)))


@pytest.fixture
def netflix() -> SourceRead:
    """The Netflix table, cleaned."""
    return _read("netflix", shared("data/netflix_titles.csv"))


@pytest.fixture
def imdb() -> SourceRead:
    """The IMDb table, cleaned."""
    return _read("imdb", shared("data/imdb_top_1000.csv"))


@pytest.fixture
def catalogue() -> Mapping[str, Title]:
    """The unified titles by source id."""
    titles = _unified(shared("data/netflix_titles.csv"), shared("data/imdb_top_1000.csv"))
    return {source: title for title in titles for source in title.source_ids}


def distinct(catalogue: Mapping[str, Title]) -> list[Title]:
    """The titles, each once."""
    return list({title.id: title for title in catalogue.values()}.values())


def test_every_row_of_both_tables_is_usable(netflix: SourceRead, imdb: SourceRead) -> None:
    """No row is rejected; eight cells were repaired, and each repair names its row."""
    assert (len(netflix.titles), netflix.rejected, len(imdb.titles), imdb.rejected) == (netflix.rows, (), imdb.rows, ())
    assert [note.row for note in netflix.notes] == [5543, 5796, 5815, 5965, 5966, 5967, 5968]
    assert [note.row for note in imdb.notes] == [968]


def test_the_count_is_within_one_percent_of_the_reference_and_explained(catalogue: Mapping[str, Title]) -> None:
    """The reference joins 7 true duplicates and 151 films; here language versions, respellings and 17 films more.

    Fifteen of them IMDb lists by their original-language name (etl.aliases), two are dated apart or in versions only.
    """
    titles = distinct(catalogue)
    assert abs(len(titles) - REFERENCE_COUNT) <= REFERENCE_COUNT // 100
    both = [title for title in titles if len({source.partition(":")[0] for source in title.source_ids}) == 2]
    repeated = sum(max(0, count - 1) for title in titles for count in per_source(title).values())
    assert (len(titles), len(both), repeated) == (9_807 - 168 - 37, 168, 37)
    assert Counter(title.media_type for title in titles) == {"movie": 6_929, "series": 2_673}


def per_source(title: Title) -> Counter[str]:
    """How many records of each source a title has."""
    return Counter(source.partition(":")[0] for source in title.source_ids)


def test_the_151_films_of_both_tables_are_one_title_each(
    netflix: SourceRead, imdb: SourceRead, catalogue: Mapping[str, Title]
) -> None:
    """Title key, year at most one apart and a shared director give 151 films, and every one is merged.

    Two more are: *Baahubali 2*, which Netflix has in three language versions only, and *Paan Singh Tomar*, dated 2010 and 2012.
    """
    by_key: dict[str, list[Title]] = {}
    for film in netflix.titles:
        if film.media_type == "movie":
            by_key.setdefault(name_key(film.title), []).append(film)
    pairs = {
        (one.source_ids[0], other.source_ids[0])
        for one in imdb.titles
        for other in by_key.get(name_key(one.title), ())
        if one.year and other.year and abs(one.year - other.year) <= 1
        if set(map(person_key, one.directors)) & set(map(person_key, other.directors))
    }
    assert all(catalogue[left] is catalogue[right] for left, right in pairs)
    assert len({catalogue[left].id for left, _ in pairs}) == 151
    assert catalogue["imdb:134"] is catalogue["netflix:s5335"]
    assert catalogue["imdb:142"] is catalogue["netflix:s4456"]


SAME = [
    ("netflix:s52", "netflix:s7091"),
    ("netflix:s304", "netflix:s6706"),
    ("netflix:s1271", "netflix:s8023"),
    ("netflix:s3372", "netflix:s6530"),
    ("netflix:s3963", "netflix:s5967"),
    ("netflix:s3997", "netflix:s5965"),
    ("netflix:s4523", "netflix:s5966"),
    ("netflix:s160", "netflix:s7346"),
    ("netflix:s237", "netflix:s238", "netflix:s239", "netflix:s240"),
    ("netflix:s3493", "netflix:s3494", "netflix:s3517"),
    ("netflix:s2271", "netflix:s6450"),
    ("netflix:s7068", "netflix:s8361", "imdb:891"),
    ("netflix:s851", "netflix:s852", "netflix:s853"),
]


@pytest.mark.parametrize("ids", SAME, ids="=".join)
def test_duplicates_and_language_versions_are_one_title(catalogue: Mapping[str, Title], ids: Sequence[str]) -> None:
    """The seven true duplicates, Love in a Puff, and the language versions are each one title with all source ids."""
    assert set(catalogue[ids[0]].source_ids) == set(ids)


def test_names_of_language_versions_are_aliases(catalogue: Mapping[str, Title]) -> None:
    """Boomika is called so and answers to its three labelled names."""
    boomika = catalogue["netflix:s237"]
    assert (boomika.id, boomika.title) == ("boomika-2021", "Boomika")
    assert set(boomika.aliases) == {"Boomika (Hindi)", "Boomika (Malayalam)", "Boomika (Telugu)"}


def named(titles: Sequence[Title], name: str) -> list[Title]:
    """The titles of that key."""
    return [title for title in titles if name_key(title.title) == name_key(name)]


@pytest.mark.parametrize(
    ("name", "directors_or_casts"),
    [
        ("Soul", 2),
        ("Drishyam", 2),
        ("Stranger", 2),
        ("Veronica", 2),
        ("What If?", 2),
        ("Joker", 2),
        ("Psycho", 2),
        ("Drive", 2),
    ],
)
def test_one_name_for_several_titles_stays_several(catalogue: Mapping[str, Title], name: str, directors_or_casts: int) -> None:
    """The named traps: at least two titles of that key, of different makers."""
    found = named(distinct(catalogue), name)
    makers = {title.directors or title.cast for title in found}
    assert len(makers) >= directors_or_casts


def test_the_better_fact_is_kept_where_both_tables_have_the_film(catalogue: Mapping[str, Title]) -> None:
    """Ex Machina: IMDb's year, rating, votes and poster; Netflix's certificate, country and date added."""
    (title,) = named(distinct(catalogue), "Ex Machina")
    assert len(per_source(title)) == 2
    assert (title.id, title.year, title.certificate) == ("ex-machina-2014", 2014, "R")
    assert title.rating
    assert title.votes
    assert title.poster
    assert title.countries
    assert title.date_added


def test_repaired_rows_carry_the_right_facts(catalogue: Mapping[str, Title]) -> None:
    """The three shifted runtimes, Apollo 13's year, the spreadsheet's titles and the title over two lines."""
    assert [catalogue[f"netflix:{own}"].runtime for own in ("s5542", "s5795", "s5814")] == [74, 84, 66]
    assert all(catalogue[f"netflix:{own}"].certificate is None for own in ("s5542", "s5795", "s5814"))
    assert catalogue["imdb:966"].id == "apollo-13-1995"
    assert [catalogue[f"netflix:s{own}"].title for own in (5964, 5965, 5966, 5967)] == [
        "October 1",
        "February 9",
        "22 July",
        "15 August",
    ]
    assert catalogue["netflix:s8420"].title == "The Memphis Belle: A Story of a Flying Fortress"


def test_no_date_is_lost_to_a_leading_space(netflix: SourceRead) -> None:
    """Ten rows have no date; the 88 with a leading space have theirs."""
    assert sum(title.date_added is None for title in netflix.titles) == 10


def test_missing_facts_are_exactly_those_of_the_tables(netflix: SourceRead, imdb: SourceRead) -> None:
    """Nothing known is lost in cleaning, and nothing unknown is filled with a text."""
    assert sum(not title.directors for title in netflix.titles) == 2_634
    assert sum(not title.cast for title in netflix.titles) == 825
    assert sum(title.certificate is None for title in netflix.titles) == 4 + 3
    assert sum(title.runtime is None and title.seasons is None for title in netflix.titles) == 0
    assert sum(not title.description for title in (*netflix.titles, *imdb.titles)) == 0
    assert sum(title.certificate is None for title in imdb.titles) == 101
    assert all(title.rating and title.votes and title.poster and title.runtime for title in imdb.titles)


def test_no_text_of_the_catalogue_holds_invisible_dirt(catalogue: Mapping[str, Title]) -> None:
    """No zero-width mark, no-break space, line end or double space in any text that a person or an encoder reads."""
    for title in distinct(catalogue):
        text = document(title) + "".join((*title.cast, *title.directors, *title.aliases))
        assert not set(text) & set("\u200b\u00a0\n\r\t\ufeff")
        assert "  " not in text


def test_every_genre_is_of_the_one_list(catalogue: Mapping[str, Title]) -> None:
    """Few titles have none: those whose only label says where they come from."""
    titles = distinct(catalogue)
    assert {genre for title in titles for genre in title.genres} <= set(GENRES)
    assert sum(not title.genres for title in titles) < 100


def test_ids_are_unique_and_rarely_numbered(catalogue: Mapping[str, Title]) -> None:
    """Four pairs of titles want one id; payloads are plain JSON."""
    titles = distinct(catalogue)
    numbered = sorted(title.id for title in titles if title.year and title.id.endswith(f"{title.year}-2"))
    assert numbered == ["seven-2019-2", "thackeray-2019-2", "veronica-2017-2", "what-if-2019-2"]
    assert json.loads(json.dumps([payload(title) for title in titles[:50]]))
    assert catalogue["netflix:s1"].id == "dick-johnson-is-dead-2020"
