"""What can happen on the local Discord, by Discord's rules and by anyone, people and bot alike.

Every act checks the actor's permissions, changes the state and tells the listeners, synchronously: there is no moment
in between. Raises `ApiError` with Discord's codes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import regex

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.errors import (
    ApiError,
    JsonObject,
    empty_message,
    invalid,
    missing_permission,
    slow_mode,
    thread_archived,
    unknown_emoji,
)
from adapters.sandbox.discord.mentions import PING_ALL, AllowedMentions, Mentions, find_mentions, permitted
from adapters.sandbox.discord.model import Channel, ChannelKind, Message, MessageKind, Reaction
from adapters.sandbox.discord.permissions import allowed, require
from adapters.sandbox.discord.state import State

CONTENT_LIMIT = 2000
"""Code points in one message (https://discord.com/developers/docs/resources/message#create-message)."""
REACTION_LIMIT = 20
"""Different emoji on one message (code 30010)."""
NONCE_SECONDS = 300.0
"""How long a nonce is remembered: Discord says "the past few minutes"."""
NONCE_LENGTH = 25

_EMOJI = regex.compile(
    r"(?:\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3"
    r"|\p{Emoji}(?:\p{EMod}|\uFE0F)?(?:[\U000E0020-\U000E007F]+)?(?:\u200D\p{Emoji}(?:\p{EMod}|\uFE0F)?)*)"
)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the gateway tells: Discord's event name, its payload, and the channel whose viewers may know."""

    name: str
    data: JsonObject
    channel_id: str | None = None


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


class Ledger:
    """Acts on messages and reactions; `World` adds threads and the people."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.listeners: list[Callable[[Event], None]] = []
        self._nonces: dict[tuple[str, str], tuple[float, str]] = {}

    def emit(self, name: str, data: JsonObject, channel_id: str | None = None) -> None:
        """Tell everybody who listens."""
        event = Event(name, data, channel_id)
        for listener in list(self.listeners):
            listener(event)

    # --- messages

    def post(self, author_id: str, channel_id: str, draft: Draft) -> Message:
        """Post a message, or return the one that the same author posted with the same enforced nonce minutes ago."""
        channel = self.state.channel(channel_id)
        self._may_write(author_id, channel)
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
        self._thread_is_open(editor_id, self.state.channel(message.channel_id))
        embeds = message.embeds if embeds is None else embeds
        changed = replace(message, embeds=embeds, flags=message.flags if flags is None else flags | (message.flags & 1 << 5))
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
        self._thread_is_open(actor_id, channel)
        del self.state.messages[message_id]
        self.state.timeline[channel.id].remove(message_id)
        if channel.kind is ChannelKind.THREAD:
            self.state.channels[channel.id] = replace(channel, message_count=max(0, channel.message_count - 1))
        self.emit("MESSAGE_DELETE", self.placed(channel, {"id": message_id, "channel_id": channel.id}), channel.id)

    # --- reactions

    def react(self, user_id: str, channel_id: str, message_id: str, emoji: str) -> None:
        """Add a reaction; one that is already there changes nothing."""
        channel = self.state.channel(channel_id)
        require(self.state, user_id, channel, "READ_MESSAGE_HISTORY")
        message = self.state.message(message_id, channel_id)
        check_emoji(emoji)
        self._thread_is_open(user_id, channel)
        found = next((one for one in message.reactions if one.emoji == emoji), None)
        if found is not None and user_id in found.user_ids:
            return
        if found is None:
            require(self.state, user_id, channel, "ADD_REACTIONS")
            if len(message.reactions) >= REACTION_LIMIT:
                raise ApiError(403, 30010, "Maximum number of reactions reached (20)")
            reactions = (*message.reactions, Reaction(emoji, (user_id,)))
        else:
            grown = replace(found, user_ids=(*found.user_ids, user_id))
            reactions = tuple(grown if one is found else one for one in message.reactions)
        self.state.messages[message_id] = replace(message, reactions=reactions)
        data = self._reaction_data(user_id, message, emoji) | {"message_author_id": message.author_id}
        if channel.kind is not ChannelKind.DM:
            data["member"] = objects.member(self.state.person(user_id))
        self.emit("MESSAGE_REACTION_ADD", data, channel_id)

    def unreact(self, actor_id: str, channel_id: str, message_id: str, emoji: str, *, of: str | None = None) -> None:
        """Take away one's own reaction, or with Manage Messages that `of` somebody else; one that is not there is no error."""
        channel = self.state.channel(channel_id)
        user_id = of or actor_id
        require(self.state, actor_id, channel, "READ_MESSAGE_HISTORY", *(["MANAGE_MESSAGES"] if user_id != actor_id else []))
        message = self.state.message(message_id, channel_id)
        check_emoji(emoji)
        self._thread_is_open(actor_id, channel)
        if not any(one.emoji == emoji and user_id in one.user_ids for one in message.reactions):
            return
        shrunk = (
            replace(one, user_ids=tuple(user for user in one.user_ids if one.emoji != emoji or user != user_id))
            for one in message.reactions
        )
        self.state.messages[message_id] = replace(message, reactions=tuple(one for one in shrunk if one.user_ids))
        self.emit("MESSAGE_REACTION_REMOVE", self._reaction_data(user_id, message, emoji), channel_id)

    def typing(self, user_id: str, channel_id: str) -> None:
        """Show that somebody writes; Discord shows it for ten seconds."""
        channel = self.state.channel(channel_id)
        self._may_write(user_id, channel)
        data = self.placed(channel, {"channel_id": channel_id, "user_id": user_id, "timestamp": int(self.state.clock())})
        if channel.kind is not ChannelKind.DM:
            data["member"] = objects.member(self.state.person(user_id))
        self.emit("TYPING_START", data, channel_id)

    # --- channels, as far as messages need them

    def change_channel(self, channel: Channel) -> None:
        """Put a channel's new value in place and tell it."""
        self.state.channels[channel.id] = channel
        name = "THREAD_UPDATE" if channel.kind is ChannelKind.THREAD else "CHANNEL_UPDATE"
        self.emit(name, objects.channel(self.state, channel), channel.id)

    def join_thread(self, channel_id: str, user_id: str) -> None:
        """Make somebody a member of a thread, as writing there does."""
        channel = self.state.channel(channel_id)
        if channel.kind is not ChannelKind.THREAD or user_id in channel.member_ids:
            return
        joined = replace(channel, member_ids=(*channel.member_ids, user_id))
        self.state.channels[channel_id] = joined
        data: JsonObject = {
            "id": channel_id,
            "guild_id": self.state.guild_id,
            "member_count": len(joined.member_ids),
            "added_members": [
                objects.thread_member(joined, user_id)
                | {"member": objects.member(self.state.person(user_id)), "presence": None}
            ],
        }
        self.emit("THREAD_MEMBERS_UPDATE", data, channel_id)

    def placed(self, channel: Channel, data: JsonObject) -> JsonObject:
        """Event data with the server's id, except in direct messages."""
        return data if channel.kind is ChannelKind.DM else data | {"guild_id": self.state.guild_id}

    # --- rules

    def _may_write(self, user_id: str, channel: Channel) -> None:
        thread = channel.kind is ChannelKind.THREAD
        require(self.state, user_id, channel, "SEND_MESSAGES_IN_THREADS" if thread else "SEND_MESSAGES")
        if channel.locked and not allowed(self.state, user_id, channel, "MANAGE_THREADS"):
            raise thread_archived()
        if channel.kind is ChannelKind.DM:
            others = [self.state.person(one) for one in channel.member_ids if one != user_id]
            if any(not person.accepts_dms for person in others):
                raise ApiError(403, 50007, "Cannot send messages to this user")

    def _thread_is_open(self, user_id: str, channel: Channel) -> None:
        if channel.archived or (channel.locked and not allowed(self.state, user_id, channel, "MANAGE_THREADS")):
            raise thread_archived()

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
        pinged = message.pinged | self._notified(replace_users(known, users), message.author_id, channel)
        return replace(message, mentions=users, mention_roles=known.roles, mention_everyone=known.everyone, pinged=pinged)

    def _notified(self, mentions: Mentions, author_id: str, channel: Channel) -> frozenset[str]:
        may_ping_roles = allowed(self.state, author_id, channel, "MENTION_EVERYONE")
        roles = {one for one in mentions.roles if may_ping_roles or self.state.roles[one].mentionable}
        reached = {person.id for person in self.state.people.values() if mentions.everyone or roles & set(person.role_ids)}
        return frozenset((reached | set(mentions.users)) - {author_id})

    def _reaction_data(self, user_id: str, message: Message, emoji: str) -> JsonObject:
        channel = self.state.channel(message.channel_id)
        data: JsonObject = {
            "user_id": user_id,
            "channel_id": channel.id,
            "message_id": message.id,
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        return self.placed(channel, data)


def replace_users(mentions: Mentions, users: tuple[str, ...]) -> Mentions:
    """The same mentions with other users."""
    return replace(mentions, users=users)


def check_content(content: str, *, has_embeds: bool = False) -> str:
    """The text as Discord stores it: without white space at its ends. Raises 50006 for nothing, 50035 over 2,000 characters."""
    stored = content.strip()
    if len(stored) > CONTENT_LIMIT:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT_LIMIT} or fewer in length.")
    if not stored and not has_embeds:
        raise empty_message()
    return stored


def check_emoji(emoji: str) -> None:
    """Raises 10014 unless it is one Unicode emoji; this server has none of its own."""
    if not _EMOJI.fullmatch(emoji) or emoji.isascii():
        raise unknown_emoji()
