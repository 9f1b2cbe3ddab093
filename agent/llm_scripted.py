"""A language model that follows a script: for tests and benchmarks, where the rate and the words must be known."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from agent.llm import ChatMessage, LlmError, Meter, Piece, SchemaT, Tier, Token, Unreadable

Answer = str | Callable[[Sequence[ChatMessage]], str] | LlmError
_TOKEN = re.compile(r"\s*\S+|\s+\Z")


class ScriptedLlm:
    """Gives scripted answers at `rate` tokens a second (0: as fast as they are read).

    `answer` is a text, a function of the prompt, or the error to raise; `dies_after` tokens the stream fails with `death`.
    `decisions` maps a schema's name to the raw value to validate, to an error, or to a function of the prompt.
    """

    def __init__(
        self,
        answer: Answer,
        *,
        decisions: Mapping[str, Any] | None = None,
        rate: float = 0.0,
        dies_after: int | None = None,
        death: LlmError | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._answer = answer
        self._decisions = dict(decisions or {})
        self._rate = rate
        self._dies_after = dies_after
        self._death = death
        self._sleep = sleep
        self.prompts: list[Sequence[ChatMessage]] = []

    async def structured(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT], meter: Meter) -> SchemaT:
        """The scripted value for the schema's name; Unreadable when there is none or it does not validate."""
        self.prompts.append(messages)
        raw = self._decisions.get(schema.__name__)
        value = raw(messages) if callable(raw) else raw
        if isinstance(value, LlmError):
            raise value
        try:
            return schema.model_validate(value)
        except ValidationError as error:
            raise Unreadable(f"{schema.__name__} from the {tier} model: {error.error_count()} errors") from error

    async def stream(self, tier: Tier, messages: Sequence[ChatMessage], meter: Meter) -> AsyncIterator[Piece]:
        """The scripted answer, word by word."""
        self.prompts.append(messages)
        answer = self._answer(messages) if callable(self._answer) else self._answer
        if isinstance(answer, LlmError):
            raise answer
        for count, word in enumerate(_TOKEN.findall(answer)):
            if self._death is not None and count == self._dies_after:
                raise self._death
            await self._sleep(1 / self._rate if self._rate else 0)
            yield Token(word)
        meter.spend(sum(len(message.content) for message in messages) // 4, len(answer) // 4)
