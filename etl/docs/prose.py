"""What all dialects share: HTML in Markdown, quotes with a name, pictures by their text, and the tidying at the end."""

import html
import re
import textwrap
from collections.abc import Mapping

from etl.docs import tags
from etl.docs.masking import Fence, Masked
from etl.docs.page import label
from etl.docs.tables import table
from etl.docs.tags import Element, Handler

# Nothing of these is text for readers.
_UNREAD = frozenset(["script", "style", "svg", "video", "iframe", "source", "object", "template", "canvas"])
_BLOCK_NAMES = """address article aside blockquote div dl dt dd fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 header
    li main ol p pre section table ul details"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_TABLE_PARTS = frozenset(["thead", "tbody", "tfoot", "tr", "td", "th"])
_COMMENT = re.compile(r"(?<!\\)<!--.*?-->", re.DOTALL)
JSX_COMMENT = re.compile(r"\{/\*.*?\*/\}", re.DOTALL)
_IMAGE = re.compile(r"!\[([^\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\s*\)")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^\s>]+)>")
_CALLOUT = re.compile(r"^([ \t>]*>[ \t]*)\[!(\w+)\][ \t]*$", re.MULTILINE)
_TABLE_ROW = re.compile(r"\|.*\|[ \t]*$", re.MULTILINE)
_HEADING_SIGN = re.compile(r"^ {0,3}#{1,6}[ \t]", re.MULTILINE)


def replace_tags(text: Masked, handlers: Mapping[str, Handler] | None = None) -> None:
    """Turn all elements of the prose into Markdown: by the dialect's handlers first, HTML by ours; the rest is unpacked."""
    text.sub(_COMMENT, "")
    text.sub(_AUTOLINK, r"\1")
    own = {name: (lambda element, name=name: _html(text, element, name)) for name in tags.HTML}
    text.text = tags.replace(text.text, {**own, **(handlers or {})}, unpacked)


def unpacked(element: Element) -> str:
    """The inside, on lines of its own where the element had such."""
    return f"\n{element.inner.strip(chr(10))}\n" if element.block and element.inner.strip() else element.inner


def quoted(name: str, inner: str) -> str:
    """A quote that begins with its name in bold; one that holds headings stays open, since a quote would hide them."""
    inner = textwrap.dedent(inner.strip("\n")).strip()
    if not inner:
        return ""
    if _HEADING_SIGN.search(inner):
        return f"\n\n{label(name)}\n\n{inner}\n\n{label('')}\n\n"
    lines = [f"**{name}:**", "", *inner.split("\n")]
    return "\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


def boxed(name: str) -> Handler:
    """A handler that quotes a block under this name, and names it in brackets inside a sentence."""

    def handle(element: Element) -> str:
        if element.block:
            return quoted(name, element.inner)
        return f"({name}: {element.inner.strip()})" if element.inner.strip() else f"({name})"

    return handle


def named(name: str) -> Handler:
    """A handler that puts a name in bold above the inside."""
    return lambda element: f"\n\n**{name}:**\n\n{element.inner.strip(chr(10))}\n\n"


def dropped(_: Element) -> str:
    """A handler for what is no text."""
    return ""


def picture(text: str) -> str:
    """What stands for a picture: the words that tell what it shows."""
    words = " ".join(text.split())
    return f"(Picture: {words})" if words else ""


def pictured(element: Element) -> str:
    """A handler for pictures, with what is written under them."""
    shown, under = picture(element.attributes.get("alt", "")), element.attributes.get("caption", "") or element.inner.strip()
    return f"\n\n{shown}\n\n{under}\n\n" if element.block else f"{shown} {under}".strip()


def finish(text: Masked) -> str:
    """The page's Markdown: pictures by their text, definition lists as lists, tables without padding."""
    text.sub(_CALLOUT, lambda match: f"{match[1]}**{match[2].capitalize()}:**")
    text.sub(_IMAGE, lambda match: picture(match[1]))
    text.sub(r"(?m)^([ \t>]*[-*+][ \t]+): +", r"\1")
    text.sub(_TABLE_ROW, lambda row: re.sub(r"-{4,}", "---", re.sub(r"[ \t]{2,}", " ", row[0])))
    text.sub(r"(?m)[ \t]+$", "")
    text.sub(r"\n{3,}", "\n\n")
    return text.unmasked().strip("\n") + "\n"


def _html(text: Masked, element: Element, name: str) -> str:
    if name in _UNREAD:
        return ""
    if name in _TABLE_PARTS:
        return f"<{name}>{element.inner}</{name}>"
    if name in {"code", "samp"}:
        return _code(text, element.inner)
    if name == "pre":
        return _pre(text, element.inner)
    handler = _MARKDOWN.get(name)
    return handler(element) if handler else _block(element, name)


def _strong(element: Element) -> str:
    return f"**{element.inner.strip()}**" if element.inner.strip() else ""


def _link(element: Element) -> str:
    target, inner = element.attributes.get("href", ""), element.inner.strip()
    return f"[{inner}]({target})" if target and inner else element.inner


def _quote(element: Element) -> str:
    lines = [f"> {line.strip()}".rstrip() for line in element.inner.strip().split("\n")]
    return "\n\n" + "\n".join(lines) + "\n\n"


_MARKDOWN: Mapping[str, Handler] = {
    "a": _link,
    "b": _strong,
    "blockquote": _quote,
    "br": lambda _: " ",
    "img": lambda element: picture(element.attributes.get("alt", "")),
    "li": lambda element: f"\n- {element.inner.strip()}\n",
    "strong": _strong,
    "summary": lambda element: f"\n\n**{element.inner.strip()}**\n\n",
    "table": lambda element: table(element.inner),
    "wbr": dropped,
}


def _block(element: Element, name: str) -> str:
    if name in _BLOCKS and element.inner.strip():
        return f"\n\n{element.inner.strip(chr(10))}\n\n" if element.block else f" {element.inner.strip()} "
    return element.inner


def _code(text: Masked, inner: str) -> str:
    code = html.unescape(text.with_code(inner)).replace("`", "").strip()
    if "\n" in code or "\ue000" in code or not code:
        return inner
    return text.mark_code(f"`{code}`")


def _pre(text: Masked, inner: str) -> str:
    code = html.unescape(re.sub(r"(?m)^[ \t]+$", "", text.with_code(inner))).strip("\n").rstrip()
    return f"\n\n{text.mark_fence(Fence('', tuple(textwrap.dedent(code).split(chr(10)))))}\n\n" if code.strip() else ""
