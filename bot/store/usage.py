"""How much of the day's limits is used up, counted from the turns and the movie nights."""

from dataclasses import dataclass

import asyncpg

from bot.types import Author, Place


@dataclass(frozen=True, slots=True)
class Used:
    """Questions ("runs") and tokens since midnight UTC. An edited question counts each time that it was
    asked, a movie night once, for its host."""

    person_runs: int
    person_tokens: int
    channel_runs: int
    channel_tokens: int
    server_runs: int
    server_tokens: int
    resets_in: float  # seconds until midnight UTC


class UsageStore:
    """Reads what was used."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def today(self, place: Place, person: Author) -> Used:
        """What the person and all others used in this server; outside of one, what the person used in direct messages."""
        row = await self._pool.fetchrow(
            """WITH today AS (
                   SELECT t.asker_id = $4 AS own, c.channel = $3 AS here, t.revision + 1 AS runs, t.tokens
                   FROM turns t JOIN conversations c ON c.id = t.conversation
                   WHERE c.platform = $1 AND c.workspace = $2 AND ($2 <> '' OR t.asker_id = $4)
                     AND t.created_at >= date_trunc('day', now(), 'UTC')
                   UNION ALL
                   SELECT host = $4, channel = $3, 1, tokens FROM nights
                   WHERE platform = $1 AND workspace = $2 AND ($2 <> '' OR host = $4)
                     AND created_at >= date_trunc('day', now(), 'UTC')
               )
               SELECT coalesce(sum(runs) FILTER (WHERE own), 0)::bigint    AS person_runs,
                      coalesce(sum(tokens) FILTER (WHERE own), 0)::bigint  AS person_tokens,
                      coalesce(sum(runs) FILTER (WHERE here), 0)::bigint   AS channel_runs,
                      coalesce(sum(tokens) FILTER (WHERE here), 0)::bigint AS channel_tokens,
                      coalesce(sum(runs), 0)::bigint                       AS server_runs,
                      coalesce(sum(tokens), 0)::bigint                     AS server_tokens,
                      extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '1 day' - now())::float AS resets_in
               FROM today""",
            place.platform,
            place.workspace,
            place.channel,
            person.id,
        )
        assert row is not None  # noqa: S101  an aggregate has one row
        return Used(**row)
