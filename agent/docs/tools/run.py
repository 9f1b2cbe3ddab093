"""Running a call: which function computes it."""

from typing import cast

from agent.catalogue.speech.voice import Voice
from agent.docs.tools.calls import CheckContrast, CompareSpecificity, DocsCall, TellSupport
from agent.docs.tools.compat import Compat
from agent.docs.tools.tell_contrast import check_contrast
from agent.docs.tools.tell_specificity import compare_specificity
from agent.docs.tools.tell_support import tell_support
from agent.docs.tools.told import Told
from agent.domain import ToolAnswer, ToolCall


def run(call: ToolCall, compat: Compat, voice: Voice) -> ToolAnswer:
    """The answer to a call. The same call over the same data gives the same answer; what is wrongly written is told so."""
    told = _run(cast("DocsCall", call), compat, voice)
    return ToolAnswer(call.name, told.text, facts=told.facts)


def _run(call: DocsCall, compat: Compat, voice: Voice) -> Told:
    match call:
        case CheckContrast():
            return check_contrast(call, voice)
        case CompareSpecificity():
            return compare_specificity(call, voice)
        case TellSupport():
            return tell_support(call, compat, voice)
