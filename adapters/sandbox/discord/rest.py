"""The REST half: reads a call, lets faults and limits have their say, runs the handler, answers and records."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from adapters.sandbox.discord import handlers_messages, handlers_places
from adapters.sandbox.discord.call import Call, Created, Exchange
from adapters.sandbox.discord.errors import ApiError, JsonObject, not_found, unauthorized
from adapters.sandbox.discord.faults import Drop, Effect, Faults, Refuse, ServerError, TooMany
from adapters.sandbox.discord.limits import Limiter, Verdict
from adapters.sandbox.discord.request_body import Body, read_body
from adapters.sandbox.discord.routes import ROUTES, Route
from adapters.sandbox.discord.world import World
from adapters.sandbox.effects import wait_for
from adapters.sandbox.wire import reset

EXCHANGES_KEPT = 20_000
OLD_EDITS = "Maximum number of edits to messages older than 1 hour reached. Try again later"
WIRE_TEXT = 120
"""Characters of a message that the wire log shows."""


@dataclass(slots=True)
class Reply:
    """An answer before it is written. `verdict` gives the rate-limit headers."""

    status: int
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)
    verdict: Verdict = field(default_factory=Verdict)
    applied: bool = False


class Rest:
    """Serves the routes for the bot with `token`."""

    def __init__(self, world: World, faults: Faults, limiter: Limiter, *, clock: Callable[[], float]) -> None:
        self.world = world
        self.faults = faults
        self.limiter = limiter
        self.token = ""
        self.gateway_url = ""
        self.exchanges: deque[Exchange] = deque(maxlen=EXCHANGES_KEPT)
        self._clock = clock

    def application(self) -> web.Application:
        """The aiohttp application of all routes, to be mounted under the API's base."""
        app = web.Application(client_max_size=25 * 1024 * 1024)
        for route in ROUTES:
            app.router.add_route(route.method, route.path, self._serve(route))
        app.router.add_route("*", "/{tail:.*}", self._serve(None))
        return app

    def _serve(self, route: Route | None) -> Callable[[web.Request], "asyncio.Future[web.StreamResponse]"]:
        async def serve(request: web.Request) -> web.StreamResponse:
            started, at = time.perf_counter(), self._clock()
            path = "/" + request.match_info.get("tail", "") if route is None else _path(route, request)
            effect = self.faults.take(request.method, path)
            body = Body()
            try:
                body = await read_body(request)
                reply = await self._answer(route, request, body, effect)
            except ApiError as refusal:
                reply = _refused(refusal)
            ms = (time.perf_counter() - started) * 1000
            self._record(request, path, body.json, reply, ms, at, effect)
            return self._write(request, reply, effect)

        return serve  # type: ignore[return-value]  # aiohttp wants any awaitable; its own alias is private

    # --- deciding

    async def _answer(self, route: Route | None, request: web.Request, body: Body, effect: Effect | None) -> Reply:
        await wait_for(effect, applied=False)
        early = _early(effect)
        if early is not None:
            return early
        if self.limiter.banned:
            return Reply(429, "error code: 1015", {"Content-Type": "text/plain"})
        if (route is None or not route.by_token) and request.headers.get("Authorization") != f"Bot {self.token}":
            raise unauthorized()
        if route is None:
            raise not_found()
        call = Call(self.world, self.gateway_url, dict(request.match_info), dict(request.query), body.json, body.files)
        take = self.limiter.take_bucket if route.by_token else self.limiter.take
        verdict = take(route.bucket, call.params.get(route.major, ""))
        reply = self._limited(route, call, verdict) or _run(route, call, verdict)
        await wait_for(effect, applied=True)
        if isinstance(effect, ServerError):
            return Reply(
                effect.status,
                {"message": f"{effect.status}: Bad Gateway", "code": 0},
                verdict=reply.verdict,
                applied=reply.applied,
            )
        return reply

    def _limited(self, route: Route, call: Call, verdict: Verdict) -> Reply | None:
        """A 429, or None for a call that may pass."""
        if verdict.retry_after is not None:
            return _too_many(verdict)
        major = call.params.get(route.major, "")
        if route.handler is handlers_messages.edit_message and handlers_messages.is_old(call, self.limiter.limits.old_edit_age):
            old = self.limiter.take_bucket("old_edits", major)
            return None if old.retry_after is None else _too_many(old, 30046, OLD_EDITS)
        if route.handler is handlers_places.edit_channel and handlers_places.is_rename(call):
            rename = self.limiter.take_bucket("rename", major, scope="shared")
            return None if rename.retry_after is None else _too_many(rename)
        return None

    # --- answering

    def _write(self, request: web.Request, reply: Reply, effect: Effect | None) -> web.StreamResponse:
        if isinstance(effect, Drop) and request.transport is not None:
            if effect.reset:
                reset(request.transport)
            else:
                request.transport.close()
        headers = reply.headers | reply.verdict.headers(self.world.state.clock())
        if reply.status == 204:
            return web.Response(status=204, headers=headers)
        # Exactly this type: discord.py does not parse JSON whose Content-Type has a charset.
        text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        return web.Response(status=reply.status, body=text.encode(), headers={"Content-Type": "application/json"} | headers)

    def _record(
        self, request: web.Request, path: str, body: object, reply: Reply, ms: float, at: float, effect: Effect | None
    ) -> None:
        dropped = isinstance(effect, Drop)
        if reply.status in (401, 403, 429) and reply.verdict.scope != "shared":
            self.limiter.count_invalid()
        headers = reply.headers | reply.verdict.headers(self.world.state.clock())
        exchange = Exchange(
            method=request.method,
            path=path,
            query=dict(request.query),
            request=body,
            status=None if dropped else reply.status,
            response=reply.body,
            headers=headers,
            ms=ms,
            at=at,
            applied=reply.applied,
            fault=None if effect is None else type(effect).__name__,
        )
        self.exchanges.append(exchange)
        self.world.feed.publish("wire", self._wire(exchange))

    def _wire(self, exchange: Exchange) -> JsonObject:
        asked = exchange.request if isinstance(exchange.request, dict) else {}
        said = exchange.response if isinstance(exchange.response, dict) else {}
        text = str(asked.get("content") or asked.get("name") or "")
        refused = said.get("message") if exchange.status is not None and exchange.status >= 400 else None
        return {
            "kind": "rest",
            "method": exchange.method,
            "path": exchange.path,
            "status": exchange.status,
            "ms": round(exchange.ms, 1),
            "remaining": exchange.headers.get("X-RateLimit-Remaining"),
            "limit": exchange.headers.get("X-RateLimit-Limit"),
            "retry_after": said.get("retry_after"),
            "who": self.world.state.person(self.world.bot_id).name,
            "text": text if len(text) <= WIRE_TEXT else text[: WIRE_TEXT - 1] + "…",
            "error": refused,
            "fault": exchange.fault,
        }


