"""Which messages belong to a turn: its answer's text, its cards, and what was said of its wait."""

import dataclasses
import json
from collections.abc import Sequence

import asyncpg

from agent.contract import TitleCard
from bot.types import AnswerMessage, MessageRef, Turn

# Numbers among the views of a turn; its cards count from 0.
_NOTE = -1  # that the question waits in line
NOTICE = -2  # that the answer is ready


class AnswerMessages:
    """The messages of answers, by turn."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def texts(self, turn: Turn) -> list[AnswerMessage]:
        """The messages that hold the answer's text, in order."""
        rows = await self._pool.fetch(
            """SELECT channel, message, revision, ends, extract(epoch FROM now() - posted_at)::float AS age
               FROM answer_messages WHERE turn = $1 ORDER BY chunk""",
            turn.id,
        )
        return [AnswerMessage(_ref(turn, row), row["age"], row["revision"], row["ends"]) for row in rows]

    async def save_cards(self, turn: Turn, cards: Sequence[TitleCard]) -> None:
        """Remember what the answer's cards show: whoever clicks one means the title that it showed."""
        await self._pool.execute(
            "UPDATE turns SET cards = $3 WHERE id = $1 AND run_id = $2",
            turn.id,
            turn.run_id,
            json.dumps([dataclasses.asdict(card) for card in cards]),
        )

    async def save_text(self, turn: Turn, chunk: int, ref: MessageRef) -> None:
        """Remember which message holds a chunk of the answer."""
        await self._pool.execute(
            """INSERT INTO answer_messages (turn, chunk, channel, message, revision) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (turn, chunk) DO UPDATE
               SET channel = $3, message = $4, revision = $5, posted_at = now(), ends = NULL
               WHERE answer_messages.message <> $4 OR answer_messages.channel <> $3""",
            turn.id,
            chunk,
            ref.channel,
            ref.id,
            turn.revision,
        )

    async def end_text(self, turn: Turn, chunk: int, ends: int) -> None:
        """Remember where the text of a message ends that no longer grows."""
        await self._pool.execute("UPDATE answer_messages SET ends = $3 WHERE turn = $1 AND chunk = $2", turn.id, chunk, ends)

    async def drop_text(self, turn: Turn, chunk: int) -> None:
        """Forget a chunk whose message was deleted."""
        await self._pool.execute("DELETE FROM answer_messages WHERE turn = $1 AND chunk = $2", turn.id, chunk)

    async def views(self, turn: Turn) -> dict[int, MessageRef]:
        """The messages that show the turn's cards, by number."""
        rows = await self._pool.fetch(
            "SELECT number, channel, message FROM view_messages WHERE turn = $1 AND number >= 0 ORDER BY number", turn.id
        )
        return {row["number"]: _ref(turn, row) for row in rows}

    async def views_stand_below(self, turn: Turn) -> bool:
        """Whether all cards came after all of the answer's text."""
        stands: bool = await self._pool.fetchval(
            """SELECT coalesce((SELECT min(posted_at) FROM view_messages WHERE turn = $1 AND number >= 0)
                             > (SELECT max(posted_at) FROM answer_messages WHERE turn = $1), true)""",
            turn.id,
        )
        return stands

    async def save_view(self, turn: Turn, number: int, ref: MessageRef) -> None:
        """Remember a message with cards."""
        await self._pool.execute(
            """INSERT INTO view_messages (turn, number, channel, message) VALUES ($1, $2, $3, $4)
               ON CONFLICT (turn, number) DO UPDATE SET channel = $3, message = $4, posted_at = now()""",
            turn.id,
            number,
            ref.channel,
            ref.id,
        )

    async def drop_view(self, turn: Turn, number: int) -> None:
        """Forget a message with cards."""
        await self._pool.execute("DELETE FROM view_messages WHERE turn = $1 AND number = $2", turn.id, number)

    async def note(self, turn: Turn) -> MessageRef | None:
        """The message that says that the question waits in line."""
        return await self._view(turn, _NOTE)

    async def save_note(self, turn: Turn, ref: MessageRef) -> None:
        """Remember that message."""
        await self.save_view(turn, _NOTE, ref)

    async def drop_note(self, turn: Turn) -> None:
        """Forget it."""
        await self.drop_view(turn, _NOTE)

    async def notice(self, turn: Turn) -> MessageRef | None:
        """The message that told the asker that the answer is ready."""
        return await self._view(turn, NOTICE)

    async def save_notice(self, turn: Turn, ref: MessageRef) -> None:
        """Remember that message: nobody is told twice."""
        await self.save_view(turn, NOTICE, ref)

    async def _view(self, turn: Turn, number: int) -> MessageRef | None:
        row = await self._pool.fetchrow(
            "SELECT channel, message FROM view_messages WHERE turn = $1 AND number = $2", turn.id, number
        )
        return _ref(turn, row) if row else None


def _ref(turn: Turn, row: asyncpg.Record) -> MessageRef:
    return MessageRef(turn.place.platform, row["channel"], row["message"])
