"""What people said of titles, and what they chose for themselves."""

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import asyncpg

from agent.contract import Taste, TitleRef
from bot.store.choices import from_json, to_json
from bot.types import Platform

OpinionKind = Literal["seen", "watchlist", "liked", "disliked"]

# A search is drawn towards a mean: what was said long ago stops mattering for it long before this many.
_ANCHORS = 50
_HIDDEN = 2000  # ids of them all in one run request: 100 kB
_OPPOSITE: dict[str, str] = {"liked": "disliked", "disliked": "liked"}


@dataclass(frozen=True, slots=True)
class PersonChoices:
    """What a person chose. `everywhere`: their taste counts in all conversations, not only where they spoke of it.

    `notices`: they are told when an answer took long. `region` is ISO 3166-1 alpha-2, "" for the server's.
    """

    everywhere: bool = False
    notices: bool = True
    region: str = ""


class PeopleStore:
    """Opinions and choices of people. Lists and taste are the newest first."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def choices(self, platform: Platform, person: str) -> PersonChoices:
        """What the person chose; the defaults if nothing."""
        raw = await self._pool.fetchval("SELECT choices FROM people WHERE platform = $1 AND person = $2", platform, person)
        return from_json(PersonChoices, raw)

    async def change(self, platform: Platform, person: str, how: Callable[[PersonChoices], PersonChoices]) -> PersonChoices:
        """Change the person's choices and return them; two changes at once are made one after the other."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO people (platform, person) VALUES ($1, $2) ON CONFLICT DO NOTHING", platform, person
            )
            raw = await connection.fetchval(
                "SELECT choices FROM people WHERE platform = $1 AND person = $2 FOR UPDATE", platform, person
            )
            after = how(from_json(PersonChoices, raw))
            await connection.execute(
                "UPDATE people SET choices = $3 WHERE platform = $1 AND person = $2", platform, person, to_json(after)
            )
        return after

    async def add(self, platform: Platform, person: str, kind: OpinionKind, ref: TitleRef, conversation: str = "") -> bool:
        """Note an opinion; False if it was noted already. Liking a title ends disliking it there, and the other way round."""
        async with self._pool.acquire() as connection, connection.transaction():
            if kind in _OPPOSITE:
                await connection.execute(
                    """DELETE FROM opinions
                       WHERE platform = $1 AND person = $2 AND title = $3 AND kind = $4 AND conversation = $5""",
                    platform,
                    person,
                    ref.id,
                    _OPPOSITE[kind],
                    conversation,
                )
            added = await connection.fetchval(
                """INSERT INTO opinions (platform, person, title, kind, conversation, ref) VALUES ($1, $2, $3, $4, $5, $6)
                   ON CONFLICT DO NOTHING RETURNING true""",
                platform,
                person,
                ref.id,
                kind,
                conversation,
                json.dumps(dataclasses.asdict(ref)),
            )
        return bool(added)

    async def remove(self, platform: Platform, person: str, kind: OpinionKind, title: str, conversation: str = "") -> bool:
        """Take an opinion back; False if there was none."""
        status = await self._pool.execute(
            """DELETE FROM opinions WHERE platform = $1 AND person = $2 AND kind = $3 AND title = $4 AND conversation = $5""",
            platform,
            person,
            kind,
            title,
            conversation,
        )
        return not status.endswith(" 0")

    async def titles(self, platform: Platform, person: str, kind: OpinionKind) -> list[TitleRef]:
        """The titles of which the person said this anywhere, each once."""
        rows = await self._pool.fetch(
            """SELECT ref FROM (SELECT DISTINCT ON (title) ref, said_at, title FROM opinions
                                WHERE platform = $1 AND person = $2 AND kind = $3 ORDER BY title, said_at DESC) AS latest
               ORDER BY said_at DESC, title""",
            platform,
            person,
            kind,
        )
        return [TitleRef.from_raw(json.loads(row["ref"])) for row in rows]

    async def taste(self, platform: Platform, person: str, conversation: str, *, everywhere: bool) -> Taste:
        """What a search in this conversation should know; with `everywhere`, also what was said in others.

        Titles of answers that the person gave a thumbs up count as liked. What was seen or not wanted stays hidden in every
        conversation: it is the one thing that a person says of a title for good.
        """
        liked = await self._anchors("liked", platform, person, conversation, everywhere=everywhere)
        praised = await self._praised(platform, person, conversation, everywhere=everywhere)
        disliked = await self._anchors("disliked", platform, person, conversation, everywhere=everywhere)
        rows = await self._pool.fetch(
            """SELECT title FROM opinions WHERE platform = $1 AND person = $2 AND kind IN ('seen', 'disliked')
               GROUP BY title ORDER BY max(said_at) DESC LIMIT $3""",
            platform,
            person,
            _HIDDEN,
        )
        drawn = [title for title in dict.fromkeys((*liked, *praised)) if title not in disliked]
        return Taste(tuple(drawn[:_ANCHORS]), tuple(disliked), tuple(row["title"] for row in rows))

    async def _anchors(
        self, kind: OpinionKind, platform: Platform, person: str, conversation: str, *, everywhere: bool
    ) -> list[str]:
        rows = await self._pool.fetch(
            """SELECT title FROM opinions
               WHERE platform = $1 AND person = $2 AND kind = $3 AND (conversation = $4 OR $5)
               GROUP BY title ORDER BY max(said_at) DESC LIMIT $6""",
            platform,
            person,
            kind,
            conversation,
            everywhere,
            _ANCHORS,
        )
        return [row["title"] for row in rows]

    async def _praised(self, platform: Platform, person: str, conversation: str, *, everywhere: bool) -> list[str]:
        rows = await self._pool.fetch(
            """SELECT title ->> 'id' AS id FROM (
                   SELECT t.titles, f.given_at FROM feedback f
                   JOIN turns t ON t.id = f.turn JOIN conversations c ON c.id = t.conversation
                   WHERE c.platform = $1 AND f.person = $2 AND f.verdict = 1 AND (t.conversation = $3 OR $4)
                   ORDER BY f.given_at DESC LIMIT $5) AS praised, jsonb_array_elements(titles) AS title
               ORDER BY given_at DESC""",
            platform,
            person,
            conversation,
            everywhere,
            _ANCHORS,
        )
        return [row["id"] for row in rows]
