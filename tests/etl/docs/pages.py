"""Pages of our own in each dialect, loaded."""

import textwrap

from etl.docs.page import LeftOut, Page
from etl.docs.sources import SOURCES

PATHS = {
    "mdn": "files/en-us/web/css/gap/index.md",
    "nextjs": "docs/01-app/01-getting-started/02-lamps.mdx",
    "react": "src/content/reference/react/useLamp.md",
    "vue": "src/guide/lamps.md",
    "typescript": "packages/documentation/copy/en/handbook-v2/Lamp Types.md",
    "nuxt": "docs/1.getting-started/03.lamps.md",
}


def loaded(corpus: str, text: str, path: str = "") -> Page:
    """The page of a text in a dialect; its lines may be indented as the test is."""
    page = SOURCES[corpus].load(path or PATHS[corpus], textwrap.dedent(text).lstrip("\n"))
    assert isinstance(page, Page)
    return page


def markdown(corpus: str, text: str) -> str:
    """Its Markdown."""
    return loaded(corpus, text).markdown


def left_out(corpus: str, path: str, text: str = "---\ntitle: X\n---\nText.") -> str:
    """Why a file is no page."""
    page = SOURCES[corpus].load(path, text)
    assert isinstance(page, LeftOut)
    return page.why
