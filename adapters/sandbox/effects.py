"""Faults at single calls and at events that both local servers know, and the plan that hands them out."""

import asyncio
import re
from copy import copy
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class ServerError:
    """Answer 5xx, without (or with) the call being applied."""

    status: int = 502
    applied: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the connection without an answer, before or after the call is applied; `reset` does it with a TCP reset."""

    applied: bool
    reset: bool = False


@dataclass(frozen=True, slots=True)
class Slow:
    """Wait some seconds before the call is applied, or `applied` before the answer."""

    seconds: float
    applied: bool = False


@dataclass(frozen=True, slots=True)
class Hold:
    """Wait until the event is set, before the call is applied or (`applied`) before the answer."""

    released: asyncio.Event
    applied: bool = False


EffectT = TypeVar("EffectT")


@dataclass(slots=True)
class Planned(Generic[EffectT]):
    """A fault that waits for its call. `hits` counts the calls that it met."""

    verb: str
    pattern: re.Pattern[str]
    effect: EffectT
    times: int
    skip: int
    hits: int = 0


class Plan(Generic[EffectT]):
    """Faults by what they match, each used up after its number of times."""

    def __init__(self) -> None:
        self._planned: list[Planned[EffectT]] = []

    def add(self, verb: str, pattern: str, effect: EffectT, *, times: int = 1, skip: int = 0) -> Planned[EffectT]:
        """Plan `effect` for the next `times` calls of an HTTP verb ("*": any) whose name matches, after `skip` others."""
        planned = Planned(verb.upper(), re.compile(pattern), effect, times, skip)
        self._planned.append(planned)
        return planned

    def clear(self) -> None:
        """No more faults."""
        self._planned.clear()

    def take(self, verb: str, name: str) -> EffectT | None:
        """The fault for this call, used up by it."""
        for planned in self._planned:
            if planned.verb not in ("*", verb) or not planned.pattern.search(name) or planned.times <= 0:
                continue
            if planned.skip > 0:
                planned.skip -= 1
                continue
            planned.times -= 1
            planned.hits += 1
            return planned.effect
        return None


class Named(Protocol):
    """An event that a server delivers."""

    @property
    def name(self) -> str:
        """What the platform calls events of this kind."""
        ...


EventT = TypeVar("EventT", bound=Named)


class EventFaults(Generic[EventT]):
    """Faults at the delivery of events, by their names; each is used up after its number of times."""

    def __init__(self) -> None:
        self._doubled: dict[str, int] = {}
        self._delayed: dict[str, int] = {}
        self._lost: dict[str, int] = {}
        self._waiting: list[EventT] = []

    def duplicate(self, name: str, *, times: int = 1) -> None:
        """Deliver the next `times` events of a name twice."""
        self._doubled[name] = times

    def delay(self, name: str, *, times: int = 1) -> None:
        """Deliver the next `times` events of a name only after the event that follows them."""
        self._delayed[name] = times

    def lose(self, name: str, *, times: int = 1) -> None:
        """Never deliver the next `times` events of a name."""
        self._lost[name] = times

    def arrange(self, event: EventT) -> list[EventT]:
        """What is delivered in place of an event."""
        if _use(self._lost, event.name):
            return []
        if _use(self._delayed, event.name):
            self._waiting.append(event)
            return []
        found = [event, copy(event)] if _use(self._doubled, event.name) else [event]
        found += self._waiting
        self._waiting = []
        return found

    def spare_events(self) -> None:
        """No more faults at events; one that was delayed still waits for the next."""
        for knob in (self._doubled, self._delayed, self._lost):
            knob.clear()


def _use(knob: dict[str, int], name: str) -> bool:
    if knob.get(name, 0) <= 0:
        return False
    knob[name] -= 1
    return True


async def wait_for(effect: object, *, applied: bool) -> None:
    """Wait as a Slow or Hold wants it at this moment; anything else does not wait."""
    match effect:
        case Slow(seconds=seconds, applied=late) if late is applied:
            await asyncio.sleep(seconds)
        case Hold(released=released, applied=late) if late is applied:
            await released.wait()
        case _:
            pass
