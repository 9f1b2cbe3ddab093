"""How titles feel, wherever they come from: the essences of the package, given to the titles of any source that are the same.

Two places have them: the records of the starter catalogue (etl.sources.starter), of which only the essence is taken here, and
the tables in `etl/essences`, a TOML file each with one entry a film: `"Name (year)" = "essence"`, the key as etl.film_key reads
it. All facts of a title stay those of its own sources, and no title is added.
"""

import dataclasses
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from agent.catalogue.title import Title
from etl.errors import SourceError
from etl.film_key import FilmKey
from etl.match import name_keys, person_key
from etl.sources.starter import read_starter
from etl.text import fold, name_key

SHORTEST, LONGEST = 80, 420  # characters


class _Felt(Protocol):
    """A title that somebody has put the feeling of into words."""

    @property
    def essence(self) -> str: ...

    def fits(self, title: Title) -> bool:
        """Whether a title of one of its names is this very one."""
        ...


@dataclass(frozen=True, slots=True)
class _Film:
    """An entry of a table."""

    key: FilmKey
    essence: str

    def fits(self, title: Title) -> bool:
        # Articles count: *Soul* and *The Soul* are two films of neighbouring years.
        names = (title.title, title.original_title, *title.aliases)
        return self.key.fits(title) and fold(self.key.name) in {fold(name) for name in names if name}


@dataclass(frozen=True, slots=True)
class _Starter:
    """A record of the starter catalogue.

    A film is known by its year, at most one off, and a director where both sides name one. A series, which other sources date
    by its latest season, is known by a person of both sides, or where the other source names nobody by not being older.
    """

    record: Title

    @property
    def essence(self) -> str:
        return self.record.essence

    def fits(self, title: Title) -> bool:
        if title.media_type != self.record.media_type:
            return False
        if title.media_type == "series":
            return bool(_people(title) & _people(self.record)) or (
                not _people(title) and (title.year or 0) >= (self.record.year or 0)
            )
        if title.year is None or self.record.year is None or abs(title.year - self.record.year) > 1:
            return False
        directors = set(map(person_key, title.directors))
        return not directors or bool(directors & set(map(person_key, self.record.directors)))


def with_essences(titles: Iterable[Title]) -> list[Title]:
    """The titles, each that has no essence with the one that the package has for it, if any."""
    table = shipped()
    return [title if title.essence else _felt(title, table) for title in titles]


@cache
def shipped() -> Mapping[str, tuple[_Felt, ...]]:
    """All essences of the package by the keys of their titles' names, the starter's first. Raises SourceError."""
    table: dict[str, list[_Felt]] = defaultdict(list)
    for record in read_starter():
        if record.essence:
            for key in name_keys(record):
                table[key].append(_Starter(record))
    for file in sorted(files("etl.essences").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            for film, essence in parse_essences(file.read_text("utf-8"), file.name).items():
                table[name_key(film.name)].append(_Film(film, essence))
    return {key: tuple(felt) for key, felt in table.items()}


def parse_essences(text: str, name: str) -> dict[FilmKey, str]:
    """The entries of a table in TOML; `name` is its file's. Raises SourceError naming the file and the entry that is wrong."""
    path = Path(name)
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SourceError(path, f"not a TOML file: {error}") from error
    found: dict[FilmKey, str] = {}
    for key, essence in entries.items():
        try:
            film = FilmKey.parse(key)
        except ValueError as error:
            raise SourceError(path, str(error)) from error
        if not isinstance(essence, str) or not SHORTEST <= len(essence) <= LONGEST or not essence.endswith("."):
            raise SourceError(path, f"{key}: an essence is whole sentences, {SHORTEST} to {LONGEST} characters")
        found[film] = essence
    return found


def _felt(title: Title, table: Mapping[str, tuple[_Felt, ...]]) -> Title:
    known = (felt for key in sorted(name_keys(title)) for felt in table.get(key, ()))
    felt = next((felt for felt in known if felt.fits(title)), None)
    return title if felt is None else dataclasses.replace(title, essence=felt.essence)


def _people(title: Title) -> set[str]:
    return set(map(person_key, (*title.directors, *title.cast)))
