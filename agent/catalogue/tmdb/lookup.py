"""Titles of the catalogue found at TMDB, within what an answer may wait."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import structlog

from agent.catalogue.answers.cards import TMDB_IMAGES, Extra
from agent.catalogue.title import Title
from agent.catalogue.tmdb.cache import Cache
from agent.catalogue.tmdb.client import Entry, Media, TmdbClient, TmdbError
from agent.catalogue.understanding.fold import fold

_log = structlog.get_logger(__name__)

# https://developer.themoviedb.org/docs/faq: the sentence that its terms ask for, and JustWatch named for where to watch.
CREDIT = "This product uses the TMDB API but is not endorsed or certified by TMDB."
WHERE_CREDIT = "Where to watch: data by JustWatch."
WAIT = 1.5  # seconds of an answer, for all its titles together
_REST = 60.0  # seconds without a question after TMDB has refused us or cannot be reached
_REGION = re.compile(r"[A-Z]{2}")
_OWN_ID = re.compile(r"tmdb:(\d{1,9})")


class Tmdb:
    """`agent.catalogue.films.Extras` from TMDB. What comes too late for an answer is kept for the next."""

    def __init__(
        self, client: TmdbClient, cache: Cache, *, wait: float = WAIT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client, self._cache, self._wait, self._clock = client, cache, wait, clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._rests_until = float("-inf")

    async def about(self, titles: Sequence[Title], region: str) -> Mapping[str, Extra]:
        """By title id, what is known within the wait. `region` is ISO 3166-1 alpha-2 or ""."""
        region = region.upper() if _REGION.fullmatch(region.upper()) else ""
        found: dict[str, Extra] = {}
        tasks = [asyncio.create_task(self._look_up(title, region, found)) for title in titles]
        self._tasks.update(tasks)
        for task in tasks:
            task.add_done_callback(self._tasks.discard)
        if tasks:
            await asyncio.wait(tasks, timeout=self._wait)
        return dict(found)

    async def close(self) -> None:
        """Ask nothing more."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._client.close()
        await asyncio.to_thread(self._cache.close)

    async def _look_up(self, title: Title, region: str, found: dict[str, Extra]) -> None:
        """Put what is known of a title into `found`, and more when more is known."""
        try:
            await self._fill(title, region, found)
        except TmdbError as error:
            if error.unwilling:
                self._rests_until = self._clock() + _REST
            _log.warning("tmdb_failed", title=title.id, reason=str(error))
        except Exception:  # a card without its extras is still a card
            _log.exception("tmdb_broke", title=title.id)

    async def _fill(self, title: Title, region: str, found: dict[str, Extra]) -> None:
        media: Media = "movie" if title.media_type == "movie" else "tv"
        known = await self._kept(f"title:{title.id}:{title.year}", lambda: self._find(media, title))
        if known is None:
            return
        number, poster = known
        extra = Extra(
            poster=f"{TMDB_IMAGES}{poster}" if poster else None,
            link=f"https://www.themoviedb.org/{media}/{number}",
            credits=(CREDIT,),
        )
        found[title.id] = extra
        if region:
            where = await self._kept(f"where:{media}:{number}:{region}", lambda: self._where(media, number, region))
            if where:
                found[title.id] = Extra(extra.poster, extra.link, tuple(where), (CREDIT, WHERE_CREDIT))

    async def _where(self, media: Media, number: int, region: str) -> list[str]:
        return list(await self._client.services(media, number, region))

    async def _kept(self, key: str, ask: Callable[[], Awaitable[Any]]) -> Any:
        """From the cache, else asked and kept. Raises TmdbError while TMDB is given its rest."""
        if (kept := await self._cache.get(key)) is not None:
            return kept[0]
        if self._clock() < self._rests_until:
            raise TmdbError("resting")
        value = await ask()
        await self._cache.put(key, value)
        return value

    async def _find(self, media: Media, title: Title) -> list[Any] | None:
        """Its id and the path of its poster; None for a title that TMDB does not have, or that cannot be told for sure."""
        own = next((match for source in title.source_ids if (match := _OWN_ID.fullmatch(source))), None)
        if own and media == "movie":
            entry = await self._client.details(media, int(own[1]))
            if entry is not None and same(entry, title):
                return [entry.id, entry.poster]
        for name, year in _searches(title):
            entries = [entry for entry in await self._client.search(media, name, year) if same(entry, title)]
            if entries:
                best = max(entries, key=lambda entry: (entry.year == title.year, entry.votes))
                return [best.id, best.poster]
        return None


def same(entry: Entry, title: Title) -> bool:
    """Whether an entry of TMDB's is this title: one of its names, and a year that fits.

    A film's year may be off by one, as tables have it from different countries. A series' year may be any of its seasons'.
    """
    names = {fold(name) for name in (title.title, title.original_title or "", *title.aliases) if name}
    if not names & {fold(name) for name in entry.names}:
        return False
    if title.year is None or entry.year is None:
        return title.year is None
    return entry.year <= title.year + 1 and (title.media_type == "series" or entry.year >= title.year - 1)


def _searches(title: Title) -> list[tuple[str, int | None]]:
    """What to search for, the most telling first. TMDB's year of a series is its first season's."""
    year = title.year if title.media_type == "movie" else None
    names = dict.fromkeys(name for name in (title.title, title.original_title) if name)
    searches: list[tuple[str, int | None]] = [(name, year) for name in names]
    return [*searches, (title.title, None)] if year is not None else searches
