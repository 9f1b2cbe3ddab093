"""A request's limits as a noun phrase, in five languages: "thrillers from 1990 to 1999 of at most 120 minutes"."""

from collections.abc import Iterator

from agent.catalogue.request import Request
from agent.catalogue.speech.genres import genre, genres
from agent.catalogue.speech.places import from_places, in_languages
from agent.catalogue.speech.voice import VOICES, Voice, listed

# In the order of VOICES: English, Hungarian, Spanish, German, French.
_PHRASES: dict[str, tuple[str, str, str, str, str]] = {
    "movie": ("films", "filmek", "películas", "Filme", "films"),
    "any": ("titles", "címek", "títulos", "Titel", "titres"),
    "series": ("series", "sorozatok", "series", "Serien", "séries"),
    "of_genres": ("{genres} {noun}", "{noun} ({genres})", "{noun} ({genres})", "{noun} ({genres})", "{noun} ({genres})"),
    "people": ("with {names}", "velük: {names}", "con {names}", "mit {names}", "avec {names}"),
    "directors": ("directed by {names}", "rendező: {names}", "dirigidas por {names}", "Regie: {names}", "réalisés par {names}"),
    "since": ("from {first} on", "{first} óta", "desde {first}", "ab {first}", "depuis {first}"),
    "until": ("up to {last}", "{last}-ig", "hasta {last}", "bis {last}", "jusqu'en {last}"),
    "years": (
        "from {first} to {last}",
        "{first} és {last} között",
        "de {first} a {last}",
        "von {first} bis {last}",
        "de {first} à {last}",
    ),
    "year": ("from {first}", "{first}", "de {first}", "von {first}", "de {first}"),
    "shorter": (
        "of at most {n} minutes",
        "legfeljebb {n} perc",
        "de {n} minutos como mucho",
        "mit höchstens {n} Minuten",
        "de {n} minutes au plus",
    ),
    "longer": (
        "of at least {n} minutes",
        "legalább {n} perc",
        "de al menos {n} minutos",
        "mit mindestens {n} Minuten",
        "d'au moins {n} minutes",
    ),
    "one_season": ("with one season", "egy évad", "de una temporada", "mit einer Staffel", "d'une saison"),
    "fewer_seasons": (
        "with at most {n} seasons",
        "legfeljebb {n} évad",
        "de {n} temporadas como mucho",
        "mit höchstens {n} Staffeln",
        "de {n} saisons au plus",
    ),
    "more_seasons": (
        "with at least {n} seasons",
        "legalább {n} évad",
        "de al menos {n} temporadas",
        "mit mindestens {n} Staffeln",
        "d'au moins {n} saisons",
    ),
    "rating": (
        "rated {n} or higher",
        "legalább {n} pont",
        "con un {n} o más de nota",
        "mit {n} oder besser bewertet",
        "notés {n} ou plus",
    ),
    "age": ("for {n}-year-olds", "{n} éveseknek", "para {n} años", "für {n}-Jährige", "pour {n} ans"),
    "without": ("without {names}", "nem kell: {names}", "sin {names}", "ohne {names}", "sans {names}"),
    "not_from": ("not {places}", "nem {places}", "no {places}", "nicht {places}", "pas {places}"),
    "not_directed": (
        "not directed by {names}",
        "nem rendezte: {names}",
        "no dirigidas por {names}",
        "nicht unter der Regie von {names}",
        "pas réalisés par {names}",
    ),
}


def described(request: Request, voice: Voice, *, any_type: bool = False) -> str:
    """The limits of `request`, one after the other. With `any_type` what is neither films nor series are titles."""
    noun = _say(request.media_type or ("any" if any_type else "movie"), voice)
    wanted = genres(request.genres[:2], voice, either=request.any_genre) if voice != "en" else " ".join(request.genres[:2])
    parts = [_say("of_genres", voice, genres=wanted, noun=noun) if wanted else noun]
    parts += _wanted(request, voice)
    parts += _amounts(request, voice)
    parts += _refused(request, voice)
    return (" " if voice == "en" else ", ").join(parts)


def _wanted(request: Request, voice: Voice) -> Iterator[str]:
    if request.countries:
        yield from_places(request.countries, voice, either=True)
    if request.spoken:
        yield in_languages(request.spoken, voice, either=True)
    others = [name for name in request.people if name not in request.directors]
    if others:
        yield _say("people", voice, names=listed(others, voice, either=request.any_people))
    if request.directors:
        yield _say("directors", voice, names=listed(request.directors, voice))


def _amounts(request: Request, voice: Voice) -> Iterator[str]:
    first, last = request.year_from, request.year_to
    if first is not None or last is not None:
        name = "since" if last is None else "until" if first is None else "year" if first == last else "years"
        yield _say(name, voice, first=first, last=last)
    for name, value in (
        ("shorter", request.runtime_max),
        ("longer", request.runtime_min),
        ("one_season" if request.seasons_max == 1 else "fewer_seasons", request.seasons_max),
        ("more_seasons", request.seasons_min),
        ("rating", request.rating_min),
        ("age", request.viewer_age),
    ):
        if value is not None:
            yield _say(name, voice, n=f"{value:g}")


def _refused(request: Request, voice: Voice) -> Iterator[str]:
    names = (*(genre(name, voice) for name in request.without_genres), *request.without_people)
    if names:
        yield _say("without", voice, names=listed(names, voice, either=True))
    if request.without_directors:
        yield _say("not_directed", voice, names=listed(request.without_directors, voice, either=True))
    if request.without_countries:
        yield _say("not_from", voice, places=from_places(request.without_countries, voice, either=True))
    if request.without_spoken:
        yield _say("not_from", voice, places=in_languages(request.without_spoken, voice, either=True))


def _say(name: str, voice: Voice, **values: object) -> str:
    return _PHRASES[name][VOICES.index(voice)].format(**values)
