"""Text to vectors: dense by any fastembed model, sparse by BM25. Each encoder works in a thread of its own."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from agent.retrieval.local_encoder import ensure_local_encoder
from agent.retrieval.stopwords import query_stop_words, stop_words
from agent.retrieval.types import SparseVector, Vector

T = TypeVar("T")

# MODELS §2: 16 beats 256 on mixed lengths (160 against 111 texts/s on one thread) and keeps memory lower.
BATCH = 16
# Half a screen of catalogue text; BM25's length normalisation only needs the order of magnitude.
_MEAN_FILM_WORDS = 48.0


class EncoderError(RuntimeError):
    """An encoder cannot be loaded; the message says what to do."""


class DenseEncoder:
    """A fastembed text encoder, loaded at first use.

    `model` is a fastembed model name or a folder with `model.onnx` and `tokenizer.json`. e5 models get their `query: ` and
    `passage: ` prefixes. One worker thread: passages go in batches, so that queries get their turn in between.
    """

    def __init__(self, model: str | Path, *, threads: int = 1) -> None:
        self._source = model
        self._threads = threads
        self._model: Any = None
        self._fingerprint = ""
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="dense")
        is_e5 = "e5-" in Path(model).name.lower()
        self._query_prefix, self._passage_prefix = ("query: ", "passage: ") if is_e5 else ("", "")

    @classmethod
    def local(cls, models_dir: Path, *, threads: int = 1) -> "DenseEncoder":
        """The local multilingual-e5-small, built if it is not there (10 s). Raises LocalEncoderError."""
        return cls(ensure_local_encoder(models_dir), threads=threads)

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same text may get another vector: part of every cached vector's key."""
        if not self._fingerprint:
            self._fingerprint = f"{_identity(self._source)}|{self._passage_prefix}"
        return self._fingerprint

    async def warm(self) -> None:
        """Load the model now rather than at the first question."""
        await self.query("warm up")

    async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors of documents, shape (n, dimension). Raises EncoderError."""
        rows = []
        for start in range(0, len(texts), BATCH):
            batch = [self._passage_prefix + text for text in texts[start : start + BATCH]]
            rows.append(await self._run(lambda batch=batch: self._encode(batch)))  # type: ignore[misc]
        return np.concatenate(rows) if rows else np.zeros((0, 0), np.float32)

    async def queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Unit vectors of questions, shape (n, dimension). Raises EncoderError."""
        prefixed = [self._query_prefix + text for text in texts]
        return await self._run(lambda: self._encode(prefixed))

    async def query(self, text: str) -> Vector:
        """The unit vector of one question, shape (dimension,). Raises EncoderError."""
        vector: Vector = (await self.queries([text]))[0]
        return vector

    def close(self) -> None:
        """Let the worker thread go."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        if self._model is None:
            self._model = _load_dense(self._source, self._threads)
        rows = np.asarray(list(self._model.embed(texts, batch_size=BATCH)), np.float32)
        # Some fastembed models do not normalise; cosine and the mean of anchors assume that all do.
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        normal: npt.NDArray[np.float32] = (rows / np.maximum(length, 1e-12)).astype(np.float32)
        return normal


class SparseEncoder:
    """BM25 term weights. Token ids are those of fastembed, qdrant-edge and the Qdrant server alike; the index applies IDF.

    `language` is that of the documents, as ISO 639-1; `mean_words` how long they are in the mean. `unasked` gives the words of
    a language, by its English name, that a question is not searched for.
    """

    def __init__(
        self,
        language: str = "en",
        *,
        mean_words: float = _MEAN_FILM_WORDS,
        unasked: Callable[[str], frozenset[str]] = query_stop_words,
    ) -> None:
        self._mean_words = mean_words
        self._unasked = unasked
        self.language = language
        self._name = _SNOWBALL[language]
        self._passages: Any = None
        self._queries: Any = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="sparse")

    async def passages(self, texts: Sequence[str]) -> list[SparseVector]:
        """The weights of documents, in order; a text without a word gets an empty vector."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._encode_passages, list(texts))

    def query(self, text: str, language: str = "") -> SparseVector | None:
        """The terms of a question, or None when it shares no word with the documents' language.

        MODELS §2: against English texts BM25 only adds noise to a Hungarian or Spanish question. Unknown ("") counts as the
        documents' own. Takes microseconds, so it runs where it is called.
        """
        if language and language != self.language:
            return None
        if self._queries is None:
            self._queries = _load_bm25(self._name, self._unasked(self._name), self._mean_words)
        vector = _sparse(next(iter(self._queries.query_embed(text))))
        return vector if vector.indices else None

    def close(self) -> None:
        """Let the worker thread go."""
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _encode_passages(self, texts: list[str]) -> list[SparseVector]:
        if self._passages is None:
            self._passages = _load_bm25(self._name, stop_words(self._name), self._mean_words)
        return [_sparse(item) for item in self._passages.embed(texts)]


_SNOWBALL = {
    "ar": "arabic", "da": "danish", "nl": "dutch", "en": "english", "fi": "finnish", "fr": "french", "de": "german",
    "hu": "hungarian", "it": "italian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "es": "spanish", "sv": "swedish", "tr": "turkish",
}  # fmt: skip


def _identity(source: str | Path) -> str:
    model = Path(source) / "model.onnx"
    if not model.is_file():
        return str(source)
    with model.open("rb") as file:
        return f"{Path(source).name}:{hashlib.file_digest(file, 'sha256').hexdigest()[:16]}"


def _load_dense(source: str | Path, threads: int) -> Any:
    from fastembed import TextEmbedding

    if not (folder := Path(source)).is_dir():
        return _load_named(str(source), threads)
    from fastembed.common.model_description import ModelSource, PoolingType

    name = f"local/{folder.resolve()}"
    if name.lower() not in {model["model"].lower() for model in TextEmbedding.list_supported_models()}:
        # `sources` must name something; a folder is taken before any network step, so it is never contacted.
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="local/none"),
            dim=0,
            model_file="model.onnx",
        )
    try:
        return TextEmbedding(name, specific_model_path=str(folder), threads=threads)
    except Exception as error:  # onnxruntime and tokenizers raise many kinds
        raise EncoderError(f"The encoder in {folder} cannot be loaded ({error}): remove the folder and start again.") from error


def _load_named(name: str, threads: int) -> Any:
    from fastembed import TextEmbedding

    try:
        # What is cached is taken without asking the hub, whose retries block for 39 s where it cannot be reached.
        return TextEmbedding(name, threads=threads, local_files_only=True)
    except ValueError:
        pass
    try:
        return TextEmbedding(name, threads=threads)
    except Exception as error:
        raise EncoderError(f"The encoder {name} cannot be had ({error}): check its name and the network.") from error


def _load_bm25(language: str, words: frozenset[str], mean_words: float) -> Any:
    from fastembed import SparseTextEmbedding

    # Any folder will do: with inline stop words no file of the model is read, and with a path nothing is downloaded.
    return SparseTextEmbedding(
        "Qdrant/bm25",
        specific_model_path=str(Path(__file__).parent),
        language=language,
        stopwords=set(words),
        avg_len=mean_words,
    )


def _sparse(item: Any) -> SparseVector:
    return SparseVector(tuple(int(i) for i in item.indices), tuple(float(v) for v in item.values))
