"""All that crosses Redis between the bot and the workers.

A request, `RunRequest` or the `StepRequest` of a movie night, goes into the run queue (one stream, one consumer group). The run
appends `RunEvent`s to a stream of its own; every entry carries `v, run_id, seq, attempt, type, data, ts`. The last entry of a
stream is always terminal: `ResponseDone` or `StepDone`, `InterruptAck` or `RunError`. A stop is a flag, a key of its own.

Attempts: when a worker dies, another claims the run and starts it again with a higher attempt; readers drop entries of a lower
one, so a worker that was only slow cannot write into its successor's answer.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agent import evening
from agent.evening import Step, StepRequest
from agent.requests import PROTOCOL_VERSION, ContractError, HistoryMessage, Request, RunRequest, read_request, write_request
from agent.values import NO_HOUSE, NO_TASTE, Citation, House, Taste, TitleCard, TitleRef

__all__ = [
    "NO_HOUSE", "NO_TASTE", "PROTOCOL_VERSION", "QUEUE_FIELD", "RUN_QUEUE", "RUN_TTL_SECONDS", "TERMINAL_EVENTS",
    "WORKER_GROUP", "Citation", "ContractError", "Decision", "Entry", "ErrorCode", "GenerationStarted", "GraphEnd",
    "GraphStart", "HistoryMessage", "House", "InterruptAck", "NodeEnd", "NodeOutput", "NodeStart", "Progress",
    "Request", "ResponseChunk", "ResponseDone", "RunError", "RunEvent", "RunRequest", "StepDone", "StepEnd", "StepRequest",
    "Taste", "Terminal", "ThinkingEnd", "ThinkingStart", "TitleCard", "TitleRef", "Usage", "attempt_counter", "event_name",
    "read_request", "run_stream", "stop_flag", "write_request",
]  # fmt: skip

RUN_QUEUE = "matinee:runs"
WORKER_GROUP = "workers"
QUEUE_FIELD = "request"  # the one field of a queue entry: write_request()
# Longer than any run and than a gateway's outage over night: a reader that comes back finds the log or its honest absence.
RUN_TTL_SECONDS = 24 * 3600


def run_stream(run_id: str) -> str:
    """The key of the stream that holds a run's events."""
    return f"matinee:run:{run_id}"


def stop_flag(run_id: str) -> str:
    """The key whose presence asks the run to stop."""
    return f"matinee:stop:{run_id}"


def attempt_counter(run_id: str) -> str:
    """The key that counts how often a run was started."""
    return f"matinee:attempt:{run_id}"


Decision = Literal["GENERAL", "RETRIEVE", "TOOL", "COMPLEX"]
ErrorCode = Literal["model_unavailable", "model_timeout", "rate_limited", "retrieval_failed", "worker_lost", "internal"]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run cost. Tokens are 0 in no-model mode."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float = 0.0
    fallbacks: int = 0  # structured outputs that could not be read and were decided by rules


@dataclass(frozen=True, slots=True)
class GenerationStarted:
    """A worker has begun; a reader forgets what an earlier attempt wrote."""


@dataclass(frozen=True, slots=True)
class ThinkingStart:
    """The model has begun to reason before its answer."""


@dataclass(frozen=True, slots=True)
class ThinkingEnd:
    """The model's reasoning is over."""


@dataclass(frozen=True, slots=True)
class GraphStart:
    """The graph begins."""


@dataclass(frozen=True, slots=True)
class GraphEnd:
    """The graph is through: the nodes it visited in order, and its time in milliseconds."""

    path: tuple[str, ...] = ()
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class NodeStart:
    """A node begins. `about` names the part of the question that it works on, where it works on one: "… (1 of 2)"."""

    node: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class NodeEnd:
    """A node is through, after `ms` milliseconds."""

    node: str
    ms: float


