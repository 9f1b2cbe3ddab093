"""The search agent: a task becomes queries that run side by side, and films with reasons come back."""

import asyncio
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from agent.announce import nobody
from agent.catalogue.search.shelf import Shelf
from agent.evening import Guest
from agent.llm import Llm, ModelUnavailable
from agent.llm_scripted import ScriptedLlm
from agent.night import search_agent
from agent.night.encoding import Encode, Encoded
from agent.night.pool import fitting
from agent.night.state import NightRun, Result, nothing_seen
from agent.night.tools import MOST, Query, embeddings_search, keyword_search
from tests.agent.night.evenings import FILMS, IDS, evening, understanding, vector
from tests.fakes.encoders import HashingEncoder

EVENING = evening(Guest("g1", struck=(IDS[0],)), minutes=150)


def run_of(shelf: Shelf, model: Llm | None, encode: Encode | None = None) -> NightRun:
    """A run's companions."""
    return NightRun(
        shelf=shelf,
        understand=lambda text: understanding(shelf, text),
        encoded=Encoded(encode or HashingEncoder().queries),
        model=model,
        extras=None,
        emit=nobody,
        looked=nothing_seen(shelf),
    )


async def searched(run: NightRun, task: str = "a night train in the snow") -> tuple[Result, ...]:
    """What the search agent brings."""
    return await search_agent.search({"evening": EVENING, "task": task}, run)


def planned(*queries: dict[str, object], results: object = None) -> ScriptedLlm:
    """A model with this plan."""
    return ScriptedLlm("", decisions={"SearchPlan": {"queries": list(queries)}, "SearchResults": results})


async def test_queries_run_side_by_side(shelf: Shelf) -> None:
    """Three queries are encoded at once: none goes on before the third has come."""
    together = asyncio.Barrier(3)

    async def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        await together.wait()
        return await HashingEncoder().queries(texts)

    run = run_of(shelf, planned(*({"text": text} for text in ("a train", "a key", "a wedding"))), encode)
    async with asyncio.timeout(30):
        assert await searched(run)


async def test_the_model_s_choice_comes_back_with_its_reasons_and_unknown_ids_are_counted(shelf: Shelf) -> None:
    """Films that no query brought and ids that no title has are left out; only the latter are counted."""
    wanted = next(film for film in FILMS if "Director 5" in film.directors and (film.runtime or 999) <= 150)
    other = next(film for film in FILMS if "Director 9" in film.directors)
    results = [
        {"id": "the-moon-1902", "reason": "x"}, {"id": other.id, "reason": "y"}, {"id": wanted.id, "reason": "Warm\n@all"},
    ]  # fmt: skip
    queries = {"tool": "keyword_search", "director": "director 5"}, {"text": "a", "positive": ["the-sun-1901"], "limit": 1}
    run = run_of(shelf, planned(*queries, results={"results": results}))
    found = await searched(run)
    assert Result(wanted, "Warm all") in found
    assert {result.film.id for result in found} <= {wanted.id, other.id}
    assert (run.dropped, run.meter.usage().model_calls, run.meter.usage().fallbacks) == (2, 2, 0)


async def test_a_plan_of_more_than_six_queries_is_cut(shelf: Shelf) -> None:
    """The seventh query is not run."""
    asked: list[str] = []

    async def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        asked.extend(texts)
        return await HashingEncoder().queries(texts)

    await searched(run_of(shelf, planned(*({"text": f"query {number}"} for number in range(9))), encode))
    assert sorted(asked) == [f"query {number}" for number in range(6)]


async def test_without_a_readable_plan_the_task_is_searched_and_what_it_brings_comes(shelf: Shelf) -> None:
    """Both unreadable outputs are counted; the films keep to the evening."""
    run = run_of(shelf, ScriptedLlm("", decisions={"SearchPlan": {"queries": []}}))
    found = await searched(run)
    assert len(found) == MOST
    assert all((result.film.runtime or 999) <= 150 and result.film.id != IDS[0] for result in found)
    assert run.meter.usage().fallbacks == 2


