"""The gateway: sessions over WebSocket (https://discord.com/developers/docs/events/gateway)."""

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress

from aiohttp import WSMsgType, web

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.faults import Faults
from adapters.sandbox.discord.intents import PRIVILEGED, Intent, censored, visible, wanted
from adapters.sandbox.discord.ledger import Event
from adapters.sandbox.discord.limits import Limits, Window
from adapters.sandbox.discord.sessions import RESUME_SECONDS, Close, Connection, Session
from adapters.sandbox.discord.welcome import guild_create, members_chunk, ready
from adapters.sandbox.discord.world import World
from adapters.sandbox.wire import reset

_ACK_SECONDS = 0.05


class Gateway:
    """All sessions of the bot."""

    def __init__(
        self,
        world: World,
        faults: Faults,
        limits: Limits,
        *,
        clock: Callable[[], float],
        heartbeat_seconds: float = 41.25,
    ) -> None:
        self.world = world
        self.faults = faults
        self.limits = limits
        self.token = ""
        self.url = ""
        self.heartbeat_seconds = heartbeat_seconds
        self.identified = 0
        self._clock = clock
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        world.listeners.append(self._on_event)
        faults.gateway = self

    @property
    def granted_intents(self) -> int:
        """The privileged intents that the developer portal allows."""
        return self.world.state.granted_intents

    @granted_intents.setter
    def granted_intents(self, intents: int) -> None:
        self.world.grant_intents(intents)

    @property
    def connections(self) -> int:
        """How many WebSockets are open."""
        return len(self._connections)

    # --- events out

    def _on_event(self, event: Event) -> None:
        if visible(self.world.state, event):
            for arranged in self.faults.arrange(event):
                self._deliver(arranged)

    def _deliver(self, event: Event) -> None:
        horizon = self._clock() - RESUME_SECONDS
        for session in list(self._sessions.values()):
            if session.left_at is not None and session.left_at < horizon:
                del self._sessions[session.id]
            elif wanted(event, session.intents):
                session.dispatch(event.name, censored(self.world.state, event, session.intents))

    # --- one connection

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one WebSocket to its end."""
        ws = web.WebSocketResponse(autoclose=True)
        await ws.prepare(request)
        connection = Connection(ws, request.transport)
        self._connections.add(connection)
        writer = asyncio.create_task(self._write(connection))
        try:
            connection.send(10, {"heartbeat_interval": int(self.heartbeat_seconds * 1000), "_trace": []})
            await self._read(connection)
        finally:
            self._leave(connection)
            if not connection.closing:  # else the writer is in the middle of a close, with its code still to send
                writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
        return ws

    async def _write(self, connection: Connection) -> None:
        while True:
            item = await connection.outbox.get()
            if isinstance(item, Close):
                connection.closing = True
                if item.reset and connection.transport is not None:
                    reset(connection.transport)
                else:
                    await connection.socket.close(code=item.code)
                return
            try:
                await connection.socket.send_str(item)
            except ConnectionError:
                return

    async def _read(self, connection: Connection) -> None:
        window = None if self.limits.gateway_sends is None else Window(self.limits.gateway_sends)
        while True:
            try:
                frame = await asyncio.wait_for(connection.socket.receive(), self.heartbeat_seconds * 1.5)
            except TimeoutError:
                await connection.socket.close(code=4000)  # no heartbeat: a zombie
                return
            if frame.type is not WSMsgType.TEXT and frame.type is not WSMsgType.BINARY:
                connection.said_goodbye = (
                    frame.type is WSMsgType.CLOSE and frame.data in (1000, 1001) and not connection.closing
                )
                return
            code = 4008 if window is not None and not window.take(self._clock()) else self._receive(connection, frame.data)
            if code is not None:
                self._note("close", f"code {code}")
                await connection.socket.close(code=code)
                return

    def _leave(self, connection: Connection) -> None:
        self._connections.discard(connection)
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.left_at = self._clock()
        if connection.said_goodbye:
            self._sessions.pop(session.id, None)
        self._note("disconnect", f"code {connection.socket.close_code}")

    # --- payloads in; each returns a close code, or None to go on

    def _receive(self, connection: Connection, text: str | bytes) -> int | None:
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            return 4002
        match op:
            case 1:
                # An answer that comes faster than any network overtakes discord.py's own note of when it asked, and is read as
                # a lag of a whole heartbeat.
                asyncio.get_running_loop().call_later(_ACK_SECONDS, connection.send, 11)
            case 2:
                return self._identify(connection, data)
            case 6:
                return self._resume(connection, data)
            case 3 | 4 | 8:
                if connection.session is None:
                    return 4003
                if op == 8 and isinstance(data, dict):  # presences (3) and voice (4) are taken and change nothing
                    connection.session.dispatch("GUILD_MEMBERS_CHUNK", members_chunk(self.world.state, data))
            case _:
                return 4001
        return None

    def _identify(self, connection: Connection, data: object) -> int | None:
        if connection.session is not None:
            return 4005
        if not isinstance(data, dict) or not isinstance(data.get("intents"), int):
            return 4013 if isinstance(data, dict) and "intents" in data else 4002
        if data.get("token") != self.token or self.identified >= self.limits.identifies:
            return 4004
        intents = int(data["intents"])
        if intents & PRIVILEGED & ~self.granted_intents:
            return 4014
        self.identified += 1
        session = Session(secrets.token_hex(16), intents)
        self._sessions[session.id] = session
        self._attach(connection, session)
        self._note("identify", f"session {session.id[:6]}")
        session.dispatch("READY", ready(self.world.state, session, data, self.url))
        if intents & Intent.GUILDS:
            session.dispatch("GUILD_CREATE", guild_create(self.world.state, intents))
        return None

    def _resume(self, connection: Connection, data: object) -> int | None:
        if not isinstance(data, dict) or not isinstance(data.get("seq"), int):
            return 4002
        if data.get("token") != self.token:
            return 4004
        session, seq = self._sessions.get(str(data.get("session_id"))), int(data["seq"])
        if session is not None and seq > session.seq:
            return 4007
        if session is None or (session.log and session.log[0][0] > seq + 1):
            self._note("invalid session", "identify again")
            connection.send(9, data=False)
            return None
        missed = [payload for number, payload in session.log if number > seq]
        self._attach(connection, session, quietly=True)
        for payload in missed:
            connection.outbox.put_nowait(payload)
        self._note("resume", f"{len(missed)} events replayed")
        session.dispatch("RESUMED", {"_trace": []})
        return None

    def _attach(self, connection: Connection, session: Session, *, quietly: bool = False) -> None:
        if quietly and session.connection is not None:
            session.connection.outbox.put_nowait(Close(4000))
        session.connection, session.left_at = connection, None
        connection.session = session

    # --- faults

    def close_all(self, code: int) -> None:
        """Close every connection with a code."""
        self._note("close", f"code {code}, on purpose")
        for connection in self._connections:
            connection.outbox.put_nowait(Close(code))

    def reset_all(self) -> None:
        """Reset every TCP connection."""
        self._note("reset", "on purpose")
        for connection in self._connections:
            connection.outbox.put_nowait(Close(1006, reset=True))

    def ask_reconnect(self) -> None:
        """Send op 7."""
        self._note("reconnect", "op 7, on purpose")
        for connection in self._connections:
            connection.send(7)

    def invalidate(self, *, resumable: bool) -> None:
        """Send op 9; unless it is resumable the session is forgotten."""
        self._note("invalid session", "op 9, on purpose")
        for connection in self._connections:
            if not resumable and connection.session is not None:
                self._sessions.pop(connection.session.id, None)
            connection.send(9, data=resumable)

    def send_raw(self, name: str, data: JsonObject) -> None:
        """Send an event with any payload to every session."""
        for session in self._sessions.values():
            session.dispatch(name, data)

    async def stop(self) -> None:
        """Close every connection as a server that goes down does."""
        for connection in list(self._connections):
            connection.outbox.put_nowait(Close(1001))

    def _note(self, what: str, detail: str) -> None:
        self.world.feed.publish("wire", {"kind": "gateway", "what": what, "detail": detail})
