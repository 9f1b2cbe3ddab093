"""TMDB's API (version 3) on loopback, as far as cards need it: as well-behaved or as broken as a test wants.

The shapes are those of developer.themoviedb.org/reference: search/movie and search/tv, details, watch/providers, and the error
bodies with status_code 7 (401), 34 (404) and 25 (429).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

TOKEN, KEY = "a-read-access-token", "a-key"


def movie(number: int, title: str, date: str, **more: Any) -> dict[str, Any]:
    """A film as a search gives it."""
    return {
        "adult": False,
        "backdrop_path": None,
        "genre_ids": [18],
        "id": number,
        "original_language": "en",
        "original_title": title,
        "overview": "",
        "popularity": 1.0,
        "poster_path": f"/poster{number}.jpg",
        "release_date": date,
        "title": title,
        "video": False,
        "vote_average": 7.0,
        "vote_count": 100,
        **more,
    }


def series(number: int, name: str, date: str, **more: Any) -> dict[str, Any]:
    """A series as a search gives it."""
    return {
        "adult": False,
        "first_air_date": date,
        "id": number,
        "name": name,
        "origin_country": ["US"],
        "original_name": name,
        "poster_path": f"/poster{number}.jpg",
        "vote_count": 100,
        **more,
    }


def offer(name: str, priority: int = 0) -> dict[str, Any]:
    """A service of watch/providers."""
    return {"display_priority": priority, "logo_path": "/logo.jpg", "provider_id": priority, "provider_name": name}


class TmdbServer:
    """Answers from `movies`, `series` and `providers` (by id, then region). `asked` holds path and query of every call.

    `status` answers everything with an error, `body` with bytes that are no JSON, `hangs` not before it is released.
    """

    def __init__(self) -> None:
        self.movies: list[dict[str, Any]] = []
        self.series: list[dict[str, Any]] = []
        self.providers: dict[int, dict[str, Any]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.status, self.body = 200, b""
        self.hangs: set[str] = set()
        self.released = asyncio.Event()
        self.base = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["TmdbServer"]:
        """Serve on a free loopback port."""
        app = web.Application()
        app.router.add_get("/3/search/{media}", self._search)
        app.router.add_get("/3/{media}/{id}", self._details)
        app.router.add_get("/3/{media}/{id}/watch/providers", self._providers)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{runner.addresses[0][1]}/3"
        try:
            yield self
        finally:
            self.released.set()
            await runner.cleanup()

    async def _refusal(self, request: web.Request) -> web.Response | None:
        self.asked.append((request.path.removeprefix("/3"), dict(request.query)))
        if any(part in request.path for part in self.hangs):
            await self.released.wait()
        if request.headers.get("Authorization") != f"Bearer {TOKEN}" and request.query.get("api_key") != KEY:
            return _error(401, 7, "Invalid API key: You must be granted a valid key.")
        if self.status != 200:
            return _error(self.status, 25, "Your request count (#) is over the allowed limit of (40).")
        return web.Response(body=self.body, content_type="text/html") if self.body else None

    async def _search(self, request: web.Request) -> web.Response:
        if refusal := await self._refusal(request):
            return refusal
        query, year, is_movie = (
            request.query["query"].casefold(),
            request.query.get("year"),
            request.match_info["media"] == "movie",
        )
        found = [
            raw
            for raw in (self.movies if is_movie else self.series)
            if query in str(raw.get("title", raw.get("name"))).casefold() or query in str(raw.get("original_title")).casefold()
            if year is None or str(raw.get("release_date", "")).startswith(year)
            if request.query.get("include_adult") == "true" or not raw["adult"]
        ]
        return web.json_response({"page": 1, "results": found, "total_pages": 1, "total_results": len(found)})

    async def _details(self, request: web.Request) -> web.Response:
        if refusal := await self._refusal(request):
            return refusal
        known = self.movies if request.match_info["media"] == "movie" else self.series
        found = next((raw for raw in known if str(raw["id"]) == request.match_info["id"]), None)
        return web.json_response(found) if found else _error(404, 34, "The resource you requested could not be found.")

    async def _providers(self, request: web.Request) -> web.Response:
        if refusal := await self._refusal(request):
            return refusal
        number = int(request.match_info["id"])
        return web.json_response({"id": number, "results": self.providers.get(number, {})})


def _error(status: int, code: int, message: str) -> web.Response:
    return web.json_response({"success": False, "status_code": code, "status_message": message}, status=status)
