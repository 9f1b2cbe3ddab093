"""What the graph needs from a language model: two calls, four ways to fail, a meter. No provider is named here.

LlmError              `message` is one plain sentence for the user, `mend` one for who keeps the bot, or ""
├── ModelUnavailable  no connection, no such model, a refused key, a server error
├── ModelTimeout      no token for the idle limit
├── ModelRateLimited  the provider asks to wait `retry_after` seconds, longer than we do
└── Unreadable        a structured output that does not fit its schema; decided by rules instead, never shown
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel

from agent.contract import ErrorCode, Usage
from agent.troubles import Trouble

Tier = Literal["primary", "secondary"]
SchemaT = TypeVar("SchemaT", bound=BaseModel)


class LlmError(Exception):
    """Base of all that an `Llm` raises."""

    code: ErrorCode = "model_unavailable"
    message = "The language model is not answering; ask again in a moment."
    mend = ""

    def __init__(self, reason: str = "", trouble: Trouble | None = None) -> None:
        super().__init__(reason)
        if trouble is not None:
            self.message, self.mend = trouble.gently, trouble.mend


class ModelUnavailable(LlmError):
    """The model cannot be reached or refuses us."""


class ModelTimeout(LlmError):
    """The model went silent."""

    code: ErrorCode = "model_timeout"
    message = "The language model went silent; ask again in a moment."


class ModelRateLimited(LlmError):
    """The provider's rate limit is used up for `retry_after` seconds (0: it did not say)."""

    code: ErrorCode = "rate_limited"
    message = "The language model's provider has us wait; ask again in a minute."

    def __init__(self, reason: str, retry_after: float = 0.0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class Unreadable(LlmError):
    """The structured output cannot be read."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A piece of what the model thinks before it answers; never shown."""

    text: str


Piece: TypeAlias = Token | Reasoning


class Meter:
    """Counts what one run costs."""

    def __init__(self) -> None:
        self._calls = 0
        self._prompt_tokens = 0
        self._completion_tokens = 0
        self._cost_usd = 0.0
        self._fallbacks = 0

    def call(self) -> None:
        """A model call begins; a retry of it is no new one."""
        self._calls += 1

    def spend(self, prompt_tokens: int, completion_tokens: int, cost_usd: float = 0.0) -> None:
        """Add what a provider billed."""
        self._prompt_tokens += prompt_tokens
        self._completion_tokens += completion_tokens
        self._cost_usd += cost_usd

    def fall_back(self) -> None:
        """A model's output could not be used and rules decided."""
        self._fallbacks += 1

    def usage(self) -> Usage:
        """The counts so far."""
        return Usage(
            model_calls=self._calls,
            prompt_tokens=self._prompt_tokens,
            completion_tokens=self._completion_tokens,
            cost_usd=round(self._cost_usd, 6),
            fallbacks=self._fallbacks,
        )


class Llm(Protocol):
    """A language model in two tiers: `primary` writes answers, `secondary` makes short decisions."""

    async def structured(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT], meter: Meter) -> SchemaT:
        """One value of `schema`. Raises LlmError; Unreadable when the output does not validate."""
        ...

    def stream(self, tier: Tier, messages: Sequence[ChatMessage], meter: Meter) -> AsyncIterator[Piece]:
        """The answer as it is written. Raises LlmError, possibly after pieces have been given out."""
        ...
