"""A language model over LiteLLM: in process to any provider, or through a LiteLLM proxy.

LiteLLM is imported on the first call (it costs seconds); `warm` does it ahead, in a thread. Retries are ours alone: before the
first token, on what a moment may mend. Nothing waits longer than the idle limit for the next token.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from agent.llm import (
    ChatMessage,
    LlmError,
    Meter,
    ModelRateLimited,
    ModelTimeout,
    ModelUnavailable,
    Piece,
    Reasoning,
    SchemaT,
    Tier,
    Token,
)
from agent.llm_output import read
from agent.llm_price import Tariff, tariff_of
from agent.llm_troubles import OLLAMA, trouble_of

T = TypeVar("T")

# Each must be set before the import: no fetch of a price list, no .env reading, no telemetry, no model hub.
_QUIET = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_MODE": "PRODUCTION",
    "LANGSMITH_TRACING": "false",
    "HF_HUB_DISABLE_TELEMETRY": "1",
}
_RETRY_WAITS = (0.5, 2.0)  # seconds before the second and the third try
_LONGEST_WAIT = 5.0  # seconds of Retry-After that we sit out; beyond it the person is told
# Where nobody waits for an answer: providers count by the minute, and a small machine may take minutes for a long output.
_PATIENT_WAITS = (2.0, 15.0, 60.0)
_PATIENT_LONGEST_WAIT = 120.0
_PATIENT_IDLE_LIMIT = 300.0


class _Passing(ModelUnavailable):
    """A failure that a moment may mend."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """How one tier is called: LiteLLM's model name (`openai/gpt-…`, `ollama_chat/…`) and what else its call takes."""

    model: str
    params: Mapping[str, Any] = field(default_factory=dict)


class LiteLlm:
    """Both tiers. `idle_limit` is the longest silence in seconds, before the first token and between two.

    `waits` are the seconds before each further try, `longest_wait` those of Retry-After that are sat out.
    """

    def __init__(
        self,
        tiers: Mapping[Tier, ModelCall],
        *,
        idle_limit: float = 90.0,
        waits: Sequence[float] = _RETRY_WAITS,
        longest_wait: float = _LONGEST_WAIT,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._tiers = tiers
        self._idle_limit = idle_limit
        self._waits = waits
        self._longest_wait = longest_wait
        self._sleep = sleep
        self._litellm: Any = None
        self._tariffs: dict[Tier, Tariff] = {}

    def patient(self) -> "LiteLlm":
        """The same models for work that nobody waits for: longer waits, longer silences."""
        return LiteLlm(
            self._tiers,
            idle_limit=_PATIENT_IDLE_LIMIT,
            waits=_PATIENT_WAITS,
            longest_wait=_PATIENT_LONGEST_WAIT,
            sleep=self._sleep,
        )

    async def warm(self) -> None:
        """Import LiteLLM off the event loop."""
        if self._litellm is None:
            self._litellm = await asyncio.to_thread(_import_litellm, list(self._tiers.values()))

    async def tariff(self, tier: Tier) -> Tariff:
        """What the tier's model costs."""
        await self.warm()
        return self._tariff(tier)

    async def probe(self, tier: Tier) -> None:
        """Ask a tier for one token, once. Raises LlmError."""
        await self.warm()
        await self._complete(tier, [ChatMessage("user", "Say OK.")], max_tokens=1)

    async def structured(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT], meter: Meter) -> SchemaT:
        """One value of `schema`. Raises LlmError; Unreadable when the output does not validate."""
        await self.warm()
        answer = await self._retried(lambda: self._complete(tier, messages, response_format=schema, temperature=0))
        self._bill(answer, meter, tier)
        return read(answer.choices[0].message.content or "", schema)

    async def stream(self, tier: Tier, messages: Sequence[ChatMessage], meter: Meter) -> AsyncIterator[Piece]:
        """The answer as it is written. Raises LlmError, possibly after pieces have been given out."""
        await self.warm()
        options = {"stream": True, "stream_options": {"include_usage": True}}
        chunks = await self._retried(lambda: self._first(tier, self._complete(tier, messages, **options)))
        async with aclosing(chunks):
            async for chunk in chunks:
                if getattr(chunk, "usage", None):
                    self._bill(chunk, meter, tier)
                for piece in _pieces(chunk):
                    yield piece

    async def _complete(self, tier: Tier, messages: Sequence[ChatMessage], **options: Any) -> Any:
        call = self._tiers[tier]
        with _translated(call):
            async with asyncio.timeout(self._idle_limit):
                return await self._litellm.acompletion(
                    model=call.model,
                    messages=[{"role": message.role, "content": message.content} for message in messages],
                    # The one retry layer is ours: LiteLLM's and the OpenAI client's together make up to five calls of one.
                    num_retries=0,
                    max_retries=0,
                    timeout=self._idle_limit,
                    drop_params=True,
                    **{**call.params, **options},
                )

    async def _first(self, tier: Tier, opening: Awaitable[Any]) -> AsyncGenerator[Any, None]:
        """The stream, once its first chunk is there: until then a failure can still be retried."""
        chunks = self._idle_limited(tier, await opening)
        first = await anext(chunks, None)
        return _with_first(first, chunks)

    async def _idle_limited(self, tier: Tier, stream: Any) -> AsyncGenerator[Any, None]:
        iterator = aiter(stream)
        try:
            while True:
                with _translated(self._tiers[tier]):
                    async with asyncio.timeout(self._idle_limit):
                        chunk = await anext(iterator, None)
                if chunk is None:
                    return
                yield chunk
        finally:
            await _close(stream)

    async def _retried(self, call: Callable[[], Awaitable[T]]) -> T:
        for wait in self._waits:
            try:
                return await call()
            except ModelRateLimited as error:
                if error.retry_after > self._longest_wait:
                    raise
                await self._sleep(max(wait, error.retry_after))
            except _Passing:
                await self._sleep(wait)
        return await call()

    def _bill(self, answer: Any, meter: Meter, tier: Tier) -> None:
        usage = getattr(answer, "usage", None)
        if usage is None:
            return
        prompt, completion = int(usage.prompt_tokens or 0), int(usage.completion_tokens or 0)
        # An unknown price is counted as none.
        meter.spend(prompt, completion, self._tariff(tier).cost(prompt, completion) or 0.0)

    def _tariff(self, tier: Tier) -> Tariff:
        if tier not in self._tariffs:
            call = self._tiers[tier]
            self._tariffs[tier] = tariff_of(self._litellm, call.model, call.params)
        return self._tariffs[tier]


