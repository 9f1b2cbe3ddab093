"""Titles as a Parquet file: the facts of a catalogue generation, one row a title, in the order given.

Written by `etl`, read by whatever serves. Polars is imported inside the functions: importing this module stays light.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.catalogue.title import Title
from agent.contract import TitleRef
from agent.retrieval.rows import write_rows

if TYPE_CHECKING:
    from polars._typing import SchemaDict

_LISTS = ("source_ids", "aliases", "directors", "genres", "cast", "countries")
_SHARED = ("media_type", "genres", "countries", "language", "certificate", "date_added")
_SHARED_PARTS = ("genres", "countries", "directors", "cast")
_NUMBERS = ("year", "runtime", "seasons", "votes")
# Catalogues ingested before these were known serve on without them; the next ingest brings them.
_ADDED_LATER = frozenset({"essence"})


class TitlesUnreadable(Exception):
    """The Parquet file of titles is missing, damaged or of another version; the message says what to do."""


def write_titles(path: Path, titles: Iterable[Title]) -> None:
    """Write the titles to `path`, replacing it in one step; its folder is made when it is missing."""
    write_rows(path, (_row(title) for title in titles), _schema())


@dataclass(frozen=True, slots=True)
class Names:
    """What a title is called and how well it is known: all that suggestions need, at a tenth of a title's memory."""

    ref: TitleRef
    others: tuple[str, ...]
    votes: int


def read_names(path: Path) -> list[Names]:
    """The names of all titles of `path`, in file order. Raises TitlesUnreadable."""
    import polars as pl

    columns = ["id", "title", "year", "source_ids", "original_title", "aliases", "votes"]
    try:
        frame = pl.read_parquet(path, columns=columns)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise TitlesUnreadable(f"cannot read the catalogue file {path}: run `matinee ingest` again") from error
    return [
        Names(
            TitleRef(row["id"], row["title"], row["year"], tuple(row["source_ids"])),
            tuple(name for name in (row["original_title"], *row["aliases"]) if name),
            row["votes"] or 0,
        )
        for row in frame.iter_rows(named=True)
    ]


def read_titles(path: Path) -> list[Title]:
    """The titles of `path`, in file order. Raises TitlesUnreadable."""
    import polars as pl

    try:
        frame = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise TitlesUnreadable(f"cannot read the catalogue file {path}: run `matinee ingest` again") from error
    if set(frame.columns) | _ADDED_LATER != set(_schema()):
        raise TitlesUnreadable(f"the catalogue file {path} was written by another version: run `matinee ingest` again")
    once: dict[Any, Any] = {}
    return [_title(row, once) for row in frame.iter_rows(named=True)]


def _row(title: Title) -> dict[str, object]:
    return {
        field.name: list(getattr(title, field.name)) if field.name in _LISTS else getattr(title, field.name)
        for field in dataclasses.fields(title)
    }


def _title(row: dict[str, Any], once: dict[Any, Any]) -> Title:
    """The title of a row. What many titles share (a genre, an actor, "movie") is kept `once`: a fifth of their memory."""
    values: dict[str, Any] = {name: tuple(value) if name in _LISTS else value for name, value in row.items()}
    for name in _SHARED_PARTS:
        values[name] = tuple(once.setdefault(part, part) for part in values[name])
    for name in _SHARED:
        values[name] = once.setdefault(values[name], values[name])
    return Title(**values)


def _schema() -> "SchemaDict":
    import polars as pl

    def kind(name: str) -> "pl.DataType":
        if name in _LISTS:
            return pl.List(pl.String())
        if name in _NUMBERS:
            return pl.Int64()
        return pl.Float64() if name == "rating" else pl.String()

    return {field.name: kind(field.name) for field in dataclasses.fields(Title)}