def _path(route: Route, request: web.Request) -> str:
    return route.path.format(**request.match_info)


def _run(route: Route, call: Call, verdict: Verdict) -> Reply:
    try:
        found = route.handler(call)
        if isinstance(found, Created):
            return Reply(201, found.body, verdict=verdict, applied=True)
        return Reply(204 if found is None else route.status, found, verdict=verdict, applied=True)
    except ApiError as refusal:
        reply = _refused(refusal)
        if reply.status != 429:
            reply.verdict = verdict
        return reply


def _refused(refusal: ApiError) -> Reply:
    headers = {"Via": "1.1 google"} if refusal.status == 429 else {}
    verdict = Verdict(retry_after=refusal.retry_after) if refusal.retry_after is not None else Verdict()
    return Reply(refusal.status, refusal.body(), headers, verdict)


def _too_many(verdict: Verdict, code: int = 0, message: str = "You are being rate limited.") -> Reply:
    body: JsonObject = {
        "message": message,
        "retry_after": verdict.retry_after,
        "global": verdict.scope == "global",
        "code": code,
    }
    return Reply(429, body, {"Via": "1.1 google"}, verdict)


def _early(effect: Effect | None) -> Reply | None:
    """The answer of a fault that lets nothing be applied."""
    match effect:
        case TooMany(retry_after=seconds, via=via, scope=scope):
            reply = _too_many(Verdict(retry_after=seconds, scope=scope))
            if not via:
                reply.headers = {}
            return reply
        case Refuse(status=status, code=code, message=message):
            return Reply(status, {"message": message, "code": code})
        case ServerError(status=status, applied=False):
            return Reply(status, {"message": f"{status}: Bad Gateway", "code": 0})
        case Drop(applied=False):
            return Reply(0)
        case _:
            return None
