"""A movie night over the starter catalogue, which has no votes and no ratings: real encoder, real index, no model."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from agent.catalogue.search.finder import Finder
from agent.contract import StepDone, StepRequest
from agent.evening import Candidates, Duel, Evening, Guest, Picks, Question, Step, StepKind
from agent.night.graph import MovieAgent
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from tests.journeys.test_commands import starter  # noqa: F401 - a fixture

pytestmark = [pytest.mark.xdist_group("commands"), pytest.mark.slow, pytest.mark.timeout(300)]


@asynccontextmanager
async def agent_of(data_dir: Path) -> AsyncIterator[tuple[MovieAgent, Finder]]:
    """A movie agent over a data folder, and its finder."""
    dense, sparse = DenseEncoder.local(data_dir / "models"), SparseEncoder()
    finder = await Finder.open(data_dir, home=EdgeHome(data_dir / "run"), dense=dense, sparse=sparse)
    try:
        yield MovieAgent(finder, encode=dense.queries), finder
    finally:
        await finder.close()
        dense.close()
        sparse.close()


async def step(agent: MovieAgent, evening: Evening, kind: StepKind) -> Step:
    """The next step."""
    last = [event async for event in agent.events(StepRequest("r", evening, (kind,)))][-1]
    assert isinstance(last, StepDone)
    return last.step


async def test_an_evening_of_two_ends_with_five_picks_and_why(starter: Path) -> None:  # noqa: F811
    """What people answer shows in the list and in the notes, and every film ends in time."""
    async with agent_of(starter) as (agent, finder):
        evening = Evening((Guest("g1", loved=("rear-window-1954",)), Guest("g2")), minutes=120, hour=20, weekday=2)
        question = await step(agent, evening, "question")
        assert isinstance(question, Question)
        tense = next(wish for wish in question.wishes if wish.id == "tense")
        guests = tuple(replace(guest, wishes=(tense.id,)) for guest in evening.guests)
        evening = replace(evening, guests=guests, asked=question.wishes)
        duel = await step(agent, evening, "duel")
        assert isinstance(duel, Duel)
        pair = (duel.left.ref.id, duel.right.ref.id)
        guests = tuple(replace(guest, won=pair[:1], lost=pair[1:]) for guest in guests)
        evening = replace(evening, guests=guests, duelled=pair)
        listed = await step(agent, evening, "candidates")
        assert isinstance(listed, Candidates)
        films = tuple(card.ref.id for card in listed.films)
        evening = replace(evening, candidates=films, guests=(replace(guests[0], struck=films[:1]), guests[1]))
        picks = await step(agent, evening, "picks")
        assert isinstance(picks, Picks)
        thrillers = [title for title in films if "thriller" in finder.titles[title].genres]
    assert len(films) == 12
    assert len(thrillers) >= 6
    assert len(picks.picks) == 5
    assert films[0] not in {pick.film.ref.id for pick in picks.picks}
    assert all(pick.film.runtime is not None and pick.film.runtime <= 120 and pick.note for pick in picks.picks)
    assert any(pick.note.startswith("It is something tense") for pick in picks.picks)
    assert any("as you asked" in pick.to.get("g2", "") for pick in picks.picks)
