"""Posting, editing and deleting messages, by Discord's rules (https://discord.com/developers/docs/resources/message)."""

from dataclasses import dataclass, replace

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.components import Kind, walk
from adapters.sandbox.discord.errors import ApiError, JsonObject, empty_message, invalid, missing_permission, slow_mode
from adapters.sandbox.discord.ledger import Ledger
from adapters.sandbox.discord.mentions import PING_ALL, AllowedMentions, Mentions, find_mentions, permitted
from adapters.sandbox.discord.model import Attachment, Channel, ChannelKind, Message, MessageFlag, MessageKind
from adapters.sandbox.discord.permissions import allowed, require
from adapters.sandbox.discord.state import State

CONTENT_LIMIT = 2000
"""Code points in one message (https://discord.com/developers/docs/resources/message#create-message)."""
NONCE_SECONDS = 300.0
"""How long a nonce is remembered: Discord says "the past few minutes"."""
NONCE_LENGTH = 25


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be posted."""

    content: str
    reply_to: str | None = None
    reply_must_exist: bool = True
    nonce: str | int | None = None
    enforce_nonce: bool = False
    allowed_mentions: AllowedMentions = PING_ALL
    flags: int = 0
    embeds: tuple[JsonObject, ...] = ()
    components: tuple[JsonObject, ...] = ()
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """An edit of a message; None leaves a part as it is."""

    content: str | None = None
    allowed_mentions: AllowedMentions | None = None
    flags: int | None = None
    embeds: tuple[JsonObject, ...] | None = None
    components: tuple[JsonObject, ...] | None = None
    attachments: tuple[Attachment, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """What a message is beyond somebody's writing: an answer to an interaction, which one person alone may see."""

    kind: MessageKind = MessageKind.DEFAULT
    refers_to: tuple[str, str | None] | None = None
    interaction_id: str | None = None
    visible_to: str | None = None


WRITTEN = Reason()


