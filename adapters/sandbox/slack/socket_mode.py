"""Socket Mode: connections, envelopes, acknowledgements, deliveries again.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

import asyncio
import json
import secrets
from contextlib import suppress

from aiohttp import WSMsgType, web

from adapters.sandbox.slack.deliveries import Close, Connection, Delivery
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.events import callback, wanted
from adapters.sandbox.slack.faults import Faults
from adapters.sandbox.slack.ledger import Event
from adapters.sandbox.slack.model import Acting, Interaction
from adapters.sandbox.slack.world import World
from adapters.sandbox.wire import JsonObject, reset

GRACE_SECONDS = 10.0
"""How long a connection that was asked to reconnect stays open."""
_ANSWERED_IN_ACK = frozenset({Acting.COMMAND, Acting.FORM, Acting.SUGGESTION})


class SocketMode:
    """All connections of the app. `ping_seconds`: how often the server pings, as Slack does."""

    def __init__(self, world: World, faults: Faults, *, ping_seconds: float = 10.0) -> None:
        self.world = world
        self.faults = faults
        self.ping_seconds = ping_seconds
        self.url = ""
        self._tickets: set[str] = set()
        self._connections: list[Connection] = []
        self._unacked: dict[str, Delivery] = {}
        self._waiting: list[Delivery] = []  # events for whom nobody was there, or whose next attempt is to come
        self._turn = 0
        world.listeners.append(self._on_event)
        world.actors.append(self._on_interaction)
        faults.socket = self

    @property
    def connections(self) -> int:
        """How many WebSockets are open and not asked to leave."""
        return sum(1 for one in self._connections if not one.leaving)

    @property
    def unacknowledged(self) -> int:
        """Envelopes that wait for their acknowledgement or for their next attempt."""
        return len(self._unacked) + len(self._waiting)

    def open(self) -> str:
        """The address of a new connection, good once. Raises too_many_websockets over the limit."""
        if self.connections >= self.world.state.limits.connections:
            raise ApiError("too_many_websockets")
        ticket = secrets.token_urlsafe(24)
        self._tickets.add(ticket)
        return f"{self.url}?ticket={ticket}&app_id={self.world.state.app.id}"

    # --- envelopes out

    def _on_event(self, event: Event) -> None:
        if not wanted(self.world.state, event):
            return
        for arranged in self.faults.arrange(event):
            self._deliver(Delivery("events_api", callback(self.world.state, arranged), accepts_response=False))

    def _on_interaction(self, found: Interaction) -> None:
        kind = found.acting.value if found.acting is Acting.COMMAND else "interactive"
        delivery = Delivery(kind, found.payload, found.acting in _ANSWERED_IN_ACK, interaction_id=found.id)
        if self.connections:
            self._deliver(delivery)
        else:
            self.world.fail(found.id)

    def _deliver(self, delivery: Delivery) -> None:
        ready = [one for one in self._connections if not one.leaving]
        if not ready:
            self._waiting.append(delivery)
            return
        self._turn += 1
        delivery.connection = ready[self._turn % len(ready)]
        delivery.connection.send(delivery.envelope())
        self._unacked[delivery.envelope_id] = delivery
        self._note("envelope", f"{_title(delivery)}{f', attempt {delivery.attempt}' if delivery.attempt else ''}")
        with suppress(RuntimeError):  # without a loop nothing is tried again by itself
            seconds = self.world.state.limits.ack_seconds
            delivery.timer = asyncio.get_running_loop().call_later(seconds, self._missed, delivery, "timeout")

    def _missed(self, delivery: Delivery, reason: str) -> None:
        """No acknowledgement came: an event is tried again on Slack's schedule, what somebody did fails."""
        delivery.cancel()
        self._unacked.pop(delivery.envelope_id, None)
        if delivery.interaction_id is not None:
            self.world.fail(delivery.interaction_id)
            return
        schedule = self.world.state.limits.retry_after
        if delivery.attempt >= len(schedule):
            self._note("gave up", _title(delivery))
            return
        pause = schedule[delivery.attempt]
        delivery.attempt += 1
        delivery.reason = reason
        self._waiting.append(delivery)
        if pause <= 0:
            self._retry(delivery)
        else:
            delivery.timer = asyncio.get_running_loop().call_later(pause, self._retry, delivery)

    def _retry(self, delivery: Delivery) -> None:
        if delivery in self._waiting:
            delivery.cancel()
            self._waiting.remove(delivery)
            self._deliver(delivery)

    def retry_now(self) -> None:
        """Deliver again what was not acknowledged."""
        for delivery in [one for one in self._unacked.values() if one.interaction_id is None]:
            self._missed(delivery, "timeout")
        for delivery in list(self._waiting):
            self._retry(delivery)

    # --- one connection

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket to its end."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=404)
        self._tickets.discard(ticket)
        ws = web.WebSocketResponse(autoclose=True, heartbeat=self.ping_seconds)
        await ws.prepare(request)
        connection = Connection(ws, request.transport)
        self._connections.append(connection)
        connection.send(self._hello())
        writer = asyncio.create_task(self._write(connection))
        self._note("hello", f"{self.connections} open")
        for delivery in [one for one in self._waiting if one.timer is None]:
            self._retry(delivery)
        try:
            async for frame in ws:
                if frame.type is WSMsgType.TEXT:
                    self._receive(frame.data)
        finally:
            self._leave(connection)
            if not connection.closing:
                writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
        return ws

    def _hello(self) -> JsonObject:
        return {
            "type": "hello",
            "num_connections": self.connections,
            "debug_info": {"host": "applink-sandbox", "build_number": 1, "approximate_connection_time": 18060},
            "connection_info": {"app_id": self.world.state.app.id},
        }

    async def _write(self, connection: Connection) -> None:
        while True:
            item = await connection.outbox.get()
            if isinstance(item, Close):
                connection.closing = True
                if item.reset and connection.transport is not None:
                    reset(connection.transport)
                else:
                    await connection.socket.close()
                return
            try:
                await connection.socket.send_str(item)
            except ConnectionError:
                return

    def _receive(self, text: str) -> None:
        try:
            body = json.loads(text)
        except ValueError:
            return
        delivery = self._unacked.get(str(body.get("envelope_id"))) if isinstance(body, dict) else None
        if delivery is None:
            return
        if self.faults.ignored_acks > 0 and delivery.interaction_id is None:
            self.faults.ignored_acks -= 1
            return
        delivery.cancel()
        del self._unacked[delivery.envelope_id]
        self._note("ack", _title(delivery))
        answer = body.get("payload")
        if delivery.interaction_id is not None:
            self.world.acknowledge(delivery.interaction_id, answer if isinstance(answer, dict) else _as_object(answer))

    def _leave(self, connection: Connection) -> None:
        self._connections.remove(connection)
        self._note("disconnect", f"{self.connections} left")
        for delivery in [one for one in self._unacked.values() if one.connection is connection]:
            self._missed(delivery, "connection_closed")

    def _note(self, what: str, text: str) -> None:
        self.world.feed.publish("wire", {"kind": "socket", "what": what, "text": text})

    # --- faults

    def ask_reconnect(self, reason: str) -> None:
        """Ask every connection to be opened anew; none of them gets another envelope."""
        for connection in self._connections:
            connection.send({"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-sandbox"}})
            if reason != "warning":
                connection.leaving = True
                asyncio.get_running_loop().call_later(GRACE_SECONDS, connection.outbox.put_nowait, Close())

    def close_all(self) -> None:
        """Close every connection without a word."""
        self._close(Close())

    def reset_all(self) -> None:
        """Reset every TCP connection."""
        self._close(Close(reset=True))

    def _close(self, how: Close) -> None:
        for connection in self._connections:
            connection.leaving = True
            connection.outbox.put_nowait(how)

    def send_raw(self, text: str) -> None:
        """Send a frame as it is."""
        for connection in self._connections:
            connection.outbox.put_nowait(text)

    async def stop(self) -> None:
        """Close every connection; nothing is tried again."""
        for delivery in [*self._unacked.values(), *self._waiting]:
            delivery.cancel()
        self._unacked.clear()
        self._waiting.clear()
        self.close_all()


def _title(delivery: Delivery) -> str:
    event = delivery.payload.get("event")
    if isinstance(event, dict):
        return ".".join(str(event[one]) for one in ("type", "subtype") if one in event)
    return str(delivery.payload.get("type") or delivery.payload.get("command"))


def _as_object(answer: object) -> JsonObject:
    return {"text": answer} if isinstance(answer, str) and answer else {}
