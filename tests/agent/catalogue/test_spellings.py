"""Mistyped names against a comparison with every name."""

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import process
from rapidfuzz.distance import OSA

from agent.catalogue.understanding.spellings import Spellings

NAMES = st.text(alphabet="abc é1ħ", max_size=7)


@given(st.lists(NAMES, max_size=30), NAMES, st.integers(1, 2))
def test_the_nearest_name_is_the_one_that_a_look_at_all_of_them_finds(names: list[str], typed: str, edits: int) -> None:
    """Whatever is left out beforehand could not have been meant; of equally near names the first is taken."""
    best = process.extractOne(typed, names, scorer=OSA.distance, score_cutoff=edits)
    assert Spellings(names).nearest(typed, edits) == (best[0] if best else None)


@given(st.lists(NAMES, min_size=1, max_size=10, unique=True), st.data())
def test_a_swap_of_neighbours_is_one_edit(names: list[str], data: st.DataObject) -> None:
    """A name with two neighbouring letters swapped still finds something as near as itself."""
    meant = data.draw(st.sampled_from(names))
    at = data.draw(st.integers(0, max(0, len(meant) - 2)))
    typed = meant[:at] + meant[at : at + 2][::-1] + meant[at + 2 :]
    found = Spellings(names).nearest(typed, 1)
    assert found is not None
    assert OSA.distance(found, typed) <= OSA.distance(meant, typed) <= 1
