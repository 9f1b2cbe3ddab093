"""The few calls of TMDB's API (version 3) that cards need. https://developer.themoviedb.org/reference"""

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import aiohttp

API = "https://api.themoviedb.org/3"
Media: TypeAlias = Literal["movie", "tv"]
# Above what an answer waits for: a slow reply still serves the next answer, through the cache.
_SECONDS = 6.0
# TMDB allows some forty requests a second from one address.
_AT_ONCE = 8
_PATH = re.compile(r"/[\w.-]+")
_YEAR = re.compile(r"(\d{4})-")


class TmdbError(Exception):
    """TMDB did not answer, or not as its API is described. `unwilling`: it refuses us, and asking on would make it worse."""

    def __init__(self, what: str, *, unwilling: bool = False) -> None:
        super().__init__(what)
        self.unwilling = unwilling


@dataclass(frozen=True, slots=True)
class Entry:
    """One film or series of TMDB's. `poster` is the path of an image below an address of theirs."""

    id: int
    names: tuple[str, ...]
    year: int | None
    poster: str | None
    votes: int


class TmdbClient:
    """Asks with a `token` (TMDB's API read access token) or a `key`. All calls raise TmdbError; adult titles never come."""

    def __init__(self, *, token: str | None = None, key: str | None = None, base: str = API) -> None:
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._secret = {"api_key": key} if key and not token else {}
        self._base = base.rstrip("/")
        self._session: aiohttp.ClientSession | None = None
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def search(self, media: Media, name: str, year: int | None = None) -> list[Entry]:
        """The first page of what is called so, best first. `year` is that of any release."""
        wanted = {"query": name, "include_adult": "false"}
        if year is not None:
            wanted["year"] = str(year)
        body = await self._get(f"/search/{media}", wanted)
        results = (body or {}).get("results")
        return [entry for raw in results if (entry := _entry(raw))] if isinstance(results, list) else []

    async def details(self, media: Media, number: int) -> Entry | None:
        """The title of this id; None where there is none."""
        body = await self._get(f"/{media}/{number}")
        return _entry(body) if body else None

    async def services(self, media: Media, number: int, region: str) -> tuple[str, ...]:
        """The services that have it in a region (ISO 3166-1 alpha-2): by subscription or free, else to rent or buy."""
        body = await self._get(f"/{media}/{number}/watch/providers")
        results = (body or {}).get("results")
        offers = results.get(region) if isinstance(results, dict) else None
        if not isinstance(offers, dict):
            return ()
        included = dict.fromkeys(_offered(offers, ("flatrate", "free", "ads")))
        return tuple(included or dict.fromkeys(f"{name} (to rent or buy)" for name in _offered(offers, ("rent", "buy"))))

    async def close(self) -> None:
        """Let the connections go."""
        if self._session is not None:
            await self._session.close()

    async def _get(self, path: str, params: Mapping[str, str] | None = None) -> dict[str, Any] | None:
        """The body, or None for what is not there. No error names the address: it may hold the key."""
        import aiohttp

        if self._session is None:
            self._session = aiohttp.ClientSession(headers=self._headers, timeout=aiohttp.ClientTimeout(total=_SECONDS))
        try:
            async with (
                self._slots,
                self._session.get(f"{self._base}{path}", params={**(params or {}), **self._secret}) as response,
            ):
                if response.status == HTTPStatus.NOT_FOUND:
                    return None
                if response.status != HTTPStatus.OK:
                    raise TmdbError(f"HTTP {response.status}", unwilling=True)
                body = await response.json(content_type=None)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise TmdbError(type(error).__name__, unwilling=True) from None
        except ValueError:
            raise TmdbError("no JSON") from None
        if not isinstance(body, dict):
            raise TmdbError("no JSON object")
        return body


def _entry(raw: object) -> Entry | None:
    if not isinstance(raw, dict) or raw.get("adult") or not isinstance(raw.get("id"), int):
        return None
    names = [raw.get(field) for field in ("title", "name", "original_title", "original_name")]
    year = _YEAR.match(str(raw.get("release_date") or raw.get("first_air_date") or ""))
    poster, votes = raw.get("poster_path"), raw.get("vote_count")
    return Entry(
        id=raw["id"],
        names=tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name)),
        year=int(year[1]) if year else None,
        poster=poster if isinstance(poster, str) and _PATH.fullmatch(poster) else None,
        votes=votes if isinstance(votes, int) else 0,
    )


def _offered(offers: Mapping[str, Any], kinds: tuple[str, ...]) -> Iterator[str]:
    """The names of the services of these kinds, each kind in TMDB's own order of importance."""
    for kind in kinds:
        found = [offer for offer in offers.get(kind) or () if isinstance(offer, dict) and offer.get("provider_name")]
        found.sort(key=lambda offer: rank if isinstance(rank := offer.get("display_priority"), int) else 999)
        yield from (str(offer["provider_name"]) for offer in found)
