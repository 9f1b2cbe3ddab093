"""Discord's events in: the client, kept connected."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import discord
import structlog

from adapters.discord import errors
from adapters.discord.client import DiscordClient
from adapters.discord.interactions import Desk
from bot.ports import EventSink
from bot.slash.declare import Command

log = structlog.get_logger(__name__)

_BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds before each new attempt in a row; the last one repeats


class DiscordGateway:
    """Discord's `Gateway`: events go to `sink` in the order in which they arrive, each in a task of its own.

    Clicks, forms and commands go to the desk and its sink; `commands` are registered at the first session. `pause` waits for a
    number of seconds between attempts (tests replace it).
    """

    def __init__(
        self,
        client: DiscordClient,
        *,
        token: str,
        sink: EventSink,
        desk: Desk | None = None,
        commands: Sequence[Command] = (),
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        client.sink, client.desk, client.commands = sink, desk, commands
        self._client, self._token, self._pause = client, token, pause
        self._ended = asyncio.Event()

    async def run(self) -> None:
        """Stay connected until cancelled, then close the client; for once.

        Raises `bot.errors.Forbidden` when no new attempt can help: a bad token, an intent that is switched off.
        """
        try:
            async with self._client:
                await self._persist(self._login, self._drop_session)
                await self._persist(self._client.connect, self._drop_connection)
        finally:
            self._ended.set()

    async def ready(self) -> None:
        """Return when events are flowing; raises ConnectionError if `run` ended before."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self._client.flowing, self._ended)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if not self._client.flowing.is_set():
            raise ConnectionError("the Discord gateway has stopped")

    async def _persist(self, attempt: Callable[[], Awaitable[None]], tidy: Callable[[], Awaitable[None]]) -> None:
        """Make an attempt until it returns, with a growing pause after each failure that a new attempt may mend."""
        failures = 0
        while True:
            try:
                return await attempt()
            except Exception as error:
                refusal = errors.refused_for_good(error)
                if refusal is not None:
                    raise refusal from error
                failures = 0 if self._client.flowing.is_set() else failures
                wait = _BACK_OFF[min(failures, len(_BACK_OFF) - 1)]
                log.warning("discord connection failed", error=f"{type(error).__name__}: {error}", retry_in=wait)
            self._client.flowing.clear()
            await tidy()
            await self._pause(wait)
            failures += 1

    async def _login(self) -> None:
        await self._client.login(self._token)

    async def _drop_session(self) -> None:
        """A login opens a session of its own; closing the old one closes its connector, which discord.py would use again."""
        await self._client.http.close()
        self._client.http.connector = discord.utils.MISSING

    async def _drop_connection(self) -> None:
        if self._client.ws is not None:  # unset until the first connection, whatever its annotation says
            await self._client.ws.close(code=4000)
