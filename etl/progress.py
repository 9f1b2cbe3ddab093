"""How an ingest, or an enrichment, tells how far it is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, Protocol

Stage = Literal["fetch", "read", "unify", "write", "embed", "index"]

_LABELS: dict[Stage, str] = {
    "fetch": "Fetching the sources",
    "read": "Reading the sources",
    "unify": "Joining what is the same",
    "write": "Writing essences",
    "embed": "Embedding texts",
    "index": "Building the index",
}


_WORTH_LINES = 100  # units; what has fewer is over before a line could be read


class Progress(Protocol):
    """Receives every step. Called on the event loop; returns at once and raises nothing."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """`done` of `total` units of a stage are through; 0 of n when it begins."""
        ...


class Silent:
    """Tells nobody."""

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Nothing."""


class Lines:
    """A line to `say` at every tenth of a stage that takes long: for logs, and where no terminal draws bars."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._said: dict[Stage, int] = {}

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Say it if another tenth is through."""
        tenth = done * 10 // total if total >= _WORTH_LINES else 0
        if tenth > self._said.get(stage, 0):
            self._said[stage] = tenth
            self._say(f"{_LABELS[stage].lower()}: {done:,} of {total:,}")


@contextmanager
def rich_progress() -> Iterator[Progress]:
    """Progress bars on stderr, one a stage, gone from the way of stdout."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bars(*columns, console=Console(stderr=True), get_time=time.monotonic) as bars:
        tasks = {stage: bars.add_task(label, total=None, visible=False) for stage, label in _LABELS.items()}

        class Shown:
            def report(self, stage: Stage, done: int, total: int) -> None:
                bars.update(tasks[stage], completed=done, total=total, visible=True)

        yield Shown()
