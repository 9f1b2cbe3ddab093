"""Posting, changing and deleting messages, by the app and by people."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace

from adapters.sandbox.slack import objects, texts
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.ledger import Ledger
from adapters.sandbox.slack.model import Channel, ChannelKind, File, Message, StreamState
from adapters.sandbox.wire import JsonObject

TOMBSTONE = "This message was deleted."


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be. `loud`: plain `@channel` counts too (`link_names`, `parse=full`)."""

    text: str
    blocks: tuple[JsonObject, ...] = ()
    attachments: tuple[JsonObject, ...] = ()
    thread_ts: str | None = None
    metadata: JsonObject | None = None
    broadcast: bool = False
    subtype: str | None = None
    files: tuple[File, ...] = ()
    loud: bool = False
    unfurls: bool = True
    stream: StreamState | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be another in a message; None leaves it. An empty `metadata` takes it away."""

    text: str | None = None
    blocks: tuple[JsonObject, ...] | None = None
    attachments: tuple[JsonObject, ...] | None = None
    metadata: JsonObject | None = None
    loud: bool = False


class MessageLedger(Ledger):
    """Acts on messages."""

    def post(self, author_id: str, channel_id: str, draft: Draft) -> Message:
        """Write a message. Raises what `writable_channel` raises.

        A reply to a message that is gone silently becomes a message of the channel (slack-go/slack#1571): only the missing
        `thread_ts` in the answer tells.
        """
        state = self.state
        channel = self.writable_channel(author_id, channel_id, reply=draft.thread_ts is not None)
        parent = self._parent(channel_id, draft.thread_ts)
        found = Message(
            channel_id=channel_id,
            ts=state.new_ts(),
            author_id=author_id,
            text=draft.text,
            blocks=draft.blocks,
            attachments=draft.attachments,
            thread_ts=parent.thread_ts or parent.ts if parent else None,
            subtype=draft.subtype or ("thread_broadcast" if parent and draft.broadcast else None),
            metadata=draft.metadata,
            client_msg_id=None if state.person(author_id).bot else str(uuid.uuid4()),
            files=draft.files,
            stream=draft.stream,
            broadcast=draft.broadcast and parent is not None,
            unfurls=draft.unfurls,
        )
        found = self._with_pings(found, channel, loud=draft.loud)
        self.store(found)
        self._tell_posted(channel, found)
        if found.is_reply and found.thread_ts is not None:
            self._answered(channel, found, found.thread_ts)
        return found

    def _parent(self, channel_id: str, thread_ts: str | None) -> Message | None:
        if thread_ts is None:
            return None
        found = self.state.messages.get((channel_id, thread_ts))
        if found is None or found.visible_to is not None:
            return None
        return self.state.messages.get((channel_id, found.thread_ts)) if found.is_reply and found.thread_ts else found

    def _tell_posted(self, channel: Channel, found: Message) -> None:
        self.tell_message("message", found)
        data = self.event_message(found)
        self.message_event(channel, data)
        self._mention_event(channel, found, data)

    def event_message(self, found: Message) -> JsonObject:
        """A message as its own event has it."""
        return objects.message(self.state, found) | {"event_ts": found.ts}

    def _mention_event(self, channel: Channel, found: Message, data: JsonObject) -> None:
        # In direct messages a mention is no app_mention (https://docs.slack.dev/reference/events/app_mention).
        mentioned = self.state.app.user_id in texts.users_in(found.text)
        if channel.kind is ChannelKind.DIRECT or not mentioned or found.author_id == self.state.app.user_id:
            return
        kept = {name: value for name, value in data.items() if name not in ("subtype", "channel_type")}
        self.emit(kept | {"type": "app_mention", "channel": channel.id, "event_ts": self.state.new_ts()}, channel.id)

    def _answered(self, channel: Channel, reply: Message, thread_ts: str) -> None:
        # A new reply changes its parent, and the app is told so as of any change.
        old = self.state.messages[channel.id, thread_ts]
        new = replace(old, thread_ts=thread_ts)
        self.store(new)
        self.tell_message("message_changed", new)
        self.changed_event(old, new)
        if reply.author_id == self.state.app.user_id and (channel.id, thread_ts) in self.state.statuses:
            del self.state.statuses[channel.id, thread_ts]
            self.feed.publish("status", {"channel": channel.id, "thread_ts": thread_ts, "status": "", "loading_messages": []})

    def change(self, channel_id: str, ts: str, change: Change, *, edited: bool) -> Message:
        """Put another content into a message; `edited` marks it so for people."""
        old = self.state.messages[channel_id, ts]
        channel = self.state.channel(channel_id)
        metadata = old.metadata if change.metadata is None else (change.metadata or None)
        new = replace(
            old,
            text=old.text if change.text is None else change.text,
            blocks=old.blocks if change.blocks is None else change.blocks,
            attachments=old.attachments if change.attachments is None else change.attachments,
            metadata=metadata,
            edited_at=self.state.new_ts() if edited else old.edited_at,
        )
        new = self._with_pings(new, channel, loud=change.loud)
        self.store(new)
        self.tell_message("message_changed", new)
        self.changed_event(old, new)
        if edited:
            self._mention_event(channel, new, self.event_message(new))
        return new

    def update(self, author_id: str, channel_id: str, ts: str, change: Change) -> Message:
        """The author changes a message.

        Raises message_not_found, cant_update_message, is_inactive, streaming_state_conflict.
        """
        channel = self.seen_channel(author_id, channel_id)
        found = self.state.message(channel_id, ts)
        if found.author_id != author_id or found.subtype == "tombstone":
            raise ApiError("cant_update_message")
        if channel.archived:
            raise ApiError("is_inactive")
        if self.streams_now(found):
            raise ApiError("streaming_state_conflict")
        return self.change(channel_id, ts, change, edited=not change.blocks)

    def streams_now(self, found: Message) -> bool:
        """Whether a message is still open for streaming."""
        return found.stream in (StreamState.OPEN, StreamState.STOPPED)

    def delete(self, author_id: str, channel_id: str, ts: str) -> None:
        """Take a message away; one with replies leaves a tombstone. Raises message_not_found, cant_delete_message."""
        channel = self.seen_channel(author_id, channel_id)
        old = self.state.message(channel_id, ts)
        if old.subtype == "tombstone":
            raise ApiError("message_not_found")
        if old.author_id != author_id and not self.state.person(author_id).admin:
            raise ApiError("cant_delete_message")
        if self.state.replies(channel_id, ts) and not old.is_reply:
            self._bury(old)
            return
        self.state.drop(old)
        self.feed.publish("message_deleted", {"channel": channel_id, "ts": ts})
        stamp = self.state.new_ts()
        gone: JsonObject = {
            "type": "message",
            "subtype": "message_deleted",
            "previous_message": self.event_message(old),
            "deleted_ts": ts,
            "hidden": True,
            "ts": stamp,
            "event_ts": stamp,
        }
        self.message_event(channel, gone)

    def _bury(self, old: Message) -> None:
        thread_ts = old.thread_ts or old.ts
        tomb = Message(old.channel_id, old.ts, "USLACKBOT", TOMBSTONE, thread_ts=thread_ts, subtype="tombstone", unfurls=False)
        self.store(tomb)
        self.tell_message("message_changed", tomb)
        self.changed_event(old, tomb)

    def whisper(self, channel_id: str, user_id: str, draft: Draft) -> Message:
        """Show one person a message. Raises what writing raises, and user_not_in_channel."""
        app = self.state.app
        channel = self.writable_channel(app.user_id, channel_id, reply=draft.thread_ts is not None)
        if user_id not in channel.member_ids:
            raise ApiError("user_not_in_channel")
        found = Message(
            channel_id=channel_id,
            ts=self.state.new_ts(),
            author_id=app.user_id,
            text=draft.text,
            blocks=draft.blocks,
            attachments=draft.attachments,
            thread_ts=draft.thread_ts,
            visible_to=user_id,
            unfurls=False,
        )
        self.store(found)
        self.tell_message("message", found)
        return found

    def unwhisper(self, found: Message) -> None:
        """Take an ephemeral message away; the app is not told."""
        self.state.drop(found)
        gone: JsonObject = {"channel": found.channel_id, "ts": found.ts, "visible_to": found.visible_to}
        self.feed.publish("message_deleted", gone)

    def _with_pings(self, found: Message, channel: Channel, *, loud: bool) -> Message:
        if found.visible_to is not None:
            return found
        shown = [found.text, *texts.texts_in(found.blocks), *texts.texts_in(found.attachments)]
        return replace(found, pinged=found.pinged | self._notified(shown, channel, loud=loud) - {found.author_id})

    def _notified(self, shown: Iterable[str], channel: Channel, *, loud: bool) -> frozenset[str]:
        text = "\n".join(shown)
        if texts.calls_crowd(text, by_name=loud):
            return frozenset(channel.member_ids)
        return frozenset(texts.users_in(text)) & frozenset(self.state.people)
