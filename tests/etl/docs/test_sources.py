"""The list of sources."""

import re

import pytest

from etl.docs.sources import SOURCES

CORPORA = pytest.mark.parametrize("corpus", list(SOURCES))


def test_there_are_six() -> None:
    """Those that the domain answers on."""
    assert list(SOURCES) == ["mdn", "nextjs", "react", "vue", "typescript", "nuxt"]


@CORPORA
def test_each_is_pinned_and_names_its_licence(corpus: str) -> None:
    """A commit in full or a release's tag, never a branch."""
    source = SOURCES[corpus]
    assert re.fullmatch(r"[0-9a-f]{40}|v\d+\.\d+\.\d+", source.commit)
    assert re.search(r"CC-BY|MIT", source.licence)


@CORPORA
def test_addresses_survive_any_name(corpus: str) -> None:
    """Spaces and brackets of a path are escaped, a line is of the plain text, an anchor is of the live page."""
    source = SOURCES[corpus]
    assert source.url("a b/[c].md", line=3).endswith(f"/blob/{source.commit}/a%20b/%5Bc%5D.md?plain=1#L3")
    assert source.url("a.md", "abc").endswith("/blob/abc/a.md")
    assert source.page_url("x/:y", "z").endswith("#z")
    assert "/x/:y" in source.page_url("x/:y")


def test_only_pages_in_the_folders_of_a_source_are_its_own() -> None:
    """Neither other endings nor folders whose name only begins alike."""
    react = SOURCES["react"]
    assert react.holds("src/content/learn/a.md")
    assert not react.holds("src/content/learn/a.png")
    assert not react.holds("src/content/learning/a.md")
