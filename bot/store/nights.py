"""Movie nights: one row each, which is the lock for all that happens to it.

Whoever changes an evening reads its row for update, decides and writes it back in one transaction: of two clicks at once, the
second sees what the first did. What was chosen goes to people's lists in that same transaction. A lease says which process
keeps an evening's messages up to date; it is free for whoever looks next when it runs out.
"""

import dataclasses
import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import asyncpg
import structlog

from bot.movie_night.fairness import least_pleased
from bot.movie_night.saved import UnknownVersionError, dumps, loads
from bot.movie_night.session import Effect, Remember, Session
from bot.store.night_boards import NightBoards
from bot.types import MessageRef, Place, Platform

_log = structlog.get_logger()

Decided: TypeAlias = tuple[Session, tuple[Effect, ...]]

Opened: TypeAlias = Literal["new", "known", "taken"]
"""How it went: "taken" where another evening runs in the place."""

PLACE = "platform = $1 AND workspace = $2 AND channel = $3 AND thread = $4"
_KEEP_DAYS = 30  # late clicks are told how an evening ended, and its figures are read, while somebody may still care


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening as its row has it. `is_ours`: this process keeps its messages; `has_changed`: the command before it did
    something."""

    session: Session
    version: int
    is_ours: bool
    has_changed: bool = False


class NightStore:
    """Evenings. `boards` knows their messages."""

    def __init__(self, pool: asyncpg.Pool, *, keeper: str | None = None, lease_seconds: float = 6.0) -> None:
        self._pool, self._keeper, self._lease = pool, keeper or uuid.uuid4().hex, lease_seconds
        self.boards = NightBoards(pool)

    async def open(self, session: Session) -> Opened:
        """Write a new evening down; opening it twice is harmless."""
        place = session.place
        is_new = await self._pool.fetchval(
            """INSERT INTO nights (id, platform, workspace, channel, thread, is_direct, host, people, phase, closes_at,
                                   session, keeper, kept_until)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(secs => $13))
               ON CONFLICT DO NOTHING RETURNING true""",
            session.id,
            *_key(place),
            place.is_direct,
            session.host,
            list(session.members),
            session.phase,
            session.closes_at,
            dumps(session),
            self._keeper,
            self._lease,
        )
        if is_new:
            return "new"
        return "known" if await self._pool.fetchval("SELECT true FROM nights WHERE id = $1", session.id) else "taken"

    async def change(self, night: str, how: Callable[[Session], Decided]) -> tuple[Kept, tuple[Effect, ...]] | None:
        """Let `how` decide, and keep what it says; None for an evening that there is not (any more).

        A free lease becomes ours.
        """
        async with self._pool.acquire() as connection, connection.transaction():
            row = await connection.fetchrow("SELECT session, version FROM nights WHERE id = $1 FOR UPDATE", night)
            before = read_session(row["session"]) if row else None
            if row is None or before is None:
                return None
            after, effects = how(before)
            version = row["version"]
            if after != before:
                version += 1
                await write_session(connection, after, version)
            for effect in effects:
                if isinstance(effect, Remember):
                    await self._remember(connection, after, effect)
            keeper = await connection.fetchval(
                """UPDATE nights SET keeper = $2, kept_until = now() + make_interval(secs => $3)
                   WHERE id = $1 AND (keeper = $2 OR kept_until < now()) RETURNING keeper""",
                night,
                self._keeper,
                self._lease,
            )
        return Kept(after, version, keeper is not None, after != before), effects

    async def _remember(self, connection: Any, session: Session, chosen: Remember) -> None:
        if session.voted is None or not (session.voted.approvals or session.voted.surprise):
            return  # nobody was there any more: they will not have watched it
        ref = json.dumps(dataclasses.asdict(chosen.title))
        await connection.execute(
            "UPDATE nights SET film = $2, least = $3 WHERE id = $1", session.id, ref, list(least_pleased(session))
        )
        await connection.executemany(
            """INSERT INTO opinions (platform, person, title, kind, conversation, ref) VALUES ($1, $2, $3, 'seen', '', $4)
               ON CONFLICT DO NOTHING""",
            [(session.place.platform, person, chosen.title.id, ref) for person in session.present],
        )

    async def get(self, night: str) -> Kept | None:
        """An evening by its id; None if there is none, or nothing of it is kept any more."""
        row = await self._pool.fetchrow(
            "SELECT session, version, keeper = $2 AND kept_until > now() AS is_ours FROM nights WHERE id = $1",
            night,
            self._keeper,
        )
        session = read_session(row["session"]) if row else None
        return Kept(session, row["version"], row["is_ours"]) if row and session else None

    async def running(self, place: Place) -> Session | None:
        """The evening that runs in a place."""
        raw = await self._pool.fetchval(
            f"SELECT session FROM nights WHERE {PLACE} AND ended_at IS NULL",  # noqa: S608  our own clause
            *_key(place),
        )
        return read_session(raw)

    async def running_with(self, place: Place, person: str) -> Session | None:
        """The evening that runs in a place, or else the newest in its channel that the person has to do with."""
        raw = await self._pool.fetchval(
            """SELECT session FROM nights
               WHERE platform = $1 AND workspace = $2 AND channel = $3 AND ended_at IS NULL
                 AND (thread = $4 OR $5 = ANY(people))
               ORDER BY thread = $4 DESC, created_at DESC LIMIT 1""",
            *_key(place),
            person,
        )
        return read_session(raw)

    async def due(self, platforms: Sequence[Platform], now: float) -> list[tuple[str, float]]:
        """Evenings in which something closes by now, each with since how many seconds; `now` in seconds since the epoch."""
        rows = await self._pool.fetch(
            """SELECT id, closes_at FROM nights
               WHERE platform = ANY($1) AND ended_at IS NULL AND closes_at <= $2 ORDER BY closes_at""",
            list(platforms),
            now,
        )
        return [(row["id"], now - row["closes_at"]) for row in rows]

    async def keep(self, nights: Sequence[str]) -> None:
        """Say that this process still keeps these evenings."""
        await self._pool.execute(
            "UPDATE nights SET kept_until = now() + make_interval(secs => $1) WHERE id = ANY($2) AND keeper = $3",
            self._lease,
            list(nights),
            self._keeper,
        )

    async def release(self) -> None:
        """Hand this process's evenings to whoever looks next."""
        await self._pool.execute("UPDATE nights SET kept_until = now() WHERE keeper = $1", self._keeper)

    async def adopt(self, platforms: Sequence[Platform]) -> None:
        """Take over evenings whose process has gone: those that run, and those whose end is not shown yet."""
        await self._pool.execute(
            """UPDATE nights SET keeper = $1, kept_until = now() + make_interval(secs => $2)
               WHERE platform = ANY($3) AND (ended_at IS NULL OR shown < version) AND kept_until < now()
                 AND session IS NOT NULL""",
            self._keeper,
            self._lease,
            list(platforms),
        )

    async def ours(self) -> list[tuple[Kept, bool]]:
        """This process's evenings that run or whose end is not shown yet, each with whether its messages are out of date.

        One that another version of the program wrote cannot go on, and ends here.
        """
        rows = await self._pool.fetch(
            """SELECT id, session, version, shown < version AS is_behind FROM nights
               WHERE keeper = $1 AND kept_until > now() AND (ended_at IS NULL OR shown < version) AND session IS NOT NULL""",
            self._keeper,
        )
        read = [(row, read_session(row["session"])) for row in rows]
        await self._pool.execute(
            """UPDATE nights SET session = NULL, people = '{}', host = '', phase = 'over', ended_at = coalesce(ended_at, now()),
                      ending = coalesce(ending, 'failed'), shown = version WHERE id = ANY($1)""",
            [row["id"] for row, session in read if session is None],
        )
        return [(Kept(session, row["version"], is_ours=True), row["is_behind"]) for row, session in read if session]

    async def shown(self, night: str, version: int) -> None:
        """The messages show this version."""
        await self._pool.execute("UPDATE nights SET shown = greatest(shown, $2) WHERE id = $1", night, version)

    async def board_lost(self, ref: MessageRef) -> str | None:
        """Somebody deleted a message that stands open: the evening whose it is, if one, has to show it anew."""
        night: str | None = await self._pool.fetchval(
            """UPDATE nights n SET version = version + 1 FROM night_boards b
               WHERE b.night = n.id AND NOT b.closed AND n.ended_at IS NULL
                 AND n.platform = $1 AND b.channel = $2 AND b.message = $3 RETURNING n.id""",
            ref.platform,
            ref.channel,
            ref.id,
        )
        if night is not None:
            await self.boards.lost(night, ref)
        return night

    async def spent(self, night: str, tokens: int) -> None:
        """Count the tokens of a language model that a step took."""
        await self._pool.execute("UPDATE nights SET tokens = tokens + $2 WHERE id = $1", night, tokens)

    async def prune(self) -> None:
        """Forget what people said in evenings that are long over; what film it was stays, for it is not to come again."""
        await self._pool.execute(
            """UPDATE nights SET session = NULL, people = '{}', host = '', shown = version
               WHERE session IS NOT NULL AND ended_at < now() - make_interval(days => $1)""",
            _KEEP_DAYS,
        )
        await self._pool.execute(
            "DELETE FROM night_boards b USING nights n WHERE n.id = b.night AND n.session IS NULL AND n.shown >= n.version"
        )


async def write_session(connection: Any, session: Session, version: int) -> None:
    """Put a session into its row, which is locked by the caller."""
    await connection.execute(
        """UPDATE nights SET session = $2, version = $3, phase = $4, closes_at = $5, people = $6, host = $7,
                  changed_at = now(), ended_at = coalesce(ended_at, CASE WHEN $8::text IS NOT NULL THEN now() END),
                  ending = $8, duels = $9
           WHERE id = $1""",
        session.id,
        dumps(session),
        version,
        session.phase,
        session.closes_at,
        list(session.members),
        session.host,
        session.result.ending if session.result else None,
        len(session.duels),
    )


def read_session(raw: str | None) -> Session | None:
    """A session as its row has it; None where there is none, or one that another version of the program wrote."""
    try:
        return loads(raw) if raw else None
    except UnknownVersionError as error:
        _log.warning("night_not_readable", error=str(error))
        return None


def _key(place: Place) -> tuple[str, str, str, str]:
    return place.platform, place.workspace, place.channel, place.thread or ""
