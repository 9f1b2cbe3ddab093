"""Discord's way out: the `ChatPort` over discord.py's REST calls."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import discord
from aiolimiter import AsyncLimiter

from adapters.discord import errors, parse, render
from adapters.discord.gateway import DiscordClient
from bot.errors import Forbidden, Gone, TooLong, Unreachable
from bot.types import ChatLimits, IncomingMessage, Mark, MessageRef, Place, Posted
from bot.views import Button, View

LIMITS = ChatLimits(
    platform="discord",
    text=errors.TEXT_LIMIT,
    # A channel's edits share a bucket of about 5 per 5 s. Previews use four of them, so that a final never waits for the fifth.
    edit_interval=1.25,
    reaction_interval=0.3,  # about 1 per 0.25 s in a channel, additions and removals together
    marks_progress=True,
    thread_name=errors.THREAD_NAME_LIMIT,
    cards=4,  # of 40 components, a card with its picture and four buttons takes 8, and the feedback row 3
    edit_life=3000.0,  # edits of messages older than an hour have a bucket of their own, of about 3 per 20 s (30046)
)
_ARCHIVE_AFTER: Final = 1440  # minutes without a message; whoever writes opens the thread again
_UNNAMED = "Matinee"  # Discord refuses a thread without a name
_LONGEST_KEY = 25  # https://discord.com/developers/docs/resources/message#create-message


class DiscordChat:
    """A `ChatPort`. Needs a client that a `DiscordGateway` keeps logged in, not one that is connected.

    `timeout` in seconds covers a whole call with the waits that discord.py makes in it, for a rate limit or after a 5xx.
    Past it the call ends as `Unreachable`, and may have been applied all the same.
    """

    limits = LIMITS

    def __init__(self, client: DiscordClient, *, timeout: float = 15.0) -> None:
        self._client, self._timeout = client, timeout
        # Discord takes 50 requests a second from a bot, whatever they are about. A bucket of 5 that refills at 45 a second
        # never lets more than 50 through, and leaves a lone call at once.
        self._pace = AsyncLimiter(5, 5 / 45)

    async def open_thread(self, message: MessageRef, name: str) -> Place:
        """Open the thread of a channel message, or return the one that it has; in a thread or a DM, that place."""
        if len(name) > self.limits.thread_name:
            raise TooLong(self.limits.thread_name)
        async with self._call("Create Public Threads"):
            where = parse.place(await self._client.locate(int(message.channel)))
            if where.thread is not None or where.is_direct:
                return where
            try:
                await self._client.http.start_thread_with_message(
                    int(message.channel), int(message.id), name=name.strip() or _UNNAMED, auto_archive_duration=_ARCHIVE_AFTER
                )
            except discord.HTTPException as error:
                if not errors.thread_exists(error):
                    raise
        # A message's thread has the message's id: https://discord.com/developers/docs/topics/threads
        return Place("discord", where.workspace, where.channel, thread=message.id)

    async def post(
        self, place: Place, body: str, *, key: str, reply_to: MessageRef | None = None, buttons: Sequence[Button] = ()
    ) -> Posted:
        """Post a message; `key` is Discord's nonce, so that the same call made again answers with the first message."""
        if not 0 < len(key) <= _LONGEST_KEY:
            raise ValueError(f"a key has 1 to {_LONGEST_KEY} characters, this one has {len(key)}")
        return await self._send(place, body, key, reply_to)

    async def edit(self, message: MessageRef, body: str, *, buttons: Sequence[Button] = ()) -> Posted:
        """Replace the text of one of our messages."""
        text = _rendered(body)
        async with self._call("View Channel"):
            edited = await self._message(message).edit(content=text, allowed_mentions=render.NOBODY)
        return Posted(message, _as_held(body, text, edited.content))

    async def post_view(self, place: Place, view: View, *, key: str, reply_to: MessageRef | None = None) -> MessageRef:
        """Post a message of components."""
        raise NotImplementedError

    async def edit_view(self, message: MessageRef, view: View) -> None:
        """Replace what a message of components shows."""
        raise NotImplementedError

    async def delete(self, message: MessageRef) -> None:
        """Delete one of our messages; one that is already gone is no error."""
        try:
            async with self._call("View Channel"):
                await self._message(message).delete()
        except Gone:
            return

    async def react(self, message: MessageRef, mark: Mark) -> None:
        """Add our reaction; one that is already there is no error."""
        async with self._call("Add Reactions"):
            await self._message(message).add_reaction(render.EMOJI[mark])

    async def unreact(self, message: MessageRef, mark: Mark) -> None:
        """Take our reaction away; one that is not there is no error."""
        async with self._call("Read Message History"):
            try:
                await self._message(message).remove_reaction(render.EMOJI[mark], discord.Object(self._client.our_id))
            except discord.HTTPException as error:
                if not errors.reaction_absent(error):
                    raise

    async def status(self, place: Place, text: str | None) -> None:
        """Show the typing sign, which Discord takes away after 10 seconds or with our next message."""
        if text is None:
            return
        async with self._call():
            await self._client.http.send_typing(_channel_id(place))

    async def notice(self, place: Place, user_id: str, text: str, *, reply_to: MessageRef | None = None) -> None:
        """Answer in place, or by direct message where we may not write there.

        Discord has no message to one person in a channel but the answer to an interaction.
        """
        try:
            await self._send(place, text, secrets.token_hex(8), reply_to)
        except Forbidden as refused:
            if place.is_direct:
                raise
            try:
                await self._send(await self._direct(user_id), text, secrets.token_hex(8), None)
            except Forbidden:
                raise refused from None

    async def notify(
        self, place: Place, user_id: str, text: str, *, key: str, reply_to: MessageRef | None = None
    ) -> MessageRef:
        """Ping one person. Nobody needs it in a direct-message channel, where every message of ours notifies."""
        content = _rendered(text if place.is_direct else f"<@{user_id}> {text}")
        async with self._call("Send Messages in Threads" if place.thread else "Send Messages"):
            channel = self._client.get_partial_messageable(_channel_id(place))
            send = partial(channel.send, content, nonce=key, allowed_mentions=render.only(user_id), suppress_embeds=True)
            reference = _reference(place, reply_to)
            sent = await (send(reference=reference) if reference else send())
        return parse.message_ref(_channel_id(place), sent.id)

    async def missed(self, place: Place, since: MessageRef, *, limit: int = 50) -> list[IncomingMessage]:
        """What people wrote after `since`; a message's id tells its time, wherever it stands."""
        async with self._call("Read Message History"):
            return await self._client.missed(_channel_id(place), int(since.id), limit)

    def length(self, body: str) -> int:
        """In UTF-16 units, as Discord gets it."""
        return render.length(render.body(body))

    def link(self, place: Place) -> str:
        """Discord's mention of a channel or thread, which pings nobody."""
        return f"<#{_channel_id(place)}>"

    async def _send(self, place: Place, body: str, key: str, reply_to: MessageRef | None) -> Posted:
        text = _rendered(body)
        async with self._call("Send Messages in Threads" if place.thread else "Send Messages"):
            channel = self._client.get_partial_messageable(_channel_id(place))
            # discord.py adds enforce_nonce
            send = partial(channel.send, text, nonce=key, allowed_mentions=render.NOBODY, suppress_embeds=True)
            reference = _reference(place, reply_to)
            sent = await (send(reference=reference) if reference else send())
        ref = parse.message_ref(_channel_id(place), sent.id)
        return Posted(ref, _as_held(body, text, sent.content))

    async def _direct(self, user_id: str) -> Place:
        async with self._call():
            channel = await self._client.http.start_private_message(int(user_id))
        return Place("discord", "", str(channel["id"]), is_direct=True)

    def _message(self, ref: MessageRef) -> discord.PartialMessage:
        return self._client.get_partial_messageable(int(ref.channel)).get_partial_message(int(ref.id))

    @asynccontextmanager
    async def _call(self, needs: str = "Send Messages") -> AsyncIterator[None]:
        """Around every call: wait for the login, keep the time limit, raise our errors. `needs` names the permission."""
        with errors.translated(needs):
            async with asyncio.timeout(self._timeout):
                await self._client.online()
                await self._pace.acquire()
                try:
                    yield
                except RuntimeError as error:  # aiohttp's, from a session that was closed under the call
                    if self._client.is_closed():
                        raise Unreachable("the Discord client is closed") from error
                    raise


def _channel_id(place: Place) -> int:
    return int(place.thread or place.channel)


def _reference(place: Place, reply_to: MessageRef | None) -> discord.MessageReference | None:
    """A reply that stays a plain message if what it answers is gone, or stands in another channel, which Discord refuses."""
    if reply_to is None or int(reply_to.channel) != _channel_id(place):
        return None
    return discord.MessageReference(message_id=int(reply_to.id), channel_id=int(reply_to.channel), fail_if_not_exists=False)


def _rendered(body: str) -> str:
    text = render.body(body)
    if render.length(text) > LIMITS.text:
        raise TooLong(LIMITS.text)
    return text


def _as_held(body: str, sent: str, stored: str) -> str:
    """What Discord holds, in the words of `body` if it holds all that was sent (it trims the ends)."""
    return body if stored.strip() == sent.strip() else stored
