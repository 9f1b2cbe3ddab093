"""A surname alone is somebody known, where it can be nothing else."""

import dataclasses
from datetime import date

import pytest

from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from tests.fakes.finder import make_title

NAMES = ("Long Way", "Small Boat", "Quiet House", "Stree")
TITLES = [
    dataclasses.replace(
        make_title(name, 2000 + at, "drama", 100, "Ada Quill", "A cruise goes wrong."),
        cast=("Meryl Streepe", "Tom Cruise") if at < 3 else ("Ann Bellamy",),
        votes=100_000,
    )
    for at, name in enumerate(NAMES)
]
VOCABULARY = Vocabulary.of(TITLES)


@pytest.mark.parametrize("text", ["Streepe", "streepe please", "something with Streepe"])
def test_an_actor_who_leads_several_casts_is_known_by_the_surname(text: str) -> None:
    """It is no typo for a title that sounds like it."""
    request = understand(text, VOCABULARY, today=date(2026, 12, 1))
    assert (request.people, request.lookup) == (("Meryl Streepe",), ())


@pytest.mark.parametrize("text", ["Cruise", "cruise", "Bellamy"])
def test_a_plain_word_and_a_rare_name_are_nobody(text: str) -> None:
    """The texts of the catalogue use the one as a word; the other leads too few casts."""
    assert understand(text, VOCABULARY, today=date(2026, 12, 1)).people == ()
