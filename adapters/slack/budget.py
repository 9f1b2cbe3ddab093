"""Slack's limits as budgets of calls. They hold for each method in a workspace, not for the bot as a whole.

https://docs.slack.dev/apis/web-api/rate-limits
"""

from dataclasses import dataclass
from typing import Final

from bot.egress import Egress, Rate, Urgency
from bot.ports import Clock

_SLICE = 12.5
"""Seconds, in which a fifth of a minute's calls may go out: no burst is followed by half a minute of silence. It is longer than
a fifth of a minute, because what goes out evenly does not arrive so."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What a method may do: `whole` for the workspace, and `lane` for one channel where that has a limit of its own."""

    whole: Rate
    lane: Rate | None = None


TIER_2: Final = Limit(Rate(4, _SLICE, reserve=1))  # 20 a minute
TIER_3: Final = Limit(Rate(10, _SLICE, reserve=2))  # 50 a minute
TIER_4: Final = Limit(Rate(20, _SLICE, reserve=4))  # 100 a minute
# 1 a second in a channel, with short bursts. Half a second more than five: calls arrive closer together than they leave.
_POSTING: Final = Limit(Rate(60, _SLICE, reserve=12), Rate(4, 5.5, reserve=1))

LIMITS: Final[dict[str, Limit]] = {
    "chat.postMessage": _POSTING,
    "chat.update": TIER_3,
    "chat.delete": TIER_3,
    "chat.startStream": TIER_2,
    "chat.appendStream": TIER_4,
    "chat.stopStream": TIER_2,
    "chat.postEphemeral": TIER_4,
    "agents.sessions.setStatus": TIER_3,
    "reactions.add": TIER_3,
    "reactions.remove": TIER_2,
    "conversations.replies": TIER_3,
    "conversations.history": TIER_3,
    "users.info": TIER_4,
    "views.publish": TIER_4,
    "views.open": TIER_4,
}
_UNNAMED: Final = TIER_4


class Budget:
    """Who may call next, method by method."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._methods: dict[str, Egress] = {}

    async def take(self, method: str, channel: str | None, urgency: Urgency) -> None:
        """Return when a call may go out; raises as `bot.egress.Egress.take` does."""
        await self._egress(method).take(self._lane(method, channel), urgency)

    def close(self, method: str, channel: str | None, seconds: float) -> None:
        """Slack refused a call for as long."""
        self._egress(method).close(self._lane(method, channel), seconds)

    def _egress(self, method: str) -> Egress:
        if method not in self._methods:
            limit = LIMITS.get(method, _UNNAMED)
            self._methods[method] = Egress(self._clock, lane=limit.lane or limit.whole, whole=limit.whole)
        return self._methods[method]

    def _lane(self, method: str, channel: str | None) -> str | None:
        return channel if LIMITS.get(method, _UNNAMED).lane else None
