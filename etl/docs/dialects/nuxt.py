"""Nuxt: MDC containers, components inside sentences, attributes behind inline code, order numbers in names."""

import re

from etl.docs import containers, frontmatter, prose
from etl.docs.containers import Container
from etl.docs.dialects import twoslash
from etl.docs.masking import Fence, masked
from etl.docs.page import LeftOut, Page, plain

_OPENING = re.compile(r"^(?P<indent>[ \t]*):{2,}(?P<name>[A-Za-z][\w-]*)(?P<rest>(?:\[[^\]\n]*\])?(?:\{.*\})?)[ \t]*$")
_CLOSING = re.compile(r"^[ \t]*:{2,}[ \t]*$")
_INLINE = re.compile(r"(?<![\w:`\"'=]):([a-zA-Z][\w-]*)(?:\[([^\]\n]*)\](\{[^}\n]*\})?|(\{[^}\n]*\}))")
_BREAK = re.compile(r"(?<![\w:]):br(?![\w-])")
_ATTRIBUTE = re.compile(r"""([\w:-]+)=(?:"([^"]*)"|'([^']*)')""")
_SPAN_ATTRIBUTES = re.compile(r"(?<=[\ue003\])])\{[^}\n]*\}")
_SLOT = re.compile(r"^#[a-z][\w-]*[ \t]*$", re.MULTILINE)
_FENCE_NAME = re.compile(r"\[([^\]]+)\]")
_ORDER = re.compile(r"^\d+\.")
_BOXES = frozenset(["note", "tip", "warning", "important", "caution", "callout"])
_LEFT_OUT = {"bridge": "it is about Nuxt Bridge, the way from Nuxt 2 that ended with it", "README": "it is about the folder"}


def load(path: str, text: str) -> Page | LeftOut:
    """The page of a file under `docs/`; Nuxt Bridge is left out."""
    parts = [_ORDER.sub("", part) for part in path.removeprefix("docs/").removesuffix(".md").split("/")]
    if why := _LEFT_OUT.get(parts[0]):
        return LeftOut(path, why)
    front = frontmatter.split(text)
    body = masked(front.body, first_line=front.first_line)
    body.each_fence(_shown)
    prose.replace_tags(body)
    body.text = containers.replace(body.text, _OPENING, _CLOSING, _container)
    body.sub(_INLINE, _component)
    body.sub(_BREAK, " ")
    body.sub(_SPAN_ATTRIBUTES, "")
    slug = "/".join(parts).removesuffix("/index")
    title = plain(front.text("title")) or parts[-1]
    facts = {"since": front.texts("minimalVersion")}
    return Page(title, path, slug, prose.finish(body), {name: values for name, values in facts.items() if values})


def _attributes(rest: str) -> dict[str, str]:
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(rest)}


def _container(container: Container) -> str:
    front = frontmatter.split(container.inner.lstrip("\n"))
    inner = _SLOT.sub("", front.body).strip("\n")
    attributes = {**{name: front.text(name) for name in front.fields}, **_attributes(container.rest)}
    name = container.name.lower()
    if name in _BOXES:
        return prose.quoted("Note" if name == "callout" else name.capitalize(), inner)
    if name in {"read-more", "readmore"}:
        return _read_more(attributes, inner)
    if name == "u-button":
        return ""
    title = attributes.get("title") or attributes.get("name") or ""
    return f"**{title}:**\n\n{inner}" if title and inner.strip() else title or inner


def _read_more(attributes: dict[str, str], inner: str = "") -> str:
    """A link by its title, or by the last part of where it leads."""
    target = attributes.get("to") or attributes.get("link") or ""
    title = (
        attributes.get("title") or inner.strip() or target.rstrip("/").rpartition("/")[2].partition("#")[0].replace("-", " ")
    )
    if not title:
        return ""
    return f"Read more: {inner.strip()}" if inner.strip() else f"Read more: [{title}]({target})"


def _component(match: re.Match[str]) -> str:
    name, text = match[1].lower(), match[2]
    attributes = _attributes(match[3] or match[4] or "")
    if name in {"read-more", "readmore", "link-example"}:
        return _read_more(attributes)
    if name == "video-accordion":
        return ""
    if name == "card":
        title, target = attributes.get("title", ""), attributes.get("to", "")
        return f"- [{title}]({target})" if target else title
    return f"({text})" if name == "badge" and text else text or ""


def _shown(fence: Fence) -> list[Fence]:
    name = _FENCE_NAME.search(fence.info[len(fence.language) :])
    said = f"`{name[1]}`" if name else ""
    plain_fence = Fence(fence.language, fence.lines, fence.ticks, said)
    if "twoslash" not in fence.words:
        return [plain_fence]
    return [
        Fence(block.info, block.lines, block.ticks, ", ".join(part for part in (said, block.label) if part))
        for block in twoslash.shown(plain_fence)
    ]
