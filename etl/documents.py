"""A title as the texts that are embedded, and as the payload that filters test. Pure.

No one text serves all questions: names drown a plot, and a plot without names answers no request for an actor. In the full
text genres come first: of the orders tried on the development sets, that one searched best and told similar films apart.
How a title feels comes next, where it is known: moods found a fifth more of their titles so than with it at the end.
"""

from collections.abc import Mapping
from typing import Any

from agent.catalogue.certificates import viewing_age
from agent.catalogue.languages import languages_of
from agent.catalogue.title import Title
from agent.retrieval.types import ESSENCE, FULL, PLOT
from etl.load import Entry
from etl.match import has_label

# More names would drown the plot; the rest of the cast is found through the `people` of the payload.
_CAST_IN_TEXT = 3
_OTHER_NAMES_IN_TEXT = 4


def entry(title: Title) -> Entry:
    """What the index gets of a title."""
    return Entry(title.id, texts(title), document(title), payload(title))


def texts(title: Title) -> Mapping[str, str]:
    """What is embedded of a title, by the vector's name; a title of which nobody said how it feels has no essence."""
    found = {FULL: document(title), PLOT: plot(title)}
    return {**found, ESSENCE: title.essence} if title.essence else found


def document(title: Title) -> str:
    """The text: genres, essence, names, type and year, director, three actors, country, description; unknown ones left out."""
    others = dict.fromkeys(name for name in (title.original_title, *title.aliases) if name and not has_label(name))
    names = " / ".join((title.title, *list(others)[:_OTHER_NAMES_IN_TEXT]))
    kind = "film" if title.media_type == "movie" else "series"
    parts = (
        ", ".join(title.genres),
        title.essence,
        names,
        f"{kind}, {title.year}" if title.year else kind,
        f"{'created' if title.media_type == 'series' else 'directed'} by {', '.join(title.directors)}"
        if title.directors
        else "",
        f"with {', '.join(title.cast[:_CAST_IN_TEXT])}" if title.cast else "",
        ", ".join(title.countries),
        title.description,
    )
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def plot(title: Title) -> str:
    """What it is about: name, type, genres, description and essence, without people, years and countries."""
    kind = "film" if title.media_type == "movie" else "series"
    parts = (title.title, kind, ", ".join(title.genres), title.description, title.essence)
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def payload(title: Title) -> dict[str, Any]:
    """What conditions of a search test; an unknown fact is absent, so that no range matches it.

    `from_age` is a word, not a number: a condition may then name the ages that are too high and let unknown ones through.
    """
    age = viewing_age(title)
    people = dict.fromkeys((*title.directors, *title.cast))
    fields = {
        "id": title.id,
        "media_type": title.media_type,
        "year": title.year,
        "runtime": title.runtime,
        "seasons": title.seasons,
        "genres": list(title.genres),
        "people": list(people),
        "directors": list(title.directors),
        "countries": list(title.countries),
        "languages": list(languages_of(title)),
        "from_age": None if age is None else str(age),
        "rating": title.rating,
    }
    return {name: value for name, value in fields.items() if value not in (None, [])}
