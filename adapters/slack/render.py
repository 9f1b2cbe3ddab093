"""Our Markdown as Slack shows it. Pure.

A message's body is one `markdown` block, which posts, edits and streams share, so that they look alike; its `text`, which
notifications and screen readers use, is the same in Slack's own mrkdwn. Sections and App Home take mrkdwn alone.

https://docs.slack.dev/reference/block-kit/blocks/markdown-block
https://docs.slack.dev/messaging/formatting-message-text
"""

import re
from collections.abc import Callable
from functools import lru_cache

from bot.types import Mark

EMPTY = "…"
"""Stands in for an empty body, which Slack refuses (no_text)."""

EMOJI: dict[Mark, str] = {
    "seen": "eyes",
    "context": "thread",
    "route": "compass",
    "search": "mag_right",
    "write": "memo",
    "ask": "question",
    "compute": "abacus",
    "plan": "clipboard",
    "check": "microscope",
    "done": "white_check_mark",
    "stopped": "no_entry",
    "failed": "x",
    "stop": "octagonal_sign",
}

JOINER = "\u2060"
"""Invisible; between `<` and `@` or `!` it keeps Slack from reading a mention, whatever else it makes of the text."""

_MENTION = re.compile(r"<(?=[@!])")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_RULE = re.compile(r"^ {0,3}([-*_])(?: *\1){2,} *$")
_TASK = re.compile(r"^(\s*(?:[-*+]|\d+[.)]) )\[([ xX])\] ")
_HEADING = re.compile(r"^ {0,3}#{1,6} +(.*?)(?: +#+)? *$")
_BULLET = re.compile(r"^(\s*)[-*+] ")
_CODE = r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
_BARE = re.compile(rf"{_CODE}|\\.|!(?P<image>\[[^\[\]]*\]\([^()\s]+(?:\s+\"[^\"]*\")?\))|\|\|(?P<spoiler>.+?)\|\|")
_INLINE = re.compile(
    _CODE
    + r"""
    |\\(?P<escaped>[!-/:-@\[-`{-~])
    |!?\[(?P<label>(?:\\.|[^\[\]\\])*)\]\((?P<url>(?:[^()\s]|\([^()\s]*\))+)(?:\s+"[^"]*")?\)
    |<(?P<auto>https?://[^\s<>|]+)>
    |(?P<channel><\#[CGD][A-Z0-9]+>)
    |\*\*\*(?=\S)(?P<both>.+?)(?<=\S)\*\*\*
    |\*\*(?=\S)(?P<strong>.+?)(?<=\S)\*\*
    |(?<!\w)__(?=\S)(?P<underlined>.+?)(?<=\S)__(?!\w)
    |\*(?=\S)(?P<starred>[^*]+?)(?<=\S)\*
    |(?<!\w)_(?=[^\s_])(?P<low>[^_]+?)(?<=\S)_(?!\w)
    |~~(?=\S)(?P<struck>.+?)(?<=\S)~~
    |\|\|(?P<spoiler>.+?)\|\|
    """,
    re.VERBOSE,
)
_AROUND = {"both": ("*_", "_*"), "strong": ("*", "*"), "underlined": ("*", "*"), "starred": ("_", "_"), "low": ("_", "_")}
_AROUND |= {"struck": ("~", "~"), "spoiler": ("", "")}
_COMMANDS = re.compile(r"(?<![\w/])/(recommend|similar|movienight|watchlist|seen|preferences|privacy|settings|help)\b")


def body(markdown: str) -> str:
    """The text of the `markdown` block: what Slack's Markdown lacks is written plainly, and no mention is one."""
    text = _by_line(markdown, _block_line, lambda line: line) if markdown.strip() else EMPTY
    return _MENTION.sub(f"<{JOINER}", text)


def mrkdwn(markdown: str) -> str:
    """The same in Slack's own markup, its three special characters escaped."""
    return _by_line(markdown, _mrkdwn_line, escape, plain_fences=True) if markdown.strip() else EMPTY


