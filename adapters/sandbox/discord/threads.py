"""Threads: opening, locking, archiving, deleting (https://discord.com/developers/docs/topics/threads)."""

from dataclasses import replace

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.errors import ApiError, JsonObject, invalid, wrong_channel_type
from adapters.sandbox.discord.messages import MessageLedger
from adapters.sandbox.discord.model import Channel, ChannelKind, Message, MessageFlag, MessageKind
from adapters.sandbox.discord.permissions import require

NAME_LIMIT = 100
ACTIVE_LIMIT = 1000
"""Threads of a server that are not archived (code 160006)."""
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class ThreadLedger(MessageLedger):
    """Acts on threads. `active_thread_limit` may be lowered to see a full server."""

    active_thread_limit: int = ACTIVE_LIMIT

    def open_thread(
        self, opener_id: str, channel_id: str, name: str, *, message_id: str | None = None, archive_minutes: int = 1440
    ) -> Channel:
        """Open a thread from a message (it gets the message's id) or without one. Raises 160004 for a message that has one."""
        state = self.state
        parent = state.channel(channel_id)
        if parent.kind is not ChannelKind.TEXT:
            raise wrong_channel_type()
        require(state, opener_id, parent, "CREATE_PUBLIC_THREADS", *(["READ_MESSAGE_HISTORY"] if message_id else []))
        starter = None if message_id is None else state.message(message_id, channel_id)
        name = check_name(name)
        if archive_minutes not in ARCHIVE_MINUTES:
            raise invalid("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {ARCHIVE_MINUTES}.")
        if starter is not None and (starter.thread_id is not None or starter.id in state.channels):
            raise ApiError(400, 160004, "A thread has already been created for this message")
        if starter is not None and starter.is_system:
            raise ApiError(400, 50068, "Invalid message type")
        if sum(not one.archived for one in state.threads()) >= self.active_thread_limit:
            raise ApiError(400, 160006, "Maximum number of active threads reached")
        now = state.clock()
        thread = Channel(
            id=starter.id if starter else state.new_id(),
            kind=ChannelKind.THREAD,
            name=name,
            created_at=now,
            parent_id=channel_id,
            owner_id=opener_id,
            member_ids=(opener_id,),
            archive_changed_at=now,
            auto_archive_minutes=archive_minutes,
        )
        state.channels[thread.id] = thread
        self.emit("THREAD_CREATE", objects.channel(state, thread) | {"newly_created": True}, thread.id)
        self._announce(thread, starter)
        return state.channel(thread.id)

    def _announce(self, thread: Channel, starter: Message | None) -> None:
        """Discord's own message: in the thread it points at the starter, in the channel it points at the thread."""
        state = self.state
        opener = thread.owner_id or state.owner_id
        if starter is None:
            self.append(
                self._system(MessageKind.THREAD_CREATED, thread.parent_id or "", opener, thread.name, (thread.id, None))
            )
            return
        marked = replace(starter, thread_id=thread.id, flags=starter.flags | MessageFlag.HAS_THREAD)
        state.messages[starter.id] = marked
        self.emit("MESSAGE_UPDATE", objects.gateway_message(state, marked), marked.channel_id)
        self.append(self._system(MessageKind.THREAD_STARTER, thread.id, starter.author_id, "", (marked.channel_id, marked.id)))

    def _system(
        self, kind: MessageKind, channel_id: str, author_id: str, content: str, refers_to: tuple[str, str | None]
    ) -> Message:
        return Message(
            id=self.state.new_id(),
            channel_id=channel_id,
            author_id=author_id,
            content=content,
            created_at=self.state.clock(),
            kind=kind,
            refers_to=refers_to,
        )

    def set_thread(
        self, thread_id: str, *, archived: bool | None = None, locked: bool | None = None, name: str | None = None
    ) -> Channel:
        """Change a thread without asking who does it; None leaves a part as it is."""
        thread = self.thread(thread_id)
        changed = replace(
            thread,
            archived=thread.archived if archived is None else archived,
            locked=thread.locked if locked is None else locked,
            name=thread.name if name is None else check_name(name),
            archive_changed_at=self.state.clock() if archived is not None else thread.archive_changed_at,
        )
        self.change_channel(changed)
        return changed

    def thread(self, thread_id: str) -> Channel:
        """A thread. Raises 10003 for none, 50024 for another kind of channel."""
        found = self.state.channel(thread_id)
        if found.kind is not ChannelKind.THREAD:
            raise wrong_channel_type()
        return found

    def remove_thread(self, thread_id: str) -> None:
        """Delete a thread with all its messages; the message that it started from stays."""
        state = self.state
        thread = self.thread(thread_id)
        for message_id in state.timeline.pop(thread_id, []):
            state.messages.pop(message_id, None)
        starter = state.messages.get(thread_id)
        if starter is not None:
            state.messages[thread_id] = replace(starter, thread_id=None, flags=starter.flags & ~int(MessageFlag.HAS_THREAD))
        data: JsonObject = {
            "id": thread_id,
            "guild_id": state.guild_id,
            "parent_id": thread.parent_id,
            "type": int(thread.kind),
        }
        del state.channels[thread_id]
        self.emit("THREAD_DELETE", data, thread.parent_id)
        if starter is not None:
            self.emit("MESSAGE_UPDATE", objects.gateway_message(state, state.messages[thread_id]), starter.channel_id)


def check_name(name: str) -> str:
    """A thread's name as stored. Raises 50035 when it is empty or longer than 100 characters."""
    stored = name.strip()
    if not 1 <= len(stored) <= NAME_LIMIT:
        raise invalid("name", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {NAME_LIMIT} in length.")
    return stored
