"""What models see of films and people: ids, codes and facts, each as one line of quoted data; never what somebody typed."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from agent.catalogue.answers.cards import poster
from agent.catalogue.answers.facts import kind, length
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.title import Title
from agent.evening import Evening
from agent.night.outlook import Outlook

_ABOUT = 160  # characters of a description
_LIKED = 5  # titles of somebody's lists
_SHOWN = 3  # films that people see while they wait
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def film_line(film: Title, **more: str) -> str:
    """A film by its id, with facts."""
    facts = {
        "id": film.id,
        "kind": kind(film),
        "length": length(film),
        "rating": film.rating,
        "director": ", ".join(film.directors[:2]),
        "cast": ", ".join(film.cast[:2]),
        "country": ", ".join(film.countries[:1]),
        "about": film.description[:_ABOUT],
    }
    return _line({**facts, **more})


def film_lines(films: Iterable[Title]) -> str:
    """Films, one a line."""
    return "\n".join(map(film_line, films)) or "none"


def people_lines(evening: Evening, shelf: Shelf) -> str:
    """What each person has said so far, by their code; wishes are named by their labels, films by ids of the catalogue."""
    labels = {wish.id: wish.label for wish in evening.asked}

    def known(ids: Iterable[str]) -> list[str]:
        return [title for title in ids if title in shelf.titles]

    return "\n".join(
        _line(
            {
                "person": guest.alias,
                "loves": known(guest.loved),
                "likes": known(guest.liked)[:_LIKED],
                "wishes": [labels[wish] for wish in guest.wishes if wish in labels],
                "preferred": known(guest.won),
                "rejected": known((*guest.lost, *guest.struck)),
            }
        )
        for guest in evening.guests
    )


def evening_line(outlook: Outlook) -> str:
    """The evening as such: how many people, their time, the hour, what was asked."""
    evening = outlook.evening
    return _line(
        {
            "people": len(evening.guests),
            "minutes": evening.minutes,
            "hour": evening.hour,
            "day": None if evening.weekday is None else _DAYS[evening.weekday],
            "asked": [wish.label for wish in evening.asked],
            "duels": len(evening.duelled) // 2,
            "films_that_fit": outlook.pool.fitting,
        }
    )


def searched_for(outlook: Outlook, limit: int) -> str:
    """What is searched for, in words."""
    said = ", ".join(dict.fromkeys(wish.said for wish in outlook.wished)) or "films that everybody here may like"
    if outlook.evening.minutes is not None:
        said = f"{said}, up to {outlook.evening.minutes} minutes"
    return said if len(said) <= limit else f"{said[: limit - 1].rstrip(' ,')}…"


def looking_at(films: Iterable[Title]) -> list[dict[str, object]]:
    """Films as the evening's message shows them while people wait; those with a poster come first."""
    shown: list[dict[str, object]] = [{"title": film.title, "year": film.year, "poster": poster(film.poster)} for film in films]
    return sorted(shown, key=lambda film: film["poster"] is None)[:_SHOWN]


def _line(facts: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in facts.items() if value not in (None, "", [])}
    return json.dumps(kept, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")
