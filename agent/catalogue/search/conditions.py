"""A request's hard part: the conditions of the search, and how it gives way when too little is left."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from agent.catalogue.request import Request
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.retrieval.types import AnyOf, Between, Condition, NoneOf

# Below three there is nothing to choose from.
ENOUGH = 3


def conditions(request: Request, vocabulary: Vocabulary, excluded: Iterable[str] = ()) -> tuple[Condition, ...]:
    """The request as conditions on the payload that `etl` writes; `excluded` are title ids."""
    found: list[Condition] = []
    if request.media_type:
        found.append(AnyOf("media_type", (request.media_type,)))
    spans = (
        ("year", request.year_from, request.year_to),
        ("runtime", request.runtime_min, request.runtime_max),
        ("seasons", request.seasons_min, request.seasons_max),
        ("rating", request.rating_min, None),
    )
    found += [Between(field, low, high) for field, low, high in spans if low is not None or high is not None]
    if request.genres and request.any_genre:
        found.append(AnyOf("genres", request.genres))
    else:
        found += [AnyOf("genres", (genre,)) for genre in request.genres]
    found += _people(request, vocabulary)
    if request.viewer_age is not None:
        found.append(_certificate(request.viewer_age, request.uncertified, vocabulary))
    if request.countries:
        found.append(AnyOf("countries", request.countries))
    if request.without_genres:
        found.append(NoneOf("genres", request.without_genres))
    if request.without_countries:
        found.append(NoneOf("countries", request.without_countries))
    if hidden := tuple(excluded):
        found.append(NoneOf("id", hidden))
    return tuple(found)


def _people(request: Request, vocabulary: Vocabulary) -> Iterator[Condition]:
    wanted = (request.people,) if request.any_people else tuple((person,) for person in request.people)
    yield from (AnyOf("people", vocabulary.spelt(names)) for names in wanted if names)
    yield from (AnyOf("directors", vocabulary.spelt((person,))) for person in request.directors)
    if request.without_people:
        yield NoneOf("people", vocabulary.spelt(request.without_people))
    if request.without_directors:
        yield NoneOf("directors", vocabulary.spelt(request.without_directors))


def _certificate(age: int, uncertified: bool, vocabulary: Vocabulary) -> Condition:
    """The codes of this catalogue that allow `age`; with unknown ones, all but the codes that forbid it."""
    if uncertified:
        forbidden = tuple(code for code, from_age in vocabulary.certificates.items() if from_age > age)
        return NoneOf("certificate", forbidden or ("none forbids it",))
    allowed = tuple(code for code, from_age in vocabulary.certificates.items() if from_age <= age)
    return AnyOf("certificate", allowed or ("none allows it",))


@dataclass(frozen=True, slots=True)
class Relaxed:
    """How a request gave way. `stages` go from the request as asked to the one that is searched, a condition fewer each."""

    stages: tuple[Request, ...]
    notes: tuple[str, ...] = ()

    @property
    def request(self) -> Request:
        """The request that is searched."""
        return self.stages[-1]


def relax(request: Request, count: Callable[[Request], int]) -> Relaxed:
    """The request with the fewest conditions given up that leaves at least three titles, and what to say about it.

    In this order: genres together → any of them; length; seasons; rating; country; years wider, then any; genres; director →
    in whatever role; people together → either; people; last, titles without a known certificate where one was asked for.
    Media type, what is not wanted and a certificate that forbids the age are never given up.
    """
    if count(request) >= ENOUGH:
        return Relaxed((request,))
    taken: list[Step] = []
    for step in _steps(request):
        taken.append(step)
        if count(_after(request, taken)) >= ENOUGH:
            break
    # What a later step made needless is taken back.
    reached = min(ENOUGH, count(_after(request, taken)))
    for step in tuple(taken):
        without = [other for other in taken if other is not step]
        if count(_after(request, without)) >= reached:
            taken = without
    stages = tuple(_after(request, taken[:given_up]) for given_up in range(len(taken) + 1))
    return Relaxed(stages, tuple(note for _, note in taken))


def gives_up(asked: Request, searched: Request) -> tuple[str, ...]:
    """The clear demands of `asked` that `searched` no longer makes, as names of fields.

    Clear are years, length, seasons, rating, genres and people. Not so a span made somewhat wider, either of two genres or
    people in place of both, a director in another role, and what sources often leave out: countries and certificates.
    """
    spans = (
        ("years", (asked.year_from, asked.year_to), (searched.year_from, searched.year_to)),
        ("length", (asked.runtime_min, asked.runtime_max), (searched.runtime_min, searched.runtime_max)),
        ("seasons", (asked.seasons_min, asked.seasons_max), (searched.seasons_min, searched.seasons_max)),
        ("rating", (asked.rating_min,), (searched.rating_min,)),
        ("genres", asked.genres, searched.genres),
        ("people", asked.people, searched.people),
    )
    return tuple(
        name
        for name, before, after in spans
        if any(value is not None for value in before) and not any(v is not None for v in after)
    )


def _after(request: Request, steps: Iterable["Step"]) -> Request:
    for wider, _ in steps:
        request = wider(request)
    return request


Step = tuple[Callable[[Request], Request], str]


def _steps(asked: Request) -> Iterator[Step]:
    if len(asked.genres) > 1 and not asked.any_genre:
        yield lambda r: replace(r, any_genre=True), f"Too little is {_and(asked.genres)} at once, so I took either."
    if asked.runtime_max is not None or asked.runtime_min is not None:
        yield from _lengths(asked.runtime_min, asked.runtime_max)
    if asked.seasons_max is not None or asked.seasons_min is not None:
        yield (
            lambda r: replace(r, seasons_min=None, seasons_max=None),
            "Too few series with that many seasons fit, so I let the seasons go.",
        )
    if asked.rating_min is not None:
        yield (
            lambda r: replace(r, rating_min=None),
            f"Too few are rated {asked.rating_min:g} or higher, so I let the rating go.",
        )
    if asked.countries:
        yield lambda r: replace(r, countries=()), f"Too few from {_and(asked.countries)} fit, so I looked elsewhere too."
    if asked.year_from is not None or asked.year_to is not None:
        yield from _years(asked.year_from, asked.year_to)
    if asked.genres:
        yield (
            lambda r: replace(r, genres=()),
            f"Too few are marked as {_and(asked.genres)}, so I went by the description alone.",
        )
    yield from _people_steps(asked)
    if asked.viewer_age is not None:
        yield (
            lambda r: replace(r, uncertified=True),
            "Too little has a certificate for that age, so I took titles without a known one too: please check those first.",
        )


def _people_steps(asked: Request) -> Iterator[Step]:
    if asked.directors:
        yield (
            lambda r: replace(r, directors=()),
            f"Too little directed by {_and(asked.directors)} fits, so I took other parts in a film too.",
        )
    if len(asked.people) > 1 and not asked.any_people:
        yield (
            lambda r: replace(r, any_people=True, directors=()),
            f"I have too little with {_and(asked.people)} together, so I took either.",
        )
    if asked.people:
        yield (
            lambda r: replace(r, people=(), directors=()),
            f"I have too little with {_and(asked.people)} that fits, so I looked further.",
        )


def _lengths(low: int | None, high: int | None) -> Iterator[Step]:
    if high is not None:
        wider = high + max(15, high // 8)
        yield (
            lambda r: replace(r, runtime_max=wider),
            f"Too little under {high} minutes fits, so I looked up to {wider}.",
        )
    if low is not None:
        lower = max(1, low - 20)
        yield lambda r: replace(r, runtime_min=lower), f"Too little over {low} minutes fits, so I went down to {lower}."
    yield lambda r: replace(r, runtime_min=None, runtime_max=None), "Too little of that length fits, so I let the length go."


def _years(first: int | None, last: int | None) -> Iterator[Step]:
    low, high = first and first - 5, last and last + 5
    yield (
        lambda r: replace(r, year_from=low, year_to=high),
        "Too little from those years fits, so I looked five years further.",
    )
    yield lambda r: replace(r, year_from=None, year_to=None), "Too little from around then fits, so I let the years go."


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
