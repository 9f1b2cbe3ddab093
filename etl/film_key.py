"""How the tables of the package name a film: `Name (year)`, or `Name (year, director)` where two films share both."""

import re
from dataclasses import dataclass

from agent.catalogue.title import Title
from etl.match import person_key

_KEY = re.compile(r"(?P<name>.+) \((?P<year>\d{4})(?:, (?P<director>[^()]+))?\)")


@dataclass(frozen=True, slots=True)
class FilmKey:
    """A film's name and year as its source writes them. `director` is "" where name and year are enough."""

    name: str
    year: int
    director: str = ""

    @classmethod
    def parse(cls, text: str) -> "FilmKey":
        """Raises ValueError naming `text` where it has another form."""
        found = _KEY.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is not `Name (year)` or `Name (year, director)`")
        return cls(found["name"], int(found["year"]), found["director"] or "")

    def fits(self, title: Title) -> bool:
        """Whether a record of this name is this film: years at most one apart, no stated director contradicting a named one."""
        if title.media_type != "movie" or title.year is None or abs(title.year - self.year) > 1:
            return False
        named = set(map(person_key, title.directors))
        return not self.director or not named or person_key(self.director) in named
