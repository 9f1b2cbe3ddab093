"""What the sandbox page is told: one snapshot, then events, the same for every open page; keeps what a late page needs."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from adapters.sandbox.discord.errors import ApiError, JsonObject
from adapters.sandbox.discord.permissions import BITS, permissions_in
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_faults import offered

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


class PageFeed:
    """Follows the world and the runs; hands every event to every open page."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._wire: deque[JsonObject] = deque(maxlen=WIRE_KEPT)
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._pages: set[asyncio.Queue[JsonObject]] = set()

    def open_page(self) -> asyncio.Queue[JsonObject]:
        """A queue that begins with a snapshot; give it back to `close_page`."""
        queue: asyncio.Queue[JsonObject] = asyncio.Queue()
        queue.put_nowait(self.snapshot())
        self._pages.add(queue)
        return queue

    def close_page(self, queue: asyncio.Queue[JsonObject]) -> None:
        """Stop telling it."""
        self._pages.discard(queue)

    def snapshot(self) -> JsonObject:
        """Everything a page shows; `channels` holds threads and direct messages too."""
        found = self._world.snapshot()
        people = _objects(found["people"])
        return {
            "type": "snapshot",
            "guild": found["guild"],
            "bot": next(person for person in people if person["id"] == found["bot_id"]),
            "people": people,
            "roles": [{"id": role["id"], "name": role["name"], "bot": "tags" in role} for role in _objects(found["roles"])],
            "channels": [self._placed(one) for one in (*_objects(found["channels"]), *_objects(found["threads"]))],
            "messages": {
                channel: [_with_reactors(one) for one in _objects(found_here)]
                for channel, found_here in _items(found["messages"])
            },
            "interactions": found["interactions"],
            "faults": offered(),
            "wire": list(self._wire),
            "runs": [event for run in self._runs.values() for event in run.replay()],
        }

    async def follow_world(self, events: AsyncIterator[JsonObject]) -> None:
        """Tell pages what happens in the world, until cancelled."""
        async for event in events:
            self.tell_world_event(event)

    async def follow_runs(self, events: AsyncIterator[JsonObject]) -> None:
        """Tell pages what happens in runs, until the iterator ends."""
        async for event in events:
            self.tell_run_event(event)

    def tell_world_event(self, event: JsonObject) -> None:
        """Hand out one event of the world in the page's form."""
        kind, data = event["type"], event["data"]
        if not isinstance(data, dict):
            return
        match kind:
            case "notice":
                for queue in self._pages:
                    self._start_over(queue)
            case "reaction_add" | "reaction_remove":
                self._tell_reactions(str(data["channel_id"]), str(data["message_id"]))
            case "wire":
                entry: JsonObject = {"ts": self._world.state.clock(), **data}
                self._wire.append(entry)
                self._tell(event | {"data": entry})
            case "channel_create" | "channel_update" | "thread_create" | "thread_update":
                self._tell(event | {"data": self._placed(data)})
            case "member_add":
                self._tell({"type": "people", "data": self._world.snapshot()["people"]})
            case _:
                self._tell(event)

    def tell_run_event(self, event: JsonObject) -> None:
        """Hand out one event of a run: `{"type": "run", "thread", "run_id", "event", "data", "ts"}`."""
        shortened = _shorten(event)
        run_id = str(event["run_id"])
        self._runs.setdefault(run_id, _Run()).add(shortened)
        while len(self._runs) > RUNS_KEPT:
            self._runs.popitem(last=False)
        self._tell(shortened)

    def _placed(self, channel: JsonObject) -> JsonObject:
        """A channel or thread with the ids of those who cannot see it."""
        state = self._world.state
        place = state.channels.get(str(channel["id"]))
        if place is None:
            return channel
        people = (one.id for one in state.people.values() if not one.bot)
        return channel | {
            "hidden_from": [one for one in people if not permissions_in(state, one, place) & BITS["VIEW_CHANNEL"]]
        }

    def _tell_reactions(self, channel_id: str, message_id: str) -> None:
        # The whole list instead of the change: told twice, or of a message that changed meanwhile, it is still right.
        try:
            message = self._world.message(message_id)
        except ApiError:
            return
        reactors: list[JsonObject] = [{"emoji": one.emoji, "users": list(one.user_ids)} for one in message.reactions]
        self._tell({"type": "reactions", "data": {"channel_id": channel_id, "message_id": message_id, "reactions": reactors}})

    def _tell(self, event: JsonObject) -> None:
        for queue in self._pages:
            if queue.qsize() >= PAGE_QUEUE:
                self._start_over(queue)
            else:
                queue.put_nowait(event)

    def _start_over(self, queue: "asyncio.Queue[JsonObject]") -> None:
        # Events are covered by the new snapshot; answers to actions are not.
        waiting = [queue.get_nowait() for _ in range(queue.qsize())]
        queue.put_nowait(self.snapshot())
        for message in waiting:
            if message["type"] in {"ok", "error"}:
                queue.put_nowait(message)


def _shorten(event: JsonObject) -> JsonObject:
    data = event["data"]
    if event["event"] != "response_chunk" or not isinstance(data, dict):
        return event
    return event | {"data": {"pieces": 1, "characters": len(str(data.get("text", "")))}}


def _with_reactors(message: JsonObject) -> JsonObject:
    reactions = _objects(message.get("reactions", []))
    reactors = [
        {"emoji": emoji["name"], "users": one["user_ids"]} for one in reactions if isinstance(emoji := one["emoji"], dict)
    ]
    return {name: value for name, value in message.items() if name != "reactions"} | {"reactors": reactors}


def _objects(value: object) -> list[JsonObject]:
    return value if isinstance(value, list) else []


def _items(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, dict) else []
