"""Several questions for tools in one message: "who directed Heat, and how long is Rope?", "compare the longest … with …"."""

import re
from collections.abc import Callable, Iterator

from agent.catalogue.tools.questions import Question
from agent.domain import SubTask

_JOINT = re.compile(r"\s*[,;?]?\s+(?:and|es|y|und|et)\s+|\s*[;?]\s+")
_COMPARED = re.compile(
    r"(?:compare|hasonlitsd ossze|compara|vergleich(?:e|st du)?|compare[zr]?)\s+(?P<a>.+?)\s+"
    r"(?:with|to|and|against|vs\.?|versus|es|con|y|mit|und|avec|a|et)\s+(?P<b>.+)"
)
_AMOUNT = re.compile(r"\b(?:longest|shortest|newest|oldest|latest|(?:best|highest|worst|lowest)[- ]rated)\b")


def several_questions(question: Question, is_for_tool: Callable[[str], bool]) -> tuple[SubTask, ...] | None:
    """A tool for each of two questions; None where not both are for one."""
    for one, other in (*_compared(question), *_joined(question)):
        if is_for_tool(one) and is_for_tool(other):
            return SubTask(kind="tool", question=one), SubTask(kind="tool", question=other)
    return None


def _joined(question: Question) -> Iterator[tuple[str, str]]:
    for joint in _JOINT.finditer(question.plain):
        yield question.text[: joint.start()], question.text[joint.end() :]


def _compared(question: Question) -> Iterator[tuple[str, str]]:
    """The two things compared, each of which must be looked up first; said in English."""
    if (found := _COMPARED.fullmatch(question.plain)) is None:
        return
    one, other = question.part(found, "a"), question.part(found, "b")
    if _AMOUNT.search(one) and _AMOUNT.search(other):
        yield f"What is {one}?", f"What is {other}?"
