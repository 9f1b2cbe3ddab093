"""Short reasons why a title fits a request: facts of the title that were asked for, nothing else."""

from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold

_NOUNS = {
    "animation": "animated", "anime": "anime", "biography": "a biography", "classic": "a classic", "comedy": "a comedy",
    "crime": "crime", "cult": "a cult title", "documentary": "a documentary", "drama": "a drama", "family": "for the family",
    "fantasy": "fantasy", "history": "history", "horror": "horror", "musical": "a musical", "mystery": "a mystery",
    "romance": "a romance", "science fiction": "science fiction", "stand-up": "stand-up", "thriller": "a thriller",
    "war": "a war story", "western": "a western", "action": "action", "adventure": "an adventure", "film noir": "film noir",
}  # fmt: skip


def reasons(title: Title, request: Request, liked: tuple[Title, ...], leaning: frozenset[str]) -> tuple[str, ...]:
    """What holds for `title` and was asked for, most telling first. `leaning` are genres that the wish's words lean towards."""
    found: list[str] = []
    if title.id in request.lookup:
        found.append("the title you asked for")
    found += _people(title, request)
    found += [_resemblance(title, other) for other in liked]
    wanted = set(request.genres) | leaning
    found += [_NOUNS.get(genre, genre) for genre in title.genres if genre in wanted][:3]
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


def _people(title: Title, request: Request) -> list[str]:
    wanted = {fold(name) for name in request.people}
    directing = [f"directed by {name}" for name in title.directors if fold(name) in wanted]
    directors = {fold(name) for name in title.directors}
    return directing + [f"with {name}" for name in title.cast if fold(name) in wanted and fold(name) not in directors]


def _resemblance(title: Title, other: Title) -> str:
    """What it shares with a title it should be like; "" when no fact says so."""
    shared = [f"also by {name}" for name in title.directors if name in other.directors]
    shared += [f"also with {name}" for name in title.cast[:5] if name in other.cast[:5]]
    shared += [genre for genre in title.genres if genre in other.genres]
    return f"like {other.title}: {', '.join(shared[:3])}" if shared else ""
