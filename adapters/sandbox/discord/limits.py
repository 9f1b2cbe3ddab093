"""Rate limits as on the real Discord (https://discord.com/developers/docs/topics/rate-limits), as data, on a given clock.

Discord publishes no numbers per route; those here are field reports (discord-api-docs #2886, #4413, #7816, #6851 and
discord.py's author), so they are configuration: a client has to obey the headers, never the numbers.
"""

import hashlib
import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `limit` requests in a window of `per` seconds that opens with its first request."""

    limit: int
    per: float


RULES: Mapping[str, Rule] = {
    "message_create": Rule(5, 5.0),
    "message_edit": Rule(5, 5.0),
    "message_delete": Rule(5, 1.0),
    "reactions": Rule(1, 0.25),
    "thread_create": Rule(50, 300.0),
    "typing": Rule(5, 5.0),
    "old_edits": Rule(3, 20.0),
    "rename": Rule(2, 600.0),
    "webhook": Rule(5, 2.0),
    "read": Rule(50, 1.0),
    "other": Rule(10, 1.0),
}
"""By bucket. Each counts for one channel (a thread is its own), `read` and `other` for the server where no channel is named,
`webhook` for one interaction's token; the first answer to an interaction has no limit."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the server allows. None or no rule means no limit. `old_edit_age` in seconds."""

    per_second: int | None = 50
    rules: Mapping[str, Rule] = field(default_factory=lambda: dict(RULES))
    old_edit_age: float = 3600.0
    invalid: Rule = Rule(10_000, 600.0)
    gateway_sends: Rule | None = Rule(120, 60.0)
    identifies: int = 1000

    def scaled(self, factor: float) -> "Limits":
        """The same limits with windows `factor` times shorter, so that a test of many windows takes less time."""
        return replace(self, rules={name: Rule(rule.limit, rule.per / factor) for name, rule in self.rules.items()})


REAL_LIMITS = Limits()
NO_LIMITS = Limits(per_second=None, rules={}, gateway_sends=None)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limiter says about one request. `reset_after`, `retry_after` in seconds; the latter is None when it may pass."""

    bucket: str | None = None
    limit: int = 0
    remaining: int = 0
    reset_after: float = 0.0
    retry_after: float | None = None
    scope: str = "user"

    def headers(self, now: float) -> dict[str, str]:
        """The X-RateLimit headers; `now` in seconds since 1970."""
        found: dict[str, str] = {}
        if self.bucket is not None:
            found = {
                "X-RateLimit-Limit": str(self.limit),
                "X-RateLimit-Remaining": str(self.remaining),
                "X-RateLimit-Reset": f"{now + self.reset_after:.3f}",
                "X-RateLimit-Reset-After": f"{self.reset_after:.3f}",
                "X-RateLimit-Bucket": self.bucket,
            }
        if self.retry_after is not None:
            found |= {"Retry-After": str(math.ceil(self.retry_after)), "X-RateLimit-Scope": self.scope}
        if self.scope == "global":
            found["X-RateLimit-Global"] = "true"
        return found


class Window:
    """Counts requests in windows that open with their first request."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.used = 0
        self.ends = -math.inf

    def take(self, now: float) -> bool:
        """Count one request if it fits."""
        if now >= self.ends:
            self.used, self.ends = 0, now + self.rule.per
        if self.used >= self.rule.limit:
            return False
        self.used += 1
        return True

    def left(self, now: float) -> float:
        """Seconds to the window's end, rounded up to milliseconds as the headers carry them: never too early."""
        return math.ceil(max(0.0, self.ends - now) * 1000) / 1000


class Limiter:
    """Decides whether a request passes. `clock` gives seconds that never go back."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self._clock = clock
        self._windows: dict[tuple[str, str], Window] = {}
        self._second = Window(Rule(limits.per_second or 0, 1.0))
        self._invalid: deque[float] = deque()
        self.refused = 0

    def take(self, name: str, major: str) -> Verdict:
        """Ask for one request of a bucket and its major parameter; one that is refused uses nothing up."""
        now = self._clock()
        if self.limits.per_second is not None and not self._second.take(now):
            self.refused += 1
            return Verdict(retry_after=self._second.left(now), scope="global")
        return self.take_bucket(name, major)

    def take_bucket(self, name: str, major: str, *, scope: str = "user") -> Verdict:
        """The same without the limit over all routes: for a second bucket that one request falls under."""
        now = self._clock()
        rule = self.limits.rules.get(name)
        if rule is None:
            return Verdict()
        window = self._windows.setdefault((name, major), Window(rule))
        passes = window.take(now)
        if not passes:
            self.refused += 1
        return Verdict(
            bucket=bucket_hash(name),
            limit=rule.limit,
            remaining=rule.limit - window.used,
            reset_after=window.left(now),
            retry_after=None if passes else window.left(now),
            scope=scope,
        )

    def count_invalid(self) -> None:
        """Count an answer of 401, 403 or 429 (those of shared scope excepted)."""
        self._invalid.append(self._clock())

    @property
    def banned(self) -> bool:
        """Whether there were so many invalid requests that the real Discord would shut the address out."""
        horizon = self._clock() - self.limits.invalid.per
        while self._invalid and self._invalid[0] <= horizon:
            self._invalid.popleft()
        return len(self._invalid) >= self.limits.invalid.limit


def bucket_hash(name: str) -> str:
    """A bucket's opaque name."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]
