"""What is asked of a worker: a question to answer, a step of a movie night to choose, a turn to summarise.

`agent.contract` passes it on.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from agent.evening import StepRequest
from agent.values import NO_HOUSE, NO_TASTE, House, Taste, TitleRef

PROTOCOL_VERSION = 1


class ContractError(ValueError):
    """Bytes from Redis that are not of this protocol version."""


@dataclass(frozen=True, slots=True)
class HistoryMessage:
    """One earlier message of the conversation, oldest first in `RunRequest.history`.

    `is_quoted`: nobody said it to us; the question after it refers to it, as a reply does. `short`: the text in fewer words,
    for prompts, or "".
    """

    role: Literal["user", "assistant"]
    text: str
    titles: tuple[TitleRef, ...] = ()
    is_reask: bool = False
    is_quoted: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One question to answer. `reask_count` counts the re-asks directly before it; `exclude` holds title or source ids."""

    run_id: str
    conversation_id: str
    question: str
    history: tuple[HistoryMessage, ...] = ()
    reask_count: int = 0
    display_name: str = ""
    exclude: tuple[str, ...] = ()
    taste: Taste = NO_TASTE
    house: House = NO_HOUSE

    @classmethod
    def from_raw(cls, data: Mapping[str, Any]) -> "RunRequest":
        """From the JSON object that `dataclasses.asdict` made."""
        history = tuple(
            HistoryMessage(**{**item, "titles": tuple(TitleRef.from_raw(ref) for ref in item["titles"])})
            for item in data["history"]
        )
        taste = Taste(**{name: tuple(ids) for name, ids in data["taste"].items()})
        return cls(
            **{**data, "history": history, "exclude": tuple(data["exclude"]), "taste": taste, "house": House(**data["house"])}
        )


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """One answered turn to put into fewer words, for the prompts of later turns."""

    run_id: str
    question: str
    answer: str

    @classmethod
    def from_raw(cls, data: Mapping[str, Any]) -> "SummaryRequest":
        """From the JSON object that `dataclasses.asdict` made."""
        return cls(**data)


Request: TypeAlias = RunRequest | StepRequest | SummaryRequest
_REQUEST_TYPES: dict[str, type[RunRequest] | type[StepRequest] | type[SummaryRequest]] = {
    "answer": RunRequest,
    "step": StepRequest,
    "summary": SummaryRequest,
}
_REQUEST_NAMES = {request_type: name for name, request_type in _REQUEST_TYPES.items()}


def write_request(request: Request) -> str:
    """The request as one JSON object."""
    head = {"v": PROTOCOL_VERSION, "kind": _REQUEST_NAMES[type(request)]}
    return json.dumps(head | dataclasses.asdict(request), ensure_ascii=False)


def read_request(raw: str) -> Request:
    """The request of a JSON object. Raises ContractError when `raw` is not one of this version."""
    try:
        data = json.loads(raw)
        if data.pop("v") != PROTOCOL_VERSION:
            raise ContractError("a run request of another protocol version: upgrade both halves together")
        return _REQUEST_TYPES[data.pop("kind")].from_raw(data)
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise ContractError(f"not a run request: {error}") from error
