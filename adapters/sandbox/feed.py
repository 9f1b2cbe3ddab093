"""Changes as they happen, for watchers such as the page: bounded, so that a slow watcher costs memory to nobody."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol, TypeVar

from adapters.sandbox.wire import JsonObject

QUEUE_LIMIT = 1000
"""Events that may wait for one watcher before it has to take a new snapshot."""

RESNAPSHOT: JsonObject = {
    "type": "notice",
    "data": {"kind": "resnapshot", "text": "Too many changes at once: take a new snapshot."},
}
"""What a watcher gets instead of the events that it was too slow for."""


class Feed:
    """Hands every event to every watcher, in order."""

    def __init__(self, limit: int = QUEUE_LIMIT) -> None:
        self._limit = limit
        self._watchers: set[asyncio.Queue[JsonObject]] = set()

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self._watchers)

    def publish(self, kind: str, data: JsonObject) -> None:
        """Hand out one event; never waits."""
        event: JsonObject = {"type": kind, "data": data}
        for queue in self._watchers:
            if queue.qsize() >= self._limit:
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(RESNAPSHOT)
            queue.put_nowait(event)

    def watch(self) -> "Watch":
        """All events from this call on (not from the first `anext`), until the iterator is closed or dropped."""
        queue: asyncio.Queue[JsonObject] = asyncio.Queue()
        self._watchers.add(queue)
        return Watch(queue, self._watchers)


class Watch(AsyncIterator[JsonObject]):
    """One watcher's place; an object, not a generator, so that it also leaves when it was never started."""

    def __init__(self, queue: asyncio.Queue[JsonObject], watchers: set[asyncio.Queue[JsonObject]]) -> None:
        self._queue = queue
        self._watchers = watchers

    def __aiter__(self) -> "Watch":
        return self

    async def __anext__(self) -> JsonObject:
        return await self._queue.get()

    async def aclose(self) -> None:
        """Stop watching."""
        self._watchers.discard(self._queue)

    def __del__(self) -> None:
        self._watchers.discard(self._queue)


class Pending(Protocol):
    """Something that waits for its first answer, or has it, or failed."""

    @property
    def waiting(self) -> bool:
        """Whether neither has happened yet."""
        ...


PendingT = TypeVar("PendingT", bound=Pending)


async def settled(feed: Feed, look: Callable[[], PendingT], *, patience: float) -> PendingT:
    """What `look` finds once it waits no longer; it looks again at each event. Raises TimeoutError after `patience` seconds."""
    watch = feed.watch()
    try:
        async with asyncio.timeout(patience):
            while (found := look()).waiting:
                await anext(watch)
    finally:
        await watch.aclose()
    return found
