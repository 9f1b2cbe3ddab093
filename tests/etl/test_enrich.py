"""Essences written by a model: who gets one, what is embedded for it, and that nothing is paid twice."""

import asyncio
import json

import numpy as np
import pytest

from agent.llm import ModelUnavailable
from agent.retrieval.types import ESSENCE
from etl.enrichment.enrich import Wish
from etl.enrichment.writer import AT_ONCE
from etl.errors import EtlError
from etl.ingest import SourceArg
from etl.sources.starter import read_starter
from tests.etl.kitchen import Kitchen, rows
from tests.etl.study import FREE, enrich, felt, kept, offered, write_essences
from tests.etl.tables import imdb_csv, story
from tests.fakes.essayist import Essayist, entries, note

STARTER_FILM = next(title for title in read_starter() if title.media_type == "movie" and title.essence)


async def test_an_enrichment_gives_each_title_its_essence_and_embeds_it(kitchen: Kitchen) -> None:
    """Each essence serves beside the facts and has a vector of its own."""
    await kitchen.netflix(rows(8))
    outcome, report = await enrich(kitchen, Essayist())
    assert (outcome.ended, outcome.written, outcome.calls, report.embedded) == ("done", 8, 2, 8)
    assert felt(kitchen) == {f"Film {n}": note(f"Film {n}") for n in range(8)}
    assert all(ESSENCE in point.dense for point in kitchen.index.points.values())


async def test_an_enrichment_changes_the_vectors_of_those_titles_alone(kitchen: Kitchen) -> None:
    """With a limit of two of four, the other two keep theirs and are not encoded again."""
    await kitchen.netflix(rows(4))
    before = dict(kitchen.index.points)
    encoded = kitchen.dense.encoded
    _, report = await enrich(kitchen, Essayist(), Wish(limit=2))
    changed = {
        key
        for key, point in kitchen.index.points.items()
        if point.dense.keys() != before[key].dense.keys()
        or any(not np.array_equal(point.dense[name], before[key].dense[name]) for name in point.dense)
    }
    assert changed == {title_id for title_id in before if title_id.startswith(("film-0", "film-1"))}
    assert (report.embedded, kitchen.dense.encoded - encoded) == (2, 6)


async def test_a_second_enrichment_pays_nothing_and_changes_nothing(kitchen: Kitchen) -> None:
    """Idempotent: no call, no vector, the same generation."""
    await kitchen.netflix(rows(8))
    await enrich(kitchen, Essayist())
    before = kitchen.current
    model = Essayist()
    outcome, report = await enrich(kitchen, model)
    assert (model.prompts, outcome.written, report.embedded, report.changed) == ([], 0, 0, False)
    assert kitchen.current == before


async def test_only_a_title_whose_plot_changed_is_written_about_anew(kitchen: Kitchen) -> None:
    """Its old essence does not serve the new plot; all others stay through the ingest, unpaid."""
    await kitchen.netflix(rows(8))
    await enrich(kitchen, Essayist())
    report = await kitchen.netflix(rows(8, description=story(99)))
    assert report.embedded == 1
    assert felt(kitchen).keys() == {f"Film {n}" for n in range(1, 8)}
    model = Essayist()
    await enrich(kitchen, model)
    assert model.asked == ["Film 0"]
    assert len(felt(kitchen)) == 8


async def test_the_best_known_titles_come_first(kitchen: Kitchen) -> None:
    """By votes, then by rating, then those of which nobody knows either."""
    table = [
        {"Series_Title": name, "Overview": story(n + 50), "No_of_Votes": votes, "IMDB_Rating": rating, "Director": f"Maker {n}"}
        for n, (name, votes, rating) in enumerate([("Rare", "90", "9.9"), ("Liked", "500", "8.1"), ("Known", "500", "7.0")])
    ]
    imdb = SourceArg("imdb", imdb_csv(kitchen.files / "imdb.csv", *table))
    await kitchen.ingest(imdb)
    await kitchen.netflix(rows(1))
    model = Essayist()
    await write_essences(kitchen, model, tariff=FREE)
    assert model.asked == ["Liked", "Known", "Rare", "Film 0"]


async def test_what_the_package_says_of_a_title_is_not_written_again(kitchen: Kitchen) -> None:
    """A starter film lacks nothing, wherever its record comes from."""
    row = {"title": STARTER_FILM.title, "director": STARTER_FILM.directors[0], "release_year": str(STARTER_FILM.year)}
    await kitchen.netflix([*rows(1), {**row, "description": story(50)}])
    plan = (await offered(kitchen)).plan
    assert (plan.titles, plan.lacking) == (2, 1)


