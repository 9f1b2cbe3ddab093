"""TypeScript's handbook: twoslash in code, HTML in prose."""

import dataclasses
import re
from pathlib import PurePosixPath

from etl.docs import frontmatter, prose
from etl.docs.dialects import twoslash
from etl.docs.masking import Fence, masked
from etl.docs.page import LeftOut, Page, plain

_SUPERSEDED = frozenset({"Advanced Types", "_Creating Types from Types"})


def load(path: str, text: str) -> Page | LeftOut:
    """The page of a file under `packages/documentation/copy/en/`."""
    stem = PurePosixPath(path).stem
    front = frontmatter.split(text)
    if stem in _SUPERSEDED or front.text("deprecated_by"):
        return LeftOut(path, "newer pages of the handbook replaced it")
    body = masked(front.body, first_line=front.first_line)
    body.each_fence(_shown)
    prose.replace_tags(body)
    slug = front.text("permalink").removeprefix("/docs/").removesuffix(".html") or stem
    return Page(plain(front.text("title")) or stem, path, slug, prose.finish(body))


def _shown(fence: Fence) -> list[Fence]:
    bad = "Bad example" if "do-not-do-this" in fence.info else ""
    language = re.sub(r"\W.*", "", fence.language).lower()
    plain_fence = Fence(language, fence.lines, fence.ticks, bad)
    if "twoslash" not in fence.words:
        return [plain_fence]
    blocks = twoslash.shown(plain_fence)
    return [dataclasses.replace(block, label=block.label or bad) for block in blocks]
