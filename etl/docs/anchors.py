"""The anchors of headings as each site makes them."""

import re
import unicodedata
from collections.abc import Callable

_GITHUB_GONE = re.compile(r"[^\w\- ]")
_VITEPRESS_BREAKS = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")
_MDN_GONE = re.compile(r"[\"#$%&+,/:;=?@\[\]^`{|}~')(\\<>*]")

Anchor = Callable[[str], str]


def github(heading: str) -> str:
    """As GitHub's own slugs, which most sites use: lower case, no punctuation, hyphens for spaces."""
    return _GITHUB_GONE.sub("", heading.lower().strip()).replace(" ", "-")


def nuxt(heading: str) -> str:
    """GitHub's, without runs of hyphens; one that begins with a digit gets an underscore."""
    return re.sub(r"^(\d)", r"_\1", re.sub(r"-+", "-", github(heading)).strip("-"))


def vitepress(heading: str) -> str:
    """VitePress: accents and punctuation gone, one hyphen for each run; one that begins with a digit gets an underscore."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", heading) if not unicodedata.combining(sign))
    return re.sub(r"^(\d)", r"_\1", _VITEPRESS_BREAKS.sub("-", bare).strip("-")).lower()


def mdn(heading: str) -> str:
    """MDN: lower case, underscores for spaces, no punctuation but hyphens and dots."""
    return _MDN_GONE.sub("", re.sub(r"\s+", "_", heading.strip().lower()))


class Anchors:
    """The anchors of one page: the second of a name gets a number behind it, as `separator` and count from `first` on."""

    def __init__(self, anchor: Anchor, separator: str = "-", first: int = 1) -> None:
        self._anchor = anchor
        self._separator = separator
        self._first = first
        self._seen: dict[str, int] = {}

    def of(self, heading: str, explicit: str = "") -> str:
        """The anchor of the next heading; one that the page names itself is taken as it is."""
        if explicit:
            return explicit
        name = self._anchor(heading)
        count = self._seen.get(name, -1) + 1
        self._seen[name] = count
        return f"{name}{self._separator}{count - 1 + self._first}" if count else name
