"""The messages of a movie night: one a round, by number."""

from dataclasses import dataclass

import asyncpg

from bot.types import MessageRef, Platform


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A message. `ref` is None once somebody deleted it; `copy` counts how often that happened; `is_closed`: it shows how its
    round ended and changes no more."""

    number: int
    ref: MessageRef | None
    copy: int = 0
    is_closed: bool = False


class NightBoards:
    """Messages by evening."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def of(self, night: str, platform: Platform) -> dict[int, KeptBoard]:
        """All of an evening, in order."""
        rows = await self._pool.fetch(
            "SELECT number, channel, message, copy, closed FROM night_boards WHERE night = $1 ORDER BY number", night
        )
        return {
            row["number"]: KeptBoard(
                row["number"],
                MessageRef(platform, row["channel"], row["message"]) if row["message"] else None,
                row["copy"],
                row["closed"],
            )
            for row in rows
        }

    async def save(self, night: str, number: int, ref: MessageRef) -> None:
        """Remember which message stands for a round."""
        await self._pool.execute(
            """INSERT INTO night_boards (night, number, channel, message) VALUES ($1, $2, $3, $4)
               ON CONFLICT (night, number) DO UPDATE SET channel = $3, message = $4""",
            night,
            number,
            ref.channel,
            ref.id,
        )

    async def lost(self, night: str, ref: MessageRef) -> None:
        """The message is gone: the next one of its round is no repetition."""
        await self._pool.execute(
            "UPDATE night_boards SET message = '', copy = copy + 1 WHERE night = $1 AND channel = $2 AND message = $3",
            night,
            ref.channel,
            ref.id,
        )

    async def close(self, night: str, number: int) -> None:
        """The round is over, and its message says how, or is gone."""
        await self._pool.execute("UPDATE night_boards SET closed = true WHERE night = $1 AND number = $2", night, number)
