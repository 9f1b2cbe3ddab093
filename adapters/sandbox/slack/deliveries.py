"""What goes over Socket Mode and waits for its acknowledgement (https://docs.slack.dev/apis/events-api/using-socket-mode)."""

import asyncio
import json
import uuid
from dataclasses import dataclass, field

from aiohttp import web

from adapters.sandbox.wire import JsonObject


@dataclass(frozen=True, slots=True)
class Close:
    """Leave a connection, or `reset` it."""

    reset: bool = False


@dataclass(slots=True, eq=False)
class Connection:
    """One WebSocket. What is to be sent goes through `outbox`, so that nothing that happens in the world waits for a socket."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    outbox: asyncio.Queue[str | Close] = field(default_factory=asyncio.Queue)
    leaving: bool = False  # was asked to reconnect, or is being closed: gets no new envelope
    closing: bool = False  # by the server

    def send(self, body: JsonObject) -> None:
        """Queue one frame."""
        self.outbox.put_nowait(json.dumps(body))


@dataclass(slots=True, eq=False)
class Delivery:
    """An envelope on its way. `interaction_id` for what somebody did; events have none and are tried again."""

    kind: str
    payload: JsonObject
    accepts_response: bool
    interaction_id: str | None = None
    envelope_id: str = ""
    attempt: int = 0
    reason: str = ""
    connection: Connection | None = None
    timer: asyncio.TimerHandle | None = None

    def envelope(self) -> JsonObject:
        """The frame of this attempt, with an envelope id of its own."""
        self.envelope_id = str(uuid.uuid4())
        body: JsonObject = {
            "envelope_id": self.envelope_id,
            "payload": self.payload,
            "type": self.kind,
            "accepts_response_payload": self.accepts_response,
        }
        if self.kind == "events_api":
            body |= {"retry_attempt": self.attempt, "retry_reason": self.reason}
        return body

    def cancel(self) -> None:
        """Stop its timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