async def test_a_model_that_fails_is_not_asked_again(shelf: Shelf) -> None:
    """Its failure is counted once, and the search goes on by rules."""
    run = run_of(shelf, ScriptedLlm("", decisions={"SearchPlan": ModelUnavailable("away")}))
    assert len(await searched(run)) == MOST
    assert run.model is None
    assert (run.meter.usage().model_calls, run.meter.usage().fallbacks) == (1, 1)


async def test_models_see_ids_and_facts_and_never_titles_or_essences(shelf: Shelf) -> None:
    """The films before the model are named by their ids alone."""
    model = planned({"text": "a train"}, results={"results": []})
    await searched(run_of(shelf, model))
    seen = model.prompts[-1][1].content
    assert seen.count('"id"') == MOST
    assert not any(film.title in seen or film.essence in seen for film in FILMS)


@pytest.mark.parametrize(
    ("filters", "holds"),
    [
        ({"year_from": 1990}, lambda film: film.year >= 1990),
        ({"year_to": 1960}, lambda film: film.year <= 1960),
        ({"genres": ["funny", "no such genre"]}, lambda film: "comedy" in film.genres),
        ({"genres": ["western", "horror"]}, lambda film: {"western", "horror"} & set(film.genres)),
        ({"rating_min": 8.0}, lambda film: film.rating >= 8.0),
        ({"runtime_max": 90}, lambda film: film.runtime <= 90),
        ({"limit": 3}, lambda film: True),
        ({"limit": 99}, lambda film: True),
    ],
)
def test_embeddings_search_keeps_to_its_filters(shelf: Shelf, filters: dict[str, object], holds: object) -> None:
    """Every film meets the filter, and there are no more than asked for, or ten."""
    query = Query.model_validate({"text": "a train", **filters})
    hits = embeddings_search(shelf, query, vector("a train"), fitting(shelf, EVENING))
    assert 0 < len(hits.films) <= min(query.limit, MOST)
    assert all(holds(film) for film in hits.films)  # type: ignore[operator]
    assert hits.compared.sum() >= len(hits.films)


def test_what_it_should_be_like_draws_and_what_not_repels(shelf: Shelf) -> None:
    """Near to a train film, far from a letter film: more trains come than by the text alone; the examples do not come."""
    train, letter = (next(f for f in FILMS[1:] if word in f.description) for word in ("night train", "letter"))
    fits = fitting(shelf, evening())

    def trains(query: Query) -> int:
        films = embeddings_search(shelf, query, vector(query.text), fits).films
        assert train not in films or train.id not in query.positive
        return sum("night train" in film.description for film in films)

    plain, drawn = Query(text="a film"), Query(text="a film", positive=[train.id], negative=[letter.id])
    assert trains(drawn) > trains(plain)


@pytest.mark.parametrize(
    ("named", "holds"),
    [
        ({"director": "DIRECTOR 5"}, lambda film: film.directors == ("Director 5",)),
        ({"actor": "star 7"}, lambda film: "Star 7" in film.cast),
        (
            {"director": "Director 5", "actor": "Star 7"},
            lambda film: "Star 7" in film.cast and film.directors == ("Director 5",),
        ),
        ({"title": "golden"}, lambda film: film.title.startswith("Golden")),
        ({"title": "golden bridge"}, lambda film: film.title == "Golden Bridge"),
        ({"director": "Star 7"}, lambda film: False),
        ({"actor": "Director 5"}, lambda film: False),
    ],
)
def test_keyword_search_finds_by_name(shelf: Shelf, named: dict[str, str], holds: object) -> None:
    """All films of the name come, and no others; an actor is no director, nor a director an actor."""
    query = Query.model_validate({"tool": "keyword_search", **named})
    found = keyword_search(shelf, query, fitting(shelf, evening())).films
    assert set(found) == {film for film in FILMS if holds(film)}  # type: ignore[operator]
