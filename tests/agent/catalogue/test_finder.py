"""The finder over hand-written encoders and an index in memory: what is found, left out, said and taken up."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.parquet import write_titles
from agent.catalogue.search.finder import Finder, NoCatalogue, found_json
from agent.catalogue.title import Title
from agent.catalogue.understanding.words import title_text
from agent.retrieval.types import FULL, Point
from tests.agent.catalogue.shop import TITLES, film
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome


async def publish(data_dir: Path, home: MemoryHome, titles: Sequence[Title]) -> Generation:
    """A generation of these titles, made current, as an ingest leaves it."""
    generations = Generations(data_dir)
    generation = generations.new()
    write_titles(generation.titles, titles)
    texts = [title_text(title) for title in titles]
    vectors, terms = await HashingEncoder().passages(texts), await HashingSparse().passages(texts)
    index = await home.create(generation)
    await index.upsert(
        [
            Point(title.id, {FULL: vector}, sparse, _payload(title))
            for title, vector, sparse in zip(titles, vectors, terms, strict=True)
        ]
    )
    await home.seal(index, generation)
    generations.publish(generation)
    return generation


def _payload(title: Title) -> dict[str, object]:
    facts = {
        "id": title.id,
        "media_type": title.media_type,
        "year": title.year,
        "runtime": title.runtime,
        "seasons": title.seasons,
        "rating": title.rating,
        "genres": list(title.genres),
        "people": [*title.directors, *title.cast],
        "countries": list(title.countries),
    }
    return {name: value for name, value in facts.items() if value is not None}


@pytest.fixture
def home() -> MemoryHome:
    """Where the indexes are."""
    return MemoryHome()


@pytest.fixture
async def finder(tmp_path: Path, home: MemoryHome) -> AsyncIterator[Finder]:
    """A finder over the small catalogue."""
    await publish(tmp_path, home, TITLES)
    opened = await open_finder(tmp_path, home)
    yield opened
    await opened.close()


async def open_finder(data_dir: Path, home: MemoryHome, **more: object) -> Finder:
    """A finder with encoders that need no model."""
    return await Finder.open(
        data_dir,
        home=home,
        dense=HashingEncoder(),
        sparse=HashingSparse(),
        today=lambda: date(2026, 12, 1),
        **more,  # type: ignore[arg-type]
    )


async def ids(finder: Finder, text: str, **more: object) -> list[str]:
    """The ids found for a text, best first."""
    found = await finder.find(finder.understand(text), **more)  # type: ignore[arg-type]
    return [item.title.id for item in found.titles]


async def test_every_result_meets_the_conditions(finder: Finder) -> None:
    """Media type, years, length and refusals hold for every title that comes back."""
    found = await finder.find(finder.understand("a crime film from the 90s under two hours and 10 minutes, no horror"))
    assert {item.title.id for item in found.titles} >= {"the-usual-suspects-1995", "ronin-1998"}
    for item in found.titles:
        assert item.title.media_type == "movie"
        assert 0 <= item.score <= 1


async def test_reasons_are_facts_that_were_asked_for(finder: Finder) -> None:
    """Each reason repeats a fact of the title; none appears for what nobody asked."""
    found = await finder.find(finder.understand("a thriller with Robert De Niro from the 90s under 130 minutes"))
    ronin = next(item for item in found.titles if item.title.id == "ronin-1998")
    assert ronin.why == ("with Robert De Niro", "a thriller", "from 1998", "122 minutes")


async def test_anchors_and_exclusions_do_not_come_back(finder: Finder) -> None:
    """A title that others should be like, and ids to leave out by title or source id, are not in the results."""
    found = await ids(finder, "films like Heat", exclude=["ronin-1998", "test:alien-1979"], limit=20)
    assert found
    assert not {"heat-1995", "ronin-1998", "alien-1979"} & set(found)


async def test_an_anchor_draws_its_likes_and_says_what_they_share(finder: Finder) -> None:
    """The reason names the facts shared with the anchor."""
    found = await finder.find(finder.understand("something like Heat"))
    why = {item.title.id: item.why for item in found.titles}
    assert why["ronin-1998"] == ("like Heat, a crime thriller with Robert De Niro",)


async def test_a_name_brings_the_title_alone_and_its_namesakes(finder: Finder) -> None:
    """Who asks for a title by name gets it first with full score; a namesake follows, nothing else."""
    found = await finder.find(finder.understand("Drishyam"))
    assert [item.title.id for item in found.titles] == ["drishyam-2015", "drishyam-2013"]
    assert (found.titles[0].score, found.ok) == (1.0, True)


async def test_what_is_missing_or_given_up_is_said(finder: Finder) -> None:
    """A name that the catalogue lacks and a condition that was relaxed are notes."""
    missing = await finder.find(finder.understand("films like Foobar Rising"))
    assert missing.notes[0] == "“Foobar Rising” is not in my catalogue."
    relaxed = await finder.find(finder.understand("a drama film under 95 minutes"))
    assert relaxed.notes == ("Too little under 95 minutes fits, so I looked up to 110.",) or "length" in relaxed.notes[0]
    assert relaxed.request.genres == ("drama",)


async def test_what_meets_more_conditions_comes_first(finder: Finder) -> None:
    """When conditions gave way, the titles that meet them all come first."""
    found = await ids(finder, "a horror film under 118 minutes")
    assert set(found[:2]) == {"alien-1979", "train-to-busan-2016"}
    assert len(found) >= 3
    assert (await ids(finder, "a series with at most one season"))[0] == "the-queens-gambit-2020"


async def test_limit_and_order_hold(finder: Finder) -> None:
    """No more titles than asked, best score first."""
    found = await finder.find(finder.understand("crime"), limit=3)
    scores = [item.score for item in found.titles]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("text", ["", "???", "😀", "x" * 4000, "no horror", "like", "from the 90s"])
async def test_odd_questions_are_answered_without_an_error(finder: Finder, text: str) -> None:
    """Empty, wordless, endless and bare conditions: a search comes back, its gate score in [0, 1]."""
    found = await finder.find(finder.understand(text))
    assert 0 <= found.score <= 1


async def test_the_json_is_that_of_the_command(finder: Finder) -> None:
    """`search --json` has the keys that DESIGN names and can be printed."""
    printed = found_json("crime", await finder.find(finder.understand("a crime film")))
    assert json.loads(json.dumps(printed)) == printed
    assert printed.keys() >= {"query", "understood", "results", "gate", "ms"}
    assert printed["results"][0].keys() == {"id", "title", "year", "media_type", "source_ids", "score", "why"}
    assert printed["ms"].keys() == {"encode", "search", "rerank", "total"}


async def test_no_catalogue_is_told_with_the_way_out(tmp_path: Path, home: MemoryHome) -> None:
    """Before the first ingest, opening says which command to run."""
    with pytest.raises(NoCatalogue, match="matinee ingest starter"):
        await open_finder(tmp_path, home)


async def test_a_new_generation_is_taken_up_and_the_old_index_closed(tmp_path: Path, home: MemoryHome, finder: Finder) -> None:
    """A catalogue that another process publishes serves from the next search on."""
    assert not await finder.refresh()
    old = finder._shelf.index
    await publish(tmp_path, home, [*TITLES, film("Zanzibar Nights", 2024, "drama", "Dhows in the harbour.")])
    await ids(finder, "anything")
    assert await ids(finder, "Zanzibar Nights") == ["zanzibar-nights-2024"]
    assert "zanzibar-nights-2024" in finder.titles
    assert old.closed  # type: ignore[attr-defined]


async def test_a_search_under_way_keeps_its_index(tmp_path: Path, home: MemoryHome, finder: Finder) -> None:
    """A swap during a search closes the old index only when that search is through."""
    async with finder._using() as shelf:
        await publish(tmp_path, home, TITLES[:5])
        assert await finder.refresh()
        assert not shelf.index.closed  # type: ignore[attr-defined]
    assert shelf.index.closed  # type: ignore[attr-defined]


async def test_a_damaged_new_generation_leaves_the_old_one_serving(tmp_path: Path, home: MemoryHome, finder: Finder) -> None:
    """A generation that cannot be read is not taken up; searches go on."""
    generation = await publish(tmp_path, home, TITLES[:5])
    generation.titles.write_bytes(b"no parquet")
    assert not await finder.refresh()
    assert len(finder.titles) == len(TITLES)
    assert await ids(finder, "crime")


async def test_many_searches_at_once_do_not_disturb_each_other(finder: Finder) -> None:
    """Searches that run together find what they find alone."""
    texts = ["a crime film", "a series about chess", "something like Heat", "romance"] * 5
    alone = [await ids(finder, text) for text in texts]
    assert await asyncio.gather(*(ids(finder, text) for text in texts)) == alone


class Backwards:
    """A reranker that turns the order round."""

    async def scores(self, query: str, documents: Sequence[str]) -> list[float]:
        """Higher for what stood lower."""
        assert query
        assert all("Genres:" in document for document in documents)
        return [at / len(documents) for at in range(len(documents))]


async def test_a_reranker_decides_the_order(tmp_path: Path, home: MemoryHome, finder: Finder) -> None:
    """With a reranker, its scores replace the light ranker's for the best candidates."""
    light = await ids(finder, "a crime film from the 90s", limit=15)
    other = await open_finder(tmp_path, home, reranker=Backwards())
    assert await ids(other, "a crime film from the 90s", limit=15) == light[::-1]
    await other.close()
