"""Vue: VitePress containers, demos in the page, and two APIs side by side, which are told apart by name."""

import re

from etl.docs import containers, frontmatter, prose
from etl.docs.containers import Container
from etl.docs.masking import Fence, masked
from etl.docs.page import LeftOut, Page, label, plain
from etl.docs.tags import Element, Handler

_APIS = {"options-api": "Options API", "composition-api": "Composition API"}
_OPENING = re.compile(r"^(?P<indent>[ \t]*):{3,}[ \t]*(?P<name>[a-z][\w-]*)[ \t]*(?P<rest>.*)$")
_CLOSING = re.compile(r"^[ \t]*:{3,}[ \t]*$")
_TITLE = re.compile(r"^#[ \t]+(.+)$", re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6}[ \t]+.*?)([ \t]*(?:\{#[^}]+\})?\ue002\d+\ue003)[ \t]*$", re.MULTILINE)
# Links to editors with the whole program in the address, and to lessons that are sold.
_ELSEWHERE = re.compile(r"\[[^\]]*\]\(https://(?:play\.vuejs\.org|sfc\.vuejs\.org|vueschool\.io|scrimba\.com)[^)\s]*\)\.?")
_FOOTNOTE = re.compile(r"(?m)[ \t]*(?:\\\*)+(?=[ \t]*(?:\{#|\ue002))")
_FENCE_NAME = re.compile(r"\[([^\]]+)\]")
_LEFT_OUT = {
    "guide/extras/reactivity-transform": "it describes a feature that was removed",
    "api/index": "a component builds it; it has no text of its own",
}


def load(path: str, text: str) -> Page | LeftOut:
    """The page of a file under `src/`."""
    slug = path.removeprefix("src/").removesuffix(".md")
    if why := _LEFT_OUT.get(slug):
        return LeftOut(path, why)
    front = frontmatter.split(text)
    body = masked(front.body, first_line=front.first_line)
    body.each_fence(_labelled)
    body.sub(_FOOTNOTE, "")
    body.text = containers.replace(body.text, _OPENING, _CLOSING, _container)
    body.sub(_ELSEWHERE, "")
    prose.replace_tags(body, _handlers())
    heading = _TITLE.search(body.text)
    title = plain(body.with_code(heading[1])) if heading else slug.rpartition("/")[2]
    return Page(title, path, slug.removesuffix("/index"), prose.finish(body))


def _handlers() -> dict[str, Handler]:
    return {
        "div": _part,
        "p": _part,
        "span": _part,
        "sup": _badge,
        "VueSchoolLink": prose.dropped,
        "ScrimbaLink": prose.dropped,
        "ClientOnly": prose.unpacked,
    }


def _part(element: Element) -> str:
    """What is for one API says so; what is a demo or a preference switch of the site goes."""
    if element.classes & {"demo", "preference-switch"} or any(name.startswith("language-") for name in element.classes):
        return ""
    api = next((said for name, said in _APIS.items() if name in element.classes), "")
    if not api:
        return prose.unpacked(element)
    inner = element.inner.strip("\n")
    if not inner.strip():
        return ""
    if not element.block or element.name == "span":
        return f"({api}: {inner.strip()})"
    inner = _HEADING.sub(rf"\1 ({api})\2", inner)
    return f"\n\n{label(api)}\n\n{inner}\n\n{label('')}\n\n"


def _badge(element: Element) -> str:
    """The version since which something is there."""
    said = element.attributes.get("data-text", "")
    if "vt-badge" not in element.classes:
        return element.inner
    return f"({said})" if said else "(TypeScript)" if "ts" in element.classes else ""


def _container(container: Container) -> str:
    if container.name == "code-group":
        return container.inner
    name = container.name.capitalize() if container.name != "details" else "Details"
    return prose.quoted(f"{name}: {container.rest}" if container.rest else name, container.inner)


def _labelled(fence: Fence) -> list[Fence]:
    name = _FENCE_NAME.search(fence.info[len(fence.language) :])
    language = {"vue-html": "html", "sh-vue": "sh"}.get(fence.language, fence.language)
    return [Fence(language, fence.lines, fence.ticks, f"`{name[1]}`" if name else "")]
