"""Rows into a Parquet file. Polars is imported inside the function: importing this module stays light."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from polars._typing import SchemaDict


def write_rows(path: Path, rows: Iterable[Mapping[str, object]], schema: "SchemaDict") -> None:
    """Write the rows to `path`, replacing it in one step; its folder is made when it is missing."""
    import polars as pl

    path.parent.mkdir(parents=True, exist_ok=True)
    frame = pl.DataFrame(list(rows), schema=schema)
    temporary = path.with_name(path.name + ".tmp")
    frame.write_parquet(temporary)
    temporary.replace(path)
