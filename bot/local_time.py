"""What time it is in a country, where that is one time for all of it."""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from zoneinfo import TZPATH, ZoneInfo, ZoneInfoNotFoundError

_TABLE = "zone.tab"
_LINE = re.compile(r"^([A-Z]{2})\t\S+\t(\S+)")


def local_time(region: str, when: datetime) -> datetime | None:
    """The time in a country (ISO 3166-1 alpha-2) at `when`, which has a time zone.

    None where its parts have different hours, for an unknown country, and on a machine without a table of time zones.
    """
    times = [when.astimezone(zone) for zone in _zones(region)]
    is_one = len({(time.date(), time.hour) for time in times}) == 1
    return times[0] if is_one else None


def _zones(region: str) -> Iterator[ZoneInfo]:
    for name in _table().get(region, ()):
        try:
            yield ZoneInfo(name)
        except ZoneInfoNotFoundError:
            continue


@cache
def _table() -> dict[str, tuple[str, ...]]:
    """The names of each country's time zones: https://data.iana.org/time-zones/tz-link.html"""
    found: dict[str, tuple[str, ...]] = {}
    for line in _text().splitlines():
        if match := _LINE.match(line):
            found[match[1]] = (*found.get(match[1], ()), match[2])
    return found


def _text() -> str:
    for folder in TZPATH:
        path = Path(folder) / _TABLE
        if path.is_file():
            return path.read_text("utf-8")
    try:
        return (files("tzdata") / "zoneinfo" / _TABLE).read_text("utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return ""
