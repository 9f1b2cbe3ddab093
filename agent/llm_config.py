"""Which language model is configured, and in one sentence how: a LiteLLM proxy, `litellm.yaml`, an Ollama, or none."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agent import troubles
from agent.llm import Llm, Tier
from agent.llm_litellm import LiteLlm, ModelCall
from agent.llm_price import Tariff
from agent.llm_troubles import OLLAMA, OLLAMA_DEFAULT

_TIERS: tuple[Tier, ...] = ("primary", "secondary")
_PROBE_SECONDS = 0.3
_NO_MODEL = (
    "no language model: answers are worded from catalogue facts "
    "(set LITELLM_BASE_URL, put a provider's key for litellm.yaml into the environment, or start Ollama with a model)"
)
# Instruct families worth asking, best first; then the rest, larger first. Embedding, code and vision models do not chat well.
_FAMILIES = ("qwen3", "gemma3", "llama3", "mistral", "qwen2", "phi4", "phi3", "gemma2", "granite")
_NOT_CHAT = re.compile(
    r"embed|bge|minilm|rerank|code|coder|vision|llava|moondream|ocr|guard|math|base\b|-text\b", re.IGNORECASE
)
_ALSO = {"gemini": ("GOOGLE_API_KEY",)}  # other names that LiteLLM reads a key from
_PRIMARY_AT_MOST, _SECONDARY_AT_LEAST = 15.0, 1.0  # billions of parameters: an answer within a person's patience


@dataclass(frozen=True, slots=True)
class LlmChoice:
    """The model (None: none) and a plain sentence about it for `doctor`. `mend`: why the one that was named cannot be used."""

    llm: Llm | None
    description: str
    mend: str = ""

    async def warm(self) -> None:
        """Do ahead what the first call would wait for: LiteLLM's import takes seconds."""
        if isinstance(self.llm, LiteLlm):
            await self.llm.warm()

    def patient(self) -> "LlmChoice":
        """The same for work that nobody waits for."""
        return replace(self, llm=self.llm.patient()) if isinstance(self.llm, LiteLlm) else self

    async def tariff(self, tier: Tier) -> Tariff:
        """What the tier's model costs, in US dollars; without a model a tariff without a name and price."""
        return await self.llm.tariff(tier) if isinstance(self.llm, LiteLlm) else Tariff("")

    async def probe(self) -> None:
        """Ask each tier for one token, as a check that costs next to nothing. Raises LlmError."""
        if isinstance(self.llm, LiteLlm):
            for tier in _TIERS:
                await self.llm.probe(tier)


@dataclass(frozen=True, slots=True)
class Installed:
    """A model that an Ollama has. `size` is in billions of parameters, 0 when it does not say."""

    name: str
    size: float


class ConfigError(Exception):
    """The model file cannot be used; the message says why, in a sentence."""


async def resolve(env: Mapping[str, str], config: Path | None) -> LlmChoice:
    """What to use, in this order: LITELLM_BASE_URL, the model file (`MATINEE_LITELLM_CONFIG` or `config`), Ollama, nothing.

    A file that the user named is used or its fault is told; the one that comes with the code is passed over where its provider
    is not there. Never raises.
    """
    if base := env.get("LITELLM_BASE_URL"):
        key = env.get("LITELLM_API_KEY") or "none"  # a proxy without a master key accepts any
        tiers: dict[Tier, ModelCall] = {
            tier: ModelCall(f"litellm_proxy/{tier}", {"api_base": base, "api_key": key}) for tier in _TIERS
        }
        return LlmChoice(LiteLlm(tiers), f"language models through the LiteLLM proxy at {base}")
    named = env.get("MATINEE_LITELLM_CONFIG")
    path = Path(named) if named else config
    if path is not None:
        try:
            tiers = await _usable(path, env)
        except ConfigError as error:
            if named:
                return LlmChoice(None, f"no language model: {error}", str(error))
        else:
            models = " and ".join(dict.fromkeys(call.model for call in tiers.values()))
            return LlmChoice(LiteLlm(tiers), f"language models {models} by {path.name}")
    return await _from_ollama(env.get("OLLAMA_API_BASE") or OLLAMA_DEFAULT)


async def _from_ollama(base: str) -> LlmChoice:
    picked = pick(await installed(base) or ())
    if picked is None:
        return LlmChoice(None, _NO_MODEL)
    primary, secondary = picked
    tiers: dict[Tier, ModelCall] = {
        tier: ModelCall(f"ollama_chat/{name}", {"api_base": base}) for tier, name in zip(_TIERS, picked, strict=True)
    }
    names = primary if primary == secondary else f"{primary} and {secondary}"
    return LlmChoice(LiteLlm(tiers), f"language model {names} of the Ollama at {base}")


