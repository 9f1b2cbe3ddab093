"""A finder over a dozen titles: the real understanding, and a search by shared words. For tests of the film domain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from agent.catalogue.request import Request
from agent.catalogue.search.table import FactTable
from agent.catalogue.search.why import reasons
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import MediaType, Title
from agent.catalogue.understanding.notes import worded
from agent.catalogue.understanding.understand import understand, understand_part
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.contract import NO_TASTE, Taste


def make_title(
    name: str,
    year: int,
    genres: str,
    size: int,
    director: str,
    about: str,
    *,
    media_type: MediaType = "movie",
    country: str = "United States",
) -> Title:
    """A title of its few telling facts; `size` is minutes or seasons."""
    slug = "-".join([*name.lower().replace("'", "").split(), str(year)])
    return Title(
        id=slug,
        title=name,
        year=year,
        media_type=media_type,
        source_ids=(f"starter:{slug}",),
        directors=(director,) if director else (),
        genres=tuple(genres.split(", ")),
        runtime=size if media_type == "movie" else None,
        seasons=size if media_type == "series" else None,
        countries=(country,),
        description=about,
    )


TITLES = tuple(
    make_title(*facts)
    for facts in (
        (
            "Rope",
            1948,
            "crime, thriller",
            80,
            "Alfred Hitchcock",
            "Two friends hide a body in a chest and give a dinner party around it in one room.",
        ),
        (
            "The Guilty",
            2018,
            "crime, thriller",
            85,
            "Gustav Möller",
            "A police officer at an emergency desk takes a call. He never leaves the room.",
        ),
        (
            "Heat",
            1995,
            "crime, thriller",
            170,
            "Michael Mann",
            "A detective hunts a crew of bank robbers through the city before their last heist.",
        ),
        (
            "Reservoir Dogs",
            1992,
            "crime, thriller",
            99,
            "Quentin Tarantino",
            "After a heist goes wrong the robbers meet in a warehouse and look for the traitor.",
        ),
        (
            "The Usual Suspects",
            1995,
            "crime, mystery",
            106,
            "Bryan Singer",
            "Five crooks meet in a police cell and plan a heist for a man nobody has seen.",
        ),
        ("Heist School", 1998, "comedy, crime", 92, "", "A retired thief teaches amateurs how to plan a heist."),
        (
            "Airplane!",
            1980,
            "comedy",
            88,
            "Jim Abrahams",
            "A nervous former pilot has to land a plane after the crew fall ill.",
        ),
        (
            "Coherence",
            2013,
            "mystery, science fiction",
            89,
            "James Ward Byrkit",
            "A comet passes during a dinner party, and the house next door looks familiar.",
        ),
        (
            "Locke",
            2013,
            "drama, thriller",
            85,
            "Steven Knight",
            "A builder drives through the night and his life comes apart over the car phone.",
        ),
    )
) + tuple(
    make_title(*facts, media_type="series")
    for facts in (
        ("Money House", 2017, "crime, thriller", 5, "", "A crew locks itself into a mint for a heist that takes days."),
        ("Silent Valley", 2019, "drama, mystery", 2, "", "A detective returns to the village where she grew up."),
        ("Night Kitchen", 2021, "comedy", 3, "", "The staff of a small restaurant try to save it, one night at a time."),
    )
)


@dataclass(frozen=True, slots=True)
class FakeScored:
    title: Title
    score: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FakeFound:
    titles: tuple[FakeScored, ...]
    score: float
    request: Request
    notes: tuple[str, ...]
    ms: Mapping[str, float]
    unmet: tuple[str, ...] = ()


class FakeFinder:
    """Searches by shared words; `exclude` and the request's limits hold. `searched` records the requests."""

    edition = "20260601-1"

    def __init__(self, titles: Sequence[Title] = TITLES) -> None:
        self.titles: Mapping[str, Title] = {title.id: title for title in titles}
        self.vocabulary = Vocabulary.of(titles)
        self.table = FactTable(titles)
        self.searched: list[Request] = []

    def understand(self, text: str) -> Request:
        """The real understanding, on a fixed day."""
        return understand(text, self.vocabulary, today=date(2026, 6, 1))

    def understand_part(self, text: str, voice: Voice) -> Request:
        """The same for a part of a question."""
        return understand_part(text, voice, self.vocabulary, today=date(2026, 6, 1))

    async def refresh(self) -> bool:
        """Nothing new."""
        return False

    async def find(
        self, request: Request, *, exclude: Sequence[str] = (), limit: int = 5, taste: Taste = NO_TASTE
    ) -> FakeFound:
        """Titles within the limits, most shared words first."""
        self.searched.append(request)
        fitting = [
            title
            for title in self.titles.values()
            if not {title.id, *title.source_ids} & set(exclude) and _fits(title, request)
        ]
        wanted = set(request.wish.lower().split())
        scored = sorted(
            ((self._score(title, wanted, request), title) for title in fitting), key=lambda pair: (-pair[0], pair[1].id)
        )[:limit]
        best = scored[0][0] if scored else 0.0
        return FakeFound(
            titles=tuple(FakeScored(title, score, _why(title, request)) for score, title in scored),
            score=best,
            request=request,
            notes=(
                *(f"“{name}” is not in my catalogue." for name in request.missing),
                *worded(request.notes, request.spoken_to),
            ),
            ms={"encode": 0.0, "search": 0.0, "rerank": 0.0, "total": 0.0},
        )

    def _score(self, title: Title, wanted: set[str], request: Request) -> float:
        if title.id in request.lookup:
            return 1.0
        words = set(f"{title.title} {title.description} {' '.join(title.genres)}".lower().replace(".", "").split())
        shared = len(wanted & words) + 2 * len(set(request.genres) & set(title.genres)) + (2 if request.like else 0)
        return min(0.99, 0.3 + 0.15 * shared)


def _fits(title: Title, request: Request) -> bool:
    size = title.runtime or 0
    return all(
        (
            request.media_type in {None, title.media_type},
            request.year_from is None or (title.year or 0) >= request.year_from,
            request.year_to is None or (title.year or 9999) <= request.year_to,
            request.runtime_max is None or size <= request.runtime_max,
            request.runtime_min is None or size >= request.runtime_min,
            request.seasons_max is None or (title.seasons or 99) <= request.seasons_max,
            not request.genres or bool(set(request.genres) & set(title.genres)),
            not set(request.without_genres) & set(title.genres),
            title.id not in (*request.like, *request.exclude),
        )
    )


def _why(title: Title, request: Request) -> tuple[str, ...]:
    return reasons(title, request, (), frozenset())
