"""Durable claims: every platform message is handled once, by one process, even when that process dies half-way.

A claim carries a lease. `handled` ends it; a lease that runs out makes the event `due` again for whoever looks next.
"""

import dataclasses
import json
from typing import Any

import asyncpg

from bot.store.rows import place_of
from bot.types import Author, IncomingMessage, MessageRef, Place

MAX_ATTEMPTS = 3  # an event that failed this often is left alone: it would fail again, and each try may speak to people
_KEEP_DAYS = 7  # longer than any platform redelivers


class InboxStore:
    """Claims on incoming messages."""

    def __init__(self, pool: asyncpg.Pool, *, lease_seconds: float = 30.0) -> None:
        self._pool = pool
        self._lease = lease_seconds

    async def claim(self, message: IncomingMessage) -> bool:
        """True for the first caller alone."""
        row = await self._pool.fetchrow(
            """INSERT INTO inbox (platform, channel, message, event, claimed_until)
               VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
               ON CONFLICT DO NOTHING RETURNING 1""",
            message.ref.platform,
            message.ref.channel,
            message.ref.id,
            json.dumps(dataclasses.asdict(message)),
            self._lease,
        )
        return row is not None

    async def handled(self, ref: MessageRef) -> None:
        """The event has become a turn or a plain answer: forget its text, keep its key."""
        await self._pool.execute(
            """UPDATE inbox SET handled_at = now(), event = NULL
               WHERE platform = $1 AND channel = $2 AND message = $3""",
            ref.platform,
            ref.channel,
            ref.id,
        )

    async def amend(self, message: IncomingMessage) -> None:
        """The message was edited before it was handled: whoever takes it up finds the new text."""
        await self._pool.execute(
            """UPDATE inbox SET event = $4 WHERE platform = $1 AND channel = $2 AND message = $3 AND handled_at IS NULL""",
            message.ref.platform,
            message.ref.channel,
            message.ref.id,
            json.dumps(dataclasses.asdict(message)),
        )

    async def recent(self, platform: str, *, hours: int = 24, limit: int = 50) -> list[tuple[Place, MessageRef]]:
        """The conversations in which somebody asked of late, newest first, each with its last question's message."""
        rows = await self._pool.fetch(
            """SELECT * FROM (
                   SELECT DISTINCT ON (t.conversation) c.*, t.question_channel, t.question_message, t.position
                   FROM turns t JOIN conversations c ON c.id = t.conversation
                   WHERE c.platform = $1 AND t.created_at > now() - make_interval(hours => $2)
                   ORDER BY t.conversation, t.position DESC) newest
               ORDER BY position DESC LIMIT $3""",
            platform,
            hours,
            limit,
        )
        return [(place_of(row), MessageRef(row["platform"], row["question_channel"], row["question_message"])) for row in rows]

    async def due(self, platforms: list[str]) -> list[IncomingMessage]:
        """Claim again what another process left unhandled."""
        rows = await self._pool.fetch(
            """UPDATE inbox SET attempts = attempts + 1, claimed_until = now() + make_interval(secs => $1)
               WHERE handled_at IS NULL AND claimed_until < now() AND attempts < $2 AND platform = ANY($3)
               RETURNING event""",
            self._lease,
            MAX_ATTEMPTS,
            platforms,
        )
        return [_message(json.loads(row["event"])) for row in rows]

    async def prune(self) -> None:
        """Drop keys that no platform can deliver again."""
        await self._pool.execute("DELETE FROM inbox WHERE received_at < now() - make_interval(days => $1)", _KEEP_DAYS)


def _message(raw: dict[str, Any]) -> IncomingMessage:
    return IncomingMessage(
        **{**raw, "ref": MessageRef(**raw["ref"]), "place": Place(**raw["place"]), "author": Author(**raw["author"])}
    )
