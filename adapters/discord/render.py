"""Our Markdown as Discord shows it. Pure.

Discord's Markdown lacks images and headings deeper than three levels; all else goes out as it is. Nothing is done to mentions:
a body that quotes `@everyone` shows it, and `NOBODY` sees to it that no send and no edit pings anyone.
"""

import re

import discord

from bot.types import Mark

NOBODY = discord.AllowedMentions.none()
"""Goes with every send and every edit: no text of ours pings anyone, the author of the message replied to included."""

EMPTY = "…"
"""Stands in for an empty body, which Discord refuses (50006)."""

# All of them are shown in colour without a variation selector, so that Discord knows them by exactly these characters.
EMOJI: dict[Mark, str] = {
    "seen": "👀",
    "context": "🧵",
    "route": "🧭",
    "search": "🔎",
    "write": "📝",
    "ask": "❓",
    "compute": "🧮",
    "plan": "📋",
    "check": "🔬",
    "done": "✅",
    "stopped": "⛔",
    "failed": "❌",
    "stop": "🛑",
}

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_DEEP_HEADING = re.compile(r"^#{4,6} +(.*?)(?: +#+)?\s*$")
_IMAGE = re.compile(r"!(\[[^\[\]]*\]\([^()\s]+(?:\s+\"[^\"]*\")?\))")


def body(markdown: str) -> str:
    """The text that Discord gets. Never longer than `markdown`, an empty one aside."""
    if not markdown.strip():
        return EMPTY
    lines: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            lines.append(line)
        else:
            lines.append(line if fence else _plain_line(line))
    return "\n".join(lines)


def length(text: str) -> int:
    """How much of the limit a text uses up: UTF-16 units.

    Discord's API counts code points (its engineers say so in discord-api-docs#1315), its clients UTF-16 units. The larger
    count is right with both: a text that fits by it is never refused.
    """
    return len(text) + sum(char > "\uffff" for char in text)


def _plain_line(line: str) -> str:
    heading = _DEEP_HEADING.match(line)
    if heading:
        line = f"**{heading[1]}**" if heading[1] and "**" not in heading[1] else heading[1]
    return _IMAGE.sub(r"\1", line)


def plain(text: str) -> str:
    """A plain text, such as a title, on one line that Discord shows as it is: `*batteries not included` keeps its star."""
    return discord.utils.escape_markdown(" ".join(text.split())) or EMPTY
