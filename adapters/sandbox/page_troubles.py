"""Trouble that a look of the page offers, whichever platform it shows; the tables are `page_faults` and `slack_page_faults`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from adapters.sandbox.page_actions import ActionError
from adapters.sandbox.wire import JsonObject

FaultsT = TypeVar("FaultsT")


@dataclass(frozen=True, slots=True)
class Trouble(Generic[FaultsT]):
    """One kind of fault. `about` says beforehand what it does and what to look for, `said` afterwards what was arranged."""

    group: str
    title: str
    about: str
    said: str
    arrange: Callable[[FaultsT], object]


def offered(troubles: Mapping[str, Trouble[FaultsT]]) -> list[JsonObject]:
    """What the page offers, by the kind that it sends."""
    return [{"kind": kind, "group": one.group, "title": one.title, "about": one.about} for kind, one in troubles.items()]


def make_trouble(troubles: Mapping[str, Trouble[FaultsT]], faults: FaultsT, kind: str) -> str:
    """Arrange a fault; returns in one sentence what will happen. Raises ActionError for a kind that is not there."""
    if kind not in troubles:
        raise ActionError("The sandbox knows no such trouble: reload the page.")
    troubles[kind].arrange(faults)
    return troubles[kind].said
