"""The six sources: where each one's pages are, at which commit, under which licence, and how its site is laid out."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import quote

from etl.docs import anchors
from etl.docs.anchors import Anchor
from etl.docs.page import Facts, LeftOut, Page


@dataclass(frozen=True, slots=True)
class Source:
    """One source.

    `commit` is a commit or a tag of `repository`; exactly it is read. `folders` are what is checked out of it; a file counts
    as a page if it is in one of them and ends as `suffix`. `live` is the address of the site, with `{slug}` for the page.
    `licence` is that of the prose, as the repository states it. `facts` hold for all its pages.
    """

    corpus: str
    name: str
    repository: str
    commit: str
    folders: tuple[str, ...]
    suffix: str
    live: str
    licence: str
    anchor: Anchor
    separator: str = "-"
    first_again: int = 1
    facts: Facts = field(default_factory=dict)

    @property
    def clone_url(self) -> str:
        """Where git finds the repository."""
        return f"https://github.com/{self.repository}.git"

    def holds(self, path: str) -> bool:
        """Whether a file of the repository is a page."""
        return path.endswith(self.suffix) and any(path.startswith(f"{folder}/") for folder in self.folders)

    def load(self, path: str, text: str) -> Page | LeftOut:
        """The page of a file, by the loader of this source's dialect."""
        loader: Callable[[str, str], Page | LeftOut] = importlib.import_module(f"etl.docs.dialects.{self.corpus}").load
        return loader(path, text)

    def url(self, path: str, commit: str = "", line: int | None = None) -> str:
        """A file's address at a commit (the pinned one if none is given), at a line of its text if one is given."""
        plain = f"?plain=1#L{line}" if line else ""
        return f"https://github.com/{self.repository}/blob/{commit or self.commit}/{quote(path)}{plain}"

    def page_url(self, slug: str, anchor: str = "") -> str:
        """A page's address on the live site, at a heading if an anchor is given."""
        return self.live.format(slug=quote(slug, safe="/:@*()")) + (f"#{anchor}" if anchor else "")

    def anchors(self) -> anchors.Anchors:
        """What names the headings of one page."""
        return anchors.Anchors(self.anchor, self.separator, self.first_again)


# All of the web's interfaces would be ten times the rest: these are what applications use every day.
_MDN_INTERFACES = """abortcontroller abortsignal element event eventtarget fetch_api file_api formdata headers history_api
    htmldialogelement htmlelement intersection_observer_api intersectionobserver mutationobserver popover_api request
    resizeobserver response storage_api url urlsearchparams view_transition_api web_storage_api window"""

SOURCES = {
    source.corpus: source
    for source in (
        Source(
            corpus="mdn",
            name="MDN",
            repository="mdn/content",
            commit="8b49d68b62c09cf7227a99e866f45005b1a92d9d",
            folders=(
                *(f"files/en-us/web/{part}" for part in ("accessibility", "css", "html", "http", "javascript")),
                *(f"files/en-us/web/api/{part}" for part in _MDN_INTERFACES.split()),
            ),
            suffix=".md",
            live="https://developer.mozilla.org/en-US/docs/{slug}",
            licence="CC-BY-SA 2.5; code examples CC0",
            anchor=anchors.mdn,
            separator="_",
            first_again=2,
        ),
        Source(
            corpus="nextjs",
            name="Next.js",
            repository="vercel/next.js",
            commit="v16.4.6",
            folders=("docs/01-app", "docs/02-pages"),
            suffix=".mdx",
            live="https://nextjs.org/docs/{slug}",
            licence="MIT",
            anchor=anchors.github,
            facts={"version": ("16.4.6",)},
        ),
        Source(
            corpus="react",
            name="React",
            repository="reactjs/react.dev",
            commit="12d692da47e77cdc558b928fcfbaf4e71c6d0cec",
            folders=("src/content/learn", "src/content/reference"),
            suffix=".md",
            live="https://react.dev/{slug}",
            licence="CC-BY 4.0",
            anchor=anchors.github,
        ),
        Source(
            corpus="vue",
            name="Vue",
            repository="vuejs/docs",
            commit="01e098a967951ea92d09b100b8e7d82c7a3369a2",
            folders=("src/api", "src/guide"),
            suffix=".md",
            live="https://vuejs.org/{slug}.html",
            licence="CC-BY 4.0; images excepted",
            anchor=anchors.vitepress,
        ),
        Source(
            corpus="typescript",
            name="TypeScript",
            repository="microsoft/TypeScript-Website",
            commit="1f8e642574ce992bfd573a96b5e3de43d8ac044a",
            folders=("packages/documentation/copy/en/handbook-v2", "packages/documentation/copy/en/reference"),
            suffix=".md",
            live="https://www.typescriptlang.org/docs/{slug}.html",
            licence="CC-BY 4.0",
            anchor=anchors.github,
        ),
        Source(
            corpus="nuxt",
            name="Nuxt",
            repository="nuxt/nuxt",
            commit="4e0099839c3ea0483e6dc639e4be6d9bdffc3e56",
            folders=("docs",),
            suffix=".md",
            live="https://nuxt.com/docs/4.x/{slug}",
            licence="MIT",
            anchor=anchors.nuxt,
            facts={"version": ("4.3.1",)},
        ),
    )
}
