"""What a model costs: LiteLLM's own price table, or the prices that the model file states."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

# Providers whose models run on one's own machines.
_OWN = frozenset({"ollama", "ollama_chat", "hosted_vllm", "lm_studio", "llamafile", "xinference"})
# Asked for this many tokens: below the sizes from which some providers charge more for each.
_SOME = 1000


@dataclass(frozen=True, slots=True)
class Tariff:
    """A model's name as LiteLLM has it, and its US dollars a token, read and written; None when its price is unknown."""

    model: str
    read: float | None = None
    written: float | None = None

    @property
    def is_free(self) -> bool:
        """Whether it is known to cost nothing."""
        return self.read == 0 and self.written == 0

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """US dollars for so many tokens; None when the price is unknown."""
        if self.read is None or self.written is None:
            return None
        return self.read * prompt_tokens + self.written * completion_tokens


def tariff_of(litellm: Any, model: str, params: Mapping[str, Any]) -> Tariff:
    """The tariff of a call; the model file's own `input_cost_per_token` and `output_cost_per_token` come first."""
    with suppress(KeyError, TypeError, ValueError):
        # YAML takes 1e-7 for a word.
        return Tariff(model, float(params["input_cost_per_token"]), float(params["output_cost_per_token"]))
    if model.partition("/")[0] in _OWN:
        return Tariff(model, 0.0, 0.0)
    try:
        parts = litellm.cost_per_token(model=model, prompt_tokens=_SOME, completion_tokens=_SOME)
    except Exception:  # a model without a known price raises whatever it likes
        return Tariff(model)
    return Tariff(model, *(part / _SOME for part in parts))
