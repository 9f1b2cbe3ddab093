"""Discord's way out: the `ChatPort` over discord.py's REST calls."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

import discord
from discord.http import Route

from adapters.discord import errors, parse, render, views
from adapters.discord.client import DiscordClient
from bot.clock import SystemClock
from bot.egress import Egress, Rate, Urgency
from bot.errors import Forbidden, Gone, RateLimited, TooLong, Unreachable
from bot.types import ChatLimits, IncomingMessage, Mark, MessageRef, Place, Posted
from bot.views import Button, View

_Payload: TypeAlias = dict[str, Any]

LIMITS = ChatLimits(
    platform="discord",
    text=errors.TEXT_LIMIT,
    edit_interval=1.25,  # four of the five calls in 5 s that a channel takes
    reaction_interval=0.3,  # about 1 per 0.25 s in a channel, additions and removals together
    marks_progress=True,
    thread_name=errors.THREAD_NAME_LIMIT,
    cards=views.CARDS,
    files=True,
    edit_life=3000.0,  # edits of messages older than an hour have a bucket of their own, of about 3 per 20 s (30046)
)
_ARCHIVE_AFTER: Final = 1440  # minutes without a message; whoever writes opens the thread again
_UNNAMED = "Matinee"  # Discord refuses a thread without a name
CHANNEL_RATE = Rate(5, 5.0, reserve=1)
"""Posts and edits of a channel: about 5 in 5 s. Previews use four of them, so that a final never waits for the fifth."""
WHOLE_RATE = Rate(5, 0.11, reserve=1)
"""All requests of a bot: 50 a second, of which this lets 45 through, and never more than five at once."""

_URGENCY = {True: Urgency.PREVIEW, False: Urgency.NOW}  # by whether it is a preview
_SUPPRESS_EMBEDS = 1 << 2
_LONGEST_KEY = 25  # https://discord.com/developers/docs/resources/message#create-message


class DiscordChat:
    """A `ChatPort`. Needs a client that a `DiscordGateway` keeps logged in, not one that is connected.

    `timeout` in seconds covers a whole call with the waits that discord.py makes in it, for a rate limit or after a 5xx, but
    not its time in our own line. Past it the call ends as `Unreachable`, and may have been applied all the same.
    """

    limits = LIMITS
    streams: None = None

    def __init__(self, client: DiscordClient, *, timeout: float = 15.0, egress: Egress | None = None) -> None:
        self._client, self._timeout = client, timeout
        self._egress = egress or Egress(SystemClock(), lane=CHANNEL_RATE, whole=WHOLE_RATE)

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
        self,
        place: Place,
        body: str,
        *,
        key: str,
        reply_to: MessageRef | None = None,
        buttons: Sequence[Button] = (),
        preview: bool = False,
        fresh: bool = False,
    ) -> Posted:
        """Post a message; `key` is Discord's nonce, so that the same call made again answers with the first message."""
        _check(key)
        return await self._send(place, body, key, reply_to, buttons, _URGENCY[preview])

    async def edit(self, message: MessageRef, body: str, *, buttons: Sequence[Button] = (), preview: bool = False) -> Posted:
        """Replace the text of one of our messages, and the buttons under it."""
        text = _rendered(body)
        payload = {"content": text, "components": views.buttons(buttons)}
        edited = await self._patch(message, payload, _URGENCY[preview])
        return Posted(message, _as_held(body, text, edited["content"]))

    async def post_view(
        self, place: Place, view: View, *, key: str, reply_to: MessageRef | None = None, fresh: bool = False
    ) -> MessageRef:
        """Post a message of components.

        Raises TooLong when the view does not fit into one message, with the limit of characters or of components.
        """
        _check(key)
        payload = {"components": _components(view), "flags": views.COMPONENTS_V2}
        sent = await self._create(place, payload, key, reply_to, Urgency.NOW)
        return parse.message_ref(_channel_id(place), int(sent["id"]))

    async def edit_view(self, message: MessageRef, view: View) -> None:
        """Replace what a message of components shows; raises TooLong as `post_view` does."""
        await self._patch(message, {"components": _components(view)}, Urgency.NOW)

    async def tell_directly(self, user_id: str, view: View) -> None:
        """Send somebody a view by direct message; raises Forbidden if they take none."""
        place = await self._direct(user_id)
        await self.post_view(place, view, key=secrets.token_hex(8))
        if view.file is not None:
            async with self._call(lane=place.channel):
                route = Route("POST", "/channels/{channel_id}/messages", channel_id=int(place.channel))
                await self._client.http.request(route, form=views.upload({}, view.file))

    async def delete(self, message: MessageRef) -> None:
        """Delete one of our messages; one that is already gone is no error."""
        try:
            async with self._call("View Channel"):
                await self._message(message).delete()
        except Gone:
            return

    async def react(self, message: MessageRef, mark: Mark) -> None:
        """Add our reaction; one that is already there is no error."""
        async with self._call("Add Reactions", urgency=Urgency.LATER):
            await self._message(message).add_reaction(render.EMOJI[mark])

    async def unreact(self, message: MessageRef, mark: Mark) -> None:
        """Take our reaction away; one that is not there is no error."""
        async with self._call("Read Message History", urgency=Urgency.LATER):
            try:
                await self._message(message).remove_reaction(render.EMOJI[mark], discord.Object(self._client.our_id))
            except discord.HTTPException as error:
                if not errors.reaction_absent(error):
                    raise

    async def status(self, place: Place, text: str | None) -> None:
        """Show the typing sign, which Discord takes away after 10 seconds or with our next message."""
        if text is None:
            return
        async with self._call(urgency=Urgency.LATER):
            await self._client.http.send_typing(_channel_id(place))

    async def notice(
        self, place: Place, user_id: str, text: str, *, reply_to: MessageRef | None = None, private: bool = False
    ) -> None:
        """Answer in place, where all can read it; by direct message if it is `private`, or where we may not write."""
        if private and not place.is_direct:
            place, reply_to = await self._direct(user_id), None
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
        _check(key)
        content = _rendered(text if place.is_direct else f"<@{user_id}> {text}")
        payload = {"content": content, "flags": _SUPPRESS_EMBEDS, "allowed_mentions": views.only(user_id)}
        sent = await self._create(place, payload, key, reply_to, Urgency.NOW)
        return parse.message_ref(_channel_id(place), int(sent["id"]))

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

    async def _send(
        self,
        place: Place,
        body: str,
        key: str,
        reply_to: MessageRef | None,
        buttons: Sequence[Button] = (),
        urgency: Urgency = Urgency.NOW,
    ) -> Posted:
        text = _rendered(body)
        more = {"components": views.buttons(buttons)} if buttons else {}
        payload: _Payload = {"content": text, "flags": _SUPPRESS_EMBEDS, **more}
        sent = await self._create(place, payload, key, reply_to, urgency)
        return Posted(parse.message_ref(_channel_id(place), int(sent["id"])), _as_held(body, text, sent["content"]))

    async def _create(
        self, place: Place, payload: _Payload, key: str, reply_to: MessageRef | None, urgency: Urgency
    ) -> _Payload:
        payload = {"allowed_mentions": views.NOBODY} | payload | {"nonce": key, "enforce_nonce": True}
        payload |= _reference(place, reply_to)
        needs = "Send Messages in Threads" if place.thread else "Send Messages"
        async with self._call(needs, lane=str(_channel_id(place)), urgency=urgency):
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=_channel_id(place))
            sent: _Payload = await self._client.http.request(route, json=payload)
        return sent

    async def _patch(self, message: MessageRef, payload: _Payload, urgency: Urgency) -> _Payload:
        payload |= {"allowed_mentions": views.NOBODY}
        async with self._call("View Channel", lane=message.channel, urgency=urgency):
            path = "/channels/{channel_id}/messages/{message_id}"
            route = Route("PATCH", path, channel_id=int(message.channel), message_id=int(message.id))
            edited: _Payload = await self._client.http.request(route, json=payload)
        return edited

    async def _direct(self, user_id: str) -> Place:
        async with self._call():
            channel = await self._client.http.start_private_message(int(user_id))
        return Place("discord", "", str(channel["id"]), is_direct=True)

    def _message(self, ref: MessageRef) -> discord.PartialMessage:
        return self._client.get_partial_messageable(int(ref.channel)).get_partial_message(int(ref.id))

    @asynccontextmanager
    async def _call(
        self, needs: str = "Send Messages", *, lane: str | None = None, urgency: Urgency = Urgency.NOW
    ) -> AsyncIterator[None]:
        """Around every call: wait for the login and our turn, keep the time limit, raise our errors.

        `needs` names the permission; `lane` is the channel whose limit the call counts for.
        """
        with errors.translated(needs):
            async with asyncio.timeout(self._timeout):
                await self._client.online()
            self._client.breaker.allow(urgency)
            await self._egress.take(lane, urgency)
        try:
            with errors.translated(needs):
                async with asyncio.timeout(self._timeout):
                    try:
                        yield
                    except RuntimeError as error:  # aiohttp's, from a session that was closed under the call
                        if self._client.is_closed():
                            raise Unreachable("the Discord client is closed") from error
                        raise
        except RateLimited as limited:
            self._hold_back(lane, limited)
            raise

    def _hold_back(self, lane: str | None, limited: RateLimited) -> None:
        match errors.reach(limited):
            case "all":
                self._egress.close(None, limited.retry_after)
            case "lane" if lane is not None:
                self._egress.close(lane, limited.retry_after)


