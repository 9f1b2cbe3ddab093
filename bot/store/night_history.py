"""What was chosen in a channel on earlier evenings, and how people found it the next day."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import asyncpg

from agent.contract import TitleRef
from bot.store.rows import place_of
from bot.types import Place, Platform

_AGAIN_DAYS = 365  # a film that was chosen is not offered again in its channel for so long
_ASK_AFTER_HOURS = 20  # the next day, an hour earlier than the film may have begun
_ASK_WITHIN_HOURS = 72  # later, nobody remembers the evening well enough
_LEASE_SECONDS = 60.0

Verdict = Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Watched:
    """A chosen film whose people are to be asked how it was."""

    night: str
    place: Place
    film: TitleRef


@dataclass(frozen=True, slots=True)
class NightFeedback:
    """One person's verdict on a chosen film. `duels` is how many their evening had."""

    given_at: datetime
    verdict: Verdict
    platform: str
    person: str
    night: str
    film: TitleRef
    duels: int


class NightHistory:
    """Evenings that are over."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def chosen(self, place: Place) -> tuple[str, ...]:
        """Title ids that were chosen in this channel, the newest first."""
        rows = await self._pool.fetch(
            """SELECT film ->> 'id' AS id FROM nights
               WHERE platform = $1 AND workspace = $2 AND channel = $3 AND film IS NOT NULL
                 AND ended_at > now() - make_interval(days => $4) ORDER BY ended_at DESC""",
            place.platform,
            place.workspace,
            place.channel,
            _AGAIN_DAYS,
        )
        return tuple(dict.fromkeys(row["id"] for row in rows))

    async def least_pleased(self, place: Place) -> frozenset[str]:
        """Whoever got least out of the last film that was chosen in this channel."""
        least = await self._pool.fetchval(
            """SELECT least FROM nights WHERE platform = $1 AND workspace = $2 AND channel = $3 AND film IS NOT NULL
               ORDER BY ended_at DESC LIMIT 1""",
            place.platform,
            place.workspace,
            place.channel,
        )
        return frozenset(least or ())

    async def to_ask(self, platforms: Sequence[Platform], now: float) -> list[Watched]:
        """Films of the evening before, of which nobody was asked; this process has a minute to ask. `now` in seconds since the
        epoch."""
        rows = await self._pool.fetch(
            """UPDATE nights SET kept_until = now() + make_interval(secs => $1), keeper = ''
               WHERE platform = ANY($2) AND film IS NOT NULL AND asked_at IS NULL AND kept_until < now() AND shown >= version
                 AND ended_at BETWEEN to_timestamp($3) - make_interval(hours => $4)
                                  AND to_timestamp($3) - make_interval(hours => $5)
               RETURNING id, platform, workspace, channel, thread, is_direct, film""",
            _LEASE_SECONDS,
            list(platforms),
            now,
            _ASK_WITHIN_HOURS,
            _ASK_AFTER_HOURS,
        )
        return [Watched(row["id"], place_of(row), TitleRef.from_raw(json.loads(row["film"]))) for row in rows]

    async def asked(self, night: str) -> None:
        """Its people were asked, or cannot be."""
        await self._pool.execute("UPDATE nights SET asked_at = now() WHERE id = $1", night)

    async def give(self, night: str, place: Place, person: str, verdict: Verdict) -> TitleRef | None:
        """Keep a verdict, the last of each person; returns the film. None, with nothing kept, for an evening of another place,
        without a film, or in which the person was not."""
        film = await self._pool.fetchval(
            """SELECT film FROM nights
               WHERE id = $1 AND platform = $2 AND workspace = $3 AND film IS NOT NULL AND $4 = ANY(people)""",
            night,
            place.platform,
            place.workspace,
            person,
        )
        if film is None:
            return None
        await self._pool.execute(
            """INSERT INTO night_verdicts (night, person, verdict) VALUES ($1, $2, $3)
               ON CONFLICT (night, person) DO UPDATE SET verdict = $3, given_at = now()""",
            night,
            person,
            verdict,
        )
        return TitleRef.from_raw(json.loads(film))

    async def since(self, start: datetime | None = None) -> list[NightFeedback]:
        """All verdicts given at `start` or later, oldest first."""
        rows = await self._pool.fetch(
            """SELECT v.given_at, v.verdict, n.platform, v.person, v.night, n.film, n.duels
               FROM night_verdicts v JOIN nights n ON n.id = v.night
               WHERE $1::timestamptz IS NULL OR v.given_at >= $1 ORDER BY v.given_at, v.night, v.person""",
            start,
        )
        return [NightFeedback(**{**row, "film": TitleRef.from_raw(json.loads(row["film"]))}) for row in rows]
