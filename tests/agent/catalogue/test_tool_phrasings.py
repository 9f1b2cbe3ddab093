"""Which questions are for a tool: what is asked in so many words, in five languages, and nothing that only looks so."""

from functools import cache

import pytest

from agent.catalogue.films import FilmDomain
from agent.catalogue.speech.voice import Voice
from agent.catalogue.tools.calls import FilmCall
from tests.agent.catalogue.tool_phrasings import NEAR_MISSES, PHRASINGS, catalogue
from tests.fakes.finder import FakeFinder


@cache
def domain() -> FilmDomain:
    """Films over the starter catalogue."""
    return FilmDomain(FakeFinder(catalogue()))


@pytest.mark.parametrize(("voice", "text", "expected"), PHRASINGS, ids=[text for _, text, _ in PHRASINGS])
def test_a_question_for_a_tool_becomes_its_call(voice: Voice, text: str, expected: FilmCall) -> None:
    """The tool with its arguments, and the language to answer in."""
    assert domain().tool(text, ()) == expected
    assert domain().language(text, ()) == voice


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_a_wish_or_other_business_is_for_no_tool(text: str) -> None:
    """Precision first: what a search or small talk answers stays theirs."""
    assert domain().tool(text, ()) is None
