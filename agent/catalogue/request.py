"""A request for titles, understood: hard constraints plus a wish."""

from dataclasses import dataclass

from agent.catalogue.title import MediaType


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asked for.

    `wish` is the text searched by meaning. Years are inclusive, runtimes minutes, ratings in [0, 10]. `viewer_age` is the age
    of the youngest who watch: there must be evidence that it may (`certificates`), and none at all is enough only where
    `uncertified`. `like`,
    `exclude` and `lookup` hold title ids of the catalogue: anchors, titles left out, a title asked for by name. `missing`
    holds names asked for that the catalogue does not have. `language` is the question's, as ISO 639-1, or "" when it cannot
    be told.
    """

    wish: str
    media_type: MediaType | None = None
    year_from: int | None = None
    year_to: int | None = None
    runtime_min: int | None = None
    runtime_max: int | None = None
    seasons_min: int | None = None
    seasons_max: int | None = None
    rating_min: float | None = None
    viewer_age: int | None = None
    uncertified: bool = False
    genres: tuple[str, ...] = ()  # all of them, or any of them where `any_genre`
    any_genre: bool = False
    without_genres: tuple[str, ...] = ()
    people: tuple[str, ...] = ()  # all of them, in whatever role, or any of them where `any_people`
    any_people: bool = False
    without_people: tuple[str, ...] = ()
    directors: tuple[str, ...] = ()  # those of `people` who must direct; of a series, have created it
    without_directors: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()  # any of them
    without_countries: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()  # languages that a title was made in, any of them, as ISO 639-1
    without_spoken: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    lookup: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    language: str = ""
    limit: int | None = None
    notes: tuple[str, ...] = ()  # sentences that an answer must pass on: what was asked for and cannot be told

    @property
    def only_missing(self) -> bool:
        """Whether all that was asked for is a name that the catalogue does not have."""
        others = (self.genres, self.people, self.countries, self.like, self.lookup)
        return bool(self.missing) and self.wish == ", ".join(self.missing) and not any(others)
