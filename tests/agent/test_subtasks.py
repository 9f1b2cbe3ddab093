"""Questions in parts: planned, looked up at once, joined; with a scripted model and without any."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from agent.contract import Entry, NodeOutput, NodeStart, ResponseChunk, RunEvent
from agent.domain import Document, Retrieval, ToolAnswer
from agent.graph import Graph
from agent.llm import ModelUnavailable
from agent.llm_scripted import ScriptedLlm
from agent.nodes.retrieve import RetrievalFailed
from tests.agent.test_graph import output, path, run
from tests.fakes.domain import DOCUMENTS, FakeDomain

TWO = "a thriller; a comedy"
PART = ("rewrite_query", "retrieve", "grade_documents", "build_context")
PLAN = {"subtasks": [{"kind": "retrieve", "question": "a thriller"}, {"kind": "retrieve", "question": "a comedy"}]}


def planner(answer: Any = "Two wishes.\n[2] One call.\n[1] A chest.", *, rate: float = 0.0, **decisions: Any) -> ScriptedLlm:
    """A model that plans two searches, keeps the second and the first candidate of each, and joins them."""
    scripts = {"FakeRoute": {"decision": "COMPLEX"}, "Plan": PLAN, "Graded": {"keep": [2, 1]}, "Verdict": {"unsupported": []}}
    return ScriptedLlm(answer, decisions={**scripts, "Rewritten": {"query": "in English"}, **decisions}, rate=rate)


def abouts(events: Sequence[RunEvent], node: str) -> set[str]:
    """The parts that a node told of."""
    return {event.about for event in events if isinstance(event, NodeStart) and event.node == node}


class Failing(FakeDomain):
    """A domain whose search breaks for one question."""

    async def retrieve(self, question: str, **options: Any) -> Retrieval:
        """As the fake, but not for comedies."""
        if "comedy" in question:
            raise OSError("index gone")
        return await super().retrieve(question, **options)


async def test_without_a_model_each_part_is_a_paragraph_numbered_through() -> None:
    """Three documents a part at most, no call, and numbers that go on."""
    events, done = await run(Graph(FakeDomain()), TWO)

    assert (done.decision, done.usage.model_calls) == ("COMPLEX", 0)
    assert path(events)[:3] == ("contextualize", "router", "plan_subtasks")
    assert sorted(path(events)[3:-1]) == sorted((*PART, *PART))
    assert path(events)[-1] == "synthesize_answer"
    assert "For “a thriller”" in done.text
    assert "1. **Rope**" in done.text
    assert "4. **Rope**" in done.text
    assert [citation.number for citation in done.citations] == list(range(1, 7))
    assert len(done.titles) == len(done.cards) == 3
    assert "".join(event.text for event in events if isinstance(event, ResponseChunk)) == done.text


async def test_every_step_of_a_part_names_its_part_and_crosses_redis() -> None:
    """The words of the part with its place among all."""
    events, _ = await run(Graph(FakeDomain()), TWO)

    assert abouts(events, "retrieve") == {"a thriller (1 of 2)", "a comedy (2 of 2)"}
    assert abouts(events, "plan_subtasks") == {""}
    parts = {event.data["part"] for event in events if isinstance(event, NodeOutput) and event.node == "retrieve"}
    assert parts == {1, 2}
    for seq, event in enumerate(events, 1):
        entry = Entry("r1", seq, 1, 1.5, event)
        assert Entry.from_fields(entry.to_fields()).event == event


async def test_parts_run_at_once() -> None:
    """Neither search ends before the other has begun."""
    both = asyncio.Barrier(2)

    class Meeting(FakeDomain):
        async def retrieve(self, question: str, **options: Any) -> Retrieval:
            await both.wait()
            return await super().retrieve(question, **options)

    async with asyncio.timeout(20):
        _, done = await run(Graph(Meeting()), TWO)

    assert done.decision == "COMPLEX"


async def test_a_part_waits_for_what_it_needs() -> None:
    """A tool is run first, and what it found by name stands in the next question."""

    class Found(FakeDomain):
        async def run_tool(self, *args: Any, **options: Any) -> ToolAnswer:
            return ToolAnswer("count", "Rope was directed by Ann Lee.", DOCUMENTS[:1], found=("Ann Lee",))

    domain = Found()
    events, done = await run(Graph(domain), "how many; films by {answer}")

    assert [(asked, left_out) for asked, _, left_out in domain.asked] == [("films by Ann Lee", ("rope-1948",))]
    assert path(events)[3:5] == ("compute", "rewrite_query")
    assert done.text.startswith("Rope was directed by Ann Lee. [1]\n\nFor “films by Ann Lee”")
    assert "2. **The Guilty**" in done.text


async def test_a_part_that_fails_is_told_and_the_others_answered() -> None:
    """One sentence says which, and with what to do."""
    events, done = await run(Graph(Failing()), TWO)

    assert "1. **Rope**" in done.text
    assert "I could not look up “a comedy” just now" in done.text
    assert output(events, "synthesize_answer")["failed"] == [2]


async def test_a_part_that_needs_a_failed_one_fails_too() -> None:
    """Nothing is searched with a hole in it."""
    domain = Failing()
    _, done = await run(Graph(domain), "a comedy; like {answer}; a thriller")

    assert "I could not look up “like …”" in done.text
    assert [asked for asked, _, _ in domain.asked] == ["a thriller"]


async def test_all_parts_failed_is_a_search_that_broke() -> None:
    """There is nothing to answer with."""
    with pytest.raises(RetrievalFailed):
        await run(Graph(FakeDomain(error=OSError("gone"))), TWO)


async def test_a_model_plans_grades_once_a_search_and_joins() -> None:
    """Router, plan, two rewritings, two gradings, one answer, one verdict."""
    domain, model = FakeDomain(), planner()
    events, done = await run(Graph(domain, model), "two wishes")

    assert done.usage.model_calls == 8
    assert {asked for asked, _, _ in domain.asked} == {"in English"}
    said, _, sources = done.text.partition("\n\n")
    assert said == "Two wishes.\n1. **Rope** (1948) – One call.\n2. **The Guilty** (2018) – A chest."
    expected = "[1] Rope (1948), starter · [2] The Guilty (2018), starter · catalogue version generation-7"
    assert sources == f"-# Sources: {expected}\n-# ✓ Checked against the catalogue."
    assert output(events, "grade_documents")["kept"] == ["the-guilty-2018", "rope-1948"]
    assert [citation.title_id for citation in done.citations] == ["rope-1948", "the-guilty-2018"]


@pytest.mark.parametrize(
    "plan",
    [
        None,
        {"subtasks": []},
        {"subtasks": [{"kind": "retrieve", "question": "x"}] * 6},
        {"subtasks": [{"kind": "guess", "question": "x"}]},
        {"subtasks": [{"kind": "retrieve", "question": "x", "depends_on": 1}]},
        {"subtasks": [{"kind": "retrieve", "question": "like {answer}"}]},
    ],
)
async def test_a_plan_that_cannot_be_followed_is_made_by_rules(plan: Any) -> None:
    """It is counted; with no rule for the question the whole of it is the one part."""
    events, by_rules = await run(Graph(FakeDomain(), planner(Plan=plan)), TWO)
    _, whole = await run(Graph(FakeDomain(), planner(Plan=plan)), "one wish")

    assert abouts(events, "retrieve") == {"a thriller (1 of 2)", "a comedy (2 of 2)"}
    assert by_rules.usage.fallbacks == whole.usage.fallbacks == 1
    assert whole.decision == "COMPLEX"


async def test_nothing_that_fits_is_kept_when_the_model_says_so() -> None:
    """The ranker's documents do not come back by the back door; without documents the facts say so."""
    _, done = await run(Graph(FakeDomain(), planner(Graded={"keep": []})), TWO)

    assert done.titles == ()
    assert done.text.startswith("For “a thriller”")


