"""The ways into a movie night and out of it by words: a mention, a command, "stop"."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from bot.calls import persistently, quietly
from bot.errors import Forbidden, Gone
from bot.movie_night.service import Nights
from bot.movie_night.session import Cancel, Session, Settings
from bot.ports import ChatPort, Clock
from bot.types import Author, IncomingMessage, MessageRef, Place, Platform
from bot.words import cut, plain

Refusal: TypeAlias = Callable[[Place, Author], Awaitable[str | None]]
"""Why a person may not begin anything in a place now, as `bot.limits.Limits.check` says it."""

RUNS_ALREADY = "A movie night runs here already: press Join under its newest message, or call it off first."
_NAME = 60


class NotOpenedError(Exception):
    """The evening cannot begin here; the message is a sentence for whoever asked."""


class Openings:
    """Opens evenings, and calls them off."""

    def __init__(self, chats: Mapping[Platform, ChatPort], nights: Nights, clock: Clock, refusal: Refusal) -> None:
        self._chats, self._nights, self._clock, self._refusal = chats, nights, clock, refusal

    async def by_message(self, message: IncomingMessage) -> None:
        """Begin the evening that a message asks for, in its thread; its author is told why not. Repeating it is harmless."""
        try:
            await self._check(message.place, message.author)
            place = await self._thread(message.ref, message.place, message.author)
            key = f"{message.ref.channel}:{message.ref.id}"
            await self._open(place, message.author, key, Settings())
        except NotOpenedError as problem:
            await self._notice(message, str(problem))
        except Forbidden as error:
            await self._notice(message, error.advice)
        except Gone:
            return  # the message was deleted before we could open its thread

    async def by_command(self, place: Place, host: Author, settings: Settings, *, key: str) -> Session:
        """Begin an evening where a command was given: in a thread of its own, unless that is in one already.

        The same `key` (any text that names this use) within minutes begins one. Raises NotOpenedError and ChatError.
        """
        await self._check(place, host)
        chat = self._chats[place.platform]
        if not place.thread and not (place.is_direct and not chat.limits.direct_threads):
            said = f"**{cut(plain(host.name), _NAME)}** calls a movie night: come into the thread and press Join."
            posted = await chat.post(place, said, key=_short(key))
            place = await self._thread(posted.ref, place, host)
        return await self._open(place, host, f"command:{key}", settings)

    async def runs_in(self, message: IncomingMessage) -> bool:
        """Whether a message was written in the thread of an evening that runs: people talk to each other there."""
        in_its_place = message.place.thread is not None or message.place.is_direct
        return in_its_place and await self._nights.running(message.place) is not None

    async def stop(self, message: IncomingMessage) -> bool:
        """Call the evening off in whose place somebody says stop; False if none runs there. Whoever may not is told so, if they
        said it to us."""
        session = await self._nights.running(message.place)
        if session is None:
            return False
        if refusal := self.refusal_to_cancel(session, message.author):
            if message.mentions_us:
                await self._notice(message, refusal)
        else:
            await self._nights.act(session.id, Cancel(message.author.id))
        return True

    def refusal_to_cancel(self, session: Session, by: Author) -> str | None:
        """Why `by` may not call an evening off, as one sentence; None if they may."""
        if by.id == session.host or by.may_moderate:
            return None
        host = session.members.get(session.host)
        moderator = self._chats[session.place.platform].limits.terms.a_moderator
        return f"Only {plain(host.name) if host else 'the host'} or {moderator} can call this movie night off."

    async def _check(self, place: Place, host: Author) -> None:
        if refusal := await self._refusal(place, host):
            raise NotOpenedError(refusal)

    async def _thread(self, ref: MessageRef, place: Place, host: Author) -> Place:
        chat = self._chats[place.platform]
        if place.thread or (place.is_direct and not chat.limits.direct_threads):
            return place
        name = f"Movie night with {' '.join(host.name.split())}"[: chat.limits.thread_name].strip()
        return await persistently(lambda: chat.open_thread(ref, name), self._clock)

    async def _open(self, place: Place, host: Author, key: str, settings: Settings) -> Session:
        session = await self._nights.open(place, host, key=key, settings=settings)
        if session is None:
            raise NotOpenedError(RUNS_ALREADY)
        return session

    async def _notice(self, message: IncomingMessage, text: str) -> None:
        chat = self._chats[message.ref.platform]
        await quietly(chat.notice(message.place, message.author.id, text, reply_to=message.ref), "notice_night")


def _short(key: str) -> str:
    """A key of any length as one that every platform takes."""
    return hashlib.blake2b(f"night:{key}".encode(), digest_size=10).hexdigest()
