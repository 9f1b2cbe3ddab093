"""The sources at the foot of an answer: complete, small, and whole wherever a message is cut."""

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.contract import Citation, TitleRef
from agent.domain import Document
from agent.nodes.sources import cited, small_print
from bot.markdown import split

names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=90)
refs = st.builds(
    TitleRef,
    st.uuids().map(str),
    names,
    st.none() | st.integers(1890, 2030),
    st.lists(st.sampled_from(["imdb:1", "netflix:s2", "imdb:3"]), max_size=3).map(tuple),
)
documents = st.lists(refs.map(lambda ref: Document(ref, "", 1.0)), min_size=1, max_size=20)


def test_each_source_has_number_title_year_and_data_set() -> None:
    """Two records of one set are one source; what is unknown is left out; the version stands once, in the answer's language."""
    shown = [
        Document(TitleRef("a", "Heat", 1995, ("imdb:1", "imdb:9", "netflix:s2")), "", 1.0),
        Document(TitleRef("b", "*Nameless* [x]", None), "", 1.0),
    ]

    expected = r"-# Quellen: [1] Heat (1995), imdb netflix · [2] \*Nameless\* \[x\] · Katalogfassung g7"
    assert small_print(shown, "g7", "de") == expected
    assert small_print(shown[:1], "", "ja") == "-# Sources: [1] Heat (1995), imdb netflix"
    assert small_print((), "g7", "en") == ""
    assert cited(shown, "g7") == (Citation(1, "a", "imdb:1", "g7"), Citation(2, "b", "b", "g7"))


def test_of_many_sources_each_data_set_has_its_numbers() -> None:
    """A long list has named each title already: small print stays one line."""
    shown = [
        Document(TitleRef(f"t{n}", f"T{n}", 2000, ("imdb:1",) if n != 2 else ("netflix:s1",)), "", 1.0) for n in range(1, 17)
    ]
    expected = "-# Sources: imdb [1] [3–16] · netflix [2] · catalogue version g7"

    assert small_print(shown, "g7", "en") == expected


@given(documents, st.integers(0, 3000), st.sampled_from([1900, 2000, 3000]))
@settings(max_examples=60, deadline=None)
def test_sources_survive_splitting(shown: list[Document], before: int, limit: int) -> None:
    """Wherever a long answer is cut, every line of sources is whole and small print by itself, and none is lost."""
    foot = small_print(shown, "generation-7", "en")
    text = f"{'A word of answer. ' * (before // 18)}\n\n{foot}"
    lines = [line for chunk in split(text, limit) for line in chunk.splitlines() if line.startswith("-#")]

    assert lines == foot.splitlines()
