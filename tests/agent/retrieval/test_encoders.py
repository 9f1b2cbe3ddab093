"""The encoders on the real model: vectors that mean something, token ids that all engines share, nothing on the event loop."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from agent.retrieval.encoders import DenseEncoder, EncoderError, SparseEncoder
from agent.retrieval.language import detect_language
from agent.retrieval.local_encoder import DIMENSION
from tests.agent.models import local_encoder


@pytest.fixture(scope="module")
def dense() -> Iterator[DenseEncoder]:
    """The local encoder, loaded once."""
    encoder = DenseEncoder(local_encoder())
    yield encoder
    encoder.close()


async def test_vectors_are_unit_length_and_of_the_stated_dimension(dense: DenseEncoder) -> None:
    """Passages and queries share a space of unit vectors; no text gives no row."""
    rows = await dense.passages(["A gang robs a bank.", ""])
    assert (rows.shape, rows.dtype) == ((2, DIMENSION), np.float32)
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert (await dense.query("a heist")).shape == (DIMENSION,)
    assert len(await dense.passages([])) == 0


@pytest.mark.parametrize(
    "question", ["a film about a bank robbery", "egy film bankrablókról", "una película sobre un robo a un banco"]
)
async def test_meaning_crosses_languages(dense: DenseEncoder, question: str) -> None:
    """In English, Hungarian and Spanish the robbery is nearer than the garden, the wedding and the whale."""
    texts = [
        "A garden in bloom hides an old quarrel between neighbours.",
        "Thieves plan to empty the vault of a bank in one night.",
        "A bride runs from her own wedding.",
        "A sailor hunts a white whale.",
    ]
    rows = await dense.passages(texts)
    assert int(np.argmax(rows @ await dense.query(question))) == 1


async def test_batches_do_not_change_the_vectors(dense: DenseEncoder) -> None:
    """A text has the same vector alone and among texts of other lengths, but for the rounding of int8."""
    texts = [f"Story number {n}. " + "It goes on and on. " * (n % 5) for n in range(40)]
    together = await dense.passages(texts)
    alone = await dense.passages([texts[7]])
    assert float(together[7] @ alone[0]) > 0.99


async def test_queries_get_their_turn_between_batches(dense: DenseEncoder) -> None:
    """A question asked while many documents are embedded does not wait for all of them."""
    done: list[str] = []

    async def embed() -> None:
        await dense.passages(["A long tale of ships. " * 10] * 160)
        done.append("passages")

    async def ask() -> None:
        await asyncio.sleep(0)
        await dense.query("ships")
        done.append("query")

    await asyncio.gather(embed(), ask())
    assert done == ["query", "passages"]


async def test_encoding_is_not_on_the_event_loop(dense: DenseEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model runs in a thread of its own."""
    threads: list[str] = []
    encode = dense._encode

    def watched(texts: list[str]) -> np.ndarray:
        threads.append(threading.current_thread().name)
        return encode(texts)

    monkeypatch.setattr(dense, "_encode", watched)
    await dense.query("anything")
    assert threads
    assert all(name.startswith("dense") for name in threads)


def test_the_fingerprint_names_model_and_prefix(dense: DenseEncoder) -> None:
    """Another model or another prefix is another fingerprint, and it is the same in every process."""
    assert dense.fingerprint == DenseEncoder(local_encoder()).fingerprint
    assert dense.fingerprint != DenseEncoder("BAAI/bge-small-en-v1.5").fingerprint
    assert dense.fingerprint.endswith("|passage: ")


async def test_a_folder_without_a_model_is_told_plainly(tmp_path: Path) -> None:
    """Loading what is no model raises our own error, with the way out."""
    with pytest.raises(EncoderError, match="remove the folder"):
        await DenseEncoder(tmp_path).query("anything")


async def test_sparse_token_ids_are_those_of_the_embedded_engine() -> None:
    """Our terms and those that qdrant-edge derives from the same text have the same ids, so data can move between engines."""
    from qdrant_edge import Bm25

    ours = (await SparseEncoder().passages(["Robbers vault bank thieves"]))[0]
    theirs = Bm25().embed_document("Robbers vault bank thieves")
    assert set(ours.indices) == set(theirs.indices)


async def test_words_of_asking_and_moods_are_no_terms() -> None:
    """A query's terms are its subject; a query without one has no sparse leg."""
    sparse = SparseEncoder()
    document = (await sparse.passages(["Thieves plan heists in one room."]))[0]
    heist = sparse.query("Can you recommend me a funny heist movie please?")
    assert heist is not None
    assert len(heist.indices) == 1
    assert set(heist.indices) <= set(document.indices)
    assert sparse.query("something funny to watch tonight") is None
    assert sparse.query("room") is not None


def test_the_sparse_leg_is_left_out_for_another_language() -> None:
    """A question in another language than the documents' has no terms; an unknown language counts as theirs."""
    sparse = SparseEncoder()
    assert sparse.query("bankrablók egy szobában", "hu") is None
    assert sparse.query("robbers", "") == sparse.query("robbers", "en")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("a heist film from the nineties with a twist", "en"),
        ("valami vicces sorozat estére, 90 percnél rövidebb", "hu"),
        ("una película de terror de los años ochenta", "es"),
        ("Amélie", ""),
        ("asdf qwer", ""),
        ("", ""),
        ("😀", ""),
    ],
)
def test_languages_are_told_only_when_there_is_enough_text(text: str, language: str) -> None:
    """Sentences have a language, names and noise have none."""
    assert detect_language(text) == language