async def installed(base: str) -> tuple[Installed, ...] | None:
    """The models of an Ollama, or None when there is no Ollama at `base`."""
    import aiohttp

    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_PROBE_SECONDS)) as session,
            session.get(f"{base.rstrip('/')}/api/tags") as response,
        ):
            body = await response.json(content_type=None)
        return tuple(_installed(model) for model in body["models"])
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # nothing there, or something that is no Ollama


def pick(models: Sequence[Installed]) -> tuple[str, str] | None:
    """The models for `primary` and `secondary`: a good one that answers in time, and a smaller one of use for decisions."""
    chat = [model for model in models if not _NOT_CHAT.search(model.name)]
    if not chat:
        return None
    primary = min(chat, key=lambda model: (model.size > _PRIMARY_AT_MOST, _family(model.name), -model.size, model.name))
    small = [model for model in chat if _SECONDARY_AT_LEAST <= model.size < primary.size]
    secondary = min(small, key=lambda model: (_family(model.name), model.size, model.name), default=primary)
    return primary.name, secondary.name


async def _usable(path: Path, env: Mapping[str, str]) -> dict[Tier, ModelCall]:
    tiers = read_config(path, env)
    for call in tiers.values():
        provider, _, name = call.model.partition("/")
        if provider in OLLAMA:
            base = str(call.params.get("api_base") or env.get("OLLAMA_API_BASE") or OLLAMA_DEFAULT)
            await _check_ollama(base, name)
        elif not any((call.params.get("api_base"), call.params.get("api_key"), *map(env.get, _keys(provider)))):
            raise ConfigError(troubles.key_missing(path.name, call.model).mend)
    return tiers


def _keys(provider: str) -> tuple[str, ...]:
    return (troubles.key_name(provider), *_ALSO.get(provider, ()))


async def _check_ollama(base: str, name: str) -> None:
    models = await installed(base)
    if models is None:
        raise ConfigError(troubles.no_ollama(base).mend)
    if not any(model.name in {name, f"{name}:latest"} for model in models):
        raise ConfigError(troubles.not_pulled(base, name).mend)


def read_config(path: Path, env: Mapping[str, str]) -> dict[Tier, ModelCall]:
    """The tiers of a model file in the LiteLLM proxy's format. Raises ConfigError."""
    import yaml

    try:
        entries = yaml.safe_load(path.read_text("utf-8"))["model_list"]
        listed = {entry["model_name"]: dict(entry["litellm_params"]) for entry in entries}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read ({type(error).__name__})") from error
    except (yaml.YAMLError, KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"{path} is not a LiteLLM file: it needs a model_list with model_name and litellm_params") from error
    if "primary" not in listed:
        raise ConfigError(f"{path} has no model named primary in its model_list")
    listed.setdefault("secondary", listed["primary"])
    return {tier: _call(listed[tier], env, path) for tier in _TIERS}


def _call(params: dict[str, Any], env: Mapping[str, str], path: Path) -> ModelCall:
    resolved = {key: _value(value, env, path) for key, value in params.items()}
    model = resolved.pop("model", None)
    if not isinstance(model, str) or not model:
        raise ConfigError(f"{path} has a litellm_params without a model")
    return ModelCall(model, {key: value for key, value in resolved.items() if value is not None})


def _value(value: Any, env: Mapping[str, str], path: Path) -> Any:
    """A parameter, with the proxy's `os.environ/NAME` looked up."""
    if not isinstance(value, str) or not value.startswith("os.environ/"):
        return value
    name = value.removeprefix("os.environ/")
    if not env.get(name):
        raise ConfigError(f"{path.name} reads {name}, which is not set")
    return env[name]


def _installed(model: Mapping[str, Any]) -> Installed:
    name = str(model["name"])
    size = str((model.get("details") or {}).get("parameter_size") or "") or name
    match = re.search(r"(\d+(?:\.\d+)?)\s*([bm])\b", size, re.IGNORECASE)
    billions = float(match[1]) / (1000 if match[2].lower() == "m" else 1) if match else 0.0
    return Installed(name, billions)


def _family(name: str) -> int:
    plain = name.lower().rsplit("/", 1)[-1].replace(".", "").replace("-", "")
    return next((rank for rank, family in enumerate(_FAMILIES) if plain.startswith(family)), len(_FAMILIES))
