"""What an app shows of itself in a thread: the status line, the title, suggested prompts (https://docs.slack.dev/ai)."""

from collections.abc import Sequence

from adapters.sandbox.slack.errors import ApiError, explained
from adapters.sandbox.slack.model import Channel, ChannelKind, Prompts, Status
from adapters.sandbox.slack.streams import StreamLedger

MOST_PROMPTS = 4
MOST_LOADING_MESSAGES = 10


class AssistantLedger(StreamLedger):
    """Acts on them."""

    def set_status(self, channel_id: str, thread_ts: str, text: str, loading: Sequence[str]) -> None:
        """Show a status line; an empty one takes it away. Raises channel_not_found, invalid_thread_ts."""
        self._thread(channel_id, thread_ts)
        if len(loading) > MOST_LOADING_MESSAGES:
            message = f"no more than {MOST_LOADING_MESSAGES} items allowed [json-pointer:/loading_messages]"
            raise explained("invalid_arguments", [message])
        key = (channel_id, thread_ts)
        if text:
            self.state.statuses[key] = Status(text, tuple(loading), self.state.clock())
        else:
            self.state.statuses.pop(key, None)
        self.feed.publish(
            "status", {"channel": channel_id, "thread_ts": thread_ts, "status": text, "loading_messages": list(loading)}
        )

    def status_of(self, channel_id: str, thread_ts: str) -> Status | None:
        """The status line that shows now: it goes after two minutes, and with the app's next message in the thread."""
        found = self.state.statuses.get((channel_id, thread_ts))
        if found is None or self.state.clock() - found.set_at >= self.state.limits.status_seconds:
            return None
        return found

    def set_title(self, channel_id: str, thread_ts: str, title: str) -> None:
        """Name a conversation with the app. Raises as `set_status`; in a channel channel_not_found."""
        self._direct(channel_id)
        self._thread(channel_id, thread_ts)
        self.state.titles[channel_id, thread_ts] = title
        self.feed.publish("title", {"channel": channel_id, "thread_ts": thread_ts, "title": title})

    def suggest(self, channel_id: str, thread_ts: str | None, title: str, prompts: Sequence[tuple[str, str]]) -> None:
        """Suggest what to ask, in a direct message. Raises as `set_title`, invalid_arguments for more than four."""
        self._direct(channel_id)
        if thread_ts is not None:
            self._thread(channel_id, thread_ts)
        if not 1 <= len(prompts) <= MOST_PROMPTS:
            raise explained("invalid_arguments", [f"no more than {MOST_PROMPTS} items allowed [json-pointer:/prompts]"])
        self.state.prompts[channel_id] = Prompts(title, tuple(prompts), thread_ts)
        shown = [{"title": name, "message": message} for name, message in prompts]
        self.feed.publish("prompts", {"channel": channel_id, "title": title, "prompts": shown})

    def _direct(self, channel_id: str) -> Channel:
        found = self.seen_channel(self.state.app.user_id, channel_id)
        if found.kind is not ChannelKind.DIRECT:
            raise ApiError("channel_not_found")
        return found

    def _thread(self, channel_id: str, thread_ts: str) -> None:
        self._own_channel(channel_id)
        if (channel_id, thread_ts) not in self.state.messages:
            raise ApiError("invalid_thread_ts")

    def _own_channel(self, channel_id: str) -> Channel:
        found = self.seen_channel(self.state.app.user_id, channel_id)
        if self.state.app.user_id not in found.member_ids:
            raise ApiError("channel_not_found")
        return found
