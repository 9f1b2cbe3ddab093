"""Streaming messages (https://docs.slack.dev/reference/methods/chat.startStream).

What the documentation leaves open is from field reports: a stream lives about five minutes (slackapi/python-slack-sdk#1859),
and in a channel only the recipient sees it live.
"""

from dataclasses import dataclass, replace

from adapters.sandbox.slack import blocks as block_kit
from adapters.sandbox.slack.block_elements import as_object
from adapters.sandbox.slack.errors import ApiError, Refusal
from adapters.sandbox.slack.messages import Draft, MessageLedger
from adapters.sandbox.slack.model import ChannelKind, Message, StreamState
from adapters.sandbox.slack.state import State
from adapters.sandbox.wire import JsonObject

MOST_BLOCKS = 100
"""Of a streamed message: fifty in chunks and fifty at its end."""
SESSION_STATES = ("active", "closed", "processing", "suspended")


@dataclass(frozen=True, slots=True)
class Piece:
    """What one call adds to a stream, checked."""

    text: str = ""
    tasks: tuple[JsonObject, ...] = ()
    plan_title: str | None = None
    blocks: tuple[JsonObject, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it adds nothing."""
        return not (self.text or self.tasks or self.plan_title or self.blocks)


@dataclass(frozen=True, slots=True)
class Stream:
    """What a streaming message holds so far. `recipient_id` is who sees it live in a channel, None in a direct message;
    the others see `first_text` until the end."""

    started_at: float
    recipient_id: str | None
    first_text: str
    text: str = ""
    tasks: tuple[JsonObject, ...] = ()
    plan_title: str | None = None
    blocks: tuple[JsonObject, ...] = ()

    def with_piece(self, piece: Piece) -> "Stream":
        """The stream with a piece more; a task of a known id replaces the earlier one, keeping what it leaves out."""
        tasks = {str(one["task_id"]): one for one in self.tasks}
        for one in piece.tasks:
            known = tasks.get(str(one["task_id"]), {})
            tasks[str(one["task_id"])] = known | one
        return replace(
            self,
            text=self.text + piece.text,
            tasks=tuple(tasks.values()),
            plan_title=piece.plan_title or self.plan_title,
            blocks=(*self.blocks, *piece.blocks),
        )

    def shown(self) -> tuple[JsonObject, ...]:
        """The blocks of the message."""
        plan: list[JsonObject] = [{"type": "plan", "block_id": "plan", "title": self.plan_title}] if self.plan_title else []
        cards: list[JsonObject] = [{"type": "task_card", "block_id": f"task-{one['task_id']}", **one} for one in self.tasks]
        words: list[JsonObject] = [{"type": "markdown", "block_id": "text", "text": self.text}] if self.text else []
        return (*plan, *cards, *words, *self.blocks)


class StreamLedger(MessageLedger):
    """Acts on streams."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.streams: dict[tuple[str, str], Stream] = {}

    def start_stream(
        self, channel_id: str, thread_ts: str, piece: Piece, *, recipient_id: str | None, recipient_team: str | None
    ) -> Message:
        """Raises what posting raises, missing_recipient_user_id, missing_recipient_team_id, user_not_found."""
        state = self.state
        channel = self.seen_channel(state.app.user_id, channel_id)
        if channel.kind is not ChannelKind.DIRECT:
            if recipient_id is None:
                raise ApiError("missing_recipient_user_id")
            if recipient_team is None:
                raise ApiError("missing_recipient_team_id")
            state.person(recipient_id)
        live_to = recipient_id if channel.kind is not ChannelKind.DIRECT else None
        stream = Stream(state.clock(), live_to, piece.text).with_piece(piece)
        self._check_size(stream)
        draft = Draft(stream.text, stream.shown(), thread_ts=thread_ts, stream=StreamState.OPEN, unfurls=False)
        found = self.post(state.app.user_id, channel_id, draft)
        self.streams[channel_id, found.ts] = stream
        if state.app.agent_view and found.thread_ts is not None:
            self.set_session(channel_id, found.thread_ts, "processing")
        return found

    def append_stream(self, channel_id: str, ts: str, piece: Piece) -> None:
        """Raises message_not_in_streaming_state, stopped_by_user, message_not_owned_by_app, no_text, msg_too_long."""
        found = self._streaming(channel_id, ts)
        if found.stream is StreamState.STOPPED:
            raise ApiError("stopped_by_user")
        if piece.empty:
            raise ApiError("no_text")
        grown = self.streams[channel_id, ts].with_piece(piece)
        self._check_size(grown)
        self.streams[channel_id, ts] = grown
        self._show(found, grown)

    def stop_stream(
        self, channel_id: str, ts: str, piece: Piece, *, metadata: JsonObject | None, session: str | None
    ) -> Message:
        """End a stream; the app's session goes to `session`, by default to active. Raises as `append_stream` does."""
        found = self._streaming(channel_id, ts)
        grown = self.streams[channel_id, ts].with_piece(piece)
        self._check_size(grown)
        self.streams.pop((channel_id, ts))
        done = replace(
            found, text=grown.text, blocks=grown.shown(), stream=StreamState.DONE, metadata=metadata or found.metadata
        )
        done = self._with_pings(done, self.state.channel(channel_id), loud=False)
        self.store(done)
        self.tell_message("message_changed", done)
        self.changed_event(found, done)
        if found.thread_ts is not None and (channel_id, found.thread_ts) in self.state.sessions:
            self.set_session(channel_id, found.thread_ts, session or "active")
        return done

    def delete(self, author_id: str, channel_id: str, ts: str) -> None:
        """Take a message away, with its stream if it has one. Raises message_not_found, cant_delete_message."""
        super().delete(author_id, channel_id, ts)
        self.streams.pop((channel_id, ts), None)

    def streams_now(self, found: Message) -> bool:
        """Whether a message is still open for streaming; one that is too old is closed first."""
        return super().streams_now(self._expired(found))

    def expire_streams(self) -> None:
        """Close the streams whose time is over; a call closes its own first in any case."""
        for channel_id, ts in list(self.streams):
            self._expired(self.state.messages[channel_id, ts])

    def _expired(self, found: Message) -> Message:
        stream = self.streams.get((found.channel_id, found.ts))
        if stream is None or self.state.clock() - stream.started_at < self.state.limits.stream_seconds:
            return found
        self.streams.pop((found.channel_id, found.ts))
        closed = replace(found, stream=StreamState.DONE)
        self.store(closed)
        self.tell_message("message_changed", closed)
        return closed

    def _streaming(self, channel_id: str, ts: str) -> Message:
        self.joined_channel(self.state.app.user_id, channel_id)
        found = self._expired(self.state.message(channel_id, ts))
        if found.author_id != self.state.app.user_id:
            raise ApiError("message_not_owned_by_app")
        if not self.streams_now(found):
            raise ApiError("message_not_in_streaming_state")
        return found

    def _show(self, found: Message, stream: Stream) -> None:
        shown = replace(found, text=stream.text, blocks=stream.shown())
        self.store(shown)
        self.tell_message("message_changed", shown)

    def _check_size(self, stream: Stream) -> None:
        if len(stream.shown()) > MOST_BLOCKS:
            raise ApiError("msg_blocks_too_many")
        if len(stream.text) > self.state.limits.markdown_text:
            raise ApiError("msg_too_long")

    # --- sessions (https://docs.slack.dev/ai/agent-sessions)

    def set_session(self, channel_id: str, thread_ts: str, status: str) -> None:
        """Set what an agent is doing in a thread; a native stop button shows while it is `processing`."""
        self.state.sessions[channel_id, thread_ts] = status
        self.feed.publish("session", {"channel": channel_id, "thread_ts": thread_ts, "status": status})

    def press_stop(self, user_id: str, channel_id: str, thread_ts: str) -> None:
        """Somebody presses the native stop button: the streams there take no more, and the app is told.

        Raises Refusal where no button shows: the session is not processing, or the app is not subscribed.
        """
        state = self.state
        shown = state.sessions.get((channel_id, thread_ts)) == "processing" and "agent_session_stopped" in state.app.events
        if not shown:
            raise Refusal("No stop button shows in this thread.")
        stopped: list[str] = []
        for found in state.replies(channel_id, thread_ts):
            if self._expired(found).stream is StreamState.OPEN:
                self.store(replace(found, stream=StreamState.STOPPED))
                stopped.append(found.ts)
        data: JsonObject = {"type": "agent_session_stopped", "channel": channel_id, "thread_ts": thread_ts, "user": user_id}
        self.emit(data | {"streaming_message_ts": stopped}, channel_id)


def piece_of(markdown_text: str | None, chunks: object, most: int, blocks: tuple[JsonObject, ...] = ()) -> Piece:
    """What a call adds. Raises msg_too_long, invalid_chunks, invalid_blocks. `most` characters for one text."""
    text = [markdown_text or ""]
    tasks: list[JsonObject] = []
    plan_title: str | None = None
    added: tuple[JsonObject, ...] = ()
    if chunks is not None and not isinstance(chunks, list):
        raise ApiError("invalid_chunks")
    for number, raw in enumerate(chunks or []):
        pointer = f"/chunks/{number}"
        match as_object(pointer, raw):
            case {"type": "markdown_text", "text": str(words)}:
                text.append(words)
            case {"type": "task_update", "id": str(task_id), **rest}:
                one: JsonObject = {"task_id": task_id} | {name: value for name, value in rest.items() if name != "type"}
                block_kit.task(pointer, one)
                tasks.append(one)
            case {"type": "plan_update", "title": str(title)}:
                plan_title = title
            case {"type": "blocks", "blocks": more}:
                added += block_kit.checked(more, block_kit.Surface.MESSAGE, pointer=f"{pointer}/blocks")
            case _:
                raise ApiError("invalid_chunks")
    joined = "".join(text)
    if len(joined) > most:
        raise ApiError("msg_too_long")
    return Piece(joined, tuple(tasks), plan_title, (*added, *blocks))
