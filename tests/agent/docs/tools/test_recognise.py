"""Which questions are for a tool of documentation: what is asked in so many words, and nothing that only looks so."""

from pathlib import Path

import pytest

from agent.catalogue.speech.voice import Voice
from agent.docs.tools.calls import DocsCall
from agent.docs.tools.compat import Compat
from agent.docs.tools.recognise import recognise
from tests.agent.docs.tools.phrasings import NEAR_MISSES, PHRASINGS


@pytest.mark.parametrize(("voice", "text", "expected"), PHRASINGS, ids=[text for _, text, _ in PHRASINGS])
def test_a_question_for_a_tool_becomes_its_call(compat: Compat, voice: Voice | None, text: str, expected: DocsCall) -> None:
    """The tool with its arguments, and the language in which it was asked."""
    asked = recognise(text, compat)
    assert asked is not None
    assert (asked.call, asked.voice) == (expected, voice)


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_what_the_documentation_explains_is_for_no_tool(compat: Compat, text: str) -> None:
    """Precision first: how, why, and what no tool knows stay for the search."""
    assert recognise(text, compat) is None


def test_without_browser_data_only_their_tool_is_missing(tmp_path: Path) -> None:
    """Contrast and specificity need no data."""
    none = Compat(tmp_path / "browser-support.sqlite")
    assert recognise("Does Safari support :has?", none) is None
    assert recognise("contrast of #777 on #fff", none) is not None
