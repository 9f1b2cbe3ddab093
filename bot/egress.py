"""Who may call a chat platform next: the calls that are left, shared by urgency instead of by who came first.

Every platform allows so many calls in so much time, in one place and in all. A final that comes while other answers grow in
the same place must not wait until their previews are through, so previews leave some calls over, and never stand in line: one
that cannot go at once is refused, and comes back with newer text.
"""

import bisect
import itertools
from collections import deque
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from bot.errors import Crowded, RateLimited
from bot.ports import Clock

LONGEST_WAIT = 10.0
"""Seconds in line. Whoever would wait longer is told at once how long, and may do something else."""


class Urgency(IntEnum):
    """What goes first: finals and all else that somebody waits for, then reactions, typing signs and what follows an answer,
    then previews."""

    NOW = 0
    LATER = 1
    PREVIEW = 2


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `most` calls in any `seconds`, of which the last `reserve` are for `Urgency.NOW` alone."""

    most: int
    seconds: float
    reserve: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.reserve < self.most or self.seconds <= 0:
            raise ValueError(f"no rate: {self}")


class Window:
    """The calls of late under one rate. Pure: the caller says what time it is."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._sent: deque[float] = deque(maxlen=rate.most)
        self._closed_until = 0.0

    def note(self, now: float) -> None:
        """A call goes out."""
        self._sent.append(now)

    def close(self, until: float) -> None:
        """Let nothing out until then: the platform said so."""
        self._closed_until = max(self._closed_until, until)

    def wait(self, urgency: Urgency, now: float, ahead: int = 0) -> float:
        """Seconds until a call may go out when `ahead` others go first; 0.0 for at once."""
        most = self.rate.most - (self.rate.reserve if urgency > Urgency.NOW else 0)
        sent, at = list(self._sent), now
        for _ in range(ahead + 1):
            full = len(sent) >= most
            at = max(now, self._closed_until, sent[-most] + self.rate.seconds if full else now)
            sent.append(at)
        return at - now

    def idle(self, now: float) -> bool:
        """Whether nothing of the past matters any more."""
        return self._closed_until <= now and (not self._sent or self._sent[-1] + self.rate.seconds <= now)


_Waiter: TypeAlias = tuple[Urgency, int, str | None]


class Egress:
    """The calls of one platform: a window for each lane (what shares a limit there, such as a channel) and one for all."""

    def __init__(self, clock: Clock, *, lane: Rate, whole: Rate) -> None:
        self._clock, self._rate = clock, lane
        self._whole = Window(whole)
        self._lanes: dict[str, Window] = {}
        self._line: list[_Waiter] = []  # in the order in which they go
        self._numbers = itertools.count()

    def share(self, *, lane: Rate, whole: Rate) -> None:
        """From now on these rates hold, for what went out before too. Raises ValueError for another `most`."""
        if (lane.most, whole.most) != (self._rate.most, self._whole.rate.most):
            raise ValueError("a budget can be shared in another way, but grows by nothing")
        self._rate, self._whole.rate = lane, whole
        for window in self._lanes.values():
            window.rate = lane

    async def take(self, lane: str | None, urgency: Urgency) -> None:
        """Return when a call may go out, and count it. A call without a lane counts for the whole alone.

        Raises `Crowded` for a preview that may not go at once, `RateLimited` for a call that would stand in line for longer
        than `LONGEST_WAIT`. To cancel it is to leave the line: nothing was sent.
        """
        waiter = (urgency, next(self._numbers), lane)
        bisect.insort(self._line, waiter)
        try:
            while (wait := self._wait(waiter)) > 0:
                if urgency is Urgency.PREVIEW:
                    raise Crowded(wait)
                if wait > LONGEST_WAIT:
                    raise RateLimited(wait)
                await self._clock.sleep(wait)
        finally:
            self._line.remove(waiter)
        now = self._clock.now()
        self._whole.note(now)
        if lane is not None:
            self._lane(lane).note(now)

    def close(self, lane: str | None, seconds: float) -> None:
        """Hold a lane back, or everything: the platform answered with a rate limit."""
        window = self._whole if lane is None else self._lane(lane)
        window.close(self._clock.now() + seconds)

    def _wait(self, waiter: _Waiter) -> float:
        """By both windows, behind those that go before: in the lane all of them, in the whole those whose lane is free."""
        urgency, _, lane = waiter
        now = self._clock.now()
        before = self._line[: bisect.bisect_left(self._line, waiter)]
        queued: dict[str | None, int] = {}
        going = 0
        for other, _, name in before:
            place = queued.get(name, 0)
            queued[name] = place + 1
            going += self._lane_wait(name, other, now, place) <= 0
        in_lane = self._lane_wait(lane, urgency, now, queued.get(lane, 0))
        return max(in_lane, self._whole.wait(urgency, now, going if in_lane <= 0 else 0))

    def _lane_wait(self, lane: str | None, urgency: Urgency, now: float, ahead: int) -> float:
        return 0.0 if lane is None else self._lane(lane).wait(urgency, now, ahead)

    def _lane(self, name: str) -> Window:
        if name not in self._lanes:
            now = self._clock.now()
            for idle in [known for known, window in self._lanes.items() if window.idle(now)]:
                del self._lanes[idle]
            self._lanes[name] = Window(self._rate)
        return self._lanes[name]
