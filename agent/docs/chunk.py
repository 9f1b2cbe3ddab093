"""A chunk: what one heading of a documentation page says, as plain facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Chunk:
    """One part of a page.

    `id` is readable and stays while the page keeps its headings: `react/reference/react/useState#usage`, with `-2` for its
    second part. `corpus` is the source (`mdn`, `nextjs`, `react`, `vue`, `typescript`, `nuxt`). `headings` lead from the
    page's title down to the part. `url` is the page at its commit, at the heading's line; `live` the same place on the
    source's own site, which may have moved on. `text` is Markdown whose first line says title and headings; its code is
    verbatim. `hash` is the first 16 hex digits of the SHA-256 of `text`. `facts` are lists of words: `version` (the release
    that the source documents), `since` (the release that brought it), `status` (draft, canary, experimental, deprecated …),
    `kind` (`links`: a list of further pages, which answers nothing), `router`, `for` (the API or the box that it holds for
    alone), `page-type`, `browser-compat` (paths in the browsers' data).
    """

    id: str
    corpus: str
    title: str
    headings: tuple[str, ...]
    url: str
    live: str
    text: str
    hash: str
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
