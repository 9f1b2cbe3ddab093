"""Titles of the starter catalogue recognised among those of other sources: what the package knows of them serves them too."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from agent.catalogue.title import Title
from etl.match import name_keys, person_key
from etl.sources.starter import read_starter


@dataclass(frozen=True, slots=True)
class StarterTitle:
    """A record of the starter catalogue.

    A film is known by its year, at most one off, and a director where both sides name one. A series, which other sources date
    by its latest season, is known by a person of both sides, or where the other source names nobody by not being older.
    """

    record: Title

    def fits(self, title: Title) -> bool:
        """Whether a title of one of its names is this very one."""
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


@cache
def starter_titles() -> Mapping[str, tuple[StarterTitle, ...]]:
    """All records of the package by the keys of their names. Raises SourceError."""
    table: dict[str, list[StarterTitle]] = defaultdict(list)
    for record in read_starter():
        for key in name_keys(record):
            table[key].append(StarterTitle(record))
    return {key: tuple(found) for key, found in table.items()}


def in_starter(title: Title) -> Title | None:
    """The record of the starter catalogue that is this title; None where there is none, or no telling which of two it is."""
    table = starter_titles()
    found = {
        known.record.source_ids: known.record for key in name_keys(title) for known in table.get(key, ()) if known.fits(title)
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _people(title: Title) -> set[str]:
    return set(map(person_key, (*title.directors, *title.cast)))
