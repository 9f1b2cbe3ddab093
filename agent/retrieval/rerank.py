"""The rerank stage: a model that reads question and document together. Without one the light ranker's order stands."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from agent.retrieval.encoders import EncoderError


class Reranker(Protocol):
    """Scores how well documents answer a question. Never blocks the event loop."""

    async def scores(self, query: str, documents: Sequence[str]) -> list[float]:
        """One score in [0, 1] a document, in order."""
        ...


class CrossEncoder:
    """A fastembed cross-encoder, by name or by a folder with `model.onnx` and `tokenizer.json`; loaded at first use.

    Its logits go through the logistic function, as these models are trained.
    """

    def __init__(self, model: str | Path, *, threads: int = 1) -> None:
        self._source = model
        self._threads = threads
        self._model: Any = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="rerank")

    async def scores(self, query: str, documents: Sequence[str]) -> list[float]:
        """One score in [0, 1] a document. Raises EncoderError."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._score, query, list(documents))

    def close(self) -> None:
        """Let the worker thread go."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _score(self, query: str, documents: list[str]) -> list[float]:
        if self._model is None:
            self._model = _load(self._source, self._threads)
        logits = np.asarray(list(self._model.rerank(query, documents)), float).reshape(len(documents))
        return [float(value) for value in 1 / (1 + np.exp(-np.clip(logits, -30, 30)))]


def _load(source: str | Path, threads: int) -> Any:
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    folder = Path(source)
    try:
        if not folder.is_dir():
            return TextCrossEncoder(str(source), threads=threads)
        from fastembed.common.model_description import ModelSource

        name = f"local/{folder.resolve()}"
        if name.lower() not in {model["model"].lower() for model in TextCrossEncoder.list_supported_models()}:
            # `sources` must name something; with a folder it is never contacted.
            TextCrossEncoder.add_custom_model(model=name, model_file="model.onnx", sources=ModelSource(hf="local/none"))
        return TextCrossEncoder(name, specific_model_path=str(folder), threads=threads)
    except Exception as error:  # onnxruntime, tokenizers and the hub raise many kinds
        raise EncoderError(f"The reranker {source} cannot be loaded ({error}): check its name or folder.") from error
