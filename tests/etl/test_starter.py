"""The starter catalogue: its reader, its form and its spread."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from etl.errors import SourceError
from etl.genres import GENRES
from etl.sources.starter import read_starter
from etl.text import fold
from etl.unify import base_id, unify

TITLES = read_starter()

GOOD = """
[[title]]
title = "The Lamp"
year = 1999
type = "movie"
directors = ["Ada Quill"]
genres = ["drama"]
cast = ["Bo Lind", "Cy Marr"]
runtime = 90
countries = ["France"]
description = "A lighthouse keeper's widow tends the lamp for one more winter and teaches a runaway boy to read by it. \
Quiet, salty and slow, with gulls for company."
"""


def folder(tmp_path: Path, **files: str) -> Path:
    """A folder of starter files."""
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    return tmp_path


# --- the reader ---


def test_a_record_becomes_a_title_with_a_readable_source_id(tmp_path: Path) -> None:
    """A movie's facts arrive as they stand, with an empty id and `starter:<slug>-<year>`."""
    [title] = read_starter(folder(tmp_path, one=GOOD))

    assert (title.id, title.source_ids) == ("", ("starter:the-lamp-1999",))
    assert (title.title, title.year, title.media_type, title.runtime, title.seasons) == ("The Lamp", 1999, "movie", 90, None)
    assert (title.directors, title.cast, title.countries) == (("Ada Quill",), ("Bo Lind", "Cy Marr"), ("France",))


def test_an_essence_arrives_and_may_be_absent(tmp_path: Path) -> None:
    """How a title feels stands beside its description; a folder of one's own need not say it."""
    feeling = f"Hushed and salty, {'slow as a tide, ' * 10}for grown-ups on a windy night."

    [told] = read_starter(folder(tmp_path, one=f'{GOOD}essence = "{feeling}"\n'))
    [untold] = read_starter(folder(tmp_path, one=GOOD))

    assert (told.essence, untold.essence) == (feeling, "")


def test_a_series_has_its_creators_where_a_film_has_directors(tmp_path: Path) -> None:
    """`creators` and `seasons` take the place of `directors` and `runtime`."""
    series = GOOD.replace('"movie"', '"series"').replace("directors", "creators").replace("runtime = 90", "seasons = 2")

    [title] = read_starter(folder(tmp_path, one=series))

    assert (title.media_type, title.directors, title.seasons, title.runtime) == ("series", ("Ada Quill",), 2, None)


@pytest.mark.parametrize(
    ("before", "after", "column", "why"),
    [
        ("year = 1999", 'year = "1999"', "year", "valid integer"),
        ("year = 1999", "", "year", "required"),
        ("year = 1999", "year = 1999\nmood = 3", "mood", "not permitted"),
        ('["drama"]', '["dramas"]', "genres", "no such genre: dramas"),
        ('["Bo Lind", "Cy Marr"]', '["Bo Lind", "Bo Lind"]', "cast", "stands twice"),
        ("runtime = 90", "seasons = 1", None, "a movie has directors and runtime"),
        ("runtime = 90", "", None, "a movie has directors and runtime"),
        ('"movie"', '"series"', None, "a series has creators and seasons"),
        ('"movie"', '"film"', "type", "'movie' or 'series'"),
        ("Quiet, salty and slow, with gulls for company.", "Quiet", "description", "at least 120"),
        ("year = 1999", 'year = 1999\nessence = "Quiet."', "essence", "at least 160"),
        ('title = "The Lamp"', 'title = " The Lamp"', "title", "pattern"),
    ],
)
def test_a_wrong_record_is_named_by_file_title_and_key(
    tmp_path: Path, before: str, after: str, column: str | None, why: str
) -> None:
    """The error says which file, which title, which key, and what is wrong there."""
    text = GOOD.replace(before, after)
    if "Quiet" in before:
        text = re.sub(r"A lighthouse.*?read by it\. ", "", text, flags=re.DOTALL)

    with pytest.raises(SourceError) as caught:
        read_starter(folder(tmp_path, one=text))

    assert caught.value.column == column
    assert "one.toml" in str(caught.value)
    assert "The Lamp*" in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize("text", ["[[title]\n", "", 'titles = ["x"]', GOOD + "\n[other]\nx = 1\n", "title = 3"])
def test_a_file_that_is_no_starter_file_is_refused(tmp_path: Path, text: str) -> None:
    """Broken TOML, an empty file and foreign tables are errors that name the file."""
    with pytest.raises(SourceError, match=r"one\.toml"):
        read_starter(folder(tmp_path, one=text))


def test_the_same_film_in_two_files_is_refused(tmp_path: Path) -> None:
    """A duplicate names both files, also where the two spell the name differently."""
    with pytest.raises(SourceError, match=r"two\.toml.*already in one\.toml"):
        read_starter(folder(tmp_path, one=GOOD, two=GOOD.replace("The Lamp", "The lamp")))


def test_a_folder_without_titles_is_an_incomplete_installation(tmp_path: Path) -> None:
    """No TOML at all cannot pass for an empty catalogue."""
    with pytest.raises(SourceError, match="install Matinee again"):
        read_starter(tmp_path)


# --- the form ---


def test_there_are_enough_titles_and_a_fifth_are_series() -> None:
    """At least 500 titles, at least a fifth of them series."""
    assert len(TITLES) >= 500
    assert sum(title.media_type == "series" for title in TITLES) * 5 >= len(TITLES)


