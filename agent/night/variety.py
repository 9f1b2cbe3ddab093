"""A list that does not repeat itself: at most two films of one director or of one series."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold, without_article

AT_MOST = 2
# What tells the parts of a series apart: a subtitle, "Part II", "Chapter 4", a number at the end.
_PART = re.compile(
    r"\s*(?::|\s[-–—]\s|,?\s+(?:part|vol\.?|volume|chapter|episode)\s+\w+|\s+(?:\d{1,2}|[IVX]{1,4})$).*", re.IGNORECASE
)


def varied(films: Sequence[Title], count: int) -> list[Title]:
    """The first `count` without a third of one kind; where that leaves too few, the rest in its order."""
    seen: Counter[str] = Counter()
    chosen: list[Title] = []
    passed: list[Title] = []
    for film in films:
        if len(chosen) == count:
            break
        keys = set(_keys(film))
        if any(seen[key] >= AT_MOST for key in keys):
            passed.append(film)
            continue
        seen.update(keys)
        chosen.append(film)
    return [*chosen, *passed[: count - len(chosen)]]


def _keys(film: Title) -> Iterator[str]:
    yield from (f"director {fold(name)}" for name in film.directors)
    yield f"series {without_article(fold(_PART.sub('', film.title)))}"
