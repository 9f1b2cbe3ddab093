"""What somebody likes and does not like as a pull on a search by meaning.

final = normalize(q + mean(P) − ½ · mean(N)): q is the wish, P are the titles that were liked, N those that were not; of all
titles the catalogue's mean is taken out first, since without it similar films are told apart better. A wish and the mean of a
few titles are then about equally long, so that each has its say; the more the liked titles differ, the less they pull.

One thing is added: what the taste gives or takes is limited to two standard deviations. The sequels of a liked film lie five
and more from the mean, and would else stand first whatever was asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.view import Places, Scores, View
from agent.catalogue.title import Title
from agent.contract import Taste
from agent.retrieval.types import Vector

_MOST = 2.0  # standard deviations
_NOT_ZERO = 1e-9
# Cosine without the catalogue's mean, from which on two titles with a fact in common can be called close.
_CLOSE = 0.25


@dataclass(frozen=True, slots=True)
class Pull:
    """The rows of the titles that draw a search towards them, and of those that it keeps away from."""

    liked: tuple[int, ...] = ()
    disliked: tuple[int, ...] = ()

    @classmethod
    def of(cls, taste: Taste, shelf: Shelf) -> "Pull":
        """The pull of a taste; titles that this catalogue does not have are left out."""
        row = shelf.table.row
        disliked = tuple(row[title] for title in taste.disliked if title in row)
        liked = tuple(row[title] for title in taste.liked if title in row)
        return cls(tuple(at for at in liked if at not in disliked), disliked)

    def __bool__(self) -> bool:
        return bool(self.liked or self.disliked)


NO_PULL = Pull()


def nearness(view: View, wish: Vector | None, pull: Pull, within: Places | None = None) -> Scores:
    """How near each title is to the wish and the taste together, as `View.standard` has it.

    A liked title is judged by the wish alone: it would else stand first in every answer.
    """
    if not pull:
        return np.zeros(len(view), np.float32) if wish is None else view.standard(wish, within)
    towards = view.towards(pull.liked, pull.disliked)
    taste = view.standard(towards, within).clip(-_MOST, _MOST)
    taste[list(pull.liked)] = 0.0
    if wish is None:
        return taste
    # The product with a sum is the sum of the products; over its deviation, which for unrelated vectors grows by their lengths.
    own, drawn = float(np.linalg.norm(wish - view.mean)), float(np.linalg.norm(towards))
    whole = max(float(np.hypot(own, drawn)), _NOT_ZERO)
    near: Scores = ((own * view.standard(wish, within) + drawn * taste) / whole).astype(np.float32)
    return near


def closest(shelf: Shelf, pull: Pull, titles: Sequence[str]) -> dict[str, str]:
    """For each of `titles` the liked title that it is close to, if there is one; all by id.

    Nearness alone is fooled by names (*In the Heat of the Night* is near to *Heat*): a genre or a person must be shared.
    """
    view, row = shelf.full, shelf.table.row
    rows = np.asarray(sorted({row[title] for title in titles if title in row} - set(pull.liked)), np.intp)
    if view is None or not pull.liked or not len(rows):
        return {}
    found: dict[str, str] = {}
    cosines = np.stack([view.alike([liked], within=rows)[rows] for liked in pull.liked])
    for place, at in enumerate(rows):
        title, best = shelf.table.ids[at], int(cosines[:, place].argmax())
        other = shelf.table.ids[pull.liked[best]]
        if cosines[best, place] >= _CLOSE and _have_in_common(shelf.titles[title], shelf.titles[other]):
            found[title] = other
    return found


def _have_in_common(title: Title, other: Title) -> bool:
    people = {*other.directors, *other.cast}
    return bool({*title.genres} & {*other.genres} or people & {*title.directors, *title.cast})
