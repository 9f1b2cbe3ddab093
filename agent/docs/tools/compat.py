"""Reads what browsers support: MDN's browser-compat-data in the compact form that `etl.docs.compat` writes.

A database of three tables: `about` (name, value), `features` (path, body as JSON in zlib) and `names` (name, path). It is
opened for each look-up, which takes well under a millisecond, so that a new version is seen at once and threads do not meet.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from agent.docs.tools.feature_names import key, meant, places

FILE = Path("docs") / "browser-support.sqlite"  # under the data folder
SCHEMA = 1  # of the database; a file of another one is made anew
CORE = ("chrome", "chrome_android", "edge", "firefox", "firefox_android", "safari", "safari_ios")  # what Baseline looks at
BROWSERS = {
    "chrome": "Chrome",
    "edge": "Edge",
    "firefox": "Firefox",
    "safari": "Safari",
    "chrome_android": "Chrome Android",
    "firefox_android": "Firefox Android",
    "safari_ios": "Safari iOS",
    "samsunginternet_android": "Samsung Internet",
    "opera": "Opera",
    "ie": "Internet Explorer",
    "nodejs": "Node.js",
    "deno": "Deno",
    "bun": "Bun",
}
_COMMON = ("api", "css", "html", "javascript")  # the rest answers only where these know nothing
_APART = ("webextensions.", "webdriver.", "manifests.")  # found only by their whole paths
_MANY = 8  # features of one name and standing: whoever says no more has not named one


@dataclass(frozen=True, slots=True)
class Statement:
    """One entry of a browser: since which version, with what restriction.

    `added` is a version, "preview", or "" where there is no support; `until` is the version that took it away. `day` is the
    release of `added`. `earlier`: it may have been there before ("≤37"). `name` is what it is called there, prefix included.
    """

    added: str = ""
    day: date | None = None
    earlier: bool = False
    until: str = ""
    partial: bool = False
    flag: bool = False
    name: str = ""
    note: str = ""

    @property
    def full(self) -> bool:
        """Whether anybody can use it as the standard has it."""
        return self.usable and not self.partial and not self.name

    @property
    def usable(self) -> bool:
        """Whether it is there without a flag, in a release that is not past."""
        return bool(self.added) and self.added != "preview" and not self.until and not self.flag


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature: its path in the data, what it is called, MDN's page, and per browser its statements, newest first."""

    path: str
    label: str
    page: str = ""
    support: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    deprecated: bool = False
    experimental: bool = False
    standard: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """Paths that a name may mean: those of the first standing, and those behind them."""

    paths: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Compat:
    """The database at `file`. All methods find nothing where there is none yet."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def version(self) -> str:
        """The version of the data; "" where there is none that can be read."""
        return self._about("version") if self._about("schema") == str(SCHEMA) else ""

    @property
    def day(self) -> date | None:
        """The day of the data."""
        text = self._about("day")
        return date.fromisoformat(text) if text else None

    def feature(self, path: str) -> Feature | None:
        """The feature at a path."""
        found = self._ask("SELECT body FROM features WHERE path = ?", path)
        return _feature(path, json.loads(zlib.decompress(found[0]))) if found else None

    def find(self, name: str, within: Iterable[str] = ()) -> Found:
        """What `name`, as people write it, may mean; only below the paths `within`, if there are any."""
        within = tuple(within) or places(name)
        if (path := meant(name)) and self.feature(path):
            return Found((path,))
        paths: list[str] = self._ask("SELECT DISTINCT path FROM names WHERE name = ? ORDER BY path", key(name))
        paths = [path for path in paths if not within or path.startswith(within)]
        common = [path for path in paths if path.partition(".")[0] in _COMMON]
        others = [path for path in paths if not path.startswith(_APART) or key(path) == key(name)]
        return _ranked(common or others)

    def _about(self, name: str) -> str:
        return str(next(iter(self._ask("SELECT value FROM about WHERE name = ?", name)), ""))

    def _ask(self, query: str, value: str) -> list[Any]:
        if not self._file.is_file():
            return []
        try:
            with closing(sqlite3.connect(f"{self._file.absolute().as_uri()}?mode=ro", uri=True)) as database:
                return [row[0] for row in database.execute(query, (value,))]
        except sqlite3.Error:  # torn, or of another schema: as good as none until the next ingest
            return []


def _ranked(paths: list[str]) -> Found:
    """The paths nearest to the top, and the others."""
    if not paths:
        return Found()
    top = min(map(standing, paths))
    first = tuple(path for path in paths if standing(path) == top)
    if len(first) > _MANY:
        return Found()
    # A class and its constructor have one name.
    behind = (path for path in paths if path not in first and path.rpartition(".")[0] not in first)
    return Found(first, tuple(behind))


def standing(path: str) -> int:
    """How many steps a feature stands below its kind: 1 for a property, a selector, an interface; 2 for their parts."""
    kind, *rest = path.split(".")
    return len(rest) if kind == "api" else len(rest) - 1


def _feature(path: str, body: Mapping[str, object]) -> Feature:
    support = body.get("support")
    assert isinstance(support, dict)  # noqa: S101  we wrote it
    return Feature(
        path,
        str(body["label"]),
        str(body.get("page", "")),
        {browser: tuple(map(_statement, statements)) for browser, statements in support.items()},
        bool(body.get("deprecated")),
        bool(body.get("experimental")),
        bool(body.get("standard")),
    )


def _statement(entry: Mapping[str, object]) -> Statement:
    day = entry.get("day")
    return Statement(
        added=str(entry.get("added", "")),
        day=date.fromisoformat(day) if isinstance(day, str) else None,
        earlier=bool(entry.get("earlier")),
        until=str(entry.get("until", "")),
        partial=bool(entry.get("partial")),
        flag=bool(entry.get("flag")),
        name=str(entry.get("name", "")),
        note=str(entry.get("note", "")),
    )
