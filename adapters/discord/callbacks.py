"""One interaction's own handle: its first answer and the messages by its token."""

import asyncio
from typing import Any, Final, Literal

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from adapters.discord import views
from adapters.discord.views import JsonObject
from bot.ports import Clock
from bot.views import Attachment

TOKEN_LIFE: Final = 880.0  # seconds of Discord's 900, so that what we send still arrives

_TIMEOUT: Final = 10.0  # seconds for a call
_TRIES: Final = 2  # a broken connection is no answer; Discord tells at the second (40060) that the first was applied
_EXPIRED: Final = {10062, 10015, 50027}  # unknown interaction, unknown webhook, invalid webhook token
_ANSWERED: Final = 40060
_GONE_MESSAGE: Final = 10008

Outcome = Literal["taken", "answered before", "expired"]
Edited = Literal["done", "gone", "expired"]


class Callbacks:
    """Calls by an interaction's token; they are exempt from the bot's global limit and need no permission in the channel."""

    def __init__(self, source: discord.Interaction, clock: Clock) -> None:
        self._source, self._clock = source, clock
        self._received = clock.now()

    async def answer(self, kind: int, data: JsonObject | None) -> Outcome:
        """Give the first answer, of Discord's callback type `kind`."""
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=self._source.id,
            webhook_token=self._source.token,
        )
        payload = {"type": kind} | ({"data": _quiet(data)} if data is not None else {})
        for attempt in range(_TRIES):
            try:
                await self._request(route, payload=payload)
            except discord.HTTPException as error:
                if error.code == _ANSWERED:
                    return "taken" if attempt else "answered before"
                if error.code in _EXPIRED:
                    return "expired"
                raise
            except (aiohttp.ClientError, OSError, TimeoutError):
                if attempt + 1 == _TRIES:
                    raise
            else:
                break
        return "taken"

    async def follow_up(self, data: JsonObject) -> str | None:
        """Send one more message by the token: its id, None when the token is no longer good."""
        try:
            sent = await self._by_token("POST", "", data, wait="true")
        except discord.HTTPException as error:
            if error.code in _EXPIRED:
                return None
            raise
        return str(sent["id"]) if sent else None

    async def send_file(self, file: Attachment) -> bool:
        """Send a file to this person alone; False when the token is no longer good."""
        parts = views.upload({"flags": views.EPHEMERAL}, file)
        try:
            return await self._by_token("POST", "", None, parts, wait="true") is not None
        except discord.HTTPException as error:
            if error.code in _EXPIRED:
                return False
            raise

    async def edit(self, message: str, data: JsonObject) -> Edited:
        """Change a message of the token (`@original`: the first answer's, or the one that a click was under)."""
        try:
            done = await self._by_token("PATCH", f"/messages/{message}", data)
        except discord.HTTPException as error:
            if error.code in _EXPIRED:
                return "expired"
            if error.code == _GONE_MESSAGE:
                return "gone"
            raise
        return "expired" if done is None else "done"

    async def delete(self) -> None:
        """Take the first answer back; one that is gone is no error."""
        try:
            await self._by_token("DELETE", "/messages/@original", None)
        except discord.HTTPException as error:
            if error.code not in _EXPIRED and error.code != _GONE_MESSAGE:
                raise

    async def _by_token(
        self, method: str, path: str, data: JsonObject | None, parts: list[JsonObject] | None = None, **params: str
    ) -> Any:
        """None when the token has expired by our own clock: nothing was sent."""
        if self._clock.now() - self._received > TOKEN_LIFE:
            return None
        route = Route(
            method,
            f"/webhooks/{{webhook_id}}/{{webhook_token}}{path}",
            webhook_id=self._source.application_id,
            webhook_token=self._source.token,
        )
        payload = _quiet(data) if data is not None else None
        return await self._request(route, payload=payload, multipart=parts, params=params)

    async def _request(self, route: Route, **what: Any) -> Any:
        session = self._source._session  # noqa: SLF001 - discord.py's own answers go out by it
        async with asyncio.timeout(_TIMEOUT):
            found = await async_context.get().request(route, session, **what)
        return found or {}


def _quiet(data: JsonObject) -> JsonObject:
    """Nobody is pinged. What carries no message (a form, suggestions) has nothing to quieten."""
    return data | {"allowed_mentions": views.NOBODY} if "components" in data and "flags" in data else data
