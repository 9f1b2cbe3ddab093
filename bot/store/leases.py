"""Which process shows which answer: a lease on the turn, kept while it runs, free for whoever looks next when it runs out."""

import asyncpg

from bot.store.rows import fetch_turn
from bot.types import Turn


class Leases:
    """The leases of one process, which is named `relay`."""

    def __init__(self, pool: asyncpg.Pool, relay: str, seconds: float) -> None:
        self._pool, self._relay, self._seconds = pool, relay, seconds

    async def keep(self, turn_ids: list[str]) -> None:
        """Say that this process still shows these answers."""
        await self._pool.execute(
            "UPDATE turns SET relay_until = now() + make_interval(secs => $1) WHERE id = ANY($2) AND relay = $3",
            self._seconds,
            turn_ids,
            self._relay,
        )

    async def release(self) -> None:
        """Hand this process's answers to whoever looks next."""
        await self._pool.execute("UPDATE turns SET relay_until = now() WHERE relay = $1 AND state = 'running'", self._relay)

    async def adopt(self, platforms: list[str]) -> list[Turn]:
        """Take over running turns whose process has gone."""
        rows = await self._pool.fetch(
            """UPDATE turns t SET relay = $1, relay_until = now() + make_interval(secs => $2)
               FROM conversations c
               WHERE c.id = t.conversation AND t.state = 'running' AND t.relay_until < now() AND c.platform = ANY($3)
               RETURNING t.id""",
            self._relay,
            self._seconds,
            platforms,
        )
        async with self._pool.acquire() as connection:
            turns = [await fetch_turn(connection, "t.id = $1", row["id"]) for row in rows]
        return [turn for turn in turns if turn]
