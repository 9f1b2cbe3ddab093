"""Slack's streams: a message in a direct message's thread that grows as text is appended, under the steps of the work.

In a channel one person alone would see it grow, so it is used in direct messages only.
https://docs.slack.dev/reference/methods/chat.startStream
"""

from collections.abc import Sequence
from typing import Final

from adapters.slack import parse, render, views
from adapters.slack.client import JsonObject, SlackClient
from bot.egress import Urgency
from bot.errors import Unappendable
from bot.types import MessageRef, Place, Posted, Step

METADATA: Final = "matinee_message"
"""The event type of what we enclose in every message but one that still streams: a stream can carry nothing before its end."""
ENDED: Final[JsonObject] = {"event_type": METADATA, "event_payload": {"kind": "stream"}}


class SlackStreams:
    """A `StreamPort`."""

    life = 240.0  # Slack ends a stream after about five minutes
    interval = 0.8  # one answer alone has 80 of the workspace's 100 appends a minute

    def __init__(self, client: SlackClient) -> None:
        self._client = client

    async def start(self, place: Place, *, after: MessageRef, fresh: bool, steps: Sequence[Step] = ()) -> MessageRef:
        """Begin a message. Of ours it is the only one in the thread that carries nothing of ours."""
        if place.thread is None:
            raise Unappendable("Slack streams in threads alone")
        if not fresh and (begun := await self._begun(place, place.thread, after)):
            return begun
        arguments: JsonObject = {"channel": place.channel, "thread_ts": place.thread, "task_display_mode": "timeline"}
        found = await self._client.call("chat.startStream", arguments | _chunks("", steps))
        ref = parse.message_ref(place.channel, str(found["ts"]))
        self._client.note(ref, place.thread)
        return ref

    async def append(self, message: MessageRef, before: str, text: str, steps: Sequence[Step] = ()) -> None:
        """Append what is new in `text`."""
        arguments = _address(message) | _chunks(_grown(before, text), steps)
        await self._client.call("chat.appendStream", arguments, urgency=Urgency.PREVIEW)

    async def stop(self, message: MessageRef, before: str, text: str, steps: Sequence[Step] = ()) -> Posted:
        """Append what is new and end the stream."""
        arguments = _address(message) | _chunks(_grown(before, text), steps) | {"metadata": ENDED}
        found = await self._client.call("chat.stopStream", arguments)
        stored = str((found.get("message") or {}).get("text") or "")
        return Posted(message, text if render.same_words(stored, render.body(text)) else stored)

    async def _begun(self, place: Place, thread: str, after: MessageRef) -> MessageRef | None:
        for each in await self._client.messages(place.channel, thread, after=after.id, metadata=True):
            is_stream = (each.get("metadata") or {}).get("event_type") != METADATA
            if parse.is_ours(each, self._client.us) and is_stream:
                return parse.message_ref(place.channel, str(each["ts"]))
        return None


def _address(message: MessageRef) -> JsonObject:
    return {"channel": message.channel, "ts": message.id}


def _grown(before: str, text: str) -> str:
    """What has to be appended. Both are rendered as a whole, so that a mention in two halves is none either."""
    old, new = _rendered(before), _rendered(text)
    if not new.startswith(old):
        raise Unappendable("the text does not begin as it did")
    return new[len(old) :]


def _rendered(text: str) -> str:
    return render.body(text) if text.strip() else ""


def _chunks(text: str, steps: Sequence[Step]) -> JsonObject:
    if not steps:
        return {"markdown_text": text} if text else {}
    return {"chunks": [*([{"type": "markdown_text", "text": text}] if text else []), *views.tasks(steps)]}
