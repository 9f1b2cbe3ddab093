"""A request for titles, understood: hard constraints plus a wish."""

from dataclasses import dataclass

from agent.catalogue.title import MediaType


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asked for.

    `wish` is the text searched by meaning. Years are inclusive, runtimes minutes, ratings in [0, 10]. `viewer_age` is the age
    of the youngest who watch: there must be evidence that it may (`certificates`), and none at all is enough only where
    `uncertified`. `ceiling` is the age that the place allows: it asks for the same evidence and never gives way. `like`,
    `exclude` and `lookup` hold title ids of the catalogue: anchors, titles left out, a title asked for by name. `missing`
    holds names asked for that the catalogue does not have. `language` is the question's, as ISO 639-1, or "" when it cannot
    be told; `answer_in` is the one that the place wants answers in, "" for the question's. `hides_plot`: what happens in a
    title must not be shown unasked. `original` is what was asked, where `wish` is a model's English of it, else "".
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
    contradicted: tuple[str, ...] = ()  # genres wanted and refused at once
    notes: tuple[str, ...] = ()  # names of sentences that an answer must pass on: what was asked for and cannot be told
    ceiling: int | None = None
    answer_in: str = ""
    hides_plot: bool = False
    original: str = ""

    @property
    def words(self) -> str:
        """What is searched by words: the wish, and what was asked in another language, which may name titles and people."""
        return f"{self.wish} {self.original}".strip() if self.wish else ""

    @property
    def wish_language(self) -> str:
        """The language of the wish, as ISO 639-1, or "" where it cannot be told."""
        return "en" if self.original else self.language

    @property
    def spoken_to(self) -> str:
        """The language of the answer, as ISO 639-1; "" where it cannot be told."""
        return self.answer_in or self.language

    @property
    def only_missing(self) -> bool:
        """Whether all that was asked for is a name that the catalogue does not have."""
        others = (self.genres, self.people, self.countries, self.like, self.lookup)
        return bool(self.missing) and self.wish == ", ".join(self.missing) and not any(others)