def plain(markdown: str) -> str:
    """The words alone, for a label or a line that knows no markup."""
    return _INLINE.sub(_words, markdown)


def escape(text: str) -> str:
    """Plain text that mrkdwn shows as it is and reads no mention or link in."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def commands(text: str) -> str:
    """Our commands as they are typed here: all are words after one."""
    return _COMMANDS.sub(r"/matinee \1", text)


@lru_cache(maxsize=4096)
def length(markdown: str) -> int:
    """How much of the limit a body uses up: UTF-16 units of the longer of its two forms.

    Slack does not say what it counts. UTF-16 units are the larger of the two likely counts, and the escaped form the longer
    text: what fits by them is never refused.
    """
    return max(_units(body(markdown)), _units(mrkdwn(markdown)))


def same_words(one: str, other: str) -> bool:
    """Whether two texts say the same, whatever Slack made of their emoji, links and markup: it stores 🎬 as `:clapper:`, and
    a bare address in angle brackets."""
    return _letters(one) == _letters(other)


def _by_line(text: str, outside: Callable[[str], str], inside: Callable[[str], str], *, plain_fences: bool = False) -> str:
    """`plain_fences`: a fence opens without the name of its language."""
    lines, fence = [], ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            lines.append(mark[1] if plain_fences else line)
        else:
            lines.append((inside if fence else outside)(line))
    return "\n".join(lines)


def _block_line(line: str) -> str:
    if _RULE.match(line):
        return ""
    return _BARE.sub(lambda m: m["image"] or m["spoiler"] or m[0], _ticked(line))


def _mrkdwn_line(line: str) -> str:
    if _RULE.match(line):
        return ""
    heading = _HEADING.match(line)
    if heading:
        return f"*{_inline(plain(heading[1]))}*" if heading[1] else ""
    quote = re.match(r"^ {0,3}> ?", line)
    if quote:
        return f"> {_mrkdwn_line(line[quote.end() :])}"
    return _inline(_BULLET.sub(r"\1• ", _ticked(line)))


def _ticked(line: str) -> str:
    return _TASK.sub(lambda m: m[1] + ("☐ " if m[2] == " " else "☑ "), line)


def _inline(text: str) -> str:
    made, end = [], 0
    for found in _INLINE.finditer(text):
        made += [escape(text[end : found.start()]), _marked(found)]
        end = found.end()
    return "".join(made) + escape(text[end:])


def _marked(found: re.Match[str]) -> str:
    if found["code"] or found["escaped"]:
        return escape(found["code"] or found["escaped"])
    if found["channel"]:
        return found["channel"]
    if found["auto"]:
        return f"<{_address(found['auto'])}>"
    if found["url"] is not None:
        return _link(found["url"], found["label"])
    kind = next(name for name in _AROUND if found[name] is not None)
    before, after = _AROUND[kind]
    return f"{before}{_inline(found[kind])}{after}"


def _link(url: str, label: str) -> str:
    words = escape(plain(label)).replace("|", "¦") or _address(url)
    return f"<{_address(url)}|{words}>" if url.startswith(("https://", "http://", "mailto:")) else words


def _address(url: str) -> str:
    return url.replace("&", "&amp;").replace("<", "%3C").replace(">", "%3E").replace("|", "%7C")


def _words(found: re.Match[str]) -> str:
    if found["code"]:
        return found["code"].strip("`")
    kept = next((found[name] for name in ("escaped", "channel", "auto") if found[name]), None)
    if kept:
        return kept
    if found["url"] is not None:
        return plain(found["label"]) or found["url"]
    return plain(next(found[name] for name in _AROUND if found[name] is not None))


def _units(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def _letters(text: str) -> str:
    text = re.sub(r":[a-z0-9_+'-]+(?:::skin-tone-\d)?:", "", text)
    text = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    return "".join(char for char in text if char.isalnum())
