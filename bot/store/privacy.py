"""All that is stored about one person: counted, handed out, deleted."""

import json
from dataclasses import dataclass
from typing import Any

import asyncpg

from bot.store import night_privacy
from bot.types import Platform

_OWN = "t.conversation = c.id AND c.platform = $1 AND t.asker_id = $2"


class StillAnsweringError(Exception):
    """A question of this person is being answered or waits in line."""


@dataclass(frozen=True, slots=True)
class Stored:
    """How much there is of each kind."""

    seen: int
    watchlist: int
    liked: int
    disliked: int
    feedback: int
    questions: int
    evenings: int
    choices: bool

    @property
    def anything(self) -> bool:
        """Whether there is anything at all."""
        said = (self.feedback, self.questions, self.evenings)
        return any((self.seen, self.watchlist, self.liked, self.disliked, *said, self.choices))


class PrivacyStore:
    """What one person can ask for by right."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def count(self, platform: Platform, person: str) -> Stored:
        """How much is stored about the person."""
        row = await self._pool.fetchrow(
            f"""SELECT count(*) FILTER (WHERE kind = 'seen') AS seen,
                       count(*) FILTER (WHERE kind = 'watchlist') AS watchlist,
                       count(*) FILTER (WHERE kind = 'liked') AS liked,
                       count(*) FILTER (WHERE kind = 'disliked') AS disliked,
                       (SELECT count(*) FROM feedback f JOIN turns t ON t.id = f.turn JOIN conversations c
                            ON c.id = t.conversation WHERE c.platform = $1 AND f.person = $2) AS feedback,
                       (SELECT count(*) FROM turns t JOIN conversations c ON {_OWN} AND t.question <> '') AS questions,
                       (SELECT count(*) FROM nights WHERE {night_privacy.KNOWN}) AS evenings,
                       EXISTS (SELECT FROM people WHERE platform = $1 AND person = $2 AND choices <> '{{}}') AS choices
                FROM opinions WHERE platform = $1 AND person = $2""",  # noqa: S608  our own clauses
            platform,
            person,
        )
        assert row is not None  # noqa: S101  an aggregate has one row
        return Stored(**row)

    async def export(self, platform: Platform, person: str) -> dict[str, Any]:
        """All of it, as plain JSON values."""
        choices = await self._pool.fetchval("SELECT choices FROM people WHERE platform = $1 AND person = $2", platform, person)
        opinions = await self._pool.fetch(
            """SELECT kind, ref ->> 'title' AS title, (ref ->> 'year')::int AS year, title AS id, conversation, said_at
               FROM opinions WHERE platform = $1 AND person = $2 ORDER BY said_at, title, kind""",
            platform,
            person,
        )
        feedback = await self._pool.fetch(
            """SELECT f.verdict, f.comment, f.given_at, f.turn FROM feedback f
               JOIN turns t ON t.id = f.turn JOIN conversations c ON c.id = t.conversation
               WHERE c.platform = $1 AND f.person = $2 ORDER BY f.given_at, f.turn""",
            platform,
            person,
        )
        turns = await self._pool.fetch(
            f"""SELECT t.id, t.asker_name AS name, t.question, t.quoted, t.answer, t.titles, t.state, t.created_at AS asked_at,
                       t.short_question, t.short_answer, t.conversation, c.workspace, c.channel
                FROM turns t JOIN conversations c ON {_OWN} AND t.question <> '' ORDER BY t.position""",  # noqa: S608  as above
            platform,
            person,
        )
        return {
            "platform": platform,
            "person": person,
            "choices": json.loads(choices or "{}"),
            "opinions": [_plain(row) for row in opinions],
            "feedback": [_plain(row) for row in feedback],
            "evenings": await night_privacy.export(self._pool, platform, person),
            "questions": [{**_plain(row), "titles": json.loads(row["titles"])} for row in turns],
        }

    async def delete(self, platform: Platform, person: str) -> list[str]:
        """Delete opinions, choices, feedback, what was said in movie nights and the texts of the person's turns; returns the
        ids of those turns' runs.

        What stays of a turn is its row without words, which daily limits count; `prune` takes the person out of it later.
        Raises StillAnsweringError, and deletes nothing, while a question of theirs is open: its answer would come behind us.
        """
        async with self._pool.acquire() as connection, connection.transaction():
            open_turn = await connection.fetchval(
                f"SELECT true FROM turns t JOIN conversations c ON {_OWN} AND t.state IN ('queued', 'running') LIMIT 1",  # noqa: S608  as above
                platform,
                person,
            )
            if open_turn:
                raise StillAnsweringError
            await night_privacy.delete(connection, platform, person)
            await connection.execute("DELETE FROM opinions WHERE platform = $1 AND person = $2", platform, person)
            await connection.execute("DELETE FROM people WHERE platform = $1 AND person = $2", platform, person)
            await connection.execute(
                """DELETE FROM feedback f USING turns t, conversations c
                   WHERE f.turn = t.id AND t.conversation = c.id AND c.platform = $1 AND f.person = $2""",
                platform,
                person,
            )
            await connection.execute(  # a message whose handling failed keeps its text for another try
                """UPDATE inbox SET event = NULL, handled_at = coalesce(handled_at, now())
                   WHERE platform = $1 AND event -> 'author' ->> 'id' = $2""",
                platform,
                person,
            )
            rows = await connection.fetch(
                f"""UPDATE turns t SET question = '', quoted = '', answer = '', asker_name = '', titles = '[]', cards = '[]',
                           short_question = '', short_answer = ''
                    FROM conversations c WHERE {_OWN} RETURNING t.run_id""",  # noqa: S608  as above
                platform,
                person,
            )
            return [row["run_id"] for row in rows]

    async def prune(self) -> None:
        """Take people out of the wordless rows that no limit of today counts any more."""
        await self._pool.execute(
            """UPDATE turns SET asker_id = '' WHERE asker_id <> '' AND question = '' AND asker_name = ''
                   AND created_at < date_trunc('day', now(), 'UTC')"""
        )


def _plain(row: Any) -> dict[str, Any]:
    return {key: value.isoformat() if hasattr(value, "isoformat") else value for key, value in row.items()}
