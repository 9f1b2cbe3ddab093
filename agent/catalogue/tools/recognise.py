"""Which tool a question is for, by rules: only what is asked in so many words, and of nothing but what the catalogue tells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from agent.catalogue.answers.followup import compares
from agent.catalogue.speech.voice import Voice
from agent.catalogue.tools.ask_facts import ask_facts
from agent.catalogue.tools.ask_sets import ask_count, ask_extreme, ask_list
from agent.catalogue.tools.ask_several import ask_common, ask_comparison
from agent.catalogue.tools.ask_times import ask_plan, ask_total
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.questions import Question
from agent.domain import ToolCall

_Asks: TypeAlias = Callable[[Question, Library, Sequence[str]], tuple[ToolCall, Voice] | None]
# A plan before a total before a fact: "how long is Heat" is a part of the longer questions.
_OF_TITLES: tuple[_Asks, ...] = (ask_plan, ask_total, ask_comparison, ask_common)
_OF_ALL: tuple[_Asks, ...] = (
    lambda question, library, _: ask_count(question, library),
    lambda question, library, _: ask_list(question, library),
    lambda question, library, _: ask_extreme(question, library),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A call, and the language in which it was asked."""

    call: ToolCall
    voice: Voice


def recognise(text: str, library: Library, shown: Sequence[str] = (), newest: Sequence[str] = ()) -> Asked | None:
    """The tool that `text` asks for; None where it may as well be a wish, or small talk.

    "These" are `shown` (ids), "it" is what the newest answer presented.
    """
    question = Question.of(text)
    if question is None:
        return None
    found = next((asked for ask in _OF_TITLES if (asked := ask(question, library, shown)) is not None), None)
    # "Which of these is the shortest?" is answered from what was shown.
    if found is None and not compares(text):
        found = ask_facts(question, library, newest)
        found = found or next((asked for ask in _OF_ALL if (asked := ask(question, library, shown)) is not None), None)
    return None if found is None else Asked(*found)
