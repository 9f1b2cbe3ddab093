"""Posting, editing and deleting messages, by Discord's rules (https://discord.com/developers/docs/resources/message)."""

from dataclasses import dataclass, replace

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.errors import ApiError, JsonObject, empty_message, invalid, missing_permission, slow_mode
from adapters.sandbox.discord.ledger import Ledger
from adapters.sandbox.discord.mentions import PING_ALL, AllowedMentions, Mentions, find_mentions, permitted
from adapters.sandbox.discord.model import Channel, ChannelKind, Message, MessageFlag, MessageKind
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
        content = check_content(draft.content, has_embeds=bool(draft.embeds))
        reference = self._reply_reference(author_id, channel, draft)
        self._wait_turn(author_id, channel)
        if channel.archived:
            self.change_channel(replace(channel, archived=False, archive_changed_at=self.state.clock()))
        message = Message(
            id=self.state.new_id(),
            channel_id=channel_id,
            author_id=author_id,
            content=content,
            created_at=self.state.clock(),
            kind=MessageKind.REPLY if reference else MessageKind.DEFAULT,
            refers_to=reference,
            nonce=draft.nonce,
            flags=draft.flags,
            embeds=draft.embeds,
        )
        message = self._with_mentions(message, draft.allowed_mentions, reply_ping=draft.allowed_mentions.replied_user)
        self.join_thread(channel_id, author_id)
        self.append(message)
        if draft.nonce is not None:
            self._nonces[author_id, str(draft.nonce)] = (self.state.clock(), message.id)
        return message

    def append(self, message: Message) -> None:
        """Put a message at the end of its channel and tell it."""
        state = self.state
        state.messages[message.id] = message
        state.timeline.setdefault(message.channel_id, []).append(message.id)
        channel = state.channel(message.channel_id)
        counts = 0 if message.kind is MessageKind.THREAD_STARTER else 1
        state.channels[channel.id] = replace(
            channel,
            last_message_id=message.id,
            message_count=channel.message_count + counts,
            total_sent=channel.total_sent + counts,
        )
        self.emit("MESSAGE_CREATE", objects.gateway_message(state, message), message.channel_id)

    def edit(
        self,
        editor_id: str,
        message_id: str,
        content: str | None,
        *,
        channel_id: str | None = None,
        allowed_mentions: AllowedMentions | None = None,
        flags: int | None = None,
        embeds: tuple[JsonObject, ...] | None = None,
    ) -> Message:
        """Change the editor's own message; None leaves a part as it is."""
        message = self.state.message(message_id, channel_id)
        require(self.state, editor_id, self.state.channel(message.channel_id))
        if message.author_id != editor_id or message.is_system:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        self.require_open(editor_id, self.state.channel(message.channel_id))
        embeds = message.embeds if embeds is None else embeds
        flags = message.flags if flags is None else flags | (message.flags & MessageFlag.HAS_THREAD)
        changed = replace(message, embeds=embeds, flags=flags)
        if content is not None:
            changed = replace(changed, content=check_content(content, has_embeds=bool(embeds)), edited_at=self.state.clock())
            changed = self._with_mentions(changed, allowed_mentions or PING_ALL, reply_ping=False)
        self.state.messages[message_id] = changed
        self.emit("MESSAGE_UPDATE", objects.gateway_message(self.state, changed), changed.channel_id)
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
        del self.state.messages[message_id]
        self.state.timeline[channel.id].remove(message_id)
        if channel.kind is ChannelKind.THREAD:
            self.state.channels[channel.id] = replace(channel, message_count=max(0, channel.message_count - 1))
        self.emit("MESSAGE_DELETE", self.placed(channel, {"id": message_id, "channel_id": channel.id}), channel.id)

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
        if target is not None and target.channel_id == channel.id:
            return channel.id, target.id
        if draft.reply_must_exist:
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return None

    def _with_mentions(self, message: Message, allow: AllowedMentions, *, reply_ping: bool) -> Message:
        state = self.state
        channel = state.channel(message.channel_id)
        let_through = permitted(find_mentions(message.content), allow)
        known = Mentions(
            tuple(one for one in let_through.users if one in state.people),
            tuple(one for one in let_through.roles if one in state.roles) if channel.kind is not ChannelKind.DM else (),
            let_through.everyone and allowed(state, message.author_id, channel, "MENTION_EVERYONE"),
        )
        users = known.users
        answered = state.messages.get(message.refers_to[1] or "") if message.refers_to else None
        if reply_ping and answered is not None and answered.author_id not in users:
            users = (*users, answered.author_id)
        pinged = message.pinged | self._notified(replace(known, users=users), message.author_id, channel)
        return replace(message, mentions=users, mention_roles=known.roles, mention_everyone=known.everyone, pinged=pinged)

    def _notified(self, mentions: Mentions, author_id: str, channel: Channel) -> frozenset[str]:
        may_ping_roles = allowed(self.state, author_id, channel, "MENTION_EVERYONE")
        roles = {one for one in mentions.roles if may_ping_roles or self.state.roles[one].mentionable}
        reached = {person.id for person in self.state.people.values() if mentions.everyone or roles & set(person.role_ids)}
        return frozenset((reached | set(mentions.users)) - {author_id})


def check_content(content: str, *, has_embeds: bool = False) -> str:
    """The text as Discord stores it: without white space at its ends. Raises 50006 for nothing, 50035 over 2,000 characters."""
    stored = content.strip()
    if len(stored) > CONTENT_LIMIT:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT_LIMIT} or fewer in length.")
    if not stored and not has_embeds:
        raise empty_message()
    return stored