@pytest.mark.parametrize("graded", [None, {"keep": "all"}, {"keep": [99]}])
async def test_an_unreadable_grading_leaves_the_choice_to_the_ranker(graded: Any) -> None:
    """A number that is no document's counts for nothing."""
    events, done = await run(Graph(FakeDomain(), planner(Graded=graded)), TWO)

    assert len(output(events, "grade_documents")["kept"]) == (0 if graded == {"keep": [99]} else 3)
    assert done.usage.fallbacks == (0 if graded == {"keep": [99]} else 2)


async def test_a_model_that_presents_nothing_is_completed_from_facts() -> None:
    """As for a single search."""
    _, done = await run(Graph(FakeDomain(), planner("I would rather not.")), TWO)

    assert "1. **The Guilty**" in done.text
    assert done.usage.fallbacks == 1


async def test_a_model_that_dies_amid_the_parts_is_replaced() -> None:
    """The parts go on without it, and one line says so."""
    _, done = await run(Graph(FakeDomain(), planner(Rewritten=ModelUnavailable("x"))), TWO)

    assert "1. **Rope**" in done.text
    assert done.text.count("-# The language model is not answering") == 1


async def test_a_stop_ends_all_parts() -> None:
    """Nothing of a run goes on behind its end."""
    ended: list[str] = []
    waiting = asyncio.Event()

    class Slow(FakeDomain):
        async def retrieve(self, question: str, **options: Any) -> Retrieval:
            self.asked.append((question, {}, ()))
            if len(self.asked) == 2:
                waiting.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(question)
            raise AssertionError

    async def all_of_it() -> None:
        await run(Graph(Slow()), TWO)

    task = asyncio.create_task(all_of_it())
    async with asyncio.timeout(20):
        await waiting.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert sorted(ended) == ["a comedy", "a thriller"]