def _channel_id(place: Place) -> int:
    return int(place.thread or place.channel)


def _reference(place: Place, reply_to: MessageRef | None) -> _Payload:
    """A reply that stays a plain message if what it answers is gone, or stands in another channel, which Discord refuses."""
    if reply_to is None or int(reply_to.channel) != _channel_id(place):
        return {}
    reference = {"message_id": reply_to.id, "channel_id": reply_to.channel, "fail_if_not_exists": False}
    return {"message_reference": reference}


def _components(view: View) -> list[_Payload]:
    if len(view.cards) > LIMITS.cards:
        raise ValueError(f"{len(view.cards)} cards in one message, of which {LIMITS.cards} are promised to fit")
    return views.components(view)


def _check(key: str) -> None:
    if not 0 < len(key) <= _LONGEST_KEY:
        raise ValueError(f"a key has 1 to {_LONGEST_KEY} characters, this one has {len(key)}")


def _rendered(body: str) -> str:
    text = render.body(body)
    if render.length(text) > LIMITS.text:
        raise TooLong(LIMITS.text)
    return text


def _as_held(body: str, sent: str, stored: str) -> str:
    """What Discord holds, in the words of `body` if it holds all that was sent (it trims the ends)."""
    return body if stored.strip() == sent.strip() else stored