async def test_few_calls_are_made_at_once(kitchen: Kitchen) -> None:
    """However many titles there are."""
    await kitchen.netflix(rows(60))
    model = Essayist()
    await write_essences(kitchen, model)
    assert (model.most, len(model.prompts)) == (AT_ONCE, 10)


async def test_an_own_model_writes_of_one_title_at_a_time(kitchen: Kitchen) -> None:
    """It is small and slow, and costs nothing for the asking."""
    await kitchen.netflix(rows(3))
    model = Essayist()
    outcome = await write_essences(kitchen, model, tariff=FREE)
    assert [len(entries(prompt)) for prompt in model.prompts] == [1, 1, 1]
    assert outcome.usd == 0


async def test_an_unusable_output_is_asked_for_once_more_with_its_fault(kitchen: Kitchen) -> None:
    """Only for the titles that it is about; what is good of the first output is kept."""
    await kitchen.netflix(rows(3))
    outputs = [
        json.dumps(
            {"essences": [{"number": n, "essence": text} for n, text in ((1, note("A")), (2, "Short."), (3, note("C")))]}
        ),
        json.dumps({"essences": [{"number": 1, "essence": note("B")}]}),
    ]
    model = Essayist(lambda names: outputs.pop(0))
    outcome = await write_essences(kitchen, model)
    assert (outcome.written, outcome.skipped, outcome.calls) == (3, 0, 2)
    assert entries(model.prompts[1]) == ["Film 1"]
    assert "[1] it is not whole sentences" in model.prompts[1][-1].content


@pytest.mark.parametrize("text", ["", "I cannot do that.", '{"essences": 3}', '{"essences": []}'])
async def test_an_output_that_stays_unusable_is_skipped_counted_and_tried_last_the_next_time(
    kitchen: Kitchen, text: str
) -> None:
    """Two calls, no essence; the catalogue serves as before, and others come first when it is tried again."""
    await kitchen.netflix(rows(2))
    outcome, report = await enrich(kitchen, Essayist(lambda names: text), Wish(limit=1))
    assert (outcome.ended, outcome.written, outcome.skipped, outcome.calls) == ("done", 0, 1, 2)
    assert (felt(kitchen), report.changed) == ({}, False)
    model = Essayist()
    await write_essences(kitchen, model, tariff=FREE)
    assert model.asked == ["Film 1", "Film 0"]


async def test_a_model_that_goes_away_keeps_what_was_written(kitchen: Kitchen) -> None:
    """The rest is asked for the next time, and nothing that is there."""
    await kitchen.netflix(rows(60))
    failing = Essayist(fails_at=4, failure=ModelUnavailable("connection refused"))
    outcome = await write_essences(kitchen, failing)
    assert (outcome.ended, outcome.written, outcome.problem) == ("model", 18, "connection refused")
    model = Essayist()
    await enrich(kitchen, model)
    assert sorted([*failing.asked, *model.asked]) == sorted(f"Film {n}" for n in range(60))
    assert len(felt(kitchen)) == 60


async def test_a_stop_finishes_the_calls_in_flight_and_makes_no_more(kitchen: Kitchen) -> None:
    """What they bring is kept."""
    await kitchen.netflix(rows(60))
    model, stop = Essayist(held=True), asyncio.Event()
    task = asyncio.create_task(write_essences(kitchen, model, stop=stop))
    await model.crowded.wait()
    stop.set()
    model.release.set()
    outcome = await task
    assert (outcome.ended, outcome.calls, outcome.written, len(kept(kitchen))) == ("stopped", AT_ONCE, 24, 24)


async def test_the_sources_stay_as_old_as_they_are(kitchen: Kitchen) -> None:
    """An enrichment reads no source, so the weekly update is not put off."""
    await kitchen.netflix(rows(1))
    manifest = json.loads(kitchen.current.manifest.read_text("utf-8"))
    kitchen.current.manifest.write_text(json.dumps({**manifest, "checked": "2020-01-01T00:00:00+00:00"}), "utf-8")
    _, report = await enrich(kitchen, Essayist())
    assert report.changed
    assert json.loads(kitchen.current.manifest.read_text("utf-8"))["checked"] == "2020-01-01T00:00:00+00:00"


async def test_without_a_catalogue_the_way_to_one_is_told(kitchen: Kitchen) -> None:
    """There is nothing to write about."""
    with pytest.raises(EtlError, match="run `matinee ingest` first"):
        await offered(kitchen)