async def test_a_list_that_a_tool_told_keeps_one_count_with_what_follows() -> None:
    """Its own numbers go on from those before it."""

    class Lists(FakeDomain):
        async def run_tool(self, *args: Any, **options: Any) -> ToolAnswer:
            return ToolAnswer("count", "Two:\n1. **A**\n2. **B**", DOCUMENTS[:2])

    document = Document(DOCUMENTS[4].ref, "", 0.9)
    _, done = await run(Graph(Lists((document,))), "a thriller; how many")

    assert done.text.index("1. **Coherence**") < done.text.index("2. **A**\n3. **B**")
    assert [citation.number for citation in done.citations] == [1, 2, 3]


class Judge:
    """Gives one verdict after the other, the last for good."""

    def __init__(self, *verdicts: list[int]) -> None:
        self.verdicts = list(verdicts)

    def __call__(self, _prompt: object) -> dict[str, list[int]]:
        return {"unsupported": self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0]}


def answers(*texts: str) -> Any:
    """A model's answers, one after the other."""
    left = list(texts)
    return lambda _prompt: left.pop(0) if len(left) > 1 else left[0]


def streamed(events: Sequence[RunEvent]) -> str:
    """What people saw growing."""
    return "".join(event.text for event in events if isinstance(event, ResponseChunk))


async def test_what_nothing_supports_is_planned_and_written_again() -> None:
    """The draft stays in view meanwhile; the checked text replaces it and says what was changed."""
    model = planner(answers("Two.\n[1] It won nine prizes.", "Two.\n[1] A chest."), Verdict=Judge([2], []))
    events, done = await run(Graph(FakeDomain(), model), TWO)

    assert path(events).count("plan_subtasks") == path(events).count("verify_answer") == 2
    assert path(events)[-1] == "verify_answer"
    assert "It won nine prizes." in streamed(events)
    assert done.text.startswith("Two.\n1. **The Guilty** (2018) – A chest.\n\n-# Sources: [1] The Guilty")
    assert done.text.endswith("-# ✓ Checked against the catalogue. I corrected 1 detail.")
    assert any("nine prizes" in prompt[1].content for prompt in model.prompts if "`kind` is" in prompt[0].content)


async def test_after_two_rounds_what_nothing_supports_is_left_out() -> None:
    """The title keeps its number, which the sources count on."""
    model = planner("Two wishes.\n[1] It won nine prizes. A call.\n[2] A chest.", Verdict=Judge([2]))
    events, done = await run(Graph(FakeDomain(), model), TWO)

    assert path(events).count("verify_answer") == 3
    assert "nine prizes" not in done.text
    assert "1. **The Guilty** (2018) A call.\n2. **Rope**" in done.text
    assert done.text.endswith("I corrected 3 details.")


@pytest.mark.parametrize("verdict", [None, {"unsupported": "none"}, {"unsupported": [99]}, ModelUnavailable("x")])
async def test_a_verdict_that_cannot_be_read_withholds_the_claim(verdict: Any) -> None:
    """The answer stays, and says that it is unchecked and what to do."""
    events, done = await run(Graph(FakeDomain(), planner(Verdict=verdict)), TWO)

    assert done.text.endswith("-# I could not check this answer in full: compare it with the sources.")
    assert "✓" not in done.text
    assert streamed(events) == done.text
    assert done.usage.fallbacks == 1


async def test_an_answer_from_facts_is_not_verified() -> None:
    """It is exact already: no call, no mark, no draft."""
    events, done = await run(Graph(FakeDomain()), TWO)

    assert "verify_answer" not in path(events)
    assert "✓" not in done.text
    assert not [event for event in events if isinstance(event, NodeOutput) and event.data.get("draft")]


async def test_figures_are_put_right_as_they_are_written() -> None:
    """Before the verdict, and counted with what it finds."""
    _, done = await run(Graph(FakeDomain(), planner("Two.\n[1] From 1900.")), TWO)

    assert "– From 2018." in done.text
    assert done.text.endswith("-# ✓ Checked against the catalogue. I corrected 1 detail.")


async def test_the_longest_way_comes_to_its_end() -> None:
    """Five parts, each after the one before it, and two more rounds of two."""
    chain = [{"kind": "retrieve", "question": f"part {n}", **({"depends_on": n - 1} if n > 1 else {})} for n in range(1, 6)]
    domain = FakeDomain(tuple(replace(DOCUMENTS[0], ref=replace(DOCUMENTS[0].ref, id=f"d{n}")) for n in range(40)))
    model = planner("Five.\n[1] It won nine prizes.", Plan={"subtasks": chain}, Verdict=Judge([2]))
    events, done = await run(Graph(domain, model), "five wishes")

    assert path(events).count("retrieve") == 5 + 2 + 2
    assert path(events).count("verify_answer") == 3
    assert abouts(events, "build_context") >= {"part 2 (7 of 7)", "part 2 (9 of 9)"}
    assert done.decision == "COMPLEX"