def test_no_title_stands_twice() -> None:
    """No two records share a readable id, and unifying joins none: there are no two spellings of one film."""
    ids = [base_id(title) for title in TITLES]

    assert len(ids) == len(set(ids))
    assert len(unify(TITLES)) == len(TITLES)


def test_names_stand_where_they_add_something() -> None:
    """An original title or alias is never the title over again."""
    same = [title.title for title in TITLES if title.title in (title.original_title, *title.aliases)]

    assert same == []


def test_a_person_is_spelled_one_way() -> None:
    """Two spellings of a name that differ in case, accents or hyphens alone would split a person's films."""
    spellings: dict[str, set[str]] = {}
    for title in TITLES:
        for person in (*title.directors, *title.cast):
            spellings.setdefault(fold(person), set()).add(person)

    assert [names for names in spellings.values() if len(names) > 1] == []


def test_every_description_says_enough_and_not_too_much() -> None:
    """120 to 420 characters in two or three sentences, without double spaces."""
    off = [
        title.title
        for title in TITLES
        if not 120 <= len(title.description) <= 420
        or "  " in title.description
        or not 1 <= len(re.findall(r"[.!?](?= [A-Z0-9])", title.description)) <= 4
    ]

    assert off == []


def test_no_two_descriptions_are_alike() -> None:
    """No two share more than a third of their longer words, or any run of seven words."""
    longer = {title.title: frozenset(re.findall(r"\w{5,}", title.description.lower())) for title in TITLES}
    alike = [(a, b) for a, b in combinations(longer, 2) if len(longer[a] & longer[b]) * 3 > min(len(longer[a]), len(longer[b]))]
    runs = Counter(run for title in TITLES for run in {*word_runs(title.description, 7)})

    assert alike == []
    assert [run for run, count in runs.items() if count > 1] == []


def test_every_essence_says_enough_and_not_too_much() -> None:
    """Each title has one: 160 to 420 characters in two to five sentences, without double spaces."""
    off = [
        title.title
        for title in TITLES
        if not 160 <= len(title.essence) <= 420
        or "  " in title.essence
        or not 1 <= len(re.findall(r"[.!?](?= [A-Z0-9])", title.essence)) <= 4
    ]

    assert off == []


def test_no_two_essences_are_alike() -> None:
    """No run of five words stands in two, and no two share more than half of their longer words: each is of its own title."""
    longer = {title.title: frozenset(re.findall(r"\w{5,}", title.essence.lower())) for title in TITLES}
    alike = [(a, b) for a, b in combinations(longer, 2) if len(longer[a] & longer[b]) * 2 > min(len(longer[a]), len(longer[b]))]
    runs = Counter(run for title in TITLES for run in {*word_runs(title.essence, 5)})

    assert alike == []
    assert [run for run, count in runs.items() if count > 1] == []


def test_an_essence_does_not_tell_the_description_again() -> None:
    """How a title feels and what happens in it are two texts: they share no run of five words and few of the longer ones."""
    again = []
    for title in TITLES:
        told, felt = (set(re.findall(r"\w{5,}", text.lower())) for text in (title.description, title.essence))
        runs = {*word_runs(title.description, 5)} & {*word_runs(title.essence, 5)}
        if runs or len(told & felt) * 4 > len(felt) > 0:
            again.append((title.title, told & felt))

    assert again == []


def test_no_description_gives_a_rating_or_a_vote_count() -> None:
    """Ratings and votes come from data sets, never from us."""
    assert [title.title for title in TITLES if title.rating is not None or title.votes is not None] == []


def word_runs(text: str, length: int) -> list[tuple[str, ...]]:
    """All runs of `length` words, lower case."""
    words = re.findall(r"[a-z0-9']+", text.lower().replace("’", "'"))
    return [tuple(words[start : start + length]) for start in range(len(words) - length + 1)]


# --- the spread ---


def test_every_decade_since_the_twenties_is_there() -> None:
    """At least five titles of each decade from the 1920s to the 2020s."""
    decades = Counter((title.year or 0) // 10 * 10 for title in TITLES)

    assert [decade for decade in range(1920, 2030, 10) if decades[decade] < 5] == []


def test_the_world_is_there() -> None:
    """At least thirty countries; several titles from each of the great film countries; under two thirds with American money."""
    countries = Counter(country for title in TITLES for country in title.countries)
    great = ("South Korea", "Japan", "India", "Iran", "Brazil", "Hungary", "Spain", "Germany", "France", "Mexico", "Sweden")

    assert len(countries) >= 30
    assert [country for country in great if countries[country] < 4] == []
    assert countries["Nigeria"] >= 2
    assert countries["United States"] * 3 < len(TITLES) * 2


def test_genres_are_of_the_one_list_and_widely_used() -> None:
    """Every genre is in the plain list, and each main genre has at least ten titles."""
    genres = Counter(genre for title in TITLES for genre in title.genres)
    main = (
        "action adventure animation biography comedy crime documentary drama family fantasy history horror music musical "
        "mystery romance sport thriller war western"
    )

    assert set(genres) <= set(GENRES)
    assert [genre for genre in (*main.split(), "science fiction", "film noir", "anime") if genres[genre] < 10] == []


def test_runtimes_run_from_short_to_long() -> None:
    """At least six films under 75 minutes and ten over 165."""
    runtimes = [title.runtime for title in TITLES if title.runtime]

    assert sum(minutes < 75 for minutes in runtimes) >= 6
    assert sum(minutes > 165 for minutes in runtimes) >= 10
