"""How an evening stands among its films: the pool, and how each person and the group are likely to find every film of it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.shelf import Shelf
from agent.catalogue.title import Title
from agent.evening import Evening, Guest
from agent.night.pool import Pool, pool
from agent.night.score import Films, Standing, standing
from agent.night.wishes import Wished

# How much of a wish is what it says of facts; the rest is nearness in meaning, which orders films that meet it alike.
_BY_FACTS = 0.7
_SPREAD = 6.0  # standard deviations of nearness between nothing and all of it


@dataclass(frozen=True, slots=True)
class Outlook:
    """`order` holds the ids of the pool, best for the group first; `standing` how each of `films` stands, by its row."""

    evening: Evening
    pool: Pool
    wished: tuple[Wished, ...]
    films: Films
    standing: Standing
    order: tuple[str, ...]

    @property
    def shelf(self) -> Shelf:
        """The catalogue behind it."""
        return self.pool.shelf

    def ranked(self, without: Collection[str] = ()) -> list[Title]:
        """The films of the pool, best first."""
        return self.known(title for title in self.order if title not in without)

    def known(self, ids: Iterable[str]) -> list[Title]:
        """The titles of these ids that the catalogue has."""
        return [self.shelf.titles[title] for title in dict.fromkeys(ids) if title in self.shelf.titles]

    @property
    def liked(self) -> list[Title]:
        """What the group is known to like, whoever of them."""
        return self.known(title for guest in self.evening.guests for title in (*guest.loved, *guest.liked))

    @property
    def left(self) -> list[Title]:
        """The films of the strike list that may still be picked, in its order."""
        free = set(self.pool.ids)
        return [title for title in self.known(self.evening.candidates) if title.id in free]


def look(shelf: Shelf, evening: Evening, wished: Sequence[Wished], within: Iterable[str] | None = None) -> Outlook:
    """The outlook of an evening; `within` leaves only these ids to choose from."""
    chosen = pool(shelf, evening, wished, within)
    told = {title: shelf.titles[title] for guest in evening.guests for title in _told(guest) if title in shelf.titles}
    titles = list({title.id: title for title in chain(chosen.titles, told.values())}.values())
    films = Films.of(titles)
    stands = standing(films, evening, {wish.wish.id: _fit(shelf, wish, titles) for wish in wished})
    best = np.lexsort((-films.promised[: len(chosen)], -stands.scores[: len(chosen)]))
    return Outlook(evening, chosen, tuple(wished), films, stands, tuple(films.ids[row] for row in best))


def _told(guest: Guest) -> Iterable[str]:
    """All titles that somebody said something of."""
    return chain(guest.loved, guest.liked, guest.won, guest.lost, guest.struck)


def _fit(shelf: Shelf, wish: Wished, films: Sequence[Title]) -> npt.NDArray[np.float64]:
    """How well each film meets a wish, in [0, 1]."""
    held = np.asarray([wish.holds(film) for film in films], float)
    if wish.vector is None or shelf.full is None:
        return held
    rows = np.asarray([shelf.table.row[film.id] for film in films], np.intp)
    near = shelf.full.standard(wish.vector, rows)[rows]
    fit: npt.NDArray[np.float64] = _BY_FACTS * held + (1 - _BY_FACTS) * (near / _SPREAD + 0.5).clip(0, 1)
    return fit
