"""Slack's way out: the `ChatPort` over the Web API."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from adapters.slack import errors, files, parse, render, views
from adapters.slack.client import JsonObject, SlackClient
from adapters.slack.streams import ENDED, METADATA, SlackStreams
from bot.egress import Urgency
from bot.errors import Forbidden, Gone, TooLong, Unappendable, Unreachable
from bot.types import ChatLimits, IncomingMessage, Mark, MessageRef, Place, Posted, Terms
from bot.views import Button, View

LIMITS = ChatLimits(
    platform="slack",
    text=errors.TEXT_LIMIT,
    edit_interval=1.5,  # one answer alone has 40 of the workspace's 50 edits a minute; several share them by what is left
    reaction_interval=0.25,  # several at once are welcome; that a minute has 50 of them is the budget's to keep
    marks_progress=False,
    thread_name=200,
    cards=views.CARDS,
    files=True,
    replies=False,
    direct_threads=True,  # streams, the status line and Slack's Stop button are all a thread's
    terms=Terms("workspace", "admins", "an admin"),
)
_LONGEST_KEY: Final = 25
_QUIET: Final[JsonObject] = {"unfurl_links": False, "unfurl_media": False}
_PATIENCE: Final = ("Still on it…", "This takes a moment…", "Nearly there…")
"""What the status line turns to while the same step goes on."""


class SlackChat:
    """A `ChatPort`. Needs a client that a `SlackGateway` keeps logged in, not one that is connected."""

    limits = LIMITS

    def __init__(self, client: SlackClient) -> None:
        self._client = client
        self._streams = SlackStreams(client)
        self._unsure: set[tuple[str, str]] = set()  # places and keys of posts whose fate is unknown

    @property
    def streams(self) -> SlackStreams:
        """Answers to direct messages grow as streams."""
        return self._streams

    async def open_thread(self, message: MessageRef, name: str) -> Place:
        """The thread under a message, or the one that it stands in. Slack's threads need no opening: the first reply opens
        them. Those of direct messages have a title, which the list of conversations with us shows."""
        if len(name) > self.limits.thread_name:
            raise TooLong(self.limits.thread_name)
        thread = await self._client.thread(message)
        place = parse.place(self._client.us, message.channel, thread)
        if place.is_direct:
            arguments = {"channel_id": message.channel, "thread_ts": thread, "title": name}
            self._client.aside("assistant.threads.setTitle", arguments)
        return place

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
        """Post a message. The key goes with it as metadata, by which a post made again finds it.

        Slack has no replies but threads: `reply_to` is left out.
        """
        _check(key)
        message = views.text_message(body, buttons)
        sent = await self._post(place, message, key, urgency=_URGENCY[preview], fresh=fresh)
        return Posted(parse.message_ref(place.channel, str(sent["ts"])), _as_held(body, message, sent))

    async def edit(self, message: MessageRef, body: str, *, buttons: Sequence[Button] = (), preview: bool = False) -> Posted:
        """Replace the text of one of our messages, and the buttons under it: an update without blocks would take them away."""
        content = views.text_message(body, buttons)
        held = await self._update(message, content, _URGENCY[preview])
        return Posted(message, _as_held(body, content, held))

    async def post_view(
        self, place: Place, view: View, *, key: str, reply_to: MessageRef | None = None, fresh: bool = False
    ) -> MessageRef:
        """Post a message with cards or controls, after the texts of other answers. Raises TooLong when the view does not fit
        into one."""
        _check(key)
        sent = await self._post(place, _view(view), key, urgency=Urgency.LATER, fresh=fresh)
        return parse.message_ref(place.channel, str(sent["ts"]))

    async def edit_view(self, message: MessageRef, view: View) -> None:
        """Replace what such a message shows; raises TooLong as `post_view` does."""
        await self._update(message, _view(view), Urgency.NOW)

    async def tell_directly(self, user_id: str, view: View) -> None:
        """Send somebody a view by direct message, with its file; raises Forbidden if they take none."""
        message = views.private_message(view)
        del message["response_type"]
        file_id = await files.upload(self._client, view.file) if view.file else None
        sent = await self._create(user_id, None, message, secrets.token_hex(8))
        if view.file and file_id:
            await files.show(self._client, file_id, view.file.name, str(sent["channel"]))

    async def delete(self, message: MessageRef) -> None:
        """Delete one of our messages; one that is already gone is no error."""
        try:
            await self._client.call("chat.delete", {"channel": message.channel, "ts": message.id})
        except Gone:
            return

    async def react(self, message: MessageRef, mark: Mark) -> None:
        """Add our reaction; one that is already there is no error."""
        await self._reaction("reactions.add", message, mark, "already_reacted")

    async def unreact(self, message: MessageRef, mark: Mark) -> None:
        """Take our reaction away; one that is not there is no error."""
        await self._reaction("reactions.remove", message, mark, "no_reaction")

    async def status(self, place: Place, text: str | None) -> None:
        """Set the line under a thread; a channel has none. Slack takes it away with our next message, or after two minutes."""
        if place.thread is None:
            return
        arguments: JsonObject = {"channel_id": place.channel, "thread_ts": place.thread, "status": text or ""}
        arguments |= {"loading_messages": [text, *_PATIENCE]} if text else {}
        await self._client.call("assistant.threads.setStatus", arguments, urgency=Urgency.LATER)

    async def notice(
        self, place: Place, user_id: str, text: str, *, reply_to: MessageRef | None = None, private: bool = False
    ) -> None:
        """Say something that this person alone sees, and by direct message where they or we are not in the channel."""
        message = views.text_message(render.commands(text))
        if place.is_direct:
            await self._create(place.channel, place.thread, message, secrets.token_hex(8))
            return
        arguments = message | {"channel": place.channel, "user": user_id, "thread_ts": place.thread}
        try:
            await self._client.call("chat.postEphemeral", arguments)
        except (Forbidden, Gone) as refused:
            try:
                await self._create(user_id, None, message, secrets.token_hex(8))
            except (Forbidden, Gone):
                raise refused from None

    async def notify(
        self, place: Place, user_id: str, text: str, *, key: str, reply_to: MessageRef | None = None
    ) -> MessageRef:
        """Ping one person. Nobody needs it in a direct message, where every message of ours notifies."""
        _check(key)
        said = render.mrkdwn(text)
        sent = await self._post(place, {"text": said if place.is_direct else f"<@{user_id}> {said}"}, key)
        return parse.message_ref(place.channel, str(sent["ts"]))

    async def missed(self, place: Place, since: MessageRef, *, limit: int = 50) -> list[IncomingMessage]:
        """What people wrote after `since`; in a direct message, outside its threads too."""
        found = await self._client.messages(place.channel, place.thread, after=since.id)
        if place.is_direct and place.thread:
            found += await self._client.messages(place.channel, None, after=since.id)
        people = await self._client.people({user for each in found for user in parse.people_of(each)})
        read = [parse.message(each, place.channel, self._client.us, people) for each in found]
        unique = {one.ref: one for one in read if one is not None}
        return sorted(unique.values(), key=lambda one: one.ref.id)[:limit]

    def length(self, body: str) -> int:
        """In UTF-16 units of the longer of a body's two forms."""
        return render.length(body)

    def link(self, place: Place) -> str:
        """A channel by its mention, which pings nobody and is shown by name; a thread by its first message's address."""
        if place.thread is None:
            return "our direct messages" if place.is_direct else f"<#{place.channel}>"
        where = "our direct messages" if place.is_direct else "this thread"
        return f"[{where}]({self._client.us.url.rstrip('/')}/archives/{place.channel}/p{place.thread.replace('.', '')})"

    async def _post(
        self, place: Place, message: JsonObject, key: str, *, urgency: Urgency = Urgency.NOW, fresh: bool = False
    ) -> JsonObject:
        """Post once under a key: unless it is fresh, it is looked for first. Returns the message as Slack holds it."""
        lane = (f"{place.channel}:{place.thread}", key)
        if (not fresh or lane in self._unsure) and (found := await self._posted(place, key)):
            self._unsure.discard(lane)
            return found
        try:
            sent = await self._create(place.channel, place.thread, message, key, urgency)
        except Unreachable:
            self._unsure.add(lane)
            raise
        self._unsure.discard(lane)
        return sent

    async def _posted(self, place: Place, key: str) -> JsonObject | None:
        for each in await self._client.messages(place.channel, place.thread, metadata=True):
            metadata = each.get("metadata") or {}
            is_this = metadata.get("event_type") == METADATA and (metadata.get("event_payload") or {}).get("key") == key
            if is_this and parse.is_ours(each, self._client.us):
                return each
        return None

    async def _create(
        self, channel: str, thread: str | None, message: JsonObject, key: str, urgency: Urgency = Urgency.NOW
    ) -> JsonObject:
        metadata = {"event_type": METADATA, "event_payload": {"key": key}}
        arguments = _QUIET | message | {"channel": channel, "thread_ts": thread, "metadata": metadata}
        sent = await self._client.call("chat.postMessage", arguments, channel=channel, urgency=urgency)
        self._client.note(parse.message_ref(channel, str(sent["ts"])), thread)
        return {"ts": sent["ts"], "channel": sent.get("channel") or channel} | (sent.get("message") or {})

    async def _update(self, message: MessageRef, content: JsonObject, urgency: Urgency) -> JsonObject:
        arguments = content | {"channel": message.channel, "ts": message.id}
        try:
            updated = await self._client.call("chat.update", arguments, urgency=urgency)
        except Unappendable:  # it still streams, begun by a process that has died
            with suppress(Unappendable):
                ending = {"channel": message.channel, "ts": message.id, "metadata": ENDED}
                await self._client.call("chat.stopStream", ending)
            try:
                updated = await self._client.call("chat.update", arguments, urgency=urgency)
            except Unappendable as error:
                raise Unreachable("Slack says that the message streams, and that it does not") from error
        return {"text": updated.get("text") or ""} | (updated.get("message") or {})

    async def _reaction(self, method: str, message: MessageRef, mark: Mark, harmless: str) -> None:
        arguments = {"channel": message.channel, "timestamp": message.id, "name": render.EMOJI[mark]}
        try:
            await self._client.call(method, arguments, urgency=Urgency.LATER)
        except Forbidden as error:
            if errors.code_of(error) != harmless:
                raise


_URGENCY: Final = {True: Urgency.PREVIEW, False: Urgency.NOW}  # by whether it is a preview


def _view(view: View) -> JsonObject:
    if len(view.cards) > LIMITS.cards:
        raise ValueError(f"{len(view.cards)} cards in one message, of which {LIMITS.cards} are promised to fit")
    return views.view_message(view)


def _check(key: str) -> None:
    if not 0 < len(key) <= _LONGEST_KEY:
        raise ValueError(f"a key has 1 to {_LONGEST_KEY} characters, this one has {len(key)}")


def _as_held(body: str, sent: JsonObject, held: JsonObject) -> str:
    """What Slack holds, in the words of `body` if they are the same; else the Markdown of its block, if it kept that."""
    stored = str(held.get("text") or "")
    if render.same_words(stored, str(sent["text"])):
        return body
    kept = next((str(block["text"]) for block in held.get("blocks") or [] if block.get("type") == "markdown"), stored)
    return kept.replace(render.JOINER, "")
