"""Reactions (https://docs.slack.dev/reference/methods/reactions.add)."""

import re
from dataclasses import replace

from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.ledger import Ledger
from adapters.sandbox.slack.model import Message, Reaction
from adapters.sandbox.wire import JsonObject

MOST_EMOJI = 23
"""Different emoji on one message (too_many_emoji)."""

_NAME = re.compile(r"[a-z0-9_+'-]+(?:::skin-tone-[2-6])?")


class ReactionLedger(Ledger):
    """Acts on reactions."""

    def react(self, user_id: str, channel_id: str, ts: str, name: str) -> None:
        """Add a reaction. Raises invalid_name, is_archived, message_not_found, already_reacted, too_many_emoji."""
        found, name = self._reactable(user_id, channel_id, ts, name)
        mine = next((one for one in found.reactions if one.name == name), None)
        if mine is not None and user_id in mine.user_ids:
            raise ApiError("already_reacted")
        if mine is None and len(found.reactions) >= MOST_EMOJI:
            raise ApiError("too_many_emoji")
        if mine is None:
            reactions = (*found.reactions, Reaction(name, (user_id,)))
        else:
            grown = replace(mine, user_ids=(*mine.user_ids, user_id))
            reactions = tuple(grown if one is mine else one for one in found.reactions)
        self._tell_reaction("reaction_added", replace(found, reactions=reactions), user_id, name)

    def unreact(self, user_id: str, channel_id: str, ts: str, name: str) -> None:
        """Take one's own reaction away. Raises no_reaction where there is none, else as `react`."""
        found, name = self._reactable(user_id, channel_id, ts, name)
        if not any(one.name == name and user_id in one.user_ids for one in found.reactions):
            raise ApiError("no_reaction")
        left = (
            replace(one, user_ids=tuple(user for user in one.user_ids if user != user_id)) if one.name == name else one
            for one in found.reactions
        )
        self._tell_reaction(
            "reaction_removed", replace(found, reactions=tuple(one for one in left if one.user_ids)), user_id, name
        )

    def _reactable(self, user_id: str, channel_id: str, ts: str, name: str) -> tuple[Message, str]:
        bare = name.strip(":")
        if not _NAME.fullmatch(bare):
            raise ApiError("invalid_name")
        channel = self.seen_channel(user_id, channel_id)
        if channel.archived:
            raise ApiError("is_archived")
        if user_id not in channel.member_ids:
            raise ApiError("no_access")
        found = self.state.message(channel_id, ts)
        if found.subtype == "tombstone":
            raise ApiError("message_not_found")
        return found, bare

    def _tell_reaction(self, kind: str, found: Message, user_id: str, name: str) -> None:
        self.store(found)
        data: JsonObject = {
            "type": kind,
            "user": user_id,
            "reaction": name,
            "item": {"type": "message", "channel": found.channel_id, "ts": found.ts},
            "item_user": found.author_id,
            "event_ts": self.state.new_ts(),
        }
        self.feed.publish(kind, data)
        self.emit(data, found.channel_id)
