"""Frozen worlds of movie nights as a file (NIGHT.md, section 9): JSON, plain or gzipped.

    {"groups": [{"salt", "pool": [id], "outcome", "feeling_pool", "famous": [id], "feeling_famous", "rated_famous"}]}

Films are named by source ids. `outcome`, `feeling_pool` hold stars, one row a member and one number a film of the pool;
`feeling_famous` and `rated_famous` the same for well-known films: stars, and whether the member rated the film.
"""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agent.catalogue.search.eval_records import UnreadableSet
from bot.movie_night.tastes import Group, Stars


@dataclass(frozen=True, slots=True)
class World:
    """One group with its films by source id."""

    salt: str
    pool: tuple[str, ...]
    outcome: Stars
    felt: Stars
    famous: tuple[str, ...]
    famous_felt: Stars
    famous_rated: Stars

    def among(self, names: Mapping[str, str]) -> Group | None:
        """The group with the films that `names` has, which are source ids with their title ids; None for fewer than three."""
        at = {names[film]: column for column, film in enumerate(self.pool) if film in names}
        if len(at) < 3:
            return None
        columns = list(at.values())
        return Group(
            self.salt,
            tuple(at),
            self.outcome[:, columns],
            self.felt[:, columns],
            tuple(self._rated(member, names) for member in range(len(self.outcome))),
        )

    def _rated(self, member: int, names: Mapping[str, str]) -> dict[str, float]:
        columns = [column for column, film in enumerate(self.famous) if film in names and self.famous_rated[member, column]]
        return {names[self.famous[column]]: float(self.famous_felt[member, column]) for column in columns}


def read_worlds(path: Path) -> list[World]:
    """The groups of a file. Raises UnreadableSet."""
    try:
        raw = path.read_bytes()
        text = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        groups = json.loads(text)["groups"]
    except OSError as error:
        raise UnreadableSet(f"{path} cannot be read: {error.strerror or 'it is not a gzip file'}.") from error
    except (EOFError, ValueError, KeyError, TypeError) as error:
        raise UnreadableSet(f'{path} holds no worlds of movie nights: it has to be {{"groups": […]}} in JSON.') from error
    worlds = [_world(path, number, group) for number, group in enumerate(groups, 1)]
    if not worlds:
        raise UnreadableSet(f"{path} holds no groups.")
    return worlds


def _world(path: Path, number: int, raw: Any) -> World:
    try:
        world = World(
            str(raw["salt"]),
            tuple(map(str, raw["pool"])),
            _stars(raw["outcome"]),
            _stars(raw["feeling_pool"]),
            tuple(map(str, raw["famous"])),
            _stars(raw["feeling_famous"]),
            _stars(raw["rated_famous"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableSet(f"{path}, group {number}: {error!r} keeps it from being read.") from error
    people = len(world.outcome)
    if people < 1 or any(table.shape != (people, len(films)) for table, films in _tables(world)):
        raise UnreadableSet(f"{path}, group {number}: every table needs a row a member and a number a film.")
    return world


def _tables(world: World) -> list[tuple[Stars, tuple[str, ...]]]:
    own = [(table, world.pool) for table in (world.outcome, world.felt)]
    return own + [(table, world.famous) for table in (world.famous_felt, world.famous_rated)]


def _stars(rows: Any) -> Stars:
    return np.asarray(rows, np.float64)
