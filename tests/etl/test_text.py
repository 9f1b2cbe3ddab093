"""Tidying and folding of text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from etl.text import fold, name_key, split_list, tidy


@given(st.text())
def test_tidy_is_stable_and_leaves_no_run_of_space(text: str) -> None:
    """Tidied text is NFC, stripped, has single spaces only, and tidying it again changes nothing."""
    once = tidy(text)
    assert once == tidy(once) == once.strip()
    assert unicodedata.is_normalized("NFC", once)
    assert not any(char.isspace() and char != " " for char in once)
    assert "  " not in once


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Consequences\u00a0", "Consequences"),
        ("Two\u200b Words", "Two Words"),
        ("\ufeffFirst", "First"),
        ("A Story of a\nFlying House", "A Story of a Flying House"),
        ("anything –\r\n and", "anything – and"),
        ("Cafe\u0301", "Café"),
        ("double  space", "double space"),
    ],
)
def test_tidy_removes_what_nobody_sees(written: str, expected: str) -> None:
    """No-break spaces, zero-width marks, line ends, decomposed accents and double spaces are put right."""
    assert tidy(written) == expected


@given(st.text())
def test_fold_is_stable_and_never_loses_a_text(text: str) -> None:
    """Folding is idempotent, and only a text without content folds to nothing."""
    assert fold(fold(text)) == fold(text)
    assert bool(fold(text)) == bool(tidy(text))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Verónica", "VERONICA"),
        ("Let’s Eat", "Let's Eat"),
        ("Yılmaz Erdoğan", "Yilmaz Erdogan"),
        ("Ｆｕｌｌ width", "fullwidth"),
        ("가족", unicodedata.normalize("NFD", "가족")),
        ("Straße", "STRASSE"),
    ],
)
def test_spellings_of_one_name_fold_alike(left: str, right: str) -> None:
    """Case, accents, apostrophes and forms of the same letter do not keep names apart."""
    assert fold(left) == fold(right)


@pytest.mark.parametrize(("left", "right"), [("!!!", "???"), ("กา", "กิ"), ("は", "ば")])
def test_different_names_in_other_scripts_stay_different(left: str, right: str) -> None:
    """Vowel signs and voicing marks of other scripts, and titles of bare punctuation, are not folded away."""
    assert fold(left) != fold(right)


def test_name_key_drops_a_leading_article_and_reads_the_ampersand() -> None:
    """`The Ollie & Moon` and `Ollie and Moon` meet; a title that is only an article keeps it."""
    assert name_key("The Ollie & Moon") == name_key("Ollie and Moon")
    assert name_key("A") == "a"
    assert name_key("Theatre") == "theatre"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([", South Korea"], ("South Korea",)),
        (["France, Belgium,"], ("France", "Belgium")),
        (["Ann Bell, Cy Marr, ANN BELL"], ("Ann Bell", "Cy Marr")),
        (["Sam Fox, Jr., Di Hart"], ("Sam Fox, Jr.", "Di Hart")),
        (["Cy Marr", "Bo Lind", "", "Cy Marr"], ("Cy Marr", "Bo Lind")),
        ([""], ()),
    ],
)
def test_lists_lose_stray_commas_and_repeated_names(cells: list[str], expected: tuple[str, ...]) -> None:
    """Leading and trailing commas, empty cells and names given twice leave no trace; a name's own comma stays."""
    assert split_list(cells) == expected


@given(st.lists(st.text()))
def test_a_split_list_splits_into_itself(cells: list[str]) -> None:
    """Joining the items and splitting again gives the same items, each without surrounding space and once."""
    items = split_list(cells)
    assert split_list([", ".join(items)]) == items
    assert len({fold(item) for item in items}) == len(items)
