"""A request for titles, understood: hard constraints plus a wish."""

from dataclasses import dataclass

from agent.catalogue.title import MediaType


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asked for.

    `wish` is the text searched by meaning. Years are inclusive, runtimes minutes, ratings in [0, 10]. `like`, `exclude` and
    `lookup` hold title ids of the catalogue: anchors, titles left out, a title asked for by name. `missing` holds names asked
    for that the catalogue does not have. `language` is the question's, as ISO 639-1, or "" when it cannot be told.
    """

    wish: str
    media_type: MediaType | None = None
    year_from: int | None = None
    year_to: int | None = None
    runtime_min: int | None = None
    runtime_max: int | None = None
    seasons_max: int | None = None
    rating_min: float | None = None
    genres: tuple[str, ...] = ()  # all of them, or any of them where `any_genre`
    any_genre: bool = False
    without_genres: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    without_people: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    lookup: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    language: str = ""
    limit: int | None = None
    notes: tuple[str, ...] = ()  # sentences that an answer must pass on: what was asked for and cannot be told
