"""Slack's rate limits as data, on a given clock (https://docs.slack.dev/apis/web-api/rate-limits).

Tiers count for one method and workspace. Slack lets short bursts pass without saying how many, and says "hundreds" for some
methods: those numbers are ours, so a client has to obey Retry-After, never the numbers.
"""

import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Rule:
    """At most `limit` calls within any `per` seconds."""

    limit: int
    per: float


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "tier1": Rule(1, 60.0),
        "tier2": Rule(20, 60.0),
        "tier3": Rule(50, 60.0),
        "tier4": Rule(100, 60.0),
        "post": Rule(5, 5.0),  # one a second in a channel, with short bursts
        "status": Rule(600, 60.0),  # https://docs.slack.dev/reference/methods/assistant.threads.setStatus
        "hundreds": Rule(300, 60.0),
    }
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the workspace allows; no rule means no limit. Times in seconds, sizes in characters.

    Sizes: https://docs.slack.dev/reference/methods/chat.postMessage#truncating and chat.update's `msg_too_long`; blocks as a
    whole by field reports. `stream_seconds`: field reports of about five minutes (slackapi/python-slack-sdk#1859).
    """

    rules: Mapping[str, Rule] = field(default_factory=lambda: RULES)
    post_text: int = 40_000
    update_text: int = 4_000
    markdown_text: int = 12_000
    blocks_text: int = 13_200
    metadata: int = 8_000
    view_text: int = 250_000
    stream_seconds: float = 300.0
    status_seconds: float = 120.0
    trigger_seconds: float = 3.0
    ack_seconds: float = 3.0
    response_url_seconds: float = 1800.0
    response_url_uses: int = 5
    retry_after: tuple[float, ...] = (0.0, 60.0, 300.0)  # of an event that was not acknowledged
    connections: int = 10

    def scaled(self, factor: float) -> "Limits":
        """The same limits with windows `factor` times shorter, so that a test of many windows takes less time."""
        return replace(self, rules={name: Rule(rule.limit, rule.per / factor) for name, rule in self.rules.items()})


REAL_LIMITS = Limits()
NO_LIMITS = Limits(rules={})


class Limiter:
    """Decides whether a call passes. `clock` gives seconds that never go back."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self._clock = clock
        self._passed: dict[tuple[str, str, str], deque[float]] = {}
        self.refused = 0

    def take(self, rule_name: str, method: str, place: str = "") -> int | None:
        """Ask for one call; None when it passes, else whole seconds to wait. A refused call uses nothing up."""
        rule = self.limits.rules.get(rule_name)
        if rule is None:
            return None
        now = self._clock()
        passed = self._passed.setdefault((rule_name, method, place), deque())
        while passed and passed[0] <= now - rule.per:
            passed.popleft()
        if len(passed) >= rule.limit:
            self.refused += 1
            return max(1, math.ceil(passed[0] + rule.per - now))
        passed.append(now)
        return None
