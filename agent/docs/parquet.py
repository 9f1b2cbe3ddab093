"""Chunks as a Parquet file, one row a chunk, in the order given; facts as JSON in one column.

Written by `etl`, read by whatever serves. Polars is imported inside the functions: importing this module stays light.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from agent.docs.chunk import Chunk
from agent.retrieval.rows import write_rows

_TEXTS = ("id", "corpus", "title", "url", "live", "text", "hash", "facts")
_COLUMNS = {*_TEXTS, "headings"}


class ChunksUnreadable(Exception):
    """The Parquet file of chunks is missing, damaged or of another version; the message says what to do."""


def write_chunks(path: Path, chunks: Iterable[Chunk]) -> None:
    """Write the chunks to `path`, replacing it in one step; its folder is made when it is missing."""
    import polars as pl

    schema = {**{name: pl.String() for name in _TEXTS}, "headings": pl.List(pl.String())}
    write_rows(path, (_row(chunk) for chunk in chunks), schema)


def read_chunks(path: Path) -> list[Chunk]:
    """The chunks of `path`, in file order. Raises ChunksUnreadable."""
    import polars as pl

    try:
        frame = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ChunksUnreadable(f"cannot read the documentation's file {path}: run `matinee ingest docs` again") from error
    if set(frame.columns) != _COLUMNS:
        raise ChunksUnreadable(f"the file {path} was written by another version: run `matinee ingest docs` again")
    return [_chunk(row) for row in frame.iter_rows(named=True)]


def _row(chunk: Chunk) -> dict[str, object]:
    return {
        **{name: getattr(chunk, name) for name in _TEXTS if name != "facts"},
        "headings": list(chunk.headings),
        "facts": json.dumps({name: list(values) for name, values in chunk.facts.items()}, ensure_ascii=False),
    }


def _chunk(row: dict[str, Any]) -> Chunk:
    facts = {name: tuple(values) for name, values in json.loads(row["facts"]).items()}
    return Chunk(**{**row, "headings": tuple(row["headings"]), "facts": facts})
