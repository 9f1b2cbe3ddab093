"""Slack's events in: Socket Mode, kept connected.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import structlog
from aiohttp import WSMessage
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from adapters.slack import commands, errors, logs
from adapters.slack.client import JsonObject, SlackClient
from adapters.slack.events import Events
from adapters.slack.interactions import Desk
from bot.ports import EventSink
from bot.tasks import cancel_all
from bot.types import SessionStarted

log = structlog.get_logger(__name__)

_BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds before each new attempt in a row; the last one repeats
_ANY: Final = re.compile(r".*", re.DOTALL)


class SlackGateway:
    """Slack's `Gateway`: events go to `sink` in the order in which they arrive, each in a task of its own; interactions to the
    desk. Bolt acknowledges events before they are handled; whoever handles them claims each once, whatever its event id.

    `ping` is the seconds between pings, after four of which a silent connection is given up; `pause` waits between attempts
    (tests replace it).
    """

    def __init__(
        self,
        client: SlackClient,
        *,
        app_token: str,
        sink: EventSink,
        desk: Desk | None = None,
        ping: float = 5.0,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client, self._app_token, self._sink, self._desk = client, app_token, sink, desk
        self._ping, self._pause = ping, pause
        self._events = Events(client, sink, desk)
        self._flowing, self._ended = asyncio.Event(), asyncio.Event()
        self._handling: set[asyncio.Task[None]] = set()  # Bolt starts tasks for what comes in, and forgets them
        self._told_to_go = False  # Slack announced the end of a connection: it sends what comes meanwhile to the next

    async def run(self) -> None:
        """Stay connected until cancelled, then close the client; for once.

        Raises `bot.errors.Forbidden` when no new attempt can help: a bad token, a scope that is missing.
        """
        try:
            await self._persist(self._login)
            address = await self._persist(self._open)
            handler = AsyncSocketModeHandler(self._app(), self._app_token, logs.logger(), ping_interval=self._ping)
            try:
                await self._connect(handler, address)
                await asyncio.Event().wait()  # the SDK connects anew by itself
            finally:
                await _closed(handler)
                await cancel_all(self._handling)
        finally:
            await self._client.close()
            self._ended.set()

    async def ready(self) -> None:
        """Return when events are flowing; raises ConnectionError if `run` ended before."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self._flowing, self._ended)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if not self._flowing.is_set():
            raise ConnectionError("the Slack gateway has stopped")

    async def _persist(self, attempt: Callable[[], Awaitable[str]]) -> str:
        """Make an attempt until it returns, with a growing pause after each failure that a new attempt may mend."""
        failures = 0
        while True:
            try:
                return await attempt()
            except Exception as error:
                refusal = errors.refused_for_good(error, app_token=attempt == self._open)
                if refusal is not None:
                    raise refusal from error
                wait = _BACK_OFF[min(failures, len(_BACK_OFF) - 1)]
                log.warning("slack connection failed", error=f"{type(error).__name__}: {error}", retry_in=wait)
            await self._pause(wait)
            failures += 1

    async def _login(self) -> str:
        return (await self._client.login()).user_id

    async def _open(self) -> str:
        """The address of a connection; asked here once, so that a token that Slack refuses ends the gateway."""
        return str((await self._client.web.apps_connections_open(app_token=self._app_token))["url"])

    async def _connect(self, handler: AsyncSocketModeHandler, address: str) -> None:
        socket = handler.client
        socket.proxy = self._client.web.proxy
        socket.wss_uri = address
        socket.on_message_listeners.append(self._on_frame)  # its message_listeners are not told of "disconnect"
        await handler.connect_async()  # type: ignore[no-untyped-call]

    async def _on_frame(self, frame: WSMessage) -> None:
        match _kind(frame):
            case "disconnect":
                self._told_to_go = True
            case "hello":
                if not self._told_to_go:
                    await self._sink(SessionStarted("slack"))
                self._told_to_go = False
                self._flowing.set()

    def _app(self) -> AsyncApp:
        """Bolt with our listeners. The first event costs it an auth.test of its own."""
        # Bolt would keep from us that somebody deleted a message of ours; what else we did ourselves `Events` leaves out.
        app = AsyncApp(
            client=self._client.web,
            logger=logs.logger(),
            raise_error_for_unhandled_request=False,
            ignoring_self_events_enabled=False,
        )
        for name in ("message", "app_mention", "reaction_added", "app_home_opened", "agent_session_stopped"):
            app.event(name)(self._on_event)
        if self._desk is not None:
            self._serve(app, self._desk)
        return app

    async def _on_event(self, event: dict[str, Any]) -> None:
        await self._handle(self._events.receive(event), str(event.get("type")))

    def _serve(self, app: AsyncApp, desk: Desk) -> None:
        """Interactions, each acknowledged first."""

        def acknowledged(handler: Callable[[JsonObject], Awaitable[None]]) -> Callable[..., Awaitable[None]]:
            async def listener(ack: AsyncAck, body: dict[str, Any]) -> None:
                await ack()
                await self._handle(handler(body), str(body.get("type") or body.get("command")))

            return listener

        async def suggest(ack: AsyncAck, body: dict[str, Any]) -> None:
            options: JsonObject = {"options": []}
            try:
                options = await desk.suggestions(body)
            except Exception:
                log.exception("slack suggestions not made")
            await ack(**options)

        app.command(commands.COMMAND)(acknowledged(desk.command))
        app.message_shortcut(_ANY)(acknowledged(desk.shortcut))
        app.block_action(_ANY)(acknowledged(desk.clicks))
        app.view_submission(_ANY)(acknowledged(desk.form))
        app.options(_ANY)(suggest)

    async def _handle(self, handling: Awaitable[None], what: str) -> None:
        """See something that came in to its end, or to ours."""
        task = asyncio.ensure_future(handling)
        self._handling.add(task)
        try:
            await task
        except Exception:
            log.exception("slack event not handled", name=what)
        finally:
            self._handling.discard(task)


def _kind(frame: WSMessage) -> str:
    """The type of a frame of Socket Mode itself; "" for others."""
    try:
        found = json.loads(frame.data)
    except (TypeError, ValueError):
        return ""
    return str(found.get("type") or "") if isinstance(found, dict) else ""


async def _closed(handler: AsyncSocketModeHandler) -> None:
    """Close a connection with its tasks, which the SDK cancels and does not await."""
    socket = handler.client
    tasks = [socket.message_receiver, socket.current_session_monitor, socket.message_processor]
    with suppress(Exception):
        await handler.close_async()  # type: ignore[no-untyped-call]
    for task in tasks:
        if task is not None:
            task.cancel()
    await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
