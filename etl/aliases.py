"""Other names of films, from the checked table `aliases.toml`: whoever lists *Gisaengchung* (2019) also has *Parasite*.

The table is keyed by a name and its year, as the tables that carry such names write them, and by director where two films
share both. A record takes the names when its own name is the key's, its year at most one apart, and no stated director
contradicts a named one. The names serve look-up and search, and matching: two sources that list one film under two names meet.
"""

import dataclasses
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from agent.catalogue.title import Title
from etl.film_key import FilmKey
from etl.text import fold


@dataclass(frozen=True, slots=True)
class OtherNames:
    """One entry of the table."""

    film: FilmKey
    also: tuple[str, ...]


def parse_aliases(text: str) -> list[OtherNames]:
    """The entries of a table in TOML. Raises ValueError naming the entry that is wrong."""
    entries: list[OtherNames] = []
    for key, also in tomllib.loads(text)["films"].items():
        film = FilmKey.parse(key)
        if not also or not all(isinstance(name, str) and name.strip() for name in also):
            raise ValueError(f"{key!r} needs a list of other names")
        entries.append(OtherNames(film, tuple(also)))
    return entries


@cache
def shipped() -> Mapping[str, tuple[OtherNames, ...]]:
    """The table that comes with the package, by folded name."""
    table: dict[str, tuple[OtherNames, ...]] = {}
    for entry in parse_aliases(files("etl").joinpath("aliases.toml").read_text("utf-8")):
        table[fold(entry.film.name)] = (*table.get(fold(entry.film.name), ()), entry)
    return table


def with_other_names(titles: Iterable[Title]) -> list[Title]:
    """The records, each with the other names that the table has for it behind those of its own."""
    table = shipped()
    return [_named(title, table) for title in titles]


def _named(title: Title, table: Mapping[str, tuple[OtherNames, ...]]) -> Title:
    entries = [
        entry
        for key in dict.fromkeys(fold(name) for name in (title.title, title.original_title) if name)
        for entry in table.get(key, ())
        if entry.film.fits(title)
    ]
    if not entries:
        return title
    known = {fold(name) for name in (title.title, title.original_title, *title.aliases) if name}
    fresh = dict.fromkeys(name for entry in entries for name in entry.also if fold(name) not in known)
    return dataclasses.replace(title, aliases=(*title.aliases, *fresh))
