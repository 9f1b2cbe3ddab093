"""React: MDX with sandboxes of several files, boxes for notes and deep dives, exercises, and headings that name their ids."""

import re
import textwrap

from etl.docs import frontmatter, prose
from etl.docs.masking import Fence, Masked, masked
from etl.docs.page import LeftOut, Page, plain
from etl.docs.tags import Element, Handler

_ROOT = "src/content/"
_HEADING_ID = re.compile(r"[ \t]*\{/\*([^*\n]+?)\*/\}")
_SPACES = re.compile(r"\{(['\"`])([^'\"`}]*)\1\}")
# Settings of the site's editor behind a language; what is left of the words is the file's name.
_EDITOR_WORDS = frozenset(["active", "hidden"])
_BOXES = {
    "Note": "Note",
    "Pitfall": "Pitfall",
    "DeepDive": "Deep dive",
    "RSC": "React Server Components",
    "Canary": "Canary",
    "NextMajor": "Next major version",
    "Experimental": "Experimental",
    "Deprecated": "Deprecated",
    "Wip": "Under construction",
    "CodeStep": "",
}
_LABELS = {"YouWillLearn": "You will learn", "Recap": "Recap", "LearnMore": "Learn more"}
_TEST_PAGES = frozenset({"learn/rsc-sandbox-test"})


def load(path: str, text: str) -> Page | LeftOut:
    """The page of a file under `src/content/`; exercises with their planted mistakes are left out of it."""
    slug = path.removeprefix(_ROOT).removesuffix(".md").removesuffix("/index")
    if slug in _TEST_PAGES:
        return LeftOut(path, "it tests the site and documents nothing")
    front = frontmatter.split(text)
    body = masked(front.body, first_line=front.first_line)
    body.each_fence(_shown)
    body.sub(_HEADING_ID, _anchored)
    body.sub(prose.JSX_COMMENT, "")
    body.sub(_SPACES, r"\2")
    prose.replace_tags(body, _handlers(body))
    title = plain(front.text("title")) or slug.rpartition("/")[2]
    channel = front.texts("version")
    return Page(title, path, slug, prose.finish(body), {"status": channel} if channel else {})


def _handlers(body: Masked) -> dict[str, Handler]:
    boxes = {name: prose.boxed(said) for name, said in _BOXES.items() if said}
    labels = {name: prose.named(said) for name, said in _LABELS.items()}
    pictures = dict.fromkeys(("Diagram", "Illustration"), prose.pictured)

    def code(language: str, said: str = "") -> Handler:
        def handle(element: Element) -> str:
            lines = textwrap.dedent(body.with_code(element.inner).strip("\n")).rstrip().split("\n")
            return f"\n\n{body.mark_fence(Fence(language, tuple(lines), label=said))}\n\n"

        return handle

    return {
        **boxes,
        **labels,
        **pictures,
        "Challenges": prose.dropped,
        "InlineToc": prose.dropped,
        "CanaryBadge": lambda _: "(Canary)",
        "ExperimentalBadge": lambda _: "(Experimental)",
        "NextMajorBadge": lambda _: "(next major version)",
        "RSCBadge": lambda _: "(React Server Components)",
        "TerminalBlock": code("sh"),
        "ConsoleBlock": code("", "Console"),
        "ConsoleLogLine": code("", "Console"),
        "Recipes": _recipes,
    }


def _recipes(element: Element) -> str:
    title = element.attributes.get("titleText", "")
    return f"\n\n{f'**{title}:**' if title else ''}\n\n{element.inner}\n\n"


def _anchored(match: re.Match[str]) -> str:
    """An id that a heading names; any other comment goes."""
    line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    return f" {{#{match[1].strip()}}}" if line.startswith("#") else ""


def _shown(fence: Fence) -> list[Fence]:
    if "hidden" in fence.words:
        return []
    words = re.sub(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\[\[.*", "", fence.info[len(fence.language) :]).split()
    name = next((word for word in words if word not in _EDITOR_WORDS and ("." in word or "/" in word)), "")
    return [Fence(fence.language, fence.lines, fence.ticks, f"`{name}`" if name else "")]
