"""Sets of questions with what is expected of their answers, as files of JSON objects, one a line.

    {"question", "decision", "language", "media", "history"?: [{"question", "titles": [id]}], "filters"?: {…},
     "wanted"?: [{"any": [id]} | {"facts": {…}}], "must_say"?: [text], "must_not_say"?: [text]}

`wanted` has one entry for each thing that is asked for: a title of `any`, or one that meets the `facts`. Titles are named by
source ids. `filters` are those of a `Request` that must have been understood. Every record may carry `id`, `source`, `kind`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.catalogue.search.eval_records import Record, read_records, text_of
from agent.catalogue.title import MediaType, Title
from agent.contract import Decision

MEDIA = ("movie", "series", "any")


@dataclass(frozen=True, slots=True)
class CaseLabels:
    """What figures are split by. `language` is the question's as ISO 639-1, `media` one of `MEDIA`."""

    route: Decision
    language: str
    media: str
    source: str = ""
    kind: str = ""


class Facts(BaseModel):
    """What a title must be: of all the genres, with all the people, from any of the countries. Years are inclusive."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    media_type: MediaType | None = None
    genres: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    year_from: int | None = None
    year_to: int | None = None
    runtime_min: int | None = None
    runtime_max: int | None = None

    def met_by(self, title: Title) -> bool:
        """Whether the title is for certain so: what is not known of it is not met."""
        return (
            self.media_type in {None, title.media_type}
            and set(self.genres) <= set(title.genres)
            and set(self.people) <= {*title.directors, *title.cast}
            and (not self.countries or not set(self.countries).isdisjoint(title.countries))
            and _within(title.year, self.year_from, self.year_to)
            and _within(title.runtime, self.runtime_min, self.runtime_max)
        )


Wanted: TypeAlias = frozenset[str] | Facts


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question, and the source ids of the titles that were shown for it."""

    question: str
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One question in its conversation, and what is expected of the answer."""

    id: str
    question: str
    labels: CaseLabels
    history: tuple[Turn, ...]
    filters: Mapping[str, Any]
    wanted: tuple[Wanted, ...]
    must_say: tuple[str, ...]
    must_not_say: tuple[str, ...]

    @property
    def decision(self) -> Decision:
        """The way that the question is to go."""
        return self.labels.route


def read_cases(path: Path) -> list[Case]:
    """The cases of a file. Raises UnreadableSet."""
    return read_records(path, _case)


def _case(record: Record) -> Iterator[Case]:
    filters = record.get("filters", {})
    if not isinstance(filters, Mapping):
        raise TypeError("filters is no object")
    yield Case(
        id=str(record.get("id", "")),
        question=text_of(record, "question"),
        labels=_labels(record),
        history=tuple(Turn(text_of(turn, "question"), _texts(turn, "titles")) for turn in record.get("history", ())),
        filters=filters,
        wanted=tuple(_wanted(item) for item in record.get("wanted", ())),
        must_say=_texts(record, "must_say"),
        must_not_say=_texts(record, "must_not_say"),
    )


def _labels(record: Record) -> CaseLabels:
    decision, media = record["decision"], record["media"]
    if decision not in get_args(Decision):
        raise TypeError(f"decision is none of {', '.join(get_args(Decision))}")
    if media not in MEDIA:
        raise TypeError(f"media is none of {', '.join(MEDIA)}")
    source, kind = str(record.get("source", "")), str(record.get("kind", ""))
    return CaseLabels(cast("Decision", decision), text_of(record, "language"), media, source, kind)


def _wanted(item: Record) -> Wanted:
    if "any" in item:
        if not (ids := _texts(item, "any")):
            raise TypeError("any names no title")
        return frozenset(ids)
    try:
        facts = Facts.model_validate_json(json.dumps(item["facts"]))  # as JSON: strict, and a list is a tuple's form there
    except ValidationError as error:
        raise TypeError(f"facts cannot be read, {error.errors()[0]['msg']}") from error
    if facts == Facts():
        raise TypeError("facts is empty")
    return facts


def _texts(record: Record, key: str) -> tuple[str, ...]:
    values: Sequence[Any] = record.get(key, ())
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{key} is no list of texts")
    return tuple(values)


def _within(value: int | None, low: int | None, high: int | None) -> bool:
    if low is None and high is None:
        return True
    return value is not None and (low is None or low <= value) and (high is None or value <= high)
