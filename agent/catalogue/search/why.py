"""Short reasons why a title fits a request: facts of the title that were asked for, nothing else, in the asker's language."""

from collections.abc import Iterator

from agent.catalogue.certificates import viewing_age
from agent.catalogue.request import Request
from agent.catalogue.speech.genres import kind
from agent.catalogue.speech.places import from_place, in_language
from agent.catalogue.speech.reasons import reason
from agent.catalogue.speech.voice import Voice, voice_of
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold


def reasons(title: Title, request: Request, liked: tuple[Title, ...], leaning: frozenset[str]) -> tuple[str, ...]:
    """What holds for `title` and was asked for, most telling first. `leaning` are genres that the wish's words lean towards."""
    voice = voice_of(request.language)
    found: list[str] = []
    if title.id in request.lookup:
        found.append(reason("asked_for", voice))
    found += _people(title, request, voice)
    found += [_resemblance(title, other, voice) for other in liked]
    # What a resemblance has said is not said again.
    shared = {genre for other in liked for genre in other.genres if genre in title.genres}
    wanted = (set(request.genres) | leaning) - shared
    if kinds := [genre for genre in title.genres if genre in wanted][:3]:
        found.append(kind(kinds, voice))
    if title.language in request.spoken:
        found.append(in_language(title.language, voice))
    # Where only the country is known it stands for the language.
    told = title.countries[:1] if request.spoken and not title.language else ()
    found += [from_place(country, voice) for country in title.countries if country in (*request.countries, *told)]
    found += _figures(title, request, voice)
    return tuple(dict.fromkeys(reason for reason in found if reason))


def _figures(title: Title, request: Request, voice: Voice) -> Iterator[str]:
    if request.viewer_age is not None and title.certificate:
        age = viewing_age(title)
        if age is not None and age <= request.viewer_age:
            yield reason("certificate", voice, code=title.certificate)
    if title.year and (request.year_from is not None or request.year_to is not None):
        yield reason("year", voice, year=title.year)
    if title.runtime and (request.runtime_max is not None or request.runtime_min is not None):
        yield reason("minutes", voice, n=title.runtime)
    if title.seasons and (request.seasons_max is not None or request.seasons_min is not None):
        yield reason("one_season", voice) if title.seasons == 1 else reason("seasons", voice, n=title.seasons)
    if title.rating is not None and request.rating_min is not None:
        yield reason("rated", voice, rating=f"{title.rating:g}")


def _people(title: Title, request: Request, voice: Voice) -> Iterator[str]:
    """In which part they are there; of somebody who was asked for as director alone, that they direct."""
    wanted, directing = {fold(name) for name in request.people}, {fold(name) for name in request.directors}
    made = "created" if title.media_type == "series" else "directed"
    yield from (reason(made, voice, name=name) for name in title.directors if fold(name) in wanted)
    yield from (reason("with", voice, name=name) for name in title.cast if fold(name) in wanted - directing)


def _resemblance(title: Title, other: Title, voice: Voice) -> str:
    """What it shares with a title it should be like; "" when no fact says so."""
    genres = [genre for genre in title.genres if genre in other.genres][:2]
    people = [reason("by", voice, name=name) for name in title.directors if name in other.directors]
    people += [reason("with", voice, name=name) for name in title.cast[:5] if name in other.cast[:5]]
    shared = [*([kind(genres, voice)] if genres else []), *people[:1]]
    joined = (" " if voice == "en" else ", ").join(shared)
    return reason("like", voice, other=other.title, what=joined) if joined else ""
