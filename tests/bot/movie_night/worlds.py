"""A catalogue and small worlds for tests of the evaluations: forty films, groups with made-up feelings about them."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np

from agent.catalogue.search.finder import Finder
from agent.catalogue.title import Title
from tests.agent.catalogue.shop import film
from tests.agent.catalogue.test_finder import publish
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome

_KINDS = ("comedy", "thriller, crime", "drama", "action, adventure", "horror", "animation, family")


def _film(number: int) -> Title:
    facts = {"rating": 6.0 + (number * 7 % 30) / 10, "votes": 5_000 + number * 9_000} if number % 8 else {}
    plot = f"Somebody waits for the {number}th time."
    return film(f"Film {number}", 1960 + number, _KINDS[number % len(_KINDS)], plot, runtime=90 + number, **facts)


FILMS = tuple(_film(number) for number in range(40))
SOURCES = [title.source_ids[0] for title in FILMS]


def world(salt: str, people: int = 3, *, pool: Sequence[str] = SOURCES[:30]) -> dict[str, Any]:
    """A group that a world's file holds; numbers follow from the salt. Half of the famous films were rated."""
    chance = np.random.default_rng(list(salt.encode()))
    famous = SOURCES[30:]

    def stars(films: Sequence[str]) -> list[list[float]]:
        return np.clip(chance.normal(3.6, 0.9, (people, len(films))), 0.5, 5).round(2).tolist()

    return {
        "salt": salt,
        "users": [str(number) for number in range(people)],
        "pool": list(pool),
        "outcome": stars(pool),
        "real": np.ones((people, len(pool)), int).tolist(),
        "feeling_pool": stars(pool),
        "famous": famous,
        "feeling_famous": stars(famous),
        "rated_famous": [[at % 2 for at in range(len(famous))]] * people,
    }


def written(path: Path, *worlds: dict[str, Any]) -> Path:
    """The worlds as a file."""
    path.write_text(json.dumps({"version": 1, "groups": worlds}), "utf-8")
    return path


@asynccontextmanager
async def finder_over(titles: Sequence[Title], data_dir: Path) -> AsyncIterator[Finder]:
    """The real finder over these titles, with hashed words for vectors."""
    home = MemoryHome()
    await publish(data_dir, home, titles)
    finder = await Finder.open(data_dir, home=home, dense=HashingEncoder(), sparse=HashingSparse())
    yield finder
    await finder.close()
