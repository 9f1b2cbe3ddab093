"""A request's hard part: the conditions of the search, and how it gives way when too little is left."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from agent.catalogue.request import Request
from agent.catalogue.speech.genres import genres
from agent.catalogue.speech.places import from_places, in_languages
from agent.catalogue.speech.sentences import sentence
from agent.catalogue.speech.voice import Voice, listed, voice_of
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
        found.append(_old_enough(request.viewer_age, request.uncertified, vocabulary))
    if request.countries:
        found.append(AnyOf("countries", request.countries))
    if request.without_genres:
        found.append(NoneOf("genres", request.without_genres))
    if request.without_countries:
        found.append(NoneOf("countries", request.without_countries))
    if request.spoken:
        found.append(AnyOf("languages", request.spoken))
    if request.without_spoken:
        found.append(NoneOf("languages", request.without_spoken))
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


def _old_enough(age: int, uncertified: bool, vocabulary: Vocabulary) -> Condition:
    """The ages of this catalogue's titles up to `age`; with titles of which none is known, all but the higher ones."""
    if uncertified:
        return NoneOf("from_age", tuple(str(from_age) for from_age in sorted(vocabulary.ages) if from_age > age) or ("none",))
    return AnyOf("from_age", tuple(str(from_age) for from_age in sorted(vocabulary.ages) if from_age <= age) or ("none",))


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

    In this order: genres together → any of them; length; seasons; rating; country; language; years wider, then any; genres;
    director → in whatever role; people together → either; people; last, from the age of thirteen on, titles of which no age is
    known. Media type, what is not wanted and an age that is too low are never given up.
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
# Whoever is younger is shown nothing of which it is not known that they may see it.
_MAY_LOOK_FOR_THEMSELVES = 13


def _steps(asked: Request) -> Iterator[Step]:
    voice = voice_of(asked.language)
    if len(asked.genres) > 1 and not asked.any_genre:
        yield lambda r: replace(r, any_genre=True), sentence("both_genres", voice, genres=genres(asked.genres, voice))
    if asked.runtime_max is not None or asked.runtime_min is not None:
        yield from _lengths(asked.runtime_min, asked.runtime_max, voice)
    if asked.seasons_max is not None or asked.seasons_min is not None:
        yield lambda r: replace(r, seasons_min=None, seasons_max=None), sentence("seasons", voice)
    if asked.rating_min is not None:
        yield lambda r: replace(r, rating_min=None), sentence("rating", voice, rating=f"{asked.rating_min:g}")
    if asked.countries:
        places = from_places(asked.countries, voice, either=True)
        yield lambda r: replace(r, countries=()), sentence("country", voice, places=places)
    if asked.spoken:
        languages = in_languages(asked.spoken, voice, either=True)
        yield lambda r: replace(r, spoken=()), sentence("language", voice, languages=languages)
    if asked.year_from is not None or asked.year_to is not None:
        yield from _years(asked.year_from, asked.year_to, voice)
    if asked.genres:
        named = genres(asked.genres, voice, either=asked.any_genre)
        yield lambda r: replace(r, genres=()), sentence("genres", voice, genres=named)
    yield from _people_steps(asked, voice)
    if asked.viewer_age is not None and asked.viewer_age >= _MAY_LOOK_FOR_THEMSELVES:
        yield lambda r: replace(r, uncertified=True), sentence("uncertified", voice)


def _people_steps(asked: Request, voice: Voice) -> Iterator[Step]:
    if asked.directors:
        yield lambda r: replace(r, directors=()), sentence("directors", voice, people=listed(asked.directors, voice))
    if len(asked.people) > 1 and not asked.any_people:
        together = sentence("people_together", voice, people=listed(asked.people, voice))
        yield lambda r: replace(r, any_people=True, directors=()), together
    if asked.people:
        people = listed(asked.people, voice, either=asked.any_people)
        yield lambda r: replace(r, people=(), directors=()), sentence("people", voice, people=people)


def _lengths(low: int | None, high: int | None, voice: Voice) -> Iterator[Step]:
    if high is not None:
        wider = high + max(15, high // 8)
        yield lambda r: replace(r, runtime_max=wider), sentence("longer", voice, asked=high, taken=wider)
    if low is not None:
        lower = max(1, low - 20)
        yield lambda r: replace(r, runtime_min=lower), sentence("shorter", voice, asked=low, taken=lower)
    yield lambda r: replace(r, runtime_min=None, runtime_max=None), sentence("any_length", voice)


def _years(first: int | None, last: int | None, voice: Voice) -> Iterator[Step]:
    low, high = first and first - 5, last and last + 5
    yield lambda r: replace(r, year_from=low, year_to=high), sentence("years_wider", voice)
    yield lambda r: replace(r, year_from=None, year_to=None), sentence("any_year", voice)
