"""The real local encoder for tests: the one that `make setup` built, or one built for this run."""

from functools import cache
from pathlib import Path

from agent.retrieval.local_encoder import default_models_dir, ensure_local_encoder


@cache
def local_encoder() -> Path:
    """The encoder's folder; built beside the others (10 s) where it is not there yet."""
    return ensure_local_encoder(default_models_dir())
