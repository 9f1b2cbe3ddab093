"""Pages cut into chunks."""

import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.docs.chunk import Chunk
from etl.docs.chunks import chunks, context
from etl.docs.page import Page, label
from etl.docs.sources import SOURCES
from tests.etl.docs.pages import loaded

NUXT = SOURCES["nuxt"]
REACT = SOURCES["react"]


def cut(body: str, limit: int = 300, corpus: str = "nuxt") -> list[Chunk]:
    """The chunks of a page named Lamps."""
    return chunks(loaded(corpus, f"---\ntitle: Lamps\n---\n{body}"), SOURCES[corpus], limit=limit)


def said(chunk: Chunk) -> str:
    """A chunk without its first line."""
    return chunk.text.split("\n\n", 1)[1]


def test_each_heading_of_the_second_and_third_level_is_a_chunk_with_its_way_down() -> None:
    """The first line says source, title and headings; deeper headings stay in the text of a short section."""
    found = cut("Intro.\n\n## Use\n\nSo.\n\n### On\n\nOn.\n\n#### Deep\n\nDeep.\n\n## Off\n\nOff.\n")
    assert [chunk.text for chunk in found] == [
        "Nuxt: Lamps\n\nIntro.",
        "Nuxt: Lamps > Use\n\nSo.",
        "Nuxt: Lamps > Use > On\n\nOn.\n\n#### Deep\n\nDeep.",
        "Nuxt: Lamps > Off\n\nOff.",
    ]
    assert [chunk.headings for chunk in found] == [(), ("Use",), ("Use", "On"), ("Off",)]


def test_ids_and_addresses_name_the_heading() -> None:
    """The page at its commit at the heading's line; the live site at its anchor; a heading's second part has a number."""
    body = "## Use it {/*use*/}\n\n" + "\n\n".join(f"Paragraph {number} " + "word " * 40 for number in range(3))
    first, second, *_ = cut(body, corpus="react")
    assert (first.id, second.id) == ("react/reference/react/useLamp#use", "react/reference/react/useLamp#use-2")
    assert first.url.endswith("/src/content/reference/react/useLamp.md?plain=1#L4")
    assert f"/blob/{REACT.commit}/" in first.url
    assert first.live == "https://react.dev/reference/react/useLamp#use"


def test_the_same_page_has_the_same_chunks_and_one_word_changes_one_hash() -> None:
    """So only what changed is embedded again."""
    before, again = cut("## A\n\nOne.\n\n## B\n\nTwo.\n"), cut("## A\n\nOne.\n\n## B\n\nTwo.\n")
    after = cut("## A\n\nOne.\n\n## B\n\nThree.\n")
    assert before == again
    assert [(old.id == new.id, old.hash == new.hash) for old, new in zip(before, after, strict=True)] == [
        (True, True),
        (True, False),
    ]


def test_deeper_headings_begin_chunks_where_their_section_is_long() -> None:
    """Neighbours share a chunk as far as they fit."""
    deep = "\n\n".join(f"#### Part {number}\n\n{'word ' * 22}" for number in range(4))
    assert [chunk.headings for chunk in cut(f"## Use\n\nSo.\n\n{deep}")] == [
        ("Use",),
        ("Use", "Part 2"),
    ]


def test_code_is_never_cut() -> None:
    """A block longer than the limit is a chunk of its own, with its label; a shorter one stays with what introduces it."""
    code = "\n".join(f"line({number})" for number in range(60))
    found = cut(f"## Use\n\nBefore.\n\n```ts [a.ts]\n{code}\n```\n\nLike this:\n\n```ts\nb()\n```\n\nAfter.\n")
    assert [said(chunk) for chunk in found] == [
        "Before.",
        f"`a.ts`:\n```ts\n{code}\n```",
        "Like this:\n\n```ts\nb()\n```\n\nAfter.",
    ]


def test_code_in_a_long_list_is_whole_and_loses_the_indent() -> None:
    """A list is cut between items, an item between its blocks."""
    code = "\n".join(f"line({number})" for number in range(40))
    indented = code.replace("\n", "\n  ")
    found = cut(f"- One\n\n  ```js\n  {indented}\n  ```\n\n- Two {'word ' * 50}\n- Three\n")
    assert f"```js\n{code}\n```" in [said(chunk) for chunk in found]
    assert all(word in "".join(chunk.text for chunk in found) for word in ("- One", "- Two", "- Three"))


def test_a_long_table_repeats_its_head() -> None:
    """Rows make sense only under their columns."""
    rows = "\n".join(f"| key{number} | {'word ' * 8}|" for number in range(12))
    found = cut(f"| Name | Means |\n| --- | --- |\n{rows}\n")
    assert len(found) > 1
    assert all(said(chunk).startswith("| Name | Means |\n| --- | --- |\n| key") for chunk in found)


def test_a_label_is_said_in_every_chunk_that_it_holds_for() -> None:
    """A chunk from the middle of a part for one API says so, and one that holds for it alone has it as a fact."""
    long = "\n\n".join("word " * 40 for _ in range(2))
    page = Page("Lamps", "src/guide/lamps.md", "guide/lamps", f"{label('Options API')}\n\n{long}\n\n{label('')}\n\nBoth.\n")
    found = chunks(page, SOURCES["vue"], limit=300)
    assert [said(chunk).startswith("**Options API:**") for chunk in found] == [True, True]
    assert said(found[1]).endswith("**In general:**\n\nBoth.")
    assert [chunk.facts.get("for") for chunk in found] == [("Options API",), None]


