"""Gateway connections and the sessions that outlive them."""

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

REPLAY_LIMIT = 5000
"""Events kept for a session that is away; one that missed more cannot be resumed."""
RESUME_SECONDS = 300.0
"""How long a session may be away."""


@dataclass(frozen=True, slots=True)
class Close:
    """Leave with a close code, or `reset` by a TCP reset."""

    code: int
    reset: bool = False


@dataclass(slots=True, eq=False)
class Connection:
    """One WebSocket. What is to be sent goes through `outbox`, so that nothing that happens in the world waits for a socket."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    outbox: asyncio.Queue[str | Close] = field(default_factory=asyncio.Queue)
    session: "Session | None" = None
    closing: bool = False  # by the server
    said_goodbye: bool = False  # the client left with 1000 or 1001, which ends its session

    def send(self, op: int, data: object = None, *, seq: int | None = None, name: str | None = None) -> None:
        """Queue one payload."""
        self.outbox.put_nowait(json.dumps({"op": op, "d": data, "s": seq, "t": name}))


@dataclass(slots=True, eq=False)
class Session:
    """What a bot resumes: its intents and the events since it came."""

    id: str
    intents: int
    seq: int = 0
    log: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAY_LIMIT))
    connection: Connection | None = None
    left_at: float | None = None

    def dispatch(self, name: str, data: object) -> None:
        """Number an event, keep it, and send it if somebody is there."""
        self.seq += 1
        payload = json.dumps({"op": 0, "d": data, "s": self.seq, "t": name})
        self.log.append((self.seq, payload))
        if self.connection is not None:
            self.connection.outbox.put_nowait(payload)
