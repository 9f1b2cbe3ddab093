"""Viewers' reviews from a file: JSON lines or CSV with `title_id`, or `title` and `year`, and `review`."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.catalogue.title import Title
from etl.errors import SourceError
from etl.match import name_keys
from etl.sources.table import load, read_header, read_table
from etl.text import name_key, tidy

_A_TITLE = 3  # more would say the same again
_LENGTH = 500  # characters
_COLUMNS = ("title_id", "title", "year", "review")


@dataclass(frozen=True, slots=True)
class Review:
    """A review, and the title that it is of: its id, or its name and, where known, its year."""

    title_id: str
    title: str
    year: int | None
    text: str


def read_reviews(path: Path) -> list[Review]:
    """All reviews of the file. Raises SourceError naming the row that is wrong."""
    rows = _json_lines(path) if load(path).lstrip().startswith(b"{") else _table(path)
    return [_review(path, number, row) for number, row in rows]


def by_title(reviews: Iterable[Review], titles: Sequence[Title]) -> tuple[dict[str, tuple[str, ...]], int]:
    """The reviews by title id, the first few of each title; and how many name no title, or not which of several."""
    ids = {title.id for title in titles}
    named: dict[str, list[Title]] = defaultdict(list)
    for title in titles:
        for key in name_keys(title):
            named[key].append(title)
    found: dict[str, list[str]] = defaultdict(list)
    lost = 0
    for review in reviews:
        title_id = review.title_id if review.title_id in ids else _named(review, named)
        if title_id:
            found[title_id].append(review.text)
        else:
            lost += 1
    return {title_id: tuple(dict.fromkeys(texts))[:_A_TITLE] for title_id, texts in found.items()}, lost


def _named(review: Review, named: Mapping[str, Sequence[Title]]) -> str:
    fitting = {
        title.id for title in named.get(name_key(review.title), ()) if review.title and review.year in {None, title.year}
    }
    return fitting.pop() if len(fitting) == 1 else ""


def _json_lines(path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    try:
        lines = load(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise SourceError(path, "is not UTF-8: save it as UTF-8") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise SourceError(path, f"the line is not JSON ({error}): write one object a line", row=number) from error
        if not isinstance(row, dict):
            raise SourceError(path, "the line is no JSON object: write one object a line", row=number)
        yield number, row


def _table(path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    header = read_header(path)
    wanted = [name for name in _COLUMNS if name in header] if "review" in header else ["review"]
    return enumerate(read_table(path, wanted).rows, 2)


def _review(path: Path, number: int, row: Mapping[str, Any]) -> Review:
    title_id, title, text = (tidy(str(row.get(name) or "")) for name in ("title_id", "title", "review"))
    year = str(row.get("year") or "").strip()
    if not text or not (title_id or title):
        raise SourceError(path, "a review needs `review` and `title_id`, or `review`, `title` and `year`", row=number)
    if year and not year.isdecimal():
        raise SourceError(path, f"the year {year!r} is no number", row=number, column="year")
    return Review(title_id, title, int(year) if year else None, text[:_LENGTH])
