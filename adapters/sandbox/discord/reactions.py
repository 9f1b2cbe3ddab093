"""Reactions and typing signs (https://discord.com/developers/docs/resources/message#create-reaction)."""

from dataclasses import replace

import regex

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.errors import ApiError, JsonObject, unknown_emoji
from adapters.sandbox.discord.ledger import Ledger
from adapters.sandbox.discord.model import ChannelKind, Message, Reaction
from adapters.sandbox.discord.permissions import require

REACTION_LIMIT = 20
"""Different emoji on one message (code 30010)."""

_EMOJI = regex.compile(
    r"(?:\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3"
    r"|\p{Emoji}(?:\p{EMod}|\uFE0F)?(?:[\U000E0020-\U000E007F]+)?(?:\u200D\p{Emoji}(?:\p{EMod}|\uFE0F)?)*)"
)


class ReactionLedger(Ledger):
    """Acts on reactions."""

    def react(self, user_id: str, channel_id: str, message_id: str, emoji: str) -> None:
        """Add a reaction; one that is already there changes nothing."""
        channel = self.state.channel(channel_id)
        require(self.state, user_id, channel, "READ_MESSAGE_HISTORY")
        message = self.state.message(message_id, channel_id)
        check_emoji(emoji)
        self.require_open(user_id, channel)
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
        self.require_open(actor_id, channel)
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
        self.require_writing(user_id, channel)
        data = self.placed(channel, {"channel_id": channel_id, "user_id": user_id, "timestamp": int(self.state.clock())})
        if channel.kind is not ChannelKind.DM:
            data["member"] = objects.member(self.state.person(user_id))
        self.emit("TYPING_START", data, channel_id)

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


def check_emoji(emoji: str) -> None:
    """Raises 10014 unless it is one Unicode emoji; this server has none of its own."""
    if not _EMOJI.fullmatch(emoji) or emoji.isascii():
        raise unknown_emoji()
