"""What moderators chose for their servers."""

from collections.abc import Callable
from dataclasses import dataclass

import asyncpg

from bot.store.choices import from_json, to_json
from bot.types import Platform


@dataclass(frozen=True, slots=True)
class ServerChoices:
    """What a server chose. None is no limit; an empty text or tuple is no choice.

    `channels` are the ids of the channels to answer in, all if empty. `language` is ISO 639-1, `region` ISO 3166-1 alpha-2,
    `viewer_age` the age in years that certificates must allow. The others are most questions ("runs") and most tokens of
    language models a day, for one person, one channel and the whole server. `moderators_unlimited`: those for one person do
    not count for moderators.
    """

    channels: tuple[str, ...] = ()
    language: str = ""
    viewer_age: int | None = None
    region: str = ""
    # Far above what people ask in a day: a brake for scripts, until moderators choose.
    person_runs: int | None = 200
    channel_runs: int | None = 1000
    server_runs: int | None = 5000
    person_tokens: int | None = None
    channel_tokens: int | None = None
    server_tokens: int | None = None
    moderators_unlimited: bool = False


class ServerStore:
    """Choices of servers."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def choices(self, platform: Platform, workspace: str) -> ServerChoices:
        """What the server chose; the defaults if nothing, and in Discord's direct messages, which are of no server."""
        if not workspace:
            return ServerChoices()
        raw = await self._pool.fetchval(
            "SELECT choices FROM servers WHERE platform = $1 AND workspace = $2", platform, workspace
        )
        return from_json(ServerChoices, raw)

    async def change(
        self, platform: Platform, workspace: str, how: Callable[[ServerChoices], ServerChoices]
    ) -> tuple[ServerChoices, ServerChoices]:
        """Change the server's choices; returns them before and after. What `how` raises leaves them as they were.

        Two changes at once are made one after the other.
        """
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO servers (platform, workspace) VALUES ($1, $2) ON CONFLICT DO NOTHING", platform, workspace
            )
            raw = await connection.fetchval(
                "SELECT choices FROM servers WHERE platform = $1 AND workspace = $2 FOR UPDATE", platform, workspace
            )
            before = from_json(ServerChoices, raw)
            after = how(before)
            await connection.execute(
                "UPDATE servers SET choices = $3 WHERE platform = $1 AND workspace = $2", platform, workspace, to_json(after)
            )
        return before, after
