"""The load test: its questions go their ways with its model, and its table adds up."""

from agent.catalogue.films import FilmDomain
from agent.contract import RunRequest
from agent.graph import Graph
from bot.commands.evaluate_answers import answers_of
from tests.agent.catalogue.tool_phrasings import catalogue
from tests.benchmarks.load import AT_ONCE, QUESTIONS, Way, asked, measure, scripted, table
from tests.fakes.encoders import HashingEncoder
from tests.fakes.finder import FakeFinder


def test_all_ways_are_asked_alike() -> None:
    """A hundred questions, a quarter of them for each way."""
    questions = [request.question for request in asked(100)]
    assert [25] * len(QUESTIONS) == [sum(question in own for question in questions) for own in QUESTIONS.values()]
    assert AT_ONCE < len(questions)


async def test_a_follow_up_is_told_apart_and_costs_one_call_more() -> None:
    """Two searches, the second in a conversation: two calls and three, and every node that ran is timed."""
    ways = await measure(FakeFinder(catalogue()), HashingEncoder(), scripted(rate=0), requests=8)
    calls = {"COMPLEX": {8}, "GENERAL": {2}, "RETRIEVE": {2}, "RETRIEVE, follow-up": {3}, "TOOL": {1}}
    assert calls == {name: set(way.calls) for name, way in ways.items()}
    assert {"plan_subtasks", "retrieve", "grade_documents", "verify_answer"} <= ways["COMPLEX"].nodes.keys()


async def test_the_scripted_model_sends_each_question_its_way() -> None:
    """One question of each way, by the graph over a dozen titles."""
    answer = answers_of(Graph(FilmDomain(FakeFinder()), scripted(rate=0)))
    ways = {way: (await answer(RunRequest("r", "c", questions[0]))).decision for way, questions in QUESTIONS.items()}
    assert {way: way for way in QUESTIONS} == ways


def test_the_table_tells_runs_nodes_and_shares() -> None:
    """A way's whole runs with its calls, each node with its part of the nodes' time, and retrieval's."""
    way = Way(runs=[100.0, 200.0], calls=[2, 4])
    way.nodes["router"] += [10.0, 20.0]
    way.nodes["retrieve"] += [40.0, 50.0]
    _, whole, router, retrieve, last = table({"RETRIEVE": way})
    assert ["RETRIEVE", "all", "2", "150.0", "195.0", "3.0"] == whole.split()
    assert ["router", "2", "15.0", "19.5", "25%"] == router.split()
    assert ["retrieve", "2", "45.0", "49.5", "75%"] == retrieve.split()
    assert last.endswith("RETRIEVE 75%.")
