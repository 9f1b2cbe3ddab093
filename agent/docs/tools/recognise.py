"""Which tool a question is for, by rules: only what is asked in so many words; the rest is for the documentation."""

from dataclasses import dataclass

from agent.catalogue.speech.voice import Voice
from agent.docs.tools.ask_contrast import ask_contrast
from agent.docs.tools.ask_specificity import ask_specificity
from agent.docs.tools.ask_support import ask_support
from agent.docs.tools.asking import Question
from agent.docs.tools.calls import DocsCall
from agent.docs.tools.compat import Compat


@dataclass(frozen=True, slots=True)
class Asked:
    """A call, and the language in which it was asked; None where the words do not tell."""

    call: DocsCall
    voice: Voice | None


def recognise(text: str, compat: Compat) -> Asked | None:
    """The tool that `text` asks for; None where it may as well be a question for the documentation."""
    question = Question.of(text)
    if question is None:
        return None
    call = ask_contrast(question) or ask_specificity(question) or ask_support(question, compat)
    return None if call is None else Asked(call, question.voice)
