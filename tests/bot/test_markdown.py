"""Splitting and closing Markdown."""

import re

import regex
from hypothesis import given
from hypothesis import strategies as st

from bot.markdown import close, gap, is_gap, split

PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["\n\n", "\n", " ", ". ", "```py\n", "\n```\n", "~~~\n", "**", "👩‍👩‍👧", "é", "🇭🇺", "- item\n", "x" * 90]
        ),
        st.text(max_size=30),
    ),
    max_size=60,
)
TEXTS = PIECES.map("".join)


def utf16(text: str) -> int:
    """The length in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def bare(text: str) -> str:
    """The text without white space and fence lines."""
    return re.sub(r"\s+", "", re.sub(r"^ {0,3}(`{3,}|~{3,}).*$", "", text, flags=re.MULTILINE))


@given(TEXTS, st.integers(80, 400))
def test_every_chunk_fits_the_limit(text: str, limit: int) -> None:
    """No chunk is longer than the limit, in any unit of length."""
    assert all(len(chunk) <= limit for chunk in split(text, limit))
    assert all(utf16(chunk) <= limit for chunk in split(text, limit, utf16))


@given(TEXTS.filter(lambda text: "```" not in text and "~~~" not in text), st.integers(80, 400))
def test_nothing_but_white_space_is_lost_at_a_cut(text: str, limit: int) -> None:
    """The chunks joined are the text, but for white space at the cuts."""
    assert re.sub(r"\s+", "", text) == re.sub(r"\s+", "", "".join(split(text, limit)))


@given(TEXTS.filter(lambda text: "```" not in text and "~~~" not in text), st.integers(80, 200))
def test_a_grapheme_cluster_is_never_cut(text: str, limit: int) -> None:
    """Every chunk begins and ends where a cluster of the text does."""
    ends = {0} | {match.end() for match in regex.finditer(r"\X", text.strip())}
    position, stripped = 0, text.strip()
    for chunk in split(text, limit):
        position = stripped.index(chunk, position) + len(chunk)
        assert position in ends


@given(TEXTS, st.text(max_size=80), st.integers(80, 300))
def test_chunks_before_the_last_are_stable_while_the_text_grows(text: str, more: str, limit: int) -> None:
    """What is added changes the last chunk at most; fenced text may differ in where its last line ends."""
    before, after = split(text, limit), split(text.rstrip() + more, limit)
    assert before[:-1] == after[: len(before) - 1]


def test_a_fence_that_is_cut_is_closed_and_opened_again() -> None:
    """Both chunks are whole code blocks in the same language."""
    code = "\n".join(f"line_{number} = {number}" for number in range(40))
    chunks = split(f"Look:\n\n```python\n{code}\n```\n\nDone.", 200)
    assert len(chunks) > 2
    assert all(chunk.count("```") % 2 == 0 for chunk in chunks)
    assert all(chunk.startswith("```python\n") for chunk in chunks[1:-1])
    assert bare(code) == bare("".join(chunks)).removeprefix("Look:").removesuffix("Done.")


def test_a_cut_prefers_a_paragraph_then_a_line_then_a_sentence_then_a_word() -> None:
    """The best boundary in the second half of the chunk wins."""
    assert ["a" * 60, "b" * 60] == split("a" * 60 + "\n\n" + "b" * 60, 100)
    assert ["a" * 60, "b" * 60] == split("a" * 60 + "\n" + "b" * 60, 100)
    assert ["a" * 60 + ".", "b" * 60] == split("a" * 60 + ". " + "b" * 60, 100)
    assert ["a" * 60, "b" * 60] == split("a" * 60 + " " + "b" * 60, 100)


def test_an_empty_text_is_one_empty_chunk() -> None:
    """The caller decides what to say instead of nothing."""
    assert [""] == split("  \n ", 100)


def test_a_preview_closes_what_is_open() -> None:
    """Half-written emphasis, code and links do not spill over the rest of the message."""
    assert "see **Heat**" == close("see **Heat")
    assert "see" == close("see **")
    assert "a `b`" == close("a `b")
    assert "one\n\n*two*" == close("one\n\n*two")
    assert "look at" == close("look at [the page](https://exa")
    assert "```py\nx = 1\n```" == close("```py\nx = 1")
    assert "a **b *c***" == close("a **b *c")
    assert "* bullet one\n* bullet" == close("* bullet one\n* bullet")
    assert "snake_case_name" == close("snake_case_name")


@given(TEXTS)
def test_closing_never_fails_and_leaves_no_fence_open(text: str) -> None:
    """Whatever a model writes, its preview is well formed."""
    closed = close(text)
    assert split(closed, 100_000)[0] == closed.strip()


def test_an_item_of_a_list_stays_with_what_belongs_to_it() -> None:
    """A cut goes before an item, never between it and its own indented lines, where there is such a place."""
    items = "\n".join(f"{number}. **Film {number}**\n   - why it fits\n   - where to watch" for number in range(1, 12))
    chunks = split(items, 200)
    assert len(chunks) > 2
    assert all(re.match(r"\d+\. ", chunk) for chunk in chunks)
    assert bare(items) == bare("".join(chunks))


@given(TEXTS.filter(lambda text: "```" not in text and "~~~" not in text), st.data(), st.integers(80, 300))
def test_further_cuts_lose_nothing_and_hold_however_the_text_goes_on(text: str, data: st.DataObject, limit: int) -> None:
    """An answer that went on in a new message keeps what stands before it as it was, up to the cut."""
    stripped = text.strip()
    cut = data.draw(st.integers(0, max(0, len(stripped))))
    if not is_gap(text, cut):
        return
    chunks, before = split(text, limit, cuts=[cut]), split(stripped[:cut], limit)
    assert bare(text) == bare("".join(chunks))
    assert before == chunks[: len(before)]


@given(TEXTS)
def test_a_growing_text_is_cut_where_no_word_is_parted(text: str) -> None:
    """The place is before its end and between words."""
    cut = gap(text)
    assert cut is None or is_gap(text, cut)


TOLD = st.lists(st.text("abcdefg", min_size=1, max_size=12), min_size=1, max_size=60).map(" ".join)
SPOILERS = st.lists(st.tuples(TOLD, st.booleans(), st.sampled_from([" ", ". ", "\n", "\n\n"])), min_size=1, max_size=12)


@given(SPOILERS, st.integers(80, 300))
def test_a_cut_leaves_what_is_hidden_hidden_and_the_rest_in_sight(parts: list[tuple[str, bool, str]], limit: int) -> None:
    """Every chunk closes its spoilers, fits the limit, and hides the very words that the text hides."""
    text = "".join(f"||{told}||{gap}" if hidden else f"{told}{gap}" for told, hidden, gap in parts)
    chunks = split(text, limit)
    assert all(len(chunk) <= limit and chunk.count("||") % 2 == 0 for chunk in chunks)
    pieces = [piece for chunk in chunks for piece in enumerate(chunk.split("||"))]
    for is_hidden in (True, False):
        shown = "".join(piece for at, piece in pieces if at % 2 == is_hidden)
        meant = "".join(told for told, hidden, _ in parts if hidden is is_hidden)
        assert re.sub(r"[\s.]", "", shown) == re.sub(r"[\s.]", "", meant)


def test_marks_that_are_escaped_or_in_code_hide_nothing() -> None:
    """Only a spoiler is closed at a cut, and a preview closes one that is half written."""
    assert not any(chunk.endswith("||") for chunk in split(r"a \|\| b " + "c " * 100, 80))
    assert not any(chunk.endswith("||") for chunk in split("a `||` b " + "c " * 100, 80))
    assert "1. Heat: ||he robs||" == close("1. Heat: ||he robs")
