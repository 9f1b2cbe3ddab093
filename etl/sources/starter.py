"""The starter catalogue: titles that come with the package, so that a machine without any data set has something to search.

Hand-written TOML (etl/starter), so a mistake is ours: every error names the file, the title and the key.
"""

import dataclasses
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from agent.catalogue.title import Title
from etl.errors import SourceError
from etl.genres import GENRES
from etl.unify import base_id

NAME = "starter"

_Text = Annotated[str, StringConstraints(min_length=1, pattern=r"^\S(.*\S)?$")]
# Long enough to say situation, setting and tone; short enough to stay whole in the encoder's 512 tokens with all the facts.
_Description = Annotated[str, StringConstraints(min_length=120, max_length=420, pattern=r"^\S.*[.!?]$")]
_Essence = Annotated[str, StringConstraints(min_length=160, max_length=420, pattern=r"^\S.*[.!?]$")]


class _Record(BaseModel):
    """One `[[title]]` as its file has it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    title: _Text
    year: int = Field(ge=1888, le=2100)
    type: Literal["movie", "series"]
    genres: list[_Text] = Field(min_length=1)
    countries: list[_Text] = Field(min_length=1)
    description: _Description
    cast: list[_Text] = Field(max_length=6)
    original_title: _Text | None = None
    aliases: list[_Text] = []
    directors: list[_Text] = []
    creators: list[_Text] = []
    runtime: int | None = Field(default=None, ge=1, le=1000)
    seasons: int | None = Field(default=None, ge=1, le=100)
    certificate: _Text | None = None
    essence: _Essence | None = None

    @field_validator("genres")
    @classmethod
    def _plain(cls, genres: list[str]) -> list[str]:
        unknown = [genre for genre in genres if genre not in GENRES]
        if unknown:
            raise ValueError(f"no such genre: {', '.join(unknown)}; the list is etl.genres.GENRES")
        return genres

    @field_validator("genres", "countries", "cast", "aliases", "directors", "creators")
    @classmethod
    def _once(cls, names: list[str]) -> list[str]:
        if len(set(names)) < len(names):
            raise ValueError("a name stands twice")
        return names

    @model_validator(mode="after")
    def _of_its_type(self) -> Self:
        movie, series = self.directors and self.runtime, self.creators and self.seasons
        if self.type == "movie" and (not movie or self.creators or self.seasons):
            raise ValueError("a movie has directors and runtime, no creators and no seasons")
        if self.type == "series" and (not series or self.directors or self.runtime):
            raise ValueError("a series has creators and seasons, no directors and no runtime")
        return self


def read_starter(folder: Traversable | None = None) -> list[Title]:
    """The titles of `folder` (default: the package's own), by file name and then in their order.

    Ids are empty, as etl.unify expects; the source id is `starter:<slug>-<year>`. A series' creators stand as its directors.
    Raises SourceError.
    """
    where = files("etl.starter") if folder is None else folder
    titles: dict[str, Title] = {}
    homes: dict[str, str] = {}
    for file in sorted((file for file in where.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name):
        for title in _titles(file):
            own = title.source_ids[0]
            if own in titles:
                raise SourceError(Path(file.name), f"*{title.title}* is already in {homes[own]}; keep one of the two")
            titles[own], homes[own] = title, file.name
    if not titles:
        raise SourceError(Path(str(where)), "no titles here; the installation is incomplete, install Matinee again")
    return list(titles.values())


def _titles(file: Traversable) -> Iterator[Title]:
    path = Path(file.name)
    try:
        tables = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(path, f"not a TOML file: {error}") from error
    entries = tables.get("title")
    if not isinstance(entries, list) or tables.keys() != {"title"}:
        raise SourceError(path, "a starter file holds [[title]] tables and nothing else")
    for number, entry in enumerate(entries, start=1):
        yield _title(path, number, entry)


def _title(path: Path, number: int, entry: object) -> Title:
    try:
        record = _Record.model_validate(entry)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = entry.get("title") if isinstance(entry, dict) else None
        keys = ".".join(str(part) for part in first["loc"]) or None
        called = f"*{name}*" if isinstance(name, str) else f"title {number}"
        raise SourceError(path, f"{called}: {first['msg'].removeprefix('Value error, ')}", column=keys) from error
    title = Title(
        id="",
        title=record.title,
        year=record.year,
        media_type=record.type,
        source_ids=(),
        original_title=record.original_title,
        aliases=tuple(record.aliases),
        directors=tuple(record.directors or record.creators),
        genres=tuple(record.genres),
        cast=tuple(record.cast),
        runtime=record.runtime,
        seasons=record.seasons,
        countries=tuple(record.countries),
        certificate=record.certificate,
        description=record.description,
        essence=record.essence or "",
    )
    return dataclasses.replace(title, source_ids=(f"{NAME}:{base_id(title)}",))
