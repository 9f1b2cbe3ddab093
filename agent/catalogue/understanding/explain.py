"""A request as lines for people: what was understood, condition by condition."""

from collections.abc import Iterable, Mapping

from agent.catalogue.request import Request
from agent.catalogue.speech.places import in_language
from agent.catalogue.title import Title


def explain(request: Request, titles: Mapping[str, Title]) -> list[str]:
    """One line for each thing that was understood, "name: value"; the wish comes first, what cannot be told last."""
    facts = {
        "wish": f"“{request.wish}”" if request.wish else "nothing beyond the conditions",
        "type": {"movie": "films", "series": "series", None: ""}[request.media_type],
        "years": _span(request.year_from, request.year_to),
        "length": _span(request.runtime_min, request.runtime_max, " minutes"),
        "seasons": _span(request.seasons_min, request.seasons_max),
        "rating": f"{request.rating_min:g} or higher" if request.rating_min is not None else "",
        "age": f"fit for {request.viewer_age}-year-olds" if request.viewer_age is not None else "",
        "genres": _listed(request.genres, "or" if request.any_genre else "and"),
        "not": _listed(request.without_genres, "or"),
        "with": _listed(request.people, "or" if request.any_people else "and"),
        "directed by": _listed(request.directors, "and"),
        "without": _listed(request.without_people, "or"),
        "not directed by": _listed(request.without_directors, "or"),
        "from": _listed(request.countries, "or"),
        "not from": _listed(request.without_countries, "or"),
        "spoken": _listed([in_language(code, "en") for code in request.spoken], "or"),
        "not spoken": _listed([in_language(code, "en") for code in request.without_spoken], "or"),
        "like": _listed(_names(request.like, titles), "and"),
        "left out": _listed(_names(request.exclude, titles), "and"),
        "asked for by name": _listed(_names(request.lookup, titles), "and"),
        "not in the catalogue": _listed(request.missing, "and"),
        "how many": str(request.limit) if request.limit else "",
        "language of the question": request.language,
    }
    return [f"{name}: {value}" for name, value in facts.items() if value] + [f"note: {note}" for note in request.notes]


def _span(low: int | None, high: int | None, unit: str = "") -> str:
    if low is None and high is None:
        return ""
    if low is None:
        return f"at most {high}{unit}" if unit or (high or 0) < 1000 else f"up to {high}"
    if high is None:
        return f"at least {low}{unit}" if unit or low < 1000 else f"from {low} on"
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"


def _listed(names: Iterable[str], joining: str) -> str:
    *most, last = ("", *names)
    most = most[1:]
    return f"{', '.join(most)} {joining} {last}" if most else last


def _names(ids: Iterable[str], titles: Mapping[str, Title]) -> list[str]:
    found = (titles.get(title) for title in ids)
    return [f"{title.title} ({title.year})" if title.year else title.title for title in found if title]