def test_a_label_counts_towards_the_limit() -> None:
    """A long paragraph for one API is cut where label and text fit together."""
    marked = f"{label('Composition API')}\n\n{'word ' * 400}\n"
    found = chunks(Page("Lamps", "src/guide/lamps.md", "guide/lamps", marked), SOURCES["vue"], limit=300)
    assert max(len(chunk.text) for chunk in found) <= 300
    assert sum(chunk.text.count("word") for chunk in found) == 400


def test_a_badge_in_a_heading_is_the_release_that_brought_it() -> None:
    """For what stands under it alone."""
    facts = [
        chunk.facts for chunk in cut('## Old\n\nText.\n\n## New :badge[v4.4]{color="info"}\n\nText.\n\n### Part\n\nText.\n')
    ]
    assert [fact.get("since") for fact in facts] == [None, ("4.4",), ("4.4",)]


def test_lists_of_further_pages_say_so() -> None:
    """They name much and answer nothing: a search can leave them out."""
    assert [chunk.facts.get("kind") for chunk in cut("## Use\n\nText.\n\n## See also\n\n- [On](/on)\n")] == [None, ("links",)]


def test_links_are_their_texts() -> None:
    """Also those by reference; code that looks like a link is code."""
    found = cut('See [`on`](/on "t") or [off][1], ![x](y.png) and `a[0](1)`.\n\n[1]: https://example.org\n')
    assert said(found[0]) == "See `on` or off, (Picture: x) and `a[0](1)`."


def test_a_heading_without_a_text_makes_no_chunk() -> None:
    """What the site fills in itself leaves an empty section."""
    assert [chunk.headings for chunk in cut("## Empty\n\n## Full\n\nText.\n\n---\n")] == [("Full",)]


def test_two_headings_of_one_name_have_two_ids() -> None:
    """As on the site, the second gets a number, and no part takes another's id."""
    found = cut("## A\n\nOne.\n\n## A\n\nTwo.\n\n### A 1\n\nThree.\n")
    assert [chunk.id.partition("#")[2] for chunk in found] == ["a", "a-1", "a-1-2"]


WORD = st.text("abcdefg", min_size=1, max_size=9)
PROSE = st.lists(WORD, min_size=1, max_size=40).map(" ".join)
CODE = st.lists(st.text("abc(){}; #|-*>", max_size=20).map(lambda line: f"x{line}".rstrip()), min_size=1, max_size=12)
FENCE = CODE.map(lambda lines: "\n".join(["```js", *lines, "```"]))
LIST = st.lists(PROSE, min_size=1, max_size=5).map(lambda items: "\n".join(f"- {item}" for item in items))
NESTED = st.tuples(PROSE, CODE).map(
    lambda pair: f"- {pair[0]}\n\n  ```js\n" + "\n".join(f"  {line}" for line in pair[1]) + "\n  ```"
)
QUOTE = st.lists(PROSE, min_size=1, max_size=3).map(lambda parts: "\n>\n".join(f"> {part}" for part in parts))
TABLE = st.lists(st.tuples(WORD, PROSE), max_size=5).map(
    lambda rows: "\n".join(["| head | more |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in rows)])
)
HEADING = st.tuples(st.integers(1, 5), PROSE.map(lambda text: text[:30].strip())).map(lambda pair: f"{'#' * pair[0]} {pair[1]}")
BLOCKS = st.lists(st.one_of(PROSE, FENCE, LIST, NESTED, QUOTE, TABLE, HEADING), min_size=1, max_size=8)


@settings(max_examples=50)
@given(BLOCKS, st.integers(120, 500))
def test_whatever_the_page_chunks_are_small_whole_and_different(blocks: list[str], limit: int) -> None:
    """None is over the limit but a single block of code, no code is cut, no word is lost, no id is twice."""
    body = "\n\n".join(blocks)
    found = cut(body, limit=limit)
    assert len({chunk.id for chunk in found}) == len(found)
    for chunk in found:
        head = context(NUXT, loaded("nuxt", "---\ntitle: Lamps\n---\n"), chunk.headings)
        assert chunk.text.startswith(head)
        assert len(chunk.text) <= max(limit, len(head) + 120) or re.fullmatch(
            r"```js\n(?:(?!```).)*\n```", said(chunk), re.DOTALL
        )
    for block in blocks:
        for code in re.findall(r"^ *```js\n(.*?)\n *```$", block, re.DOTALL | re.MULTILINE):
            lines = [line.removeprefix("  ") if block.startswith("- ") else line for line in code.split("\n")]
            assert any("\n".join(lines) in re.sub(r"(?m)^ {2}", "", chunk.text) or code in chunk.text for chunk in found)
    words = Counter(re.findall(r"[a-g]+", re.sub(r"(?m)^#.*$", "", body)))
    told = Counter(re.findall(r"[a-g]+", "\n".join(said(chunk) for chunk in found)))
    assert not words - told
