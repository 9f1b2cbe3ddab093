"""A small package in the shape of MDN's browser-compat-data, with values of our own, and the database made of it."""

import base64
import hashlib
import io
import json
import tarfile
from pathlib import Path
from typing import Any

from agent.docs.tools.compat import FILE, Compat
from etl.docs.compat import VERSION, store

CORE = ("chrome", "chrome_android", "edge", "firefox", "firefox_android", "safari", "safari_ios")
_RELEASES = {"10": "2020-01-10", "20": "2022-06-20", "30": "2024-08-31", "40": "2026-10-01"}


def everywhere(version: Any, **others: Any) -> dict[str, Any]:
    """Support in the core browsers since a version, but for those named."""
    support = {browser: {"version_added": version} for browser in CORE}
    return {"__compat": {"status": {"standard_track": True}, "support": {**support, **others}}}


def said(node: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A feature with more of its own fields."""
    return {"__compat": {**node["__compat"], **more}}


def data() -> dict[str, Any]:
    """The content of `data.json`."""
    releases = {version: {"release_date": day, "status": "retired"} for version, day in _RELEASES.items()}
    browsers = {browser: {"releases": {**releases, "99": {"status": "planned"}}} for browser in (*CORE, "nodejs")}
    flag = {"version_added": "20", "flags": [{"type": "preference", "name": "on"}]}
    partial = {"version_added": "10", "partial_implementation": True, "notes": "Only on <code>div</code> &amp; <em>span</em>."}
    past = {"version_added": "10", "version_removed": "20"}
    at = everywhere("20", nodejs={"version_added": "20"})
    return {
        "__meta": {"version": VERSION, "timestamp": "2026-11-12T14:10:29.391Z"},
        "browsers": browsers,
        "api": {
            "fetch": everywhere("10", nodejs={"version_added": "30"}),
            "structuredClone": everywhere("20", nodejs={"version_added": "20"}),
            "Window": {**everywhere("10"), "at": at},
            "HTMLElement": {**everywhere("10"), "popover": everywhere("30")},
            "AbortSignal": {**everywhere("10"), "any_static": everywhere("30")},
        },
        "css": {
            "at-rules": {
                "container": everywhere("30"),
                "media": {**everywhere("10"), "aspect-ratio": everywhere("10")},
            },
            "properties": {
                "aspect-ratio": everywhere("20"),
                "container": everywhere("30"),
                "gap": everywhere("20", safari=[{"version_added": "30"}, {**partial, "version_removed": "30"}]),
                "user-select": everywhere("20", safari_ios={"version_added": "10", "prefix": "-webkit-"}),
                "grid-template-columns": {**everywhere("10"), "subgrid": everywhere("30")},
                "grid-template-rows": {**everywhere("10"), "subgrid": everywhere("30")},
                "field-sizing": everywhere("40"),
                "zoom": everywhere("≤10", firefox=partial, safari=flag, edge=past, chrome={"version_added": "99"}),
                "text-wrap": {**everywhere("30"), "balance": everywhere("30")},
            },
            "selectors": {
                "has": said(
                    everywhere("20", firefox={"version_added": "30"}, firefox_android={"version_added": False}),
                    description="<code>:has()</code>",
                    mdn_url="https://developer.mozilla.org/docs/Web/CSS/:has",
                ),
                "is": everywhere("20"),
                "nesting": said(everywhere("30"), description="<code>&amp;</code> nesting selector"),
            },
        },
        "html": {
            "elements": {"dialog": everywhere("20"), "input": {**everywhere("10"), "type_date": everywhere("20")}},
            "global_attributes": {"popover": everywhere("30", safari={"version_added": "preview"})},
        },
        "javascript": {
            "builtins": {
                "Array": {**everywhere("10"), "at": at},
                "Promise": {**everywhere("10"), "Promise": everywhere("10")},
            },
            "operators": {
                "optional_chaining": said(everywhere("20"), description="Optional chaining (<code>?.</code>)"),
            },
        },
        "webextensions": {"api": {"runtime": everywhere("10")}},
    }


def package(folder: Path, content: bytes | None = None) -> tuple[Path, str]:
    """The package as npm packs it, and its hash as npm writes it."""
    text = json.dumps(data()).encode() if content is None else content
    file = folder / "mdn-browser-compat-data.tgz"
    with tarfile.open(file, "w:gz") as archive:
        member = tarfile.TarInfo("package/data.json")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return file, "sha512-" + base64.b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()


def compat(folder: Path) -> Compat:
    """The data under a data folder, as an ingest leaves them."""
    packed, integrity = package(folder)
    store(packed, folder, integrity=integrity)
    return Compat(folder / FILE)
