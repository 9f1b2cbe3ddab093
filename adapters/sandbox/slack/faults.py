"""Things that go wrong on demand: at calls by method, and at Socket Mode."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from adapters.sandbox.effects import Drop, EventFaults, Hold, Plan, Planned, ServerError, Slow
from adapters.sandbox.slack.ledger import Event
from adapters.sandbox.wire import JsonObject

__all__ = ["Drop", "Effect", "Faults", "Hold", "Refuse", "ServerError", "Slow", "SocketControls", "TooMany"]


@dataclass(frozen=True, slots=True)
class TooMany:
    """Answer 429; `retry_after` in seconds, None without the header."""

    retry_after: int | None = 1


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer `ok: false` with a code; nothing is applied. `needed` for missing_scope."""

    error: str
    needed: str | None = None


Effect: TypeAlias = TooMany | ServerError | Refuse | Drop | Slow | Hold


class SocketControls(Protocol):
    """What the faults need of Socket Mode."""

    def ask_reconnect(self, reason: str) -> None:
        """Ask every connection to be opened anew."""
        ...

    def close_all(self) -> None:
        """Close every connection without a word."""
        ...

    def reset_all(self) -> None:
        """Reset every TCP connection."""
        ...

    def send_raw(self, text: str) -> None:
        """Send a frame as it is."""
        ...

    def retry_now(self) -> None:
        """Deliver unacknowledged events again at once."""
        ...


class Faults(EventFaults[Event]):
    """The knobs. Each fault is used up after its number of times; `clear` takes all back."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Plan[Effect] = Plan()
        self.ignored_acks = 0
        self.socket: SocketControls | None = None
        self.clock: Callable[[float], None] | None = None  # lets the world's time jump ahead

    def on(self, method: str, effect: Effect, *, times: int = 1, skip: int = 0) -> Planned[Effect]:
        """Plan `effect` for the next `times` calls of a method (a regular expression over its name), after `skip` others."""
        return self._plan.add("*", method, effect, times=times, skip=skip)

    def take(self, verb: str, method: str) -> Effect | None:
        """The fault for this call, used up by it."""
        return self._plan.take(verb, method)

    def clear(self) -> None:
        """No more faults."""
        self._plan.clear()
        self.spare_events()
        self.ignored_acks = 0

    # --- shorthands for the page's buttons

    def rate_limit_next_edit(self, retry_after: int = 5) -> Planned[Effect]:
        """The next edit or append is answered with 429."""
        return self.on(r"^chat\.(update|appendStream)$", TooMany(retry_after))

    def slow_answers(self, seconds: float = 2.0, *, times: int = 10) -> Planned[Effect]:
        """The next answers come late."""
        return self.on(r"", Slow(seconds), times=times)

    def pass_time(self, seconds: float) -> None:
        """Let the world's time jump ahead: streams, triggers and response URLs expire."""
        if self.clock is None:
            raise RuntimeError("the server is not assembled yet")
        self.clock(seconds)

    # --- Socket Mode

    def ask_reconnect(self, reason: str = "refresh_requested") -> None:
        """Slack's regular request to open a new connection (`warning`, `refresh_requested`)."""
        self._controls().ask_reconnect(reason)

    def close_socket(self) -> None:
        """Close the connections without a word."""
        self._controls().close_all()

    def reset_socket(self) -> None:
        """Reset the TCP connections."""
        self._controls().reset_all()

    def send_raw(self, text: str) -> None:
        """Send a frame of any kind, a broken one too."""
        self._controls().send_raw(text)

    def retry_now(self) -> None:
        """Deliver unacknowledged events again at once."""
        self._controls().retry_now()

    def ignore_acks(self, times: int = 1) -> None:
        """Lose the next `times` acknowledgements of events on their way, so that they are delivered again."""
        self.ignored_acks = times

    def _controls(self) -> SocketControls:
        if self.socket is None:
            raise RuntimeError("the server is not assembled yet")
        return self.socket


def early_refusal(effect: Effect | None) -> JsonObject | None:
    """The answer of a `Refuse`, None for any other fault."""
    if not isinstance(effect, Refuse):
        return None
    needed: JsonObject = {"needed": effect.needed, "provided": ""} if effect.needed else {}
    return {"ok": False, "error": effect.error, **needed}
