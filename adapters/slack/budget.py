"""Slack's limits as budgets of calls. They hold for each method in a workspace, not for the bot as a whole.

Updates are what answers grow and end by, so they are shared by the answers in flight: each has the call of its final kept for
it, and the previews of all share evenly what is left of the minute.
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


_MINUTE = 61.0
"""Seconds of a minute's window, with the same room."""
_IN_FLIGHT = 150.0
"""Seconds without a call after which an answer has ended in another way: a run that is silent for longer is given up."""

TIER_2: Final = Limit(Rate(4, _SLICE, reserve=1))  # 20 a minute
TIER_3: Final = Limit(Rate(10, _SLICE, reserve=2))  # 50 a minute
TIER_4: Final = Limit(Rate(20, _SLICE, reserve=4))  # 100 a minute
# 1 a second in a channel, with short bursts. Half a second more than five: calls arrive closer together than they leave.
_POSTING: Final = Limit(Rate(60, _SLICE, reserve=12), Rate(5, 5.5, reserve=1))
_MARKING: Final = Limit(Rate(48, _MINUTE))  # 50 a minute, all of them marks, and the first ones should come at once
_UPDATES: Final = 48  # of 50 a minute
_OTHER_UPDATES: Final = 2  # kept for cards and lists that somebody's click changes
_LEAST_PREVIEWS: Final = 6  # a minute, however many answers are in flight
_PREVIEWS: Final = "previews"
_UPDATE: Final = "chat.update"

LIMITS: Final[dict[str, Limit]] = {
    "chat.postMessage": _POSTING,
    "chat.delete": TIER_3,
    "chat.startStream": TIER_2,
    "chat.appendStream": TIER_4,
    "chat.stopStream": TIER_2,
    "chat.postEphemeral": TIER_4,
    "agents.sessions.setStatus": TIER_3,
    "reactions.add": _MARKING,
    "reactions.remove": TIER_2,
    "conversations.replies": TIER_3,
    "conversations.history": TIER_3,
    "users.info": TIER_4,
    "views.publish": TIER_4,
    "views.open": TIER_4,
}
_UNNAMED: Final = TIER_4


def updates(in_flight: int) -> Limit:
    """How updates are shared by so many answers: the whole with a reserve for their finals, the lane for all previews."""
    reserve = min(in_flight + _OTHER_UPDATES, _UPDATES - _LEAST_PREVIEWS)
    return Limit(Rate(_UPDATES, _MINUTE, reserve), Rate(1, _MINUTE / (_UPDATES - reserve)))


class Budget:
    """Who may call next, method by method."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._methods: dict[str, Egress] = {}
        self._growing: dict[str, float] = {}  # messages that had a preview last, and when they asked for it

    async def take(self, method: str, channel: str | None, urgency: Urgency, message: str | None = None) -> None:
        """Return when a call may go out; raises as `bot.egress.Egress.take` does. `message` is the one that it changes."""
        if message and urgency is Urgency.PREVIEW:
            self._growing[message] = self._clock.now()
        egress = self._egress(method)
        if method == _UPDATE:
            self._share(egress)
        await egress.take(self._lane(method, channel, urgency), urgency)
        if message and urgency is not Urgency.PREVIEW:
            self._growing.pop(message, None)

    def close(self, method: str, channel: str | None, seconds: float) -> None:
        """Slack refused a call for as long."""
        self._egress(method).close(self._lane(method, channel, Urgency.NOW), seconds)

    def _egress(self, method: str) -> Egress:
        if method not in self._methods:
            limit = updates(0) if method == _UPDATE else LIMITS.get(method, _UNNAMED)
            self._methods[method] = Egress(self._clock, lane=limit.lane or limit.whole, whole=limit.whole)
        return self._methods[method]

    def _share(self, egress: Egress) -> None:
        long_ago = self._clock.now() - _IN_FLIGHT
        self._growing = {message: asked for message, asked in self._growing.items() if asked > long_ago}
        limit = updates(len(self._growing))
        egress.share(lane=limit.lane or limit.whole, whole=limit.whole)

    def _lane(self, method: str, channel: str | None, urgency: Urgency) -> str | None:
        if method == _UPDATE:
            return _PREVIEWS if urgency is Urgency.PREVIEW else None
        return channel if LIMITS.get(method, _UNNAMED).lane else None
