"""Code out of the way of what is done to prose."""

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from etl.docs.masking import LINE_MARK, Fence, masked

SIGNS = st.characters(categories=("L", "N", "P", "S", "Zs"), exclude_characters="`~")
LINE = st.text(SIGNS, max_size=30).map(str.rstrip)


def test_a_fence_is_one_mark_and_comes_back_as_it_was() -> None:
    """The prose around it is all that is left in the text."""
    text = "Before\n\n```ts {1} twoslash\nconst a = '{{x}}'\n\n  b()\n```\n\nAfter `inline <T>` code."
    body = masked(text)
    assert "{{x}}" not in body.text
    assert "<T>" not in body.text
    assert body.fences == [Fence("ts {1} twoslash", ("const a = '{{x}}'", "", "  b()"))]
    assert (body.fences[0].language, body.fences[0].words) == ("ts", ("{1}", "twoslash"))
    assert body.unmasked() == text


def test_fences_in_lists_and_quotes_keep_their_lines() -> None:
    """Indent and quote signs belong to the place, not to the code."""
    text = "1. Do\n\n   ```js\n   if (a) {\n     b()\n   }\n   ```\n\n> Note\n>\n> ```css\n> a { }\n>\n> ```\n>\n> end"
    body = masked(text)
    assert [fence.lines for fence in body.fences] == [("if (a) {", "  b()", "}"), ("a { }", "")]
    assert body.unmasked() == text


def test_a_fence_of_four_ticks_holds_one_of_three() -> None:
    """Only as many ticks as opened it close a fence."""
    text = "````md\n```js\na\n```\n````\nend"
    assert masked(text).fences == [Fence("md", ("```js", "a", "```"), "````")]
    assert masked(text).unmasked() == text


def test_a_fence_that_nobody_closes_ends_with_the_text() -> None:
    """A broken page loses no code."""
    assert masked("a\n```js\nb\nc").fences == [Fence("js", ("b", "c"))]


def test_a_fence_moves_with_its_mark() -> None:
    """Unpacked from a list it loses the indent, put into a quote it gets the signs."""
    body = masked("  ```js\n  a\n\n  b\n  ```")
    body.text = "> " + body.text.strip()
    assert body.unmasked() == "> ```js\n> a\n>\n> b\n> ```"


def test_a_label_stands_in_the_line_above_its_fence() -> None:
    """So it stays with the code, whatever is done to the page."""
    body = masked("- x\n\n  ```js\n  a\n  ```")
    body.each_fence(lambda fence: [dataclasses.replace(fence, label="`a.js`")])
    assert body.unmasked() == "- x\n\n  `a.js`:\n  ```js\n  a\n  ```"


def test_headings_are_marked_with_their_line_but_not_in_code() -> None:
    """Lines count from the number that the first line has."""
    body = masked("Text\n# One\n```sh\n# no heading\n```\n## Two `a`", first_line=5)
    assert [int(line) for line in LINE_MARK.findall(body.text)] == [6, 10]


@given(st.lists(st.one_of(LINE, st.lists(LINE, max_size=4).map(lambda lines: "\n".join(["```js", *lines, "```"]))), max_size=8))
def test_whatever_the_page_nothing_is_lost(parts: list[str]) -> None:
    """Masking and unmasking give the page again, and no line of code can be seen meanwhile."""
    text = "\n\n".join(parts)
    body = masked(text)
    assert body.unmasked() == text
    assert len(body.fences) == sum(part.startswith("```") for part in parts)
    assert "`" not in body.text
