"""The parts of a question, by rules: only what is said in so many words; every other question stays whole."""

from collections.abc import Callable
from typing import TypeAlias

from agent.catalogue.plans.chained import chained
from agent.catalogue.plans.questions import several_questions
from agent.catalogue.plans.wishes import several_wishes
from agent.catalogue.request import Request
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.tools.questions import Question
from agent.domain import SubTask

Read: TypeAlias = Callable[[str, Voice], Request]
IsForTool: TypeAlias = Callable[[str], bool]


def plan(text: str, told: str, read: Read, is_for_tool: IsForTool) -> tuple[SubTask, ...] | None:
    """The parts; None where the text does not for certain have several.

    `told` is the text's language as ISO 639-1 or "", `read` understands a text in a language, `is_for_tool` says whether an
    exact tool answers a text.
    """
    question = Question.of(text)
    if question is None:
        return None
    voice: Voice = next((voice for voice in VOICES if voice == told), "en")
    return (
        chained(question, is_for_tool)
        or several_questions(question, is_for_tool)
        or several_wishes(question, voice, lambda part: read(part, voice))
    )