class MessageLedger(Ledger):
    """Acts on messages."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._nonces: dict[tuple[str, str], tuple[float, str]] = {}

    def post(self, author_id: str, channel_id: str, draft: Draft) -> Message:
        """Post a message, or return the one that the same author posted with the same enforced nonce minutes ago."""
        channel = self.state.channel(channel_id)
        self.require_writing(author_id, channel)
        known = self._known_nonce(author_id, draft)
        if known is not None:
            return known
        check_parts(draft.content, draft.embeds, draft.components, draft.attachments, flags=draft.flags)
        needed = [name for name, used in (("EMBED_LINKS", draft.embeds), ("ATTACH_FILES", draft.attachments)) if used]
        require(self.state, author_id, channel, *needed)
        reference = self._reply_reference(author_id, channel, draft)
        self._wait_turn(author_id, channel)
        if channel.archived:
            self.change_channel(replace(channel, archived=False, archive_changed_at=self.state.clock()))
        kind = MessageKind.REPLY if reference else MessageKind.DEFAULT
        message = self.compose(author_id, channel_id, draft, Reason(kind, reference))
        self.join_thread(channel_id, author_id)
        self.append(message)
        if draft.nonce is not None:
            self._nonces[author_id, str(draft.nonce)] = (self.state.clock(), message.id)
        return message

    def compose(self, author_id: str, channel_id: str, draft: Draft, reason: Reason = WRITTEN) -> Message:
        """A message made of a checked draft, not yet anywhere."""
        message = Message(
            id=self.state.new_id(),
            channel_id=channel_id,
            author_id=author_id,
            content=draft.content.strip(),
            created_at=self.state.clock(),
            kind=reason.kind,
            refers_to=reason.refers_to,
            nonce=draft.nonce,
            flags=draft.flags,
            embeds=draft.embeds,
            components=draft.components,
            attachments=draft.attachments,
            visible_to=reason.visible_to,
            interaction_id=reason.interaction_id,
        )
        return self._with_mentions(message, draft.allowed_mentions, reply_ping=draft.allowed_mentions.replied_user)

    def append(self, message: Message) -> None:
        """Put a message at the end of its channel and tell it."""
        state = self.state
        state.messages[message.id] = message
        state.timeline.setdefault(message.channel_id, []).append(message.id)
        channel = state.channel(message.channel_id)
        counts = 0 if message.kind is MessageKind.THREAD_STARTER else 1
        if message.visible_to is None:
            state.channels[channel.id] = replace(
                channel,
                last_message_id=message.id,
                message_count=channel.message_count + counts,
                total_sent=channel.total_sent + counts,
            )
        self._tell("MESSAGE_CREATE", message)

    def _tell(self, name: str, message: Message) -> None:
        self.emit(name, objects.gateway_message(self.state, message), message.channel_id, visible_to=message.visible_to)

    def edit(self, editor_id: str, message_id: str, change: Change, *, channel_id: str | None = None) -> Message:
        """Change the editor's own message."""
        message = self.state.message(message_id, channel_id)
        require(self.state, editor_id, self.state.channel(message.channel_id))
        if message.author_id != editor_id or message.is_system:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        self.require_open(editor_id, self.state.channel(message.channel_id))
        return self.apply_change(message, change)

    def apply_change(self, message: Message, change: Change) -> Message:
        """Change a message without asking who does it."""
        fixed = MessageFlag.HAS_THREAD | MessageFlag.EPHEMERAL  # no edit gives or takes these
        changed = replace(
            message,
            flags=message.flags if change.flags is None else (change.flags & ~int(fixed)) | (message.flags & fixed),
            content=message.content if change.content is None else change.content.strip(),
            embeds=message.embeds if change.embeds is None else change.embeds,
            components=message.components if change.components is None else change.components,
            attachments=message.attachments if change.attachments is None else change.attachments,
        )
        if message.flags & ~changed.flags & MessageFlag.COMPONENTS_V2:
            raise invalid("flags", "MESSAGE_COMPONENTS_V2_PERMANENT", "The flag IS_COMPONENTS_V2 cannot be taken away")
        check_parts(changed.content, changed.embeds, changed.components, changed.attachments, flags=changed.flags)
        if any(one is not None for one in (change.content, change.embeds, change.components, change.attachments)):
            changed = replace(changed, edited_at=self.state.clock())
        if change.content is not None or change.components is not None:
            changed = self._with_mentions(changed, change.allowed_mentions or PING_ALL, reply_ping=False)
        self.state.messages[message.id] = changed
        self._tell("MESSAGE_UPDATE", changed)
        return changed

    def delete(self, actor_id: str, message_id: str, *, channel_id: str | None = None) -> None:
        """Delete one's own message, or with Manage Messages anybody's."""
        message = self.state.message(message_id, channel_id)
        channel = self.state.channel(message.channel_id)
        require(self.state, actor_id, channel)
        if message.author_id != actor_id and (
            channel.kind is ChannelKind.DM or not allowed(self.state, actor_id, channel, "MANAGE_MESSAGES")
        ):
            raise missing_permission()
        self.require_open(actor_id, channel)
        self.remove(message)

    def remove(self, message: Message) -> None:
        """Delete a message without asking who does it."""
        channel = self.state.channel(message.channel_id)
        self.forget(message)
        if channel.kind is ChannelKind.THREAD and message.visible_to is None:
            self.state.channels[channel.id] = replace(channel, message_count=max(0, channel.message_count - 1))
        data: JsonObject = {"id": message.id, "channel_id": channel.id}
        data = data if message.visible_to else self.placed(channel, data)
        self.emit("MESSAGE_DELETE", data, channel.id, visible_to=message.visible_to)

    def forget(self, message: Message) -> None:
        """Take a message away and tell nobody."""
        del self.state.messages[message.id]
        self.state.timeline[message.channel_id].remove(message.id)

    def _wait_turn(self, author_id: str, channel: Channel) -> None:
        exempt = any(
            allowed(self.state, author_id, channel, name) for name in ("MANAGE_MESSAGES", "MANAGE_CHANNELS", "BYPASS_SLOWMODE")
        )
        if not channel.slow_mode or exempt:
            return
        own = [one.created_at for one in self.state.messages_of(channel.id) if one.author_id == author_id]
        left = max(own, default=0.0) + channel.slow_mode - self.state.clock()
        if left > 0:
            raise slow_mode(left)

    def _known_nonce(self, author_id: str, draft: Draft) -> Message | None:
        if draft.nonce is None:
            return None
        if len(str(draft.nonce)) > NONCE_LENGTH:
            raise invalid("nonce", "BASE_TYPE_MAX_LENGTH", f"Must be {NONCE_LENGTH} or fewer in length.")
        if not draft.enforce_nonce:
            return None
        at, message_id = self._nonces.get((author_id, str(draft.nonce)), (0.0, ""))
        return self.state.messages.get(message_id) if self.state.clock() - at <= NONCE_SECONDS else None

    def _reply_reference(self, author_id: str, channel: Channel, draft: Draft) -> tuple[str, str | None] | None:
        if draft.reply_to is None:
            return None
        if not allowed(self.state, author_id, channel, "READ_MESSAGE_HISTORY"):
            raise ApiError(403, 160002, "Cannot reply without permission to read message history")
        target = self.state.messages.get(draft.reply_to)
        if target is not None and target.channel_id == channel.id and target.visible_to is None:
            return channel.id, target.id
        if draft.reply_must_exist:
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None

    def _with_mentions(self, message: Message, allow: AllowedMentions, *, reply_ping: bool) -> Message:
        state = self.state
        channel = state.channel(message.channel_id)
        let_through = permitted(find_mentions(shown_text(message.content, message.components)), allow)
        known = Mentions(
            tuple(one for one in let_through.users if one in state.people),
            tuple(one for one in let_through.roles if one in state.roles) if channel.kind is not ChannelKind.DM else (),
            let_through.everyone and allowed(state, message.author_id, channel, "MENTION_EVERYONE"),
        )
        users = known.users
        answered = state.messages.get(message.refers_to[1] or "") if message.refers_to else None
        if reply_ping and answered is not None and answered.author_id not in users:
            users = (*users, answered.author_id)
        pinged = message.pinged | self._notified(replace(known, users=users), message.author_id, channel, message.visible_to)
        return replace(message, mentions=users, mention_roles=known.roles, mention_everyone=known.everyone, pinged=pinged)

    def _notified(self, mentions: Mentions, author_id: str, channel: Channel, visible_to: str | None) -> frozenset[str]:
        if visible_to is not None:  # an ephemeral message notifies nobody
            return frozenset()
        may_ping_roles = allowed(self.state, author_id, channel, "MENTION_EVERYONE")
        roles = {one for one in mentions.roles if may_ping_roles or self.state.roles[one].mentionable}
        reached = {person.id for person in self.state.people.values() if mentions.everyone or roles & set(person.role_ids)}
        return frozenset((reached | set(mentions.users)) - {author_id})


def shown_text(content: str, components: tuple[JsonObject, ...]) -> str:
    """All text of a message that may mention somebody: its content and its text displays."""
    return "\n".join([content, *(str(one["content"]) for one in walk(components) if one["type"] == Kind.TEXT)])


def check_parts(
    content: str,
    embeds: tuple[JsonObject, ...],
    components: tuple[JsonObject, ...],
    attachments: tuple[Attachment, ...],
    *,
    flags: int,
) -> None:
    """Raises 50006 for a message of nothing, 50035 over 2,000 characters and for a v2 message with more than components."""
    stored = content.strip()
    if len(stored) > CONTENT_LIMIT:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT_LIMIT} or fewer in length.")
    if flags & MessageFlag.COMPONENTS_V2:
        for name, used in (("content", stored), ("embeds", embeds)):
            if used:
                raise invalid(
                    name,
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    if not stored and not embeds and not components and not attachments:
        raise empty_message()
