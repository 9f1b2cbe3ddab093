"""Puts together what movie nights are made of, over one database and one queue."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import asyncpg
from redis.asyncio import Redis

from bot.launcher import Launcher
from bot.movie_night.next_day import NextDay
from bot.movie_night.opening import Openings
from bot.movie_night.service import Nights
from bot.movie_night.surroundings import Surroundings
from bot.ports import ChatPort, Clock
from bot.store.night_history import NightHistory
from bot.store.nights import NightStore
from bot.store.people import PeopleStore
from bot.store.servers import ServerStore
from bot.types import Author, Place, Platform


@dataclass(frozen=True, slots=True)
class Evenings:
    """All parts of movie nights."""

    nights: Nights
    openings: Openings
    surroundings: Surroundings
    history: NightHistory
    store: NightStore
    next_day: NextDay

    @classmethod
    def over(
        cls,
        pool: asyncpg.Pool,
        redis: Redis,
        chats: Mapping[Platform, ChatPort],
        clock: Clock,
        *,
        refusal: Callable[[Place, Author], Awaitable[str | None]],
        now: Callable[[], float] = time.time,
        lease_seconds: float = 6.0,
    ) -> "Evenings":
        """Nothing is read yet. `refusal` as for `Openings`, `now` as for `Nights`."""
        history, store = NightHistory(pool), NightStore(pool, lease_seconds=lease_seconds)
        surroundings = Surroundings(PeopleStore(pool), ServerStore(pool), history)
        nights = Nights(chats, store, surroundings, Launcher(redis), redis, clock, now=now)
        openings = Openings(chats, nights, clock, refusal)
        return cls(nights, openings, surroundings, history, store, NextDay(chats, history, clock, now=now))

    async def tend(self) -> None:
        """What time asks for. Called every couple of seconds."""
        await self.nights.tend()
        await self.next_day.tend()
