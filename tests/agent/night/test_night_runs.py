"""Steps of a movie night through a real worker and a real Valkey, beside questions."""

import dataclasses

from redis.asyncio import Redis

from agent.catalogue.search.shelf import Shelf
from agent.contract import Entry, NodeOutput, ResponseDone, RunError, RunRequest, StepDone, StepRequest
from agent.dispatch import Dispatch
from agent.evening import Candidates, Duel, Evening, Guest, Picks, Question, Step, StepKind
from agent.graph import Graph
from agent.llm import Llm, ModelUnavailable
from agent.llm_scripted import ScriptedLlm
from tests.agent.night.evenings import agent_of, evening
from tests.agent.runs import ended, enqueue, working
from tests.fakes.domain import FakeDomain


def both(shelf: Shelf, model: Llm | None = None) -> Dispatch:
    """Questions over a fake domain, steps over the shelf."""
    return Dispatch(Graph(FakeDomain()), agent_of(shelf, model))


async def ran(redis: Redis, run_id: str, night: Evening, kind: StepKind) -> list[Entry]:
    """All that the run of one step wrote."""
    await enqueue(redis, StepRequest(run_id, night, (kind,)))
    return await ended(redis, run_id)


def step_of(entries: list[Entry]) -> Step:
    """The step at the end of a run."""
    end = entries[-1].event
    assert isinstance(end, StepDone)
    return end.step


async def test_a_whole_evening_runs_step_by_step(redis: Redis, shelf: Shelf) -> None:
    """Question, duels, list and picks, each from what was said before, over the queue and the streams."""
    guests = (Guest("g1"), Guest("g2"))
    async with working(redis, both(shelf)):
        question = step_of(await ran(redis, "q", evening(*guests, minutes=150), "question"))
        assert isinstance(question, Question)
        guests = tuple(
            dataclasses.replace(guest, wishes=(wish.id,)) for guest, wish in zip(guests, question.wishes, strict=False)
        )
        night = evening(*guests, minutes=150, asked=question.wishes)
        for number in range(3):
            duel = step_of(await ran(redis, f"d{number}", night, "duel"))
            assert isinstance(duel, Duel)
            pair = (duel.left.ref.id, duel.right.ref.id)
            assert not {*pair} & {*night.duelled}
            won = [dataclasses.replace(each, won=(*each.won, pair[0]), lost=(*each.lost, pair[1])) for each in night.guests]
            night = dataclasses.replace(night, guests=tuple(won), duelled=(*night.duelled, *pair))
        listed = step_of(await ran(redis, "c", night, "candidates"))
        assert isinstance(listed, Candidates)
        films = tuple(card.ref.id for card in listed.films)
        struck = dataclasses.replace(night.guests[0], struck=films[:2])
        night = dataclasses.replace(night, guests=(struck, *night.guests[1:]), candidates=films)
        picks = step_of(await ran(redis, "p", night, "picks"))
    assert isinstance(picks, Picks)
    assert {pick.film.ref.id for pick in picks.picks} <= {*films[2:]}
    assert len(picks.picks) == 5


async def test_people_can_follow_a_run_before_its_step_is_there(redis: Redis, shelf: Shelf) -> None:
    """The search in words, the count and films are in the stream, and the step is its last entry."""
    async with working(redis, both(shelf)):
        entries = await ran(redis, "r", evening(), "candidates")
    told = [entry.event.data for entry in entries if isinstance(entry.event, NodeOutput) and entry.event.node == "survey"]
    assert [sorted(data) for data in told] == [["count", "looking_at", "search"]]
    assert isinstance(entries[-1].event, StepDone)


async def test_a_model_that_is_away_leaves_the_step_to_the_policy(redis: Redis, shelf: Shelf) -> None:
    """The run ends with a step, and its fallback is counted."""
    away = ScriptedLlm("", decisions={"Move": ModelUnavailable("away")})
    async with working(redis, both(shelf, away)):
        end = (await ran(redis, "r", evening(), "question"))[-1].event
    assert isinstance(end, StepDone)
    assert isinstance(end.step, Question)
    assert end.usage.fallbacks == 1


async def test_a_step_that_nothing_fits_ends_as_an_error(redis: Redis, shelf: Shelf) -> None:
    """The evening's rules are told, and the worker goes on."""
    async with working(redis, both(shelf)):
        failed = (await ran(redis, "none", evening(minutes=10), "candidates"))[-1].event
        assert isinstance(failed, RunError)
        assert isinstance(step_of(await ran(redis, "some", evening(), "candidates")), Candidates)


async def test_questions_and_steps_share_a_worker(redis: Redis, shelf: Shelf) -> None:
    """An answer and a step end as what they are."""
    async with working(redis, both(shelf)):
        await enqueue(redis, RunRequest("a", "c1", "a thriller in one room"))
        step = await ran(redis, "s", evening(), "duel")
        answer = await ended(redis, "a")
    assert isinstance(answer[-1].event, ResponseDone)
    assert isinstance(step_of(step), Duel)
