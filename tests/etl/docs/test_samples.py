"""The six sources' real pages: nothing of a dialect is left, no code is changed, nothing is lost that should stay.

The counts are those that the samples' own description gives.
"""

import re
import tarfile
from collections.abc import Mapping
from functools import cache

import pytest

from agent.docs.chunk import Chunk
from etl.docs import frontmatter
from etl.docs.chunks import LIMIT, chunks
from etl.docs.files import locate, read
from etl.docs.masking import Fence, masked
from etl.docs.page import LeftOut, Page
from etl.docs.sections import sections
from etl.docs.sources import SOURCES
from tests.shared import shared

# What one worker has read serves all tests.
pytestmark = pytest.mark.xdist_group("docs-samples")

PAGES = {"mdn": 49, "nextjs": 64, "react": 179, "vue": 81, "typescript": 33, "nuxt": 262}
LEFT_OUT = {"mdn": 0, "nextjs": 6, "react": 1, "vue": 2, "typescript": 2, "nuxt": 11}
FENCES = {"mdn": 579, "nextjs": 1276, "react": 3609, "vue": 1296, "typescript": 695, "nuxt": 1533}
CORPORA = pytest.mark.parametrize("corpus", list(SOURCES))

# What a dialect would leave: tags, macros, comments, containers, components, callouts, marks of ours, ids of headings.
_REST = re.compile(
    r"(?<!\\)</?(?:[A-Z][\w.]*|div|span|p|table|tr|td|th|a|br|img|kbd|sup|details|script|style)\b[^>\n]*>"
    r"|\{\{|\{/\*|<!--|^\s*:::?\w*|(?<![\w:]):[a-z-]+\{|\[!\w+\]|\{#|[\ue000-\uf8ff]",
    re.MULTILINE,
)


@cache
def texts(corpus: str) -> Mapping[str, str]:
    """The files of a corpus that may be pages, by path."""
    location = next(item for item in locate(shared("data/docs")) if item.source.corpus == corpus)
    return {path: data.decode("utf-8") for path, data in read(location)}


@cache
def pages(corpus: str) -> Mapping[str, Page | LeftOut]:
    """What the loaders make of them."""
    return {path: SOURCES[corpus].load(path, text) for path, text in texts(corpus).items()}


@cache
def cut(corpus: str) -> tuple[Chunk, ...]:
    """All chunks of a corpus."""
    found = [page for page in pages(corpus).values() if isinstance(page, Page)]
    return tuple(chunk for page in found for chunk in chunks(page, SOURCES[corpus]))


def fences_of(text: str) -> list[Fence]:
    """The code blocks of a page's body."""
    return masked(frontmatter.split(text).body).fences


@CORPORA
def test_every_page_is_read_or_left_out_for_a_reason(corpus: str) -> None:
    """Legacy surfaces, superseded pages and the sites' own are left out, and nothing else."""
    found = pages(corpus)
    assert (len(found), sum(isinstance(page, LeftOut) for page in found.values())) == (PAGES[corpus], LEFT_OUT[corpus])
    assert sum(len(fences_of(text)) for text in texts(corpus).values()) == FENCES[corpus]


@CORPORA
def test_nothing_of_the_dialect_is_left_in_the_prose(corpus: str) -> None:
    """Outside of code there are no macros, elements, components, containers or marks."""
    rest = [
        (path, match[0])
        for path, page in pages(corpus).items()
        if isinstance(page, Page)
        for match in _REST.finditer(masked(page.markdown).text.translate({0xE000: None, 0xE001: None, 0xE003: None}))
    ]
    assert rest == []


@CORPORA
def test_code_is_verbatim(corpus: str) -> None:
    """Each block is one of its file's to the letter; where directives went, its lines are the file's in their order."""
    for path, page in pages(corpus).items():
        if isinstance(page, LeftOut):
            continue
        source = fences_of(texts(corpus)[path])
        whole = {fence.lines for fence in source}
        text = frontmatter.split(texts(corpus)[path]).body
        for fence in masked(page.markdown).fences:
            steered = any("twoslash" in other.info and _within(fence.lines, other.lines) for other in source)
            element = all(line.strip()[:20] in text for line in fence.lines)  # a terminal, a console, a <pre>
            assert fence.lines in whole or steered or (element and not fence.info.startswith(("js", "ts", "vue"))), path


@CORPORA
def test_chunks_are_small_or_one_block_of_code_and_have_their_own_ids(corpus: str) -> None:
    """Each begins with its page's title, and links to a line of its file."""
    found = cut(corpus)
    assert len({chunk.id for chunk in found}) == len(found)
    for chunk in found:
        head, body = chunk.text.split("\n\n", 1)
        assert chunk.title in head
        alone = re.fullmatch(r"(?:\*\*[^\n]*:\*\*\n\n)?(?:[^\n]*:\n)?(`{3,})[^\n]*\n.*\n\1", body, re.DOTALL)
        assert len(chunk.text) <= LIMIT or alone, chunk.id
        line = re.search(r"\?plain=1#L(\d+)$", chunk.url)
        assert (line is None) == ("#" not in chunk.id)


@CORPORA
def test_a_citation_links_to_the_line_of_its_heading(corpus: str) -> None:
    """In the file as its repository has it."""
    for path, page in pages(corpus).items():
        if isinstance(page, LeftOut):
            continue
        lines = texts(corpus)[path].split("\n")
        for chunk in chunks(page, SOURCES[corpus]):
            if number := re.search(r"#L(\d+)$", chunk.url):
                assert re.match(r"\s*(?:>\s*)?#{1,6}\s", lines[int(number[1]) - 1]), chunk.url


@CORPORA
def test_links_within_a_page_find_their_heading(corpus: str) -> None:
    """Anchors are as the site makes them: of the pages' own links nine in ten lead to one, the others to what is no heading."""
    found = total = 0
    for page in pages(corpus).values():
        if isinstance(page, Page):
            anchors = {section.anchor for section in sections(page, SOURCES[corpus].anchors())}
            named = re.findall(r"\]\(#([^)\s]+)\)", masked(page.markdown).text)
            found, total = found + sum(name in anchors for name in named), total + len(named)
    assert found >= total * 0.9


def test_of_all_that_the_sites_show_nothing_is_twice() -> None:
    """Next.js's switchers are in one language, its other router and React's exercises are gone, Vue's APIs are told apart."""
    nextjs = [page for page in pages("nextjs").values() if isinstance(page, Page)]
    assert not any(
        "getServerSideProps(" in page.markdown and "pages/index" in page.markdown for page in nextjs if "/app/" in page.slug
    )
    assert not any(
        "<Solution" in page.markdown or "{/*challenges*/}" in page.marked
        for page in pages("react").values()
        if isinstance(page, Page)
    )
    apis = {name for chunk in cut("vue") for name in chunk.facts.get("for", ())}
    assert apis == {"Options API", "Composition API"}


def test_archives_are_whole() -> None:
    """The samples are as their manifest says, so that a count that differs is ours."""
    listed = shared("data/docs/manifest.tsv").read_text("utf-8").splitlines()[1:]
    for corpus in SOURCES:
        with tarfile.open(shared(f"data/docs/{corpus}.tar.gz")) as archive:
            assert sum(item.isfile() for item in archive) == sum(line.startswith(f"{corpus}\t") for line in listed)


def _within(part: tuple[str, ...], lines: tuple[str, ...]) -> bool:
    """Whether the lines come in this order."""
    rest = iter(lines)
    return all(line in rest for line in part)
