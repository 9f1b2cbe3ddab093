"""Whoever asks not to be told what happens gets it between spoiler marks, in five languages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.films import FilmDomain
from agent.catalogue.understanding.spoilers import without_spoilers
from agent.nodes.grounding import Grounded
from tests.fakes.domain import DOCUMENTS
from tests.fakes.finder import FakeFinder

ASKED = [
    ("a thriller, no spoilers please", "a thriller"),
    ("a spoiler-free thriller from the 90s", "a thriller from the 90s"),
    ("a thriller, no spoilers, from the 90s", "a thriller, from the 90s"),
    ("tell me about Heat, but please don't spoil the ending", "tell me about Heat"),
    ("tell me about Heat without giving away the plot", "tell me about Heat"),
    ("Heat, but don’t tell me how it ends", "Heat"),
    ("a heist film, hide the plot", "a heist film"),
    ("egy krimi, spoilermentesen", "egy krimi"),
    ("egy krimi spoilerek nélkül", "egy krimi"),
    ("egy krimi, kérlek ne lődd le a poént", "egy krimi"),
    ("un thriller sin spoilers, por favor", "un thriller"),
    ("un thriller, no me cuentes el final", "un thriller"),
    ("ein Krimi, bitte ohne Spoiler", "ein Krimi"),
    ("ein spoilerfreier Krimi", "ein Krimi"),
    ("un thriller sans spoilers s'il te plaît", "un thriller"),
    ("un thriller, ne me raconte pas la fin", "un thriller"),
]
NOT_ASKED = ("a film without a plot", "I hate spoilers", "a thriller with a twist ending", "don't show me comedies", "")


@pytest.mark.parametrize(("text", "rest"), ASKED)
def test_the_wish_is_understood_and_leaves_the_request(text: str, rest: str) -> None:
    """The search must not look for spoilers."""
    assert without_spoilers(text) == (rest, True)
    assert FakeFinder().understand(text).hides_plot


@pytest.mark.parametrize("text", NOT_ASKED)
def test_other_words_about_plots_hide_nothing(text: str) -> None:
    """They are requests."""
    assert without_spoilers(text) == (text, False)


def test_a_text_that_says_nothing_else_stays() -> None:
    """There must be something to answer to."""
    assert without_spoilers("no spoilers please") == ("no spoilers please", True)


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    """And only shortened where something was asked."""
    rest, asked = without_spoilers(text)
    assert asked or rest == text


@pytest.mark.parametrize("text", [text for text, _ in ASKED])
async def test_what_happens_stands_between_spoiler_marks(text: str) -> None:
    """Every quoted sentence of a story, each whole on its line; titles, facts and reasons stay in sight."""
    domain = FilmDomain(FakeFinder())
    found = await domain.retrieve(text)
    told = "".join(domain.compose(text, found))
    hidden = re.findall(r"\|\|(.+?)\|\|", told)
    assert found.hides_plot
    assert len(hidden) == len(found.documents)
    assert told.count("||") == 2 * len(hidden)
    in_sight = re.sub(r"\|\|.+?\|\|", "", told)
    for document in found.documents:
        assert document.ref.title in in_sight
        assert not any(part in in_sight for part in document.facts["title"].description.split(". ") if len(part) > 20)


async def test_without_that_wish_nothing_is_hidden() -> None:
    """As before."""
    domain = FilmDomain(FakeFinder())
    assert "||" not in "".join(domain.compose("a thriller", await domain.retrieve("a thriller")))


@given(st.lists(st.integers(1, 30), max_size=12))
def test_a_models_words_on_a_title_are_hidden_sentence_by_sentence(sizes: list[int]) -> None:
    """However its tokens come, no piece that goes out leaves a spoiler open; opening and closing stay in sight."""
    text = "Here are two.\n[1] Two friends hide a chest. It || grips.\n[2] One call comes in.\nEnjoy them!"
    grounded, pieces, at = Grounded(DOCUMENTS, said="", strict=True, hidden=True), [], 0
    for size in [*sizes, len(text)]:
        pieces += grounded.feed(text[at : at + size])
        at += size
    pieces += grounded.finish()
    assert all(piece.count("||") % 2 == 0 for piece in pieces)
    assert "".join(pieces) == (
        "Here are two.\n1. **Rope** (1948) – ||Two friends hide a chest.|| ||It  grips.||\n"
        "2. **The Guilty** (2018) – ||One call comes in.||\nEnjoy them!"
    )
