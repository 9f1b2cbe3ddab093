"""One feature of MDN's browser-compat-data in the compact form: what a table of support shows, and no more."""

import html
import re
from collections.abc import Mapping
from typing import Any

from agent.docs.tools.compat import BROWSERS, standing

_NOT_OUT = frozenset({"planned", "nightly", "beta"})
_TAG = re.compile(r"<[^>]*>")
_CODE = re.compile(r"<code>([^<]+)</code>")
_SIGNS = {"css.selectors": ":{}", "css.at-rules": "@{}", "html.elements": "<{}>", "svg.elements": "<{}>"}
# `oklch()` (OKLCH color model); Optional chaining (`?.`)
_HEAD = re.compile(r"(?:<code>(?P<code>[^<]+)</code>|(?P<words>[\w& -]{2,40}?))\s*(?:\(.*\))?\s*$")
_SIGN = re.compile(r"^::|^@|^&lt;|\(")  # a name that tells by itself where it stands
_LONGEST_NOTE = 160  # characters: a line below a table


def release_days(browsers: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """The day of each release, ISO 8601, by browser and version; "preview" for one that is not out yet."""
    return {
        (browser, version): "preview" if release.get("status") in _NOT_OUT else release.get("release_date", "")
        for browser in BROWSERS
        for version, release in browsers.get(browser, {}).get("releases", {}).items()
    }


def compact(path: str, entry: Mapping[str, Any], days: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    """The body of a feature."""
    status = entry.get("status", {})
    support = {
        browser: [_statement(browser, one, days) for one in _listed(entry["support"][browser])]
        for browser in BROWSERS
        if browser in entry["support"]
    }
    body = {
        "label": label(path, entry.get("description", "")),
        "page": entry.get("mdn_url", ""),
        "deprecated": status.get("deprecated", False),
        "experimental": status.get("experimental", False),
        "standard": status.get("standard_track", False),
    }
    return {**{name: value for name, value in body.items() if value}, "support": support}


def label(path: str, description: str) -> str:
    """What people call the feature: as its description names it where that is short enough, else made from its path."""
    kind, *rest = path.split(".")
    named = _HEAD.match(description)
    if named and (standing(path) == 1 or _SIGN.search(named["code"] or "")):
        return html.unescape(_TAG.sub("", named["code"] or named["words"])).strip()
    group, *steps = rest if kind != "api" else ("", *rest)
    first, *below = steps or [group]
    sign = "{}" if below and group == "selectors" else _SIGNS.get(f"{kind}.{group}", "{}")
    return ".".join((sign.format(first), *below)).removesuffix("_static")


def _listed(entry: Any) -> list[Mapping[str, Any]]:
    return entry if isinstance(entry, list) else [entry]


def _statement(browser: str, entry: Mapping[str, Any], days: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    added = entry["version_added"] or ""
    version = added.removeprefix("≤")
    day = days.get((browser, version), "")
    partial = entry.get("partial_implementation", False)
    statement = {
        "added": "preview" if day == "preview" else version,
        "day": "" if day == "preview" else day,
        "earlier": added != version,
        "until": entry.get("version_removed") or "",
        "partial": partial,
        "flag": bool(entry.get("flags")),
        "name": entry.get("alternative_name") or entry.get("prefix") or "",
        "note": _note(entry.get("notes")) if partial else "",
    }
    return {name: value for name, value in statement.items() if value}


def _note(notes: Any) -> str:
    """The first note as plain text, cut where it is long."""
    first = notes[0] if isinstance(notes, list) else notes or ""
    text = " ".join(html.unescape(_TAG.sub("", _CODE.sub(r"`\1`", first))).split())
    return text if len(text) <= _LONGEST_NOTE else f"{text[: _LONGEST_NOTE - 1].rstrip(' ,')}…"
