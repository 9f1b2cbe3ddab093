"""The Web API: reads a call, lets faults, limits and scopes have their say, runs the handler, answers and records."""

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from adapters.sandbox.effects import wait_for
from adapters.sandbox.slack.call import Call, Exchange
from adapters.sandbox.slack.errors import ApiError, missing_scope, rate_limited
from adapters.sandbox.slack.faults import Drop, Effect, Faults, ServerError, TooMany, early_refusal
from adapters.sandbox.slack.limits import Limiter
from adapters.sandbox.slack.methods import METHODS, Method
from adapters.sandbox.slack.request_body import read_arguments
from adapters.sandbox.slack.world import World
from adapters.sandbox.wire import JsonObject, reset

EXCHANGES_KEPT = 20_000
WIRE_TEXT = 120
"""Characters of a message that the wire log shows."""
CONNECT = "apps.connections.open"


@dataclass(slots=True)
class Reply:
    """An answer before it is written."""

    status: int
    body: JsonObject
    headers: dict[str, str] = field(default_factory=dict)
    applied: bool = False


class WebApi:
    """Serves the methods for the app with `bot_token` and `app_token`. `connect` gives the address of a new connection."""

    def __init__(
        self, world: World, faults: Faults, limiter: Limiter, connect: Callable[[], str], *, clock: Callable[[], float]
    ) -> None:
        self.world = world
        self.faults = faults
        self.limiter = limiter
        self.bot_token = ""
        self.app_token = ""
        self.exchanges: deque[Exchange] = deque(maxlen=EXCHANGES_KEPT)
        self._connect = connect
        self._clock = clock

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one call."""
        started, at = time.perf_counter(), self._clock()
        name = request.match_info["method"]
        effect = self.faults.take(request.method, name)
        arguments: JsonObject = {}
        try:
            arguments = await read_arguments(request)
            reply = await self._answer(name, request, arguments, effect)
        except ApiError as refusal:
            reply = _refused(refusal)
        reply.headers |= self._scope_headers(name)
        ms = (time.perf_counter() - started) * 1000
        kept = {one: value for one, value in arguments.items() if one != "token"}
        self._record(
            Exchange(
                name=name,
                verb=request.method,
                request=kept,
                status=None if isinstance(effect, Drop) else reply.status,
                response=reply.body,
                headers=reply.headers,
                ms=ms,
                at=at,
                applied=reply.applied,
                fault=None if effect is None else type(effect).__name__,
            )
        )
        return _write(request, reply, effect)

    # --- deciding

    async def _answer(self, name: str, request: web.Request, arguments: JsonObject, effect: Effect | None) -> Reply:
        await wait_for(effect, applied=False)
        early = _early(effect)
        if early is not None:
            return early
        token = _token(request, arguments)
        call = Call(self.world, {one: value for one, value in arguments.items() if one != "token"})
        run = self._runner(name, token, call)
        place = str(arguments.get("channel", "")) if name in METHODS and METHODS[name].per_channel else ""
        wait = self.limiter.take(METHODS[name].rule if name in METHODS else "tier3", name, place)
        if wait is not None:
            raise rate_limited(wait)
        reply = _run(run)
        await wait_for(effect, applied=True)
        if isinstance(effect, ServerError):
            return Reply(effect.status, {"ok": False, "error": "internal_error"}, applied=reply.applied)
        return reply

    def _runner(self, name: str, token: str, call: Call) -> Callable[[], JsonObject]:
        """What carries the call out. Raises the refusals of tokens, unknown methods and scopes."""
        if not token:
            raise ApiError("not_authed")
        if token not in (self.bot_token, self.app_token):
            raise ApiError("invalid_auth")
        if self.world.state.app.suspended:
            raise ApiError("token_revoked")
        method = METHODS.get(name)
        if method is None and name != CONNECT:
            raise ApiError("unknown_method", fields={"req_method": name})
        if (token == self.app_token) is not (method is None):
            raise ApiError("not_allowed_token_type")
        if method is None:
            return lambda: {"url": self._connect()}
        self._check_scopes(method, call)
        return lambda: method.handler(call)

    def _check_scopes(self, method: Method, call: Call) -> None:
        needed, provided = method.needed(call), self.world.state.app.scopes
        if needed and not set(needed) & set(provided):
            raise missing_scope(",".join(needed), provided)

    def _scope_headers(self, name: str) -> dict[str, str]:
        method = METHODS.get(name)
        if method is None:
            return {}
        return {
            "x-oauth-scopes": ",".join(self.world.state.app.scopes),
            "x-accepted-oauth-scopes": ",".join(method.needed(Call(self.world))),
        }

    # --- recording

    def _record(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        text = str(
            exchange.request.get("text") or exchange.request.get("markdown_text") or exchange.request.get("status") or ""
        )
        self.world.feed.publish(
            "wire",
            {
                "kind": "web_api",
                "method": exchange.name,
                "status": exchange.status,
                "ms": round(exchange.ms, 1),
                "retry_after": exchange.headers.get("Retry-After"),
                "who": self.world.state.app.name,
                "text": text if len(text) <= WIRE_TEXT else text[: WIRE_TEXT - 1] + "…",
                "error": exchange.error,
                "fault": exchange.fault,
            },
        )


def _token(request: web.Request, arguments: JsonObject) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if scheme == "Bearer" else str(arguments.get("token") or "")


def _run(run: Callable[[], JsonObject]) -> Reply:
    try:
        return Reply(200, {"ok": True, **run()}, applied=True)
    except ApiError as refusal:
        return _refused(refusal)


def _refused(refusal: ApiError) -> Reply:
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    return Reply(refusal.status, refusal.body(), headers)


def _early(effect: Effect | None) -> Reply | None:
    """The answer of a fault that lets nothing be applied."""
    refused = early_refusal(effect)
    if refused is not None:
        return Reply(200, refused)
    match effect:
        case TooMany(retry_after=seconds):
            return Reply(429, {"ok": False, "error": "ratelimited"}, {} if seconds is None else {"Retry-After": str(seconds)})
        case ServerError(status=status, applied=False):
            return Reply(status, {"ok": False, "error": "internal_error"})
        case Drop(applied=False):
            return Reply(0, {})
        case _:
            return None


def _write(request: web.Request, reply: Reply, effect: Effect | None) -> web.StreamResponse:
    if isinstance(effect, Drop) and request.transport is not None:
        if effect.reset:
            reset(request.transport)
        else:
            request.transport.close()
    headers = {"Content-Type": "application/json; charset=utf-8"} | reply.headers
    return web.Response(status=reply.status, body=json.dumps(reply.body).encode(), headers=headers)
