"""Things that go wrong on demand: at REST calls by method and path, and at the gateway."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.ledger import Event
from adapters.sandbox.effects import Drop, EventFaults, Hold, Plan, Planned, ServerError, Slow

__all__ = ["Drop", "Effect", "Faults", "GatewayControls", "Hold", "Planned", "Refuse", "ServerError", "Slow", "TooMany"]


@dataclass(frozen=True, slots=True)
class TooMany:
    """Answer 429. Without `via` it looks like a Cloudflare ban, as discord.py sees it. `scope`: user, global or shared."""

    retry_after: float = 1.0
    via: bool = True
    scope: str = "user"


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer 4xx with one of Discord's JSON codes; nothing is applied. For refusals that the world has no cause for."""

    status: int
    code: int
    message: str = "Refused on purpose"


Effect: TypeAlias = TooMany | ServerError | Refuse | Drop | Slow | Hold


class GatewayControls(Protocol):
    """What the faults need of the gateway."""

    def close_all(self, code: int) -> None:
        """Close every connection with a code."""
        ...

    def reset_all(self) -> None:
        """Reset every TCP connection."""
        ...

    def ask_reconnect(self) -> None:
        """Send op 7."""
        ...

    def invalidate(self, *, resumable: bool) -> None:
        """Send op 9."""
        ...

    def send_raw(self, name: str, data: JsonObject) -> None:
        """Send an event as it is."""
        ...


class Faults(EventFaults[Event]):
    """The knobs. Each fault is used up after its number of times; `clear` takes all back."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Plan[Effect] = Plan()
        self.gateway: GatewayControls | None = None
        self.clock: Callable[[float], None] | None = None  # lets the world's time jump ahead

    def on(self, method: str, path: str, effect: Effect, *, times: int = 1, skip: int = 0) -> Planned[Effect]:
        """Plan `effect` for the next `times` calls of `method` ("*": any) whose path matches `path`, after `skip` others."""
        return self._plan.add(method, path, effect, times=times, skip=skip)

    def clear(self) -> None:
        """No more faults."""
        self._plan.clear()
        self.spare_events()

    def take(self, method: str, path: str) -> Effect | None:
        """The fault for this call, used up by it."""
        return self._plan.take(method, path)

    # --- shorthands for the page's buttons

    def rate_limit_next_edit(self, retry_after: float = 5.0) -> Planned[Effect]:
        """The next edit of a message is answered with 429."""
        return self.on("PATCH", r"/messages/", TooMany(retry_after))

    def slow_answers(self, seconds: float = 2.0, *, times: int = 10) -> Planned[Effect]:
        """The next answers come late."""
        return self.on("*", r"", Slow(seconds), times=times)

    def pass_time(self, seconds: float) -> None:
        """Let the world's time jump ahead: interactions' tokens expire, messages grow old."""
        if self.clock is None:
            raise RuntimeError("the server is not assembled yet")
        self.clock(seconds)

    # --- gateway

    def close_gateway(self, code: int = 4000) -> None:
        """Close the gateway connections with a code."""
        self._controls().close_all(code)

    def reset_gateway(self) -> None:
        """Reset the gateway's TCP connections."""
        self._controls().reset_all()

    def ask_reconnect(self) -> None:
        """Op 7: please reconnect and resume."""
        self._controls().ask_reconnect()

    def invalidate_session(self, *, resumable: bool = False) -> None:
        """Op 9: the session is gone (or, `resumable`, may be resumed)."""
        self._controls().invalidate(resumable=resumable)

    def send_raw(self, name: str, data: JsonObject) -> None:
        """Send an event with any payload, a broken one too."""
        self._controls().send_raw(name, data)

    def _controls(self) -> GatewayControls:
        if self.gateway is None:
            raise RuntimeError("the server is not assembled yet")
        return self.gateway
