"""What a model wrote of titles is searched and never shown: not to people, not to the model that answers."""

import dataclasses
import json
from collections.abc import AsyncIterator, Sequence

import pytest

from agent.catalogue.films import FilmDomain
from agent.catalogue.search.finder import Finder, found_json
from agent.catalogue.understanding.explain import explain
from agent.contract import HistoryMessage, RunRequest, TitleRef
from agent.graph import Graph
from agent.llm import ChatMessage
from agent.llm_scripted import ScriptedLlm
from tests.etl.kitchen import Kitchen, rows
from tests.etl.study import enrich
from tests.fakes.encoders import HashingSparse
from tests.fakes.essayist import Essayist

TELLTALES = ("hushed", "looks grey", "grey and soft", "tender and slow", "rain at the window", "essence")
FIRST = TitleRef("film-0-2019", "Film 0", 2019)
SHOWN = (HistoryMessage("user", "a quiet film"), HistoryMessage("assistant", "**Film 0** (2019)", (FIRST,)))
QUESTIONS = (
    ("a quiet drama that suits people who like silent evenings", ()),
    ("Film 0", ()),
    ("something like Film 0 but longer", ()),
    ("tell me more about Film 0", ()),
    ("why the first one?", SHOWN),
    ("compare Film 0 and Film 1", SHOWN),
    ("zzz qqq", ()),
    ("un drame tranquille pour une soirée calme", ()),
    ("egy csendes film esti hangulatban", ()),
)


@pytest.fixture
async def finder(kitchen: Kitchen) -> AsyncIterator[Finder]:
    """A dozen titles with an essence each."""
    await kitchen.netflix(rows(12))
    await enrich(kitchen, Essayist())
    finder = await Finder.open(kitchen.data, home=kitchen.home, dense=kitchen.dense, sparse=HashingSparse())  # type: ignore[arg-type]
    assert all("Hushed" in title.essence for title in finder.titles.values())
    yield finder
    await finder.close()


def model() -> ScriptedLlm:
    """A model that repeats all that it is told."""

    def parrot(messages: Sequence[ChatMessage]) -> str:
        return f"Here you are.\n[1] {messages[-1].content}\nEnjoy."

    return ScriptedLlm(parrot, decisions={"FilmRoute": {"decision": "RETRIEVE"}})


@pytest.mark.parametrize("with_model", [False, True])
@pytest.mark.parametrize(("question", "history"), QUESTIONS)
async def test_no_answer_card_reason_or_prompt_holds_an_essence(
    kitchen: Kitchen, finder: Finder, question: str, history: tuple[HistoryMessage, ...], with_model: bool
) -> None:
    """All events of a run, which `ask --json` and the cards are made of, and all prompts of the model that answers."""
    llm = model() if with_model else None
    graph = Graph(FilmDomain(finder, encode=kitchen.dense.query), llm)
    events = [event async for event in graph.events(RunRequest("r1", "c1", question, history))]
    prompts = [message.content for prompt in llm.prompts for message in prompt] if llm else []
    told = json.dumps([[dataclasses.asdict(event) for event in events], prompts], ensure_ascii=False).lower()
    assert [word for word in TELLTALES if word in told] == []


@pytest.mark.parametrize("question", [question for question, _ in QUESTIONS])
async def test_no_search_result_or_explanation_holds_an_essence(finder: Finder, question: str) -> None:
    """What `search --json` and `--explain` print."""
    request = finder.understand(question)
    found = found_json(question, await finder.find(request))
    told = json.dumps([found, explain(request, finder.titles)], ensure_ascii=False).lower()
    assert [word for word in TELLTALES if word in told] == []
