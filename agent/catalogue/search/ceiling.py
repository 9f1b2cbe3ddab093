"""The age that a place allows: no title above it is shown, not even one that was asked for by name."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agent.catalogue.request import Request
from agent.catalogue.search.conditions import ENOUGH
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.speech.sentences import sentence
from agent.catalogue.speech.voice import voice_of


def within_ceiling(titles: Sequence[str], request: Request, shelf: Shelf) -> list[str]:
    """Those of these title ids that the request's ceiling allows."""
    if request.ceiling is None:
        return list(titles)
    allowed = shelf.table.allowed(request.ceiling)
    return [title for title in titles if allowed[shelf.table.row[title]]]


def age_notes(request: Request, shelf: Shelf, hidden: Iterable[str], *, barred: bool, alone: bool) -> tuple[str, ...]:
    """What the ceiling kept back, without a name: a title asked for (`barred`), or, unless names are looked up `alone`, so
    many that too few are left."""
    if request.ceiling is None:
        return ()
    voice, excluded = voice_of(request.spoken_to), set(hidden)
    if barred:
        return (sentence("above_ceiling", voice),)
    count = shelf.table.count
    few = not alone and count(request, excluded) < ENOUGH <= count(replace(request, ceiling=None), excluded)
    return (sentence("ceiling", voice),) if few else ()
