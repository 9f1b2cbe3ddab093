"""Run events for the page: what the relays read is passed on, the latest runs again to a page that comes late."""

import asyncio
import dataclasses
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

from agent.contract import Entry, event_name
from bot.types import Place, Platform, Turn

_REPLAYED = 2000  # events; a run has a dozen and its tokens


class RunFeed:
    """Fans out the events of all runs. Slow readers lose the oldest."""

    def __init__(self) -> None:
        self._recent: deque[dict[str, Any]] = deque(maxlen=_REPLAYED)
        self._readers: set[asyncio.Queue[dict[str, Any]]] = set()

    def observe(self, turn: Turn, entry: Entry) -> None:
        """Pass one entry on."""
        event = {
            "type": "run",
            "platform": turn.place.platform,
            "thread": _name(turn.place),
            "run_id": entry.run_id,
            "event": event_name(entry.event),
            "data": dataclasses.asdict(entry.event),
            "ts": entry.ts,
        }
        self._recent.append(event)
        for queue in self._readers:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(event)

    async def events(self, platform: Platform | None = None) -> AsyncIterator[dict[str, Any]]:
        """The latest events, then those that come, of one platform if given."""
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(_REPLAYED)
        for event in self._recent:
            queue.put_nowait(event)
        self._readers.add(queue)
        try:
            while True:
                event = await queue.get()
                if platform in (None, event["platform"]):
                    yield event
        finally:
            self._readers.discard(queue)


def _name(place: Place) -> str:
    """A thread as its page names it: Slack's timestamps are unique in their channel alone."""
    if place.platform == "slack" and place.thread:
        return f"{place.channel}/{place.thread}"
    return place.thread or place.channel
