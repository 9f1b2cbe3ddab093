"""A title: one film or series of the catalogue, as plain facts."""

from dataclasses import dataclass
from typing import Literal

MediaType = Literal["movie", "series"]


@dataclass(frozen=True, slots=True)
class Title:
    """One film or series.

    `id` is readable (`the-usual-suspects-1995`). `runtime` is in minutes (films), `seasons` counts (series). `rating` is an
    IMDb-style mean in [0, 10], `votes` the number behind it. `certificate` is the code as its source writes it.
    `date_added` is an ISO date. `source_ids` are `netflix:<show_id>`, `imdb:<0-based data row>`, `starter:<id>`.
    `essence` is how it feels, in words that are searched and not shown.
    Absent facts are None or empty, never a placeholder text.
    """

    id: str
    title: str
    year: int | None
    media_type: MediaType
    source_ids: tuple[str, ...]
    original_title: str | None = None
    aliases: tuple[str, ...] = ()
    directors: tuple[str, ...] = ()
    genres: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    runtime: int | None = None
    seasons: int | None = None
    countries: tuple[str, ...] = ()
    certificate: str | None = None
    rating: float | None = None
    votes: int | None = None
    description: str = ""
    poster: str | None = None
    date_added: str | None = None
    essence: str = ""
