"""Baseline, worked out from the versions: since when all browsers of its core set have a feature.

Source: the definition by the WebDX community group: newly available when the last browser of the core set has it, widely
available 30 months later. The group names features itself, in groups; what is computed here is of one entry of MDN's data.
"""

import calendar
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from agent.docs.tools.compat import CORE, Feature, Statement

Status: TypeAlias = Literal["widely", "newly", "limited", "unknown"]
_MONTHS = 30


@dataclass(frozen=True, slots=True)
class Baseline:
    """The status on a day. `newly` and `widely` are the days of both steps; `missing` are browsers without full support."""

    status: Status
    newly: date | None = None
    widely: date | None = None
    missing: tuple[str, ...] = ()


def baseline(feature: Feature, today: date) -> Baseline:
    """Where a feature stands on `today`, the day of the data."""
    first = {browser: since(feature, browser) for browser in CORE}
    missing = tuple(browser for browser, statement in first.items() if statement is None)
    if missing:
        return Baseline("limited", missing=missing)
    days = [statement.day for statement in first.values() if statement is not None and statement.day is not None]
    if len(days) < len(CORE):
        return Baseline("unknown")
    newly = max(days)
    widely = _later(newly, _MONTHS)
    return Baseline("widely" if widely <= today else "newly", newly, widely)


def since(feature: Feature, browser: str) -> Statement | None:
    """The statement by which a browser has the whole feature under its own name, for everybody."""
    return next((statement for statement in feature.support.get(browser, ()) if statement.full), None)


def _later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
