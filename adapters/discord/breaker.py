"""Stops us before Discord does: 10,000 refused requests in 10 minutes, and it bans the address for all that runs there.

https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
"""

import json
from collections import deque
from contextlib import suppress
from typing import Final, Literal

import aiohttp
import structlog

from adapters.discord import errors
from bot import metrics
from bot.egress import Urgency
from bot.errors import RateLimited
from bot.ports import Clock

log = structlog.get_logger(__name__)

Level = Literal["normal", "essential", "silent"]
"""What goes out: everything; what somebody waits for (no previews, reactions, typing signs); nothing."""

WINDOW = 600.0  # seconds, Discord's
ESSENTIAL_FROM = 1_000
SILENT_FROM = 5_000  # of Discord's 10,000: other programs may call from the same address
_NORMAL_BELOW = 500

_REFUSED: Final = {401, 403, 429}
_SLICE = 5.0  # seconds whose refusals are counted together

_CAUSE = "look for a server that took away my permissions, or for a second program that uses my token."
_SENTENCE: Final[dict[Level, str]] = {
    "essential": f"Discord refuses many of my requests, so I send finished answers and notices alone: {_CAUSE}",
    "silent": f"Discord refuses so many of my requests that I am silent for some minutes, not to be banned: {_CAUSE}",
}


class Breaker:
    """Counts refused requests and says what may still go out."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._slices: deque[tuple[float, int]] = deque()
        self._count = 0
        self._level: Level = "normal"

    @property
    def level(self) -> Level:
        """What goes out now."""
        self._forget()
        return self._level

    def answered(self, status: int, scope: str | None) -> None:
        """An answer came. A 429 that Discord blames on others, of scope `shared`, does not count."""
        if status not in _REFUSED or scope == "shared":
            return
        metrics.refused.labels("discord", str(status)).inc()
        start = self._clock.now() // _SLICE * _SLICE
        if self._slices and self._slices[-1][0] == start:
            self._slices[-1] = (start, self._slices[-1][1] + 1)
        else:
            self._slices.append((start, 1))
        self._count += 1
        self._forget()

    def allow(self, urgency: Urgency) -> None:
        """Raises `RateLimited` if calls of this urgency have to wait."""
        level = self.level
        if level == "silent" or (level == "essential" and urgency is not Urgency.NOW):
            raise RateLimited(self._wait())

    async def check(self) -> None:
        """For `/readyz`: raises RuntimeError with what the owner should know while not everything goes out."""
        if self.level != "normal":
            raise RuntimeError(_SENTENCE[self._level])

    def trace(self) -> aiohttp.TraceConfig:
        """For the HTTP client: every answer is counted, those too that the library deals with by itself."""
        config = aiohttp.TraceConfig()

        async def ended(_: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestEndParams) -> None:
            response = request.response
            self.answered(response.status, response.headers.get("X-RateLimit-Scope"))
            if response.status == 429:
                with suppress(ValueError, aiohttp.ClientError):
                    errors.note_limit(json.loads(await response.read()))

        config.on_request_end.append(ended)
        return config

    def _wait(self) -> float:
        """Seconds until the oldest refusals are forgotten."""
        return self._slices[0][0] + _SLICE + WINDOW - self._clock.now()

    def _forget(self) -> None:
        now = self._clock.now()
        while self._slices and self._slices[0][0] + _SLICE + WINDOW <= now:
            self._count -= self._slices.popleft()[1]
        level = _level(self._count, self._level)
        if level == self._level:
            return
        self._level = level
        metrics.breaker.labels("discord").set({"normal": 0, "essential": 1, "silent": 2}[level])
        if level == "normal":
            log.info("discord breaker closed")
        else:
            log.error("discord breaker open", level=level, refused=self._count, mend=_SENTENCE[level])


def _level(count: int, before: Level) -> Level:
    if count >= SILENT_FROM:
        return "silent"
    if count >= ESSENTIAL_FROM or (before != "normal" and count >= _NORMAL_BELOW):
        return "essential"
    return "normal"
