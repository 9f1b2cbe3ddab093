"""What is shown while a question in parts is worked on."""

import pytest

from agent.contract import Entry, NodeOutput, NodeStart, ResponseChunk, ThinkingStart
from bot.draft import CURSOR, DRAFT_CURSOR, Draft, cursor, fold, preview, status


def drafted(*events: NodeStart | NodeOutput | ResponseChunk | ThinkingStart) -> Draft:
    """The draft after these events."""
    draft = Draft()
    for seq, event in enumerate(events, 1):
        draft = fold(draft, Entry("r1", seq, 1, 0.0, event))
    return draft


@pytest.mark.parametrize(
    ("node", "words"),
    [
        ("rewrite_query", "Searching"),
        ("retrieve", "Searching"),
        ("grade_documents", "Looking through what I found"),
        ("compute", "Working it out from the catalogue"),
    ],
)
def test_a_part_is_shown_in_words_with_its_place(node: str, words: str) -> None:
    """In the placeholder and in a line that shows plain text."""
    draft = drafted(NodeStart("plan_subtasks"), NodeStart(node, "a Korean thriller under 100 minutes (1 of 2)"))

    assert preview(draft) == f"*{words}: a Korean thriller under 100 minutes (1 of 2)*"
    assert status(draft) == f"{words}: a Korean thriller under 100 minutes (1 of 2)"


def test_no_mark_in_a_part_works_as_markdown_and_a_long_one_is_cut() -> None:
    """A part is worded by people or a model; a bracket in it is none of ours."""
    assert preview(drafted(NodeStart("retrieve", "*all* (or most) (2 of 2)"))) == r"*Searching: \*all\* (or most) (2 of 2)*"
    assert preview(drafted(NodeStart("retrieve", f"{'so ' * 99}long (2 of 2)"))).endswith("… (2 of 2)*")


def test_each_step_of_all_parts_is_ticked_off_once() -> None:
    """Two searches at once leave one mark, and the words follow the newest."""
    nodes = (
        "contextualize",
        "router",
        "plan_subtasks",
        "rewrite_query",
        "rewrite_query",
        "retrieve",
        "grade_documents",
        "retrieve",
    )
    draft = drafted(*(NodeStart(node, "x (1 of 2)" if at > 2 else "") for at, node in enumerate(nodes)))

    assert draft.marks == ("context", "route", "plan", "search")
    assert [step.state for step in draft.steps] == ["done", "done", "done", "working"]


def test_the_whole_question_is_worked_on_again_once_its_parts_are_joined() -> None:
    """The words of a part go with it, and thinking and text come before any step."""
    joined = drafted(NodeStart("retrieve", "x (1 of 1)"), NodeStart("synthesize_answer"))

    assert preview(joined) == "*Writing…*"
    assert status(fold(joined, Entry("r1", 9, 1, 0.0, ThinkingStart()))) == "Thinking it over…"
    assert status(fold(joined, Entry("r1", 9, 1, 0.0, ResponseChunk("Two")))) == "Writing…"


def test_a_text_that_will_be_checked_is_marked_as_a_draft() -> None:
    """By a word in its foot from its first words on, and in the line while it is checked; others have the cursor alone."""
    unchecked = drafted(NodeOutput("synthesize_answer", {"draft": True}), ResponseChunk("Two"), NodeStart("verify_answer"))

    assert cursor(drafted(NodeOutput("synthesize_answer", {"draft": True}))) == ""
    assert cursor(unchecked) == DRAFT_CURSOR
    assert status(unchecked) == "Checking what I wrote…"
    assert cursor(drafted(ResponseChunk("Two"))) == CURSOR
