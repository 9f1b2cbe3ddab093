"""Titles in a Parquet file."""

import dataclasses
from pathlib import Path
from typing import get_args

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.catalogue.parquet import TitlesUnreadable, read_titles, write_titles
from agent.catalogue.title import MediaType, Title

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
COUNT = st.none() | st.integers(0, 2**40)
TITLES = st.builds(
    Title,
    id=TEXT,
    title=TEXT,
    year=COUNT,
    media_type=st.sampled_from(get_args(MediaType)),
    source_ids=TEXTS,
    original_title=st.none() | TEXT,
    aliases=TEXTS,
    directors=TEXTS,
    genres=TEXTS,
    cast=TEXTS,
    runtime=COUNT,
    seasons=COUNT,
    countries=TEXTS,
    language=st.none() | TEXT,
    certificate=st.none() | TEXT,
    rating=st.none() | st.floats(0, 10),
    votes=COUNT,
    description=TEXT,
    poster=st.none() | TEXT,
    date_added=st.none() | TEXT,
    essence=TEXT,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TITLES, max_size=4))
def test_titles_come_back_as_they_were(tmp_path: Path, titles: list[Title]) -> None:
    """Every field of every title survives, in order; absent facts stay absent; an empty catalogue is one too."""
    write_titles(tmp_path / "titles.parquet", titles)
    assert read_titles(tmp_path / "titles.parquet") == titles


def test_a_file_from_before_essences_is_read_without_them(tmp_path: Path) -> None:
    """A catalogue that serves goes on serving after an update; how its titles feel is unknown until the next ingest."""
    path = tmp_path / "titles.parquet"
    lamp = Title(id="lamp", title="Lamp", year=1999, media_type="movie", source_ids=("starter:lamp",), essence="Hushed.")
    write_titles(path, [lamp])
    pl.read_parquet(path).drop("essence").write_parquet(path)

    assert read_titles(path) == [dataclasses.replace(lamp, essence="")]


def test_a_damaged_missing_or_foreign_file_says_what_to_do(tmp_path: Path) -> None:
    """Each is TitlesUnreadable with the command that mends it."""
    path = tmp_path / "titles.parquet"
    with pytest.raises(TitlesUnreadable, match="matinee ingest"):
        read_titles(path)
    path.write_bytes(b"PAR1 no more")
    with pytest.raises(TitlesUnreadable, match="matinee ingest"):
        read_titles(path)
    pl.DataFrame({"id": ["x"]}).write_parquet(path)
    with pytest.raises(TitlesUnreadable, match="another version"):
        read_titles(path)
