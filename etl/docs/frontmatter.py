"""The YAML between two lines of dashes with which a page may begin."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_BLOCK = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^([\w.-]+):[ \t]+(.+?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Split:
    """A page's front matter, the text behind it, and the number of that text's first line."""

    fields: Mapping[str, Any]
    body: str
    first_line: int

    def text(self, name: str) -> str:
        """A field that is a text; "" where it is none."""
        value = self.fields.get(name)
        return value.strip() if isinstance(value, str) else ""

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a text or a list of texts."""
        value = self.fields.get(name)
        values = value if isinstance(value, list) else [value]
        return tuple(item.strip() for item in values if isinstance(item, str) and item.strip())


def split(text: str) -> Split:
    """The page's front matter and its body; line ends are one sign in both, and a byte-order mark is gone."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    match = _BLOCK.match(text)
    if match is None:
        return Split({}, text, 1)
    return Split(_fields(match[1]), text[match.end() :], text.count("\n", 0, match.end()) + 1)


def _fields(block: str) -> Mapping[str, Any]:
    import yaml

    try:
        # Texts alone: a version 3.10 is no number, and "no" is no truth value.
        found = yaml.load(block, yaml.BaseLoader)  # noqa: S506 (BaseLoader makes nothing but texts, lists and mappings)
    except yaml.YAMLError:
        # A title that begins with a backtick is no YAML, and sites take it all the same.
        found = {name: value.strip("\"'") for name, value in _LINE.findall(block)}
    return found if isinstance(found, dict) else {}
