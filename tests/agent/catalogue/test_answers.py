"""Answers measured: the compiled graph answers each case, scores become figures, a judge grades where there is one."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import NoReturn

import pytest
import pytest_asyncio

from agent.announce import nobody
from agent.catalogue.assessment.answers import NO_JUDGE, Assessed, asked, assess, figures
from agent.catalogue.assessment.cases import Case, CaseLabels, Turn, read_cases
from agent.catalogue.assessment.judge import Judge
from agent.catalogue.films import FilmDomain
from agent.catalogue.search.evaluate import names_of
from agent.catalogue.search.finder import Finder
from agent.contract import Decision, HistoryMessage, RunRequest
from agent.graph import Graph
from agent.llm import LlmError, ModelUnavailable
from agent.llm_scripted import ScriptedLlm
from agent.nodes.contextualize import contextualize
from agent.nodes.router import router
from agent.retrieval.encoders import SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.types import IndexUnavailable
from agent.state import GraphSettings, Run, State
from bot.commands.evaluate_answers import answers_of
from tests.fakes.finder import FakeFinder
from tests.installation import KnowingEncoder

SET = Path(__file__).parents[2] / "sets" / "answers.jsonl"
GRADES = {"correctness": 4, "faithfulness": 5, "why": "All of it is there."}


def case(question: str, decision: Decision, language: str = "en", **more: object) -> Case:
    """A case that expects its way."""
    plain = Case(question, question, CaseLabels(decision, language, "movie"), (), {}, (), (), ())
    return replace(plain, **more)  # type: ignore[arg-type]


LONG = case("how long is Heat?", "TOOL", must_say=("170",))
HELLO = case("hello", "RETRIEVE")
FIRST = case("how long is the first one?", "TOOL", history=(Turn("a heist", ("starter:heat-1995",)),), must_say=("Heat",))
ELSEWHERE = case("a western", "RETRIEVE", wanted=(frozenset({"netflix:s1"}),))


async def assessed(*cases: Case, judge: Judge | None = None) -> list[Assessed]:
    """The cases answered by the graph without a model over a dozen titles."""
    finder = FakeFinder()
    answer = answers_of(Graph(FilmDomain(finder)))
    return [one async for one in assess(answer, cases, finder.titles, judge)]


async def test_cases_are_answered_by_the_graph_in_their_conversation() -> None:
    """A length is computed, also of what was shown before; a greeting is no search."""
    found = await assessed(LONG, FIRST, HELLO)
    assert [(), (), ("routing",)] == [one.scores.missed for one in found]
    record = found[2].record()
    assert ("hello", "RETRIEVE", "GENERAL", ["routing"]) == tuple(
        record[key] for key in ("id", "expected", "decision", "missed")
    )


async def test_figures_are_shares_of_what_was_scored_and_split_by_a_label() -> None:
    """A figure that no case has is left out; the judge is said to be missing; foreign titles are counted as absent."""
    cases = (LONG, FIRST, HELLO, ELSEWHERE)
    told = figures(await assessed(*cases), of=len(cases), by="route")
    assert (3, 0.6667, 1.0, 1, NO_JUDGE) == tuple(told[key] for key in ("n", "routing", "exact", "absent", "judge"))
    assert told.keys().isdisjoint({"hit@4", "filters", "correctness"})
    assert {"RETRIEVE": 0.0, "TOOL": 1.0} == {route: part["routing"] for route, part in told["by"].items()}


async def test_a_judge_grades_each_answer_with_one_call_by_facts() -> None:
    """It reads question, answer and what must be said; grades become means, what cannot be read is counted."""
    model = ScriptedLlm("", decisions={"Judgement": lambda prompt: GRADES if "Heat" in prompt[-1].content else {"why": "?"}})
    told = figures(found := await assessed(LONG, HELLO, judge=Judge(model)), of=2, judged=True)
    assert (4.0, 5.0, 1) == (told["correctness"], told["faithfulness"], told["unjudged"])
    assert 2 == len(model.prompts)
    read = model.prompts[0][-1].content
    assert all(part in read for part in (LONG.question, '"170"', "Michael Mann"))
    assert "All of it is there." == found[0].record()["judgement"]["why"]


async def test_a_judge_that_fails_ends_the_measurement() -> None:
    """Grades of some answers only would mislead."""
    with pytest.raises(LlmError):
        await assessed(LONG, judge=Judge(ScriptedLlm("", decisions={"Judgement": ModelUnavailable("gone")})))


async def test_what_broke_a_search_is_told_itself() -> None:
    """Not that some node failed: the cause has the way out."""

    class Broken(FakeFinder):
        async def find(self, *_arguments: object, **_options: object) -> NoReturn:
            raise IndexUnavailable("The index is gone.")

    with pytest.raises(IndexUnavailable, match="gone"):
        await answers_of(Graph(FilmDomain(Broken())))(RunRequest("r", "c", "a western"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def domain(
    installation: Path, dense: KnowingEncoder, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[FilmDomain, Finder]]:
    """Films over the starter catalogue, with the real search."""
    folder = copytree(installation, tmp_path_factory.mktemp("answers") / "data")
    finder = await Finder.open(folder, home=EdgeHome(folder / "run"), dense=dense, sparse=SparseEncoder())
    yield FilmDomain(finder, encode=dense.query), finder
    await finder.close()


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_the_development_set_is_sent_the_right_way_without_a_model(domain: tuple[FilmDomain, Finder]) -> None:
    """At least 95 of a hundred, in their conversations."""
    films, finder = domain
    right = [one.decision == await decided(films, finder, one) for one in read_cases(SET)]
    assert sum(right) / len(right) >= 0.95


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_a_part_of_the_development_set_is_answered_well_without_a_model(domain: tuple[FilmDomain, Finder]) -> None:
    """Every fifth case: what is computed is exact, sources resolve, answers are in the asker's language, four of five hit."""
    films, finder = domain
    cases = [one for one in read_cases(SET) if one.labels.language != "ja"][::5]
    found = [one async for one in assess(answers_of(Graph(films)), cases, finder.titles)]
    told = figures(found, of=len(cases))
    assert (1.0, 1.0, 1.0) == (told["exact"], told["citations"], told["language"])
    assert told["hit@4"] >= 0.8


async def decided(films: FilmDomain, finder: Finder, one: Case) -> Decision:
    """The way that the graph's first nodes send a case."""
    known = {name: title for title in finder.titles.values() for name in names_of(title)}
    run = Run(films, None, GraphSettings(), emit=nobody)
    request = asked(one, known)
    state: State = {"messages": (*request.history, HistoryMessage("user", request.question)), "reask_count": 0}
    for node in (contextualize, router):
        state = {**state, **(await node(state, run)).update}  # type: ignore[typeddict-item]
    return state["decision"]
