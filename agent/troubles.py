"""What can be wrong with models and search: each trouble said gently for everybody, and with its mend for who keeps the bot.

Chat and `matinee doctor` take their words from here. A mend names what is wrong and the command or setting that puts it right,
on one line, and holds no secret.
"""

import re
from dataclasses import dataclass

from agent.retrieval.encoders import EncoderError
from agent.retrieval.types import IndexUnavailable

_IN_A_MOMENT = "The language model is not answering; ask again in a moment."
_FOR_LONGER = "The language model cannot be used until my keeper has seen to it; ask again, and I answer from catalogue facts."
_INGEST = "run `matinee ingest starter`, or `matinee ingest` for thousands of titles"
_SEARCH = "My film search is not working right now; ask again in a moment."
PROVIDER_KEYS = {  # the variable that holds the key of each provider that is known by name
    "openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "gemini": "GEMINI_API_KEY", "mistral": "MISTRAL_API_KEY",
    "groq": "GROQ_API_KEY", "openrouter": "OPENROUTER_API_KEY", "deepseek": "DEEPSEEK_API_KEY", "cohere": "COHERE_API_KEY",
    "together_ai": "TOGETHERAI_API_KEY", "xai": "XAI_API_KEY", "azure": "AZURE_API_KEY", "litellm_proxy": "LITELLM_API_KEY",
}  # fmt: skip
# What providers and the LiteLLM proxy say when no money is left, as opposed to too many calls within a minute.
_SPENT = re.compile(
    r"quota|billing|credit balance|insufficient (?:balance|funds|credits)|budget has been exceeded", re.IGNORECASE
)
_SECRETS = re.compile(
    r"(?<=://)[^/@\s]+(?=@)"
    r"|\b(?:sk|xai|gsk|xox[abp]|xapp)-[\w-]{4,}|\bAIza[\w-]{8,}"
    r"|(?<=[?&;\s])(?:api[_-]?key|key|token|password)\s*[=:]\s*[^\s&;,]+|\bBearer\s+\S+",
    re.IGNORECASE,
)
_LONGEST = 300  # characters of what others wrote


@dataclass(frozen=True, slots=True)
class Trouble:
    """`gently` is for whoever asked, `mend` for who keeps the bot."""

    gently: str
    mend: str


def no_ollama(base: str) -> Trouble:
    """Nothing listens where an Ollama should."""
    return _lasting(f"No Ollama answers at {_shown(base)}: run `ollama serve` there, or name another provider in litellm.yaml.")


def not_pulled(base: str, model: str) -> Trouble:
    """The Ollama has not got the model."""
    return _lasting(f"The Ollama at {_shown(base)} has no model {_shown(model)}: run `ollama pull {_shown(model)}`.")


def no_proxy(base: str) -> Trouble:
    """Nothing listens where the LiteLLM proxy should."""
    return _lasting(
        f"No LiteLLM proxy answers at {_shown(base)}: run `docker compose up -d litellm`, or unset LITELLM_BASE_URL."
    )


def no_provider(model: str) -> Trouble:
    """A provider's address cannot be reached, or what it answers is an error of its own."""
    mend = f"The provider of {_shown(model)} does not answer: look at its status page and this machine's network."
    return Trouble(_IN_A_MOMENT, mend)


def unknown_model(model: str) -> Trouble:
    """The provider has no such model."""
    return _lasting(f"The provider has no model {_shown(model)}: name one that it has in litellm.yaml and restart.")


def quota_reached(model: str) -> Trouble:
    """The provider gives nothing more for what was paid."""
    return _lasting(
        f"The quota for {_shown(model)} is used up: raise it with the provider, or name another model in litellm.yaml."
    )


def key_refused(model: str) -> Trouble:
    """The provider does not take our key."""
    name = key_name(model.partition("/")[0])
    return _lasting(f"The provider of {_shown(model)} refuses the key: put a valid {name} into .env and restart.")


def key_missing(where: str, model: str) -> Trouble:
    """The model file names a model whose provider wants a key."""
    name = key_name(model.partition("/")[0])
    return _lasting(f"{where} names {_shown(model)}, but {name} is not set: put it into .env and restart.")


def other_encoder(built: str, used: str) -> Trouble:
    """The vectors of the index and those of questions are not comparable."""
    mend = f"The index was built with the encoder {_named(built)} and {_named(used)} is in use: run `matinee ingest --update`."
    return Trouble(_SEARCH, mend)


def no_collection(name: str) -> Trouble:
    """The Qdrant server has lost the index, or never had it."""
    return Trouble(
        _SEARCH, f"The Qdrant server has no collection {_shown(name)}: run `matinee ingest --update` with this QDRANT_URL."
    )


def no_index(folder: str) -> Trouble:
    """The embedded index is gone or empty while the catalogue is there."""
    return Trouble(_SEARCH, f"The index in {folder} is missing: run `matinee ingest --update`.")


def no_catalogue() -> Trouble:
    """Nothing was ingested yet."""
    return Trouble(_SEARCH, f"There is no catalogue yet: {_INGEST}.")


def empty_catalogue() -> Trouble:
    """The catalogue that serves has no titles."""
    return Trouble(_SEARCH, f"The catalogue has no titles: {_INGEST}.")


def search_broke(error: BaseException) -> Trouble:
    """Why a search broke, as far as that is known: the errors of indexes and encoders say their mend."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, IndexUnavailable | EncoderError):
            return Trouble(_SEARCH, _shown(str(cause)))
        cause = cause.__cause__
    return Trouble(_SEARCH, "A search broke for a reason that only the worker's log tells: look for run.search_failed there.")


def says_spent(text: str) -> bool:
    """Whether a provider's refusal means that nothing is left to spend."""
    return bool(_SPENT.search(text))


def key_name(provider: str) -> str:
    """The variable that holds a provider's key."""
    return PROVIDER_KEYS.get(provider, f"{provider.upper()}_API_KEY")


def _lasting(mend: str) -> Trouble:
    return Trouble(_FOR_LONGER, mend)


def _named(fingerprint: str) -> str:
    return fingerprint.split("|", maxsplit=1)[0]


def _shown(text: str) -> str:
    """What others wrote, on one line and without what looks like a secret."""
    line = _SECRETS.sub("…", " ".join(text.split()))
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
