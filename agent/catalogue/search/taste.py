"""What somebody likes and does not like as a pull on a search by meaning.

final = normalize(q + mean(P) − ½ · mean(N)): q is the wish, P are the titles that were liked, N those that were not; of all
titles the catalogue's mean is taken out first, since without it similar films are told apart better. A wish and the mean of a
few titles are then about equally long, so that each has its say; the more the liked titles differ, the less they pull.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.view import Places, Scores, View
from agent.contract import Taste
from agent.retrieval.types import Vector

_AWAY = 0.5  # Rocchio's weight of what is not wanted
_NOT_ZERO = 1e-9
# Cosine without the catalogue's mean. Of the pairs of the two usual tables, one in three hundred is as close.
_CLOSE = 0.5


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
    near = view.standard(_drawn(view, wish, pull), within)
    if pull.liked:
        liked = np.asarray(pull.liked, np.intp)
        near[liked] = 0.0 if wish is None else view.standard(wish, liked)[liked]
    return near


def closest(shelf: Shelf, pull: Pull, titles: Sequence[str]) -> dict[str, str]:
    """For each of `titles` the liked title that it is close to, if there is one; all by id."""
    view, row = shelf.full, shelf.table.row
    rows = np.asarray(sorted({row[title] for title in titles if title in row} - set(pull.liked)), np.intp)
    if view is None or not pull.liked or not len(rows):
        return {}
    found: dict[str, str] = {}
    cosines = np.stack([view.alike([liked], within=rows)[rows] for liked in pull.liked])
    for place, at in enumerate(rows):
        best = int(cosines[:, place].argmax())
        if cosines[best, place] >= _CLOSE:
            found[shelf.table.ids[at]] = shelf.table.ids[pull.liked[best]]
    return found


def _drawn(view: View, wish: Vector | None, pull: Pull) -> Vector:
    final = np.zeros_like(view.mean) if wish is None else wish.astype(np.float32)
    if pull.liked:
        final = final + view.centred(pull.liked).mean(axis=0)
    if pull.disliked:
        final = final - np.float32(_AWAY) * view.centred(pull.disliked).mean(axis=0)
    drawn: Vector = final / np.float32(max(float(np.linalg.norm(final)), _NOT_ZERO))
    return drawn
