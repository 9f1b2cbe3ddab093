"""The plain values inside requests and events: titles as references and cards, what a run knows of taste and place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TitleRef:
    """A title that an answer presents: enough to name it and to find it again."""

    id: str
    title: str
    year: int | None
    source_ids: tuple[str, ...] = ()

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any]) -> "TitleRef":
        """From the JSON object that `dataclasses.asdict` made."""
        return cls(**{**raw, "source_ids": tuple(raw["source_ids"])})


@dataclass(frozen=True, slots=True)
class TitleCard:
    """A title's facts as people see them on a card. Absent facts are None or empty.

    `runtime` is in minutes, `rating` in [0, 10]. `why` are short reasons that hold for the question. `where` names the
    services that have it in `region` (ISO 3166-1 alpha-2); `credits` are sources that must be named where this is shown.
    """

    ref: TitleRef
    media_type: str
    runtime: int | None = None
    seasons: int | None = None
    certificate: str | None = None
    rating: float | None = None
    genres: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    poster: str | None = None
    link: str | None = None
    why: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    region: str = ""
    credits: tuple[str, ...] = ()

    @classmethod
    def from_raw(cls, raw: Mapping[str, Any]) -> "TitleCard":
        """From the JSON object that `dataclasses.asdict` made."""
        lists = {name: tuple(raw[name]) for name in ("genres", "countries", "why", "where", "credits")}
        return cls(**{**raw, **lists, "ref": TitleRef.from_raw(raw["ref"])})


@dataclass(frozen=True, slots=True)
class Taste:
    """What the asker has said of titles, by title id: `liked` draw the search towards them, `disliked` away from them, and
    `hidden` (seen, or not wanted) do not come back."""

    liked: tuple[str, ...] = ()
    disliked: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


NO_TASTE = Taste()


@dataclass(frozen=True, slots=True)
class House:
    """What the place asks of every answer. `viewer_age`: certificates must allow it; None for no ceiling.

    `language` is ISO 639-1, "" for the question's own; `region` ISO 3166-1 alpha-2, "" when unknown.
    """

    viewer_age: int | None = None
    language: str = ""
    region: str = ""


NO_HOUSE = House()


@dataclass(frozen=True, slots=True)
class Citation:
    """The source behind a numbered claim of an answer: the record of a data set, and the version of the data as a whole."""

    number: int
    title_id: str
    source: str
    edition: str = ""