@dataclass(frozen=True, slots=True)
class NodeOutput:
    """What a node found out, for people to follow: decision, media type, filters, document count, scores …"""

    node: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResponseChunk:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ResponseDone:
    """Terminal. Carries the whole answer, so that a reader who comes late still ends right."""

    text: str
    decision: Decision = "GENERAL"
    contextualized_question: str = ""
    media_type: str | None = None
    filters: Mapping[str, Any] = field(default_factory=dict)
    titles: tuple[TitleRef, ...] = ()
    cards: tuple[TitleCard, ...] = ()
    citations: tuple[Citation, ...] = ()
    usage: Usage = Usage()
    needs_reask: bool = False


@dataclass(frozen=True, slots=True)
class StepDone:
    """Terminal. A movie night's next step. `dropped` counts title ids of a model that the catalogue does not have."""

    step: Step
    usage: Usage = Usage()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class InterruptAck:
    """Terminal. The run was stopped; `text` is what had been written."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class RunError:
    """Terminal. `message` is one plain sentence for the user; `text` is what had been written."""

    code: ErrorCode
    message: str
    retryable: bool
    text: str = ""


Terminal: TypeAlias = ResponseDone | InterruptAck | RunError
StepEnd: TypeAlias = StepDone | InterruptAck | RunError
Progress: TypeAlias = GenerationStarted | ThinkingStart | ThinkingEnd | GraphStart | GraphEnd | NodeStart | NodeEnd | NodeOutput
RunEvent: TypeAlias = Progress | ResponseChunk | Terminal | StepEnd
TERMINAL_EVENTS = (ResponseDone, StepDone, InterruptAck, RunError)

_EVENT_TYPES: dict[str, type[Any]] = {
    "generation_started": GenerationStarted,
    "thinking_start": ThinkingStart,
    "thinking_end": ThinkingEnd,
    "graph_start": GraphStart,
    "graph_end": GraphEnd,
    "node_start": NodeStart,
    "node_end": NodeEnd,
    "node_output": NodeOutput,
    "response_chunk": ResponseChunk,
    "response_done": ResponseDone,
    "step_done": StepDone,
    "interrupt_ack": InterruptAck,
    "error": RunError,
}
_EVENT_NAMES = {event_type: name for name, event_type in _EVENT_TYPES.items()}


def event_name(event: RunEvent) -> str:
    """The event's name on the wire, such as `node_start`."""
    return _EVENT_NAMES[type(event)]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a run's stream. `seq` counts from 1 within an attempt; `ts` is seconds since the epoch."""

    run_id: str
    seq: int
    attempt: int
    ts: float
    event: RunEvent

    def to_fields(self) -> dict[str, str]:
        """The entry as the fields of an XADD."""
        return {
            "v": str(PROTOCOL_VERSION),
            "run_id": self.run_id,
            "seq": str(self.seq),
            "attempt": str(self.attempt),
            "type": event_name(self.event),
            "data": json.dumps(_raw(self.event), ensure_ascii=False),
            "ts": f"{self.ts:.6f}",
        }

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> "Entry":
        """Raises ContractError when the fields are not an entry of this version."""
        try:
            if fields["v"] != str(PROTOCOL_VERSION):
                raise ContractError("a run event of another protocol version: upgrade both halves together")
            return cls(
                run_id=fields["run_id"],
                seq=int(fields["seq"]),
                attempt=int(fields["attempt"]),
                ts=float(fields["ts"]),
                event=_event(fields["type"], json.loads(fields["data"])),
            )
        except ContractError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ContractError(f"not a run event: {error}") from error


def _raw(event: RunEvent) -> dict[str, Any]:
    data = dataclasses.asdict(event)
    return {**data, "step": evening.to_raw(event.step)} if isinstance(event, StepDone) else data


def _event(name: str, data: dict[str, Any]) -> RunEvent:
    match name:
        case "response_done":
            data["titles"] = tuple(TitleRef.from_raw(ref) for ref in data["titles"])
            data["cards"] = tuple(TitleCard.from_raw(card) for card in data["cards"])
            data["citations"] = tuple(Citation(**item) for item in data["citations"])
            data["usage"] = Usage(**data["usage"])
        case "step_done":
            data["step"] = evening.from_raw(data["step"])
            data["usage"] = Usage(**data["usage"])
        case "graph_end":
            data["path"] = tuple(data["path"])
    event: RunEvent = _EVENT_TYPES[name](**data)
    return event
