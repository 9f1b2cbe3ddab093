"""Chunks in a file."""

from pathlib import Path

import pytest

from agent.docs.chunk import Chunk
from agent.docs.parquet import ChunksUnreadable, read_chunks, write_chunks
from agent.retrieval.rows import write_rows

CHUNKS = [
    Chunk("vue/a#b", "vue", "A", ("B", "C"), "https://example.org/a", "https://example.org/b", "Vue: A\n\nTéxt.", "0" * 16),
    Chunk("mdn/x", "mdn", "X", (), "u", "l", "t", "h", {"browser-compat": ("css.a", "css.b"), "status": ()}),
]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """In order, with lists and facts as they were; also nothing at all."""
    write_chunks(tmp_path / "new" / "chunks.parquet", CHUNKS)
    assert read_chunks(tmp_path / "new" / "chunks.parquet") == CHUNKS
    write_chunks(tmp_path / "none.parquet", [])
    assert read_chunks(tmp_path / "none.parquet") == []


def test_a_file_that_is_none_says_what_to_do(tmp_path: Path) -> None:
    """Missing, damaged, or of another version."""
    import polars as pl

    (tmp_path / "broken.parquet").write_bytes(b"PAR1")
    write_rows(tmp_path / "other.parquet", [{"id": "a"}], {"id": pl.String()})
    for name in ("missing.parquet", "broken.parquet", "other.parquet"):
        with pytest.raises(ChunksUnreadable, match="run `matinee ingest docs` again"):
            read_chunks(tmp_path / name)
