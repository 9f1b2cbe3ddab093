"""The catalogue as one evening sees it: the films that fit it, those that people choose most readily first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.shelf import Shelf
from agent.catalogue.search.table import Mask
from agent.catalogue.search.view import Places
from agent.catalogue.title import Title
from agent.evening import Evening
from agent.night.wishes import Wished

# What people choose by forms the pool, how good films are orders it (NIGHT.md, 6): small enough that the obscure stay out,
# large enough that each kind of film has some.
SIZE = 400
# Of each wish so many more: an evening of westerns needs some, however few people voted on them.
_OF_EACH_WISH = 40
_LOOKED_THROUGH = 5000  # films, for those that meet a wish
_GROWN_UP = 18
_DAYS = 7


@dataclass(frozen=True, slots=True)
class Pool:
    """`rows` are those of the shelf's table, best choice first; `fitting` is how many films of the catalogue fit at all."""

    shelf: Shelf
    rows: Places
    fitting: int

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def ids(self) -> list[str]:
        """The films' ids, in the order of `rows`."""
        return [self.shelf.table.ids[row] for row in self.rows]

    @property
    def titles(self) -> Iterator[Title]:
        """The films, in the order of `rows`."""
        return (self.shelf.titles[self.shelf.table.ids[row]] for row in self.rows)


def fitting(shelf: Shelf, evening: Evening, within: Iterable[str] | None = None) -> Mask:
    """Which titles an evening may show: films that end in time and that the place allows, none that were struck or are hidden.

    Of a film of unknown length nobody can say that it ends in time. `within` leaves only these ids.
    """
    table = shelf.table
    mask = ~table.series
    if evening.minutes is not None:
        mask = mask & (table.runtime <= evening.minutes)
    age = evening.house.viewer_age
    if age is not None and age < _GROWN_UP:
        mask = mask & table.allowed(age)
    if within is not None:
        mask = mask & _mask_of(shelf, within)
    return np.asarray(mask & ~_mask_of(shelf, shelf.title_ids((*evening.hidden, *evening.struck))))


def pool(shelf: Shelf, evening: Evening, wished: Sequence[Wished] = (), within: Iterable[str] | None = None) -> Pool:
    """The films that people would choose most readily, more of those that were wished for, and what is on the strike list."""
    mask = fitting(shelf, evening, within)
    mask &= ~_mask_of(shelf, (title for guest in evening.guests for title in (*guest.loved, *guest.liked)))
    ordered = _by_choice(shelf, mask, evening)
    taken = np.zeros(len(mask), bool)
    taken[ordered[:SIZE]] = True
    for wish in wished:
        taken[list(islice(_meeting(shelf, ordered[:_LOOKED_THROUGH], wish), _OF_EACH_WISH))] = True
    taken |= _mask_of(shelf, evening.candidates)
    return Pool(shelf, ordered[taken[ordered]], int(mask.sum()))


def _meeting(shelf: Shelf, rows: Places, wish: Wished) -> Iterator[int]:
    """Those of the rows that a wish holds for, in their order."""
    return (int(row) for row in rows if wish.holds(shelf.titles[shelf.table.ids[row]]))


def _by_choice(shelf: Shelf, mask: Mask, evening: Evening) -> Places:
    """The rows of a mask by how readily people choose them.

    Of films that are chosen about as readily the day of the week decides, so that where nothing is known of any film not every
    evening begins with the same ones.
    """
    table = shelf.table
    rows = np.flatnonzero(mask)
    lots = np.random.default_rng(_DAYS if evening.weekday is None else evening.weekday).permutation(len(table.ids))[rows]
    return np.asarray(rows[np.lexsort((lots, -np.round(table.prior[rows], 2)))], np.intp)


def _mask_of(shelf: Shelf, ids: Iterable[str]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(len(shelf.table.ids), bool)
    mask[[shelf.table.row[title] for title in ids if title in shelf.table.row]] = True
    return mask
