"""How titles feel, wherever they come from: the essences of the package, given to the titles of any source that are the same.

Two places have them: the records of the starter catalogue, of which only the essence is taken here, and
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

from agent.catalogue.title import Title
from etl.errors import SourceError
from etl.film_key import FilmKey
from etl.match import name_keys
from etl.starter_match import in_starter
from etl.text import fold, name_key

SHORTEST, LONGEST = 80, 420  # characters


@dataclass(frozen=True, slots=True)
class _Film:
    """An entry of a table."""

    key: FilmKey
    essence: str

    def fits(self, title: Title) -> bool:
        """Whether a title is this film."""
        # Articles count: *Soul* and *The Soul* are two films of neighbouring years.
        names = (title.title, title.original_title, *title.aliases)
        return self.key.fits(title) and fold(self.key.name) in {fold(name) for name in names if name}


def with_essences(titles: Iterable[Title]) -> list[Title]:
    """The titles, each that has no essence with the one that the package has for it, if any."""
    return [title if title.essence else _felt(title) for title in titles]


@cache
def shipped() -> Mapping[str, tuple[_Film, ...]]:
    """The entries of the tables by the keys of their films' names. Raises SourceError."""
    table: dict[str, list[_Film]] = defaultdict(list)
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


def _felt(title: Title) -> Title:
    record = in_starter(title)
    known = (film for key in sorted(name_keys(title)) for film in shipped().get(key, ()))
    essence = record.essence if record and record.essence else next((film.essence for film in known if film.fits(title)), "")
    return dataclasses.replace(title, essence=essence) if essence else title