def _import_litellm(calls: Sequence[ModelCall]) -> Any:
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True  # else every error prints a banner
    for call in calls:
        provider, _, name = call.model.partition("/")
        if provider in OLLAMA:
            # LiteLLM asks Ollama about a model it does not know, synchronously, and so halts the event loop: make it known.
            known = {
                "litellm_provider": "ollama_chat",
                "mode": "chat",
                "input_cost_per_token": 0.0,
                "output_cost_per_token": 0.0,
            }
            litellm.register_model(dict.fromkeys((f"ollama_chat/{name}", f"ollama/{name}", name), known))
    return litellm


def _pieces(chunk: Any) -> Iterator[Piece]:
    for choice in chunk.choices[:1]:
        if reasoning := getattr(choice.delta, "reasoning_content", None):
            yield Reasoning(reasoning)
        if choice.delta.content:
            yield Token(choice.delta.content)


async def _with_first(first: Any, rest: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
    async with aclosing(rest):
        if first is None:
            raise ModelUnavailable("the model ended its answer before it began")
        yield first
        async for chunk in rest:
            yield chunk


async def _close(stream: Any) -> None:
    close = getattr(stream, "aclose", None)
    if close is not None:
        await close()


@contextmanager
def _translated(call: ModelCall) -> Iterator[None]:
    """LiteLLM's errors, and those of the client below it, as ours."""
    try:
        yield
    except (LlmError, asyncio.CancelledError):
        raise
    except TimeoutError as error:
        raise ModelTimeout("no token within the idle limit") from error
    except Exception as error:
        raise _ours(error, call) from error


def _ours(error: Exception, call: ModelCall) -> LlmError:
    import litellm

    reason = f"{type(error).__name__} from {getattr(error, 'model', None) or 'the model'}"
    if isinstance(error, litellm.Timeout):
        return ModelTimeout(reason)
    trouble = trouble_of(error, call.model, call.params)
    match error:
        case litellm.RateLimitError() if trouble is None:
            return ModelRateLimited(reason, _retry_after(error))
        case litellm.APIConnectionError() | litellm.InternalServerError() | litellm.ServiceUnavailableError():
            return _Passing(reason, trouble)
        case _:
            return ModelUnavailable(reason, trouble)


def _retry_after(error: Exception) -> float:
    response = getattr(error, "response", None)
    headers = getattr(response, "headers", None) or getattr(error, "litellm_response_headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after") or 0))
    except ValueError:  # an HTTP date
        return _LONGEST_WAIT + 1
