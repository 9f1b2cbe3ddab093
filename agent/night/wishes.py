"""What people wished for, as a test of films: by facts where the wish speaks of facts, else by meaning."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.table import Mask
from agent.catalogue.title import Title
from agent.evening import Evening, Wish
from agent.night.options import option_of
from agent.retrieval.types import Vector

# Standard deviations above the catalogue's mean from which on a title means what a wish says: one in six titles.
_MEANS_IT = 1.0


@dataclass(frozen=True, slots=True)
class Wished:
    """A wish that somebody chose. `said` names it in a sentence, `by` are the aliases of those who chose it; `vector` is the
    unit vector of its search."""

    wish: Wish
    said: str
    by: tuple[str, ...]
    holds: Callable[[Title], bool]
    vector: Vector | None = None


def chosen(evening: Evening) -> dict[str, tuple[str, ...]]:
    """Who chose each wish, by its id; wishes that nobody chose, and "no preference", are left out."""
    searched = {wish.id for wish in evening.asked if wish.search}
    by = {wish: tuple(guest.alias for guest in evening.guests if wish in guest.wishes) for wish in searched}
    return {wish: aliases for wish, aliases in by.items() if aliases}


def wished(
    evening: Evening, shelf: Shelf, vectors: Mapping[str, Vector], understand: Callable[[str], Request]
) -> tuple[Wished, ...]:
    """What was wished for, in the order of the options. `vectors` are unit vectors by search text."""
    by = chosen(evening)
    return tuple(
        _wished(wish, by[wish.id], shelf, vectors.get(wish.search), understand) for wish in evening.asked if wish.id in by
    )


def _wished(
    wish: Wish, by: tuple[str, ...], shelf: Shelf, vector: Vector | None, understand: Callable[[str], Request]
) -> Wished:
    if option := option_of(wish):
        return Wished(wish, option.said, by, option.holds, vector)
    mask = meant(shelf, understand(wish.search), vector)
    row = shelf.table.row
    return Wished(wish, f"“{wish.label}”", by, lambda title: bool(mask[row[title.id]]), vector)


def meant(shelf: Shelf, request: Request, vector: Vector | None) -> Mask:
    """The titles that meet what a search says of facts; those that are near in meaning where it says nothing of the kind."""
    said = replace(request, wish="", media_type=None, language="")
    if said != Request("") or vector is None or shelf.full is None:
        return shelf.table.mask(request)
    return np.asarray(shelf.full.standard(vector) >= _MEANS_IT)


def searches(evening: Evening) -> Sequence[str]:
    """The texts that have to be encoded."""
    by = chosen(evening)
    return list(dict.fromkeys(wish.search for wish in evening.asked if wish.id in by))
