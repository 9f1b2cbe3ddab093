"""The open pages of one look: each gets a snapshot, then every event; keeps what a late page needs."""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from adapters.sandbox.wire import JsonObject

WIRE_KEPT = 400
RUNS_KEPT = 100
PAGE_QUEUE = 2000
"""Events that may wait for one page; a slower one gets a fresh snapshot instead."""


@dataclass(slots=True)
class _Run:
    """A run's events so far, without its text: of the pieces of the answer only how many and how long."""

    events: list[JsonObject] = field(default_factory=list)
    pieces: int = 0
    characters: int = 0
    first_piece: JsonObject | None = None

    def add(self, event: JsonObject) -> None:
        """Keep one event, already shortened by `_shorten`."""
        if event["event"] == "generation_started":  # a worker begins (again): what an earlier one wrote is void
            self.events, self.pieces, self.characters, self.first_piece = [], 0, 0, None
        if event["event"] != "response_chunk":
            self.events.append(event)
            return
        data = event["data"]
        self.first_piece = self.first_piece or event
        self.pieces += 1
        self.characters += data["characters"] if isinstance(data, dict) else 0

    def replay(self) -> list[JsonObject]:
        """Events that fold into the same picture."""
        if self.first_piece is None:
            return list(self.events)
        pieces = self.first_piece | {"data": {"pieces": self.pieces, "characters": self.characters}}
        return [*self.events[:1], pieces, *self.events[1:]]


class Pages(ABC):
    """Follows a world and the runs; hands every event to every open page. `looks` are the looks that are served."""

    def __init__(self) -> None:
        self.looks: list[str] = []
        self._wire: deque[JsonObject] = deque(maxlen=WIRE_KEPT)
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._pages: set[asyncio.Queue[JsonObject]] = set()

    @abstractmethod
    def picture(self) -> JsonObject:
        """Everything of the world that a page shows, ready for JSON."""

    @abstractmethod
    def tell_world_event(self, event: JsonObject) -> None:
        """Hand out one event of the world in the page's form."""

    def snapshot(self) -> JsonObject:
        """Everything that a page shows."""
        runs = [event for run in self._runs.values() for event in run.replay()]
        return self.picture() | {"type": "snapshot", "looks": list(self.looks), "wire": list(self._wire), "runs": runs}

    def open_page(self) -> asyncio.Queue[JsonObject]:
        """A queue that begins with a snapshot; give it back to `close_page`."""
        queue: asyncio.Queue[JsonObject] = asyncio.Queue()
        queue.put_nowait(self.snapshot())
        self._pages.add(queue)
        return queue

    def close_page(self, queue: asyncio.Queue[JsonObject]) -> None:
        """Stop telling it."""
        self._pages.discard(queue)

    async def follow_world(self, events: AsyncIterator[JsonObject]) -> None:
        """Tell pages what happens in the world, until cancelled."""
        async for event in events:
            self.tell_world_event(event)

    async def follow_runs(self, events: AsyncIterator[JsonObject]) -> None:
        """Tell pages what happens in runs, until the iterator ends."""
        async for event in events:
            self.tell_run_event(event)

    def tell_run_event(self, event: JsonObject) -> None:
        """Hand out one event of a run: `{"type": "run", "thread", "run_id", "event", "data", "ts"}`."""
        shortened = _shorten(event)
        run_id = str(event["run_id"])
        self._runs.setdefault(run_id, _Run()).add(shortened)
        while len(self._runs) > RUNS_KEPT:
            self._runs.popitem(last=False)
        self._tell(shortened)

    def _tell_wire(self, data: JsonObject, ts: float) -> None:
        entry: JsonObject = {"ts": ts, **data}
        self._wire.append(entry)
        self._tell({"type": "wire", "data": entry})

    def _tell(self, event: JsonObject) -> None:
        for queue in self._pages:
            if queue.qsize() >= PAGE_QUEUE:
                self._start_over(queue)
            else:
                queue.put_nowait(event)

    def _start_all_over(self) -> None:
        for queue in self._pages:
            self._start_over(queue)

    def _start_over(self, queue: "asyncio.Queue[JsonObject]") -> None:
        # Events are covered by the new snapshot; answers to actions are not.
        waiting = [queue.get_nowait() for _ in range(queue.qsize())]
        queue.put_nowait(self.snapshot())
        for message in waiting:
            if message["type"] in {"ok", "error"}:
                queue.put_nowait(message)


def objects(value: object) -> list[JsonObject]:
    """A list of JSON's objects, as a snapshot holds it."""
    return value if isinstance(value, list) else []


def items(value: object) -> list[tuple[str, object]]:
    """The members of a JSON object."""
    return list(value.items()) if isinstance(value, dict) else []


def _shorten(event: JsonObject) -> JsonObject:
    data = event["data"]
    if event["event"] != "response_chunk" or not isinstance(data, dict):
        return event
    return event | {"data": {"pieces": 1, "characters": len(str(data.get("text", "")))}}
