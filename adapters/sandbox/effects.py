"""Faults at single calls that both local servers know, and the plan that hands them out."""

import asyncio
import re
from dataclasses import dataclass
from typing import Generic, TypeVar


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


async def wait_for(effect: object, *, applied: bool) -> None:
    """Wait as a Slow or Hold wants it at this moment; anything else does not wait."""
    match effect:
        case Slow(seconds=seconds, applied=late) if late is applied:
            await asyncio.sleep(seconds)
        case Hold(released=released, applied=late) if late is applied:
            await released.wait()
        case _:
            pass
