"""Short reasons why a title fits a request: facts of the title that were asked for, nothing else."""

from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold

_NOUNS = ("biography", "comedy", "documentary", "drama", "musical", "mystery", "romance", "thriller", "western")
# What stands alone without an article, or needs words of its own.
_ALONE = {
    "animation": "animated", "classic": "a classic", "crime": "a crime story", "cult": "a cult title",
    "family": "for the family", "war": "a war story", "adventure": "an adventure",
}  # fmt: skip
_BEFORE_NOUN = {"animation": "animated", "adventure": "adventure"}


def reasons(title: Title, request: Request, liked: tuple[Title, ...], leaning: frozenset[str]) -> tuple[str, ...]:
    """What holds for `title` and was asked for, most telling first. `leaning` are genres that the wish's words lean towards."""
    found: list[str] = []
    if title.id in request.lookup:
        found.append("the title you asked for")
    found += _people(title, request)
    found += [_resemblance(title, other) for other in liked]
    wanted = set(request.genres) | leaning
    if kinds := [genre for genre in title.genres if genre in wanted][:3]:
        found.append(_kind(kinds))
    found += [f"from {country}" for country in title.countries if country in request.countries]
    if title.year and (request.year_from is not None or request.year_to is not None):
        found.append(f"from {title.year}")
    if title.runtime and (request.runtime_max is not None or request.runtime_min is not None):
        found.append(f"{title.runtime} minutes")
    if title.seasons and request.seasons_max is not None:
        found.append("one season" if title.seasons == 1 else f"{title.seasons} seasons")
    if title.rating is not None and request.rating_min is not None:
        found.append(f"rated {title.rating:g}")
    return tuple(dict.fromkeys(reason for reason in found if reason))


def _kind(genres: list[str]) -> str:
    """ "a crime thriller", "horror", "a war story": the genres as one phrase."""
    noun = next((genre for genre in _NOUNS if genre in genres), None)
    others = [genre for genre in genres if genre != noun]
    if noun is None:
        return " and ".join(_ALONE.get(genre, genre) for genre in others)
    words = " ".join([*(_BEFORE_NOUN.get(genre, genre) for genre in others), noun])
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _people(title: Title, request: Request) -> list[str]:
    wanted = {fold(name) for name in request.people}
    directing = [f"directed by {name}" for name in title.directors if fold(name) in wanted]
    directors = {fold(name) for name in title.directors}
    return directing + [f"with {name}" for name in title.cast if fold(name) in wanted and fold(name) not in directors]


def _resemblance(title: Title, other: Title) -> str:
    """What it shares with a title it should be like; "" when no fact says so."""
    genres = [genre for genre in title.genres if genre in other.genres][:2]
    people = [f"by {name}" for name in title.directors if name in other.directors]
    people += [f"with {name}" for name in title.cast[:5] if name in other.cast[:5]]
    shared = " ".join([*([_kind(genres)] if genres else []), *people[:1]])
    return f"like {other.title}, {shared}" if shared else ""
