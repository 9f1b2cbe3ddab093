"""What is wrong with a model, told from the errors of LiteLLM."""

import os
import re
from collections.abc import Mapping
from typing import Any

from agent import troubles
from agent.troubles import Trouble

OLLAMA_DEFAULT = "http://127.0.0.1:11434"
OLLAMA = frozenset({"ollama", "ollama_chat"})  # LiteLLM's names of its provider
_NOBODY_THERE = re.compile(r"cannot connect|connection error", re.IGNORECASE)


def trouble_of(error: Exception, model: str, params: Mapping[str, Any]) -> Trouble | None:
    """What is wrong with the call of `model` with these `params`; None where waiting is the mend, or nothing is known."""
    status, text = getattr(error, "status_code", None), str(error)
    if status == 402 or (status in {400, 403, 429} and troubles.says_spent(text)):
        return troubles.quota_reached(model)
    if status in {401, 403}:
        return troubles.key_refused(model)
    if status == 404 or (status == 400 and "invalid model name" in text.lower()):
        return _absent(model, params)
    return _unreached(model, params, text) if status is not None and status >= 500 else None


def _absent(model: str, params: Mapping[str, Any]) -> Trouble:
    provider, _, name = model.partition("/")
    return troubles.not_pulled(_ollama(params), name) if provider in OLLAMA else troubles.unknown_model(model)


def _unreached(model: str, params: Mapping[str, Any], text: str) -> Trouble:
    provider = model.partition("/")[0]
    if _NOBODY_THERE.search(text):
        if provider in OLLAMA:
            return troubles.no_ollama(_ollama(params))
        if provider == "litellm_proxy":
            return troubles.no_proxy(str(params.get("api_base")))
    return troubles.no_provider(model)


def _ollama(params: Mapping[str, Any]) -> str:
    return str(params.get("api_base") or os.environ.get("OLLAMA_API_BASE") or OLLAMA_DEFAULT)
