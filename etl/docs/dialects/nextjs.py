"""Next.js: MDX for two routers of which the App Router is the one of today; the same code in two languages."""

import re

from etl.docs import frontmatter, prose
from etl.docs.masking import FENCE_PAIR, Fence, Masked, masked
from etl.docs.page import LeftOut, Page, plain
from etl.docs.tags import Element

_FILE_NAME = re.compile(r"""file[nN]ame=(?:"([^"]*)"|'([^']*)')""")
_PACKAGE = re.compile(r"""package=["'](\w+)["']""")
_ORDER = re.compile(r"^\d+-")


def load(path: str, text: str) -> Page | LeftOut:
    """The page of a file under `docs/`; pages of the Pages Router are left out."""
    parts = [_ORDER.sub("", part) for part in path.removeprefix("docs/").removesuffix(".mdx").split("/")]
    if parts[0] == "pages":
        return LeftOut(path, "it is about the Pages Router, which the App Router replaced")
    front = frontmatter.split(text)
    if front.text("source"):
        return LeftOut(path, f"it has no text of its own but shows {front.text('source')}")
    body = masked(front.body, first_line=front.first_line)
    _one_of_two_languages(body)
    body.each_fence(_labelled)
    body.sub(prose.JSX_COMMENT, "")
    handlers = {
        "AppOnly": prose.unpacked,
        "PagesOnly": prose.dropped,
        "Image": prose.pictured,
        "Check": lambda _: "Yes:",
        "Cross": lambda _: "No:",
        "FixCard": _fix_card,
    }
    prose.replace_tags(body, handlers)
    body.sub(r"(?m)^([ \t>]*>[ \t]*)\*\*Good to know\*\*:", r"\1**Good to know:**")
    facts = {"router": ("app",), "status": front.texts("version")}
    slug = "/".join(parts).removesuffix("/index")
    title = plain(front.text("title")) or parts[-1]
    return Page(title, path, slug, prose.finish(body), {name: values for name, values in facts.items() if values})


def _one_of_two_languages(body: Masked) -> None:
    """Of a switcher's two blocks the one in TypeScript stays."""

    def without(match: re.Match[str]) -> str:
        first, second = body.fences[int(match[1])], body.fences[int(match[2])]
        same = "switcher" in first.words and "switcher" in second.words
        if same and first.language in {"ts", "tsx"} and second.language in {"js", "jsx"}:
            twins.append(int(match[2]))
        return match[0]

    twins: list[int] = []
    body.sub(FENCE_PAIR, without)
    gone = {id(body.fences[number]) for number in twins}
    body.each_fence(lambda fence: [] if id(fence) in gone else [fence])


def _labelled(fence: Fence) -> list[Fence]:
    name, package = _FILE_NAME.search(fence.info), _PACKAGE.search(fence.info)
    said = f"`{name[1] or name[2]}`" if name else package[1] if package else ""
    return [Fence(fence.language, fence.lines, fence.ticks, said)]


def _fix_card(element: Element) -> str:
    title, target = element.attributes.get("title", ""), element.attributes.get("href", "")
    return f"\n- [{title}]({target})\n" if title else ""
