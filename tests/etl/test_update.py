"""Bringing a catalogue up to date from where its sources were read before."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.catalogue.parquet import read_titles
from etl.errors import EtlError
from etl.ingest import SourceArg
from etl.sources.kaggle import DATASETS
from etl.update import last_ingest, recorded_sources
from tests.etl.kitchen import Kitchen, rows
from tests.etl.tables import imdb_csv, netflix_csv, story


async def test_an_update_takes_new_rows_in_changed_ones_anew_and_withdrawn_ones_out(kitchen: Kitchen) -> None:
    """From the same files, nothing named: one row more, one text changed, one row gone, in both sources at once."""
    table = kitchen.files / "netflix.csv"
    other = imdb_csv(kitchen.files / "imdb.csv", {"Series_Title": "Other", "Overview": story(70)})
    await kitchen.ingest(SourceArg("netflix", netflix_csv(table, *rows(5))), SourceArg("imdb", other))
    changed = [*rows(5, description=story(99))[:-1], {"title": "Film 9", "director": "Maker 9", "description": story(9)}]
    netflix_csv(table, *changed)
    imdb_csv(other, {"Series_Title": "Other", "Overview": story(70), "IMDB_Rating": "9.1"})
    report = await kitchen.update()
    assert (report.embedded, report.removed, report.titles, report.unread) == (2, 1, 6, ())
    assert kitchen.titles() == {"Film 0", "Film 1", "Film 2", "Film 3", "Film 9", "Other"}
    (rated,) = [title for title in read_titles(kitchen.current.titles) if title.title == "Other"]
    assert rated.rating == 9.1


async def test_an_update_of_unchanged_files_keeps_the_generation_and_notes_when_it_looked(kitchen: Kitchen) -> None:
    """Nothing is embedded, and a week begins anew all the same."""
    await kitchen.netflix(rows(3))
    before = kitchen.current
    manifest = json.loads(before.manifest.read_text("utf-8"))
    before.manifest.write_text(json.dumps({**manifest, "checked": "2020-01-01T00:00:00+00:00"}), "utf-8")
    assert last_ingest(before) == datetime(2020, 1, 1, tzinfo=UTC)
    report = await kitchen.update()
    assert (report.embedded, report.changed, kitchen.current) == (0, False, before)
    looked = last_ingest(kitchen.current)
    assert looked is not None
    assert datetime.now(UTC) - looked < timedelta(minutes=5)
    assert json.loads(before.manifest.read_text("utf-8"))["sources"] == manifest["sources"]


async def test_a_source_whose_file_is_gone_stays_and_that_is_said(kitchen: Kitchen) -> None:
    """The other source is updated; the rows of the missing file serve on, and are read again once it is back."""
    table = kitchen.files / "netflix.csv"
    other = imdb_csv(kitchen.files / "imdb.csv", {"Series_Title": "Other", "Overview": story(70)})
    await kitchen.ingest(SourceArg("netflix", netflix_csv(table, *rows(2))), SourceArg("imdb", other))
    table.unlink()
    imdb_csv(other, {"Series_Title": "Another", "Overview": story(71)})
    report = await kitchen.update()
    assert kitchen.titles() == {"Film 0", "Film 1", "Another"}
    (said,) = report.unread
    assert said.startswith("netflix stays as it was: ")
    assert "no such file" in said
    assert report.to_json()["unread"] == [said]
    netflix_csv(table, *rows(3))
    assert (await kitchen.update()).embedded == 1


async def test_a_damaged_file_takes_nothing_away(kitchen: Kitchen) -> None:
    """A download cut off in the middle is said, and the catalogue stays as it was."""
    table = netflix_csv(kitchen.files / "netflix.csv", *rows(4))
    await kitchen.ingest(SourceArg("netflix", table))
    table.write_bytes(table.read_bytes()[:-40])
    report = await kitchen.update()
    assert (report.titles, report.removed, report.changed, len(report.unread)) == (4, 0, False, 1)


async def test_paths_are_kept_in_full(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A source named by a relative path is found again from another folder."""
    netflix_csv(kitchen.files / "n.csv", *rows(1))
    monkeypatch.chdir(kitchen.files)
    await kitchen.ingest(SourceArg("netflix", Path("n.csv")))
    monkeypatch.chdir("/")
    assert recorded_sources(kitchen.data) == [SourceArg("netflix", kitchen.files / "n.csv")]
    assert (await kitchen.update()).unread == ()


async def test_the_starter_and_kaggle_sets_are_recorded_by_name(kitchen: Kitchen) -> None:
    """Also by a manifest of an earlier version, which kept no argument; a file of that version is not guessed at."""
    await kitchen.ingest(SourceArg("starter"), SourceArg("netflix", netflix_csv(kitchen.files / "n.csv", *rows(1))))
    manifest = json.loads(kitchen.current.manifest.read_text("utf-8"))
    for entry in manifest["sources"].values():
        del entry["argument"]
    kitchen.current.manifest.write_text(json.dumps(manifest), "utf-8")
    assert recorded_sources(kitchen.data) == [SourceArg("starter")]
    manifest["sources"]["netflix"]["edition"] = DATASETS["netflix"].handle
    kitchen.current.manifest.write_text(json.dumps(manifest), "utf-8")
    assert set(recorded_sources(kitchen.data)) == {SourceArg("starter"), SourceArg("netflix")}


async def test_without_a_catalogue_an_update_says_what_to_do(kitchen: Kitchen) -> None:
    """Sources must be named once."""
    with pytest.raises(EtlError, match="name its sources once"):
        recorded_sources(kitchen.data)
    await kitchen.netflix(rows(1))
    kitchen.current.manifest.write_text('{"sources": {"netflix": {}}}', "utf-8")
    with pytest.raises(EtlError, match="name them once more"):
        recorded_sources(kitchen.data)


async def test_what_enriches_goes_on_enriching_when_it_is_not_named(kitchen: Kitchen) -> None:
    """A kept source keeps its part: its rows do not become titles when another source is ingested."""
    from tests.etl.test_more_sources import basics

    table = basics(kitchen.files / "b.parquet", {}, {"tconst": "tt2", "primaryTitle": "Only There"})
    lamp = {"title": "The Lamp Room", "release_year": "2019"}
    await kitchen.ingest(SourceArg("imdb-basics", table), SourceArg("netflix", netflix_csv(kitchen.files / "n.csv", lamp)))
    report = await kitchen.netflix([lamp, *rows(1)])
    assert (report.titles, report.enriched) == (2, 1)
    assert (await kitchen.update()).enriched == 1
