"""The starter catalogue on a newcomer's machine, embedded once a run, and the encoder, loaded once a process."""

import asyncio
import fcntl
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from agent.catalogue.generation import Generations
from agent.retrieval.encoders import DenseEncoder
from etl.embeddings import EmbeddingCache, content_key
from etl.sources.starter import read_starter
from tests.agent.models import local_encoder
from tests.command_line import matinee


def install(base: pytest.TempPathFactory) -> Path:
    """The data folder after `matinee ingest starter`, the same for all processes of a run: work on a copy of it."""
    shared = base.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with (shared / "installation.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = shared / "installation"
        if not built.exists():
            result = asyncio.run(matinee(shared / "building", "ingest", "starter", "--json"))
            assert (0, len(read_starter())) == (result.code, result.json()["titles"])
            (shared / "building").rename(built)
    return built


class KnowingEncoder(DenseEncoder):
    """The real encoder, which looks up what an installation has embedded; everything else it encodes."""

    def __init__(self, installation: Path) -> None:
        super().__init__(local_encoder())
        self._known = EmbeddingCache(Generations(installation).embeddings)

    async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors of documents, shape (n, dimension)."""
        keys = [content_key(self.fingerprint, text) for text in texts]
        vectors = self._known.get(keys)
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in vectors}
        vectors |= zip(new, await super().passages(list(new.values())), strict=True)
        return np.array([vectors[key] for key in keys], np.float32)

    def close(self) -> None:
        """Let the worker thread and the file go."""
        super().close()
        self._known.close()
