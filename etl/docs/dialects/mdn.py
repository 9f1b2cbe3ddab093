"""MDN: macros in double braces, fences that are hidden or show what not to do, callouts, definition lists."""

import html
import re

from etl.docs import frontmatter, prose
from etl.docs.masking import Fence, Masked, masked
from etl.docs.page import Page, plain

_MACRO = re.compile(r"\{\{\s*([\w-]+)\s*(?:\((.*?)\))?\s*\}\}", re.DOTALL)
_ARGUMENT = re.compile(r"""\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^,]*))\s*(?:,|\Z)""")
_OLD_CALLOUT = re.compile(r"^([ \t>]*>[ \t]*)\*\*(Note|Warning|Callout):\*\*[ \t]*", re.MULTILINE)

_CODE_MACROS = "domxref cssxref jsxref htmlelement httpheader httpmethod csp svgelement svgattr mathmlelement webextapiref"
_CODE = frozenset(_CODE_MACROS.split())
_WORDS = frozenset(["glossary", "httpstatus", "draft", "rfc"])
_BADGES = {
    "optional_inline": "(optional)",
    "experimental_inline": "(experimental)",
    "deprecated_inline": "(deprecated)",
    "non-standard_inline": "(non-standard)",
    "readonlyinline": "(read-only)",
    "seecompattable": "(Experimental: check the browsers' support before using it.)",
    "deprecated_header": "(Deprecated.)",
    "non-standard_header": "(Non-standard.)",
    "securecontext_header": "(Only in secure contexts.)",
    "securecontext_inline": "(only in secure contexts)",
    "availableinworkers": "(Available in web workers.)",
}
_EXAMPLES = {"example-bad": "Bad example", "example-good": "Good example"}


def load(path: str, text: str) -> Page:
    """The page of a file under `files/en-us/`."""
    front = frontmatter.split(text)
    body = masked(front.body, first_line=front.first_line)
    body.each_fence(_shown)
    body.sub(_MACRO, lambda match: _macro(body, match))
    body.sub(_OLD_CALLOUT, r"\1**\2:** ")
    prose.replace_tags(body)
    facts = {
        "page-type": front.texts("page-type"),
        "browser-compat": front.texts("browser-compat"),
        "status": front.texts("status"),
    }
    slug = front.text("slug") or path.removeprefix("files/en-us/").removesuffix("/index.md")
    title = plain(front.text("title")) or slug.rpartition("/")[2]
    return Page(title, path, slug, prose.finish(body), {name: values for name, values in facts.items() if values})


def _shown(fence: Fence) -> list[Fence]:
    words = fence.words
    if "hidden" in words:
        return []
    said = next((name for word, name in _EXAMPLES.items() if word in words), "")
    return [Fence(fence.language.removesuffix("-nolint"), fence.lines, fence.ticks, said)]


def _macro(body: Masked, match: re.Match[str]) -> str:
    name = match[1].lower()
    if name in _BADGES:
        return _BADGES[name]
    arguments = _arguments(match[2] or "")
    told = next((argument for argument in (*arguments[1:2], *arguments[:1]) if argument), "")
    if name in _WORDS:
        return f"RFC {arguments[0]}" if name == "rfc" and arguments else told
    if name not in _CODE or not told:
        return ""
    if len(arguments) < 2 or not arguments[1]:
        told = _reference(name, told)
    if "`" in told or "\ue001" in told:
        return told
    return body.mark_code(f"`{html.unescape(told)}`")


def _reference(name: str, argument: str) -> str:
    """What stands for a reference without a text of its own."""
    if name in {"htmlelement", "svgelement", "mathmlelement"}:
        return f"<{argument}>"
    return argument.removeprefix("Global_Objects/").replace("/", ".") if name in {"domxref", "jsxref"} else argument


def _arguments(text: str) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(text) and (match := _ARGUMENT.match(text, at)) and match.end() > at:
        found.append(next((part for part in match.groups() if part), "").strip().replace('\\"', '"').replace("\\'", "'"))
        at = match.end()
    return found
