"""Which films suit a group: what facts promise, what each guest is believed to like, one rule for all, and who duels whom.

NIGHT.md measured what counts. Facts decide most: a film's rating, drawn towards the ordinary where few voted. What people say
moves that by fractions of a star. All are plain functions of numbers; a film without votes or rating is an ordinary one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from agent.catalogue.title import Title
from agent.evening import Evening, Guest
from agent.night.belief import Stars, believed

CONTENDERS: Final = 12  # duels are among the best twelve

# An ordinary film: IMDb's mean lies near 6.5. A film that the tables of rated films leave out is rather below it.
_ORDINARY = 6.5
# So many votes say as much as knowing nothing about the film; a film whose votes are not told has as many.
_VOTES_TO_TRUST = 3000
# Stars out of five as people give them: 3.9 for a rating of 8, and half a star for each point or nearly.
_STARS_AT_EIGHT, _STARS_A_POINT = 3.9, 0.45
# How far tastes differ, in stars: one genre, twenty years of age.
_GENRE, _TWENTY_YEARS = 0.2, 0.1
_MIDDLE_YEAR = 2000
# What a film that meets a wish is worth tonight to who chose it.
_WISH = 0.2
# The share of the least pleased in the rule, with no history and with full histories, and how many films make one full.
_FAIR, _FAIRER, _FULL_HISTORY = 0.3, 0.5, 6


@dataclass(frozen=True, slots=True)
class Films:
    """Films as numbers, one a row: what facts promise in stars, and features whose products are covariances of taste."""

    ids: tuple[str, ...]
    promised: Stars
    features: Stars
    row: Mapping[str, int]

    @classmethod
    def of(cls, titles: Sequence[Title]) -> "Films":
        """The films of an evening: those that may come, and those that guests love, like or struck."""
        ids = tuple(title.id for title in titles)
        genres = {genre: at for at, genre in enumerate(sorted({genre for title in titles for genre in title.genres}))}
        features = np.zeros((len(titles), len(genres) + 1))
        for at, title in enumerate(titles):
            features[at, [genres[genre] for genre in title.genres]] = _GENRE
            features[at, -1] = 0.0 if title.year is None else _TWENTY_YEARS * (title.year - _MIDDLE_YEAR) / 20
        rating, votes = (_column(titles, name) for name in ("rating", "votes"))
        return cls(ids, promised(rating, votes), features, {title: at for at, title in enumerate(ids)})


@dataclass(frozen=True, slots=True)
class Standing:
    """How films stand, by the rows of `Films`: `scores` are the group's stars, `pleased` each guest's, by alias."""

    scores: Stars
    pleased: Mapping[str, Stars]


def promised(rating: Stars, votes: Stars) -> Stars:
    """Stars in [0.5, 5] by facts alone; NaN for what is not known. `rating` is in [0, 10]."""
    trust = np.where(np.isnan(votes), _VOTES_TO_TRUST, votes)
    known = np.where(np.isnan(rating), 0.0, trust)
    drawn = (known * np.nan_to_num(rating) + _VOTES_TO_TRUST * _ORDINARY) / (known + _VOTES_TO_TRUST)
    stars: Stars = (_STARS_AT_EIGHT + _STARS_A_POINT * (drawn - 8)).clip(0.5, 5.0)
    return stars


def standing(films: Films, evening: Evening, fits: Mapping[str, Stars] | None = None) -> Standing:
    """How each film suits the guests of an evening, by all that they said so far.

    `fits` says, by the id of a wish, how well each film meets it, in [0, 1]; a guest's wishes count by the best met.
    """
    pleased = {guest.alias: _pleased(films, guest, fits or {}) for guest in evening.guests}
    return Standing(together(pleased, evening.guests) if pleased else films.promised.copy(), pleased)


def together(pleased: Mapping[str, Stars], guests: Sequence[Guest]) -> Stars:
    """The group's stars: the guests' mean by weight, and in part the least pleased, whose part grows with known histories.

    A guest of weight 2 counts twice in the mean, and being twice as far below it as they are.
    """
    own = np.stack([pleased[guest.alias] for guest in guests])
    weights = np.asarray([guest.weight for guest in guests])
    mean = weights @ own / weights.sum()
    least = (mean + weights[:, None] * (own - mean)).min(axis=0)
    fair = _FAIR + (_FAIRER - _FAIR) * _known(guests)
    scores: Stars = (1 - fair) * mean + fair * least
    return scores


def duel(order: Sequence[str], duelled: Collection[str]) -> tuple[str, str] | None:
    """The best of the contenders that was in no duel, against the one half a list below; None where no two are left."""
    free = [title for title in order[:CONTENDERS] if title not in duelled]
    return (free[0], free[len(free) // 2]) if len(free) > 1 else None


def _pleased(films: Films, guest: Guest, fits: Mapping[str, Stars]) -> Stars:
    own = believed(films.promised, films.features, films.row, guest)
    met = [fits[wish] for wish in guest.wishes if wish in fits]
    return own + _WISH * np.max(met, axis=0) if met else own


def _known(guests: Sequence[Guest]) -> float:
    histories = [len({*guest.loved, *guest.liked}) / _FULL_HISTORY for guest in guests]
    return float(np.mean(np.minimum(histories, 1.0)))


def _column(titles: Sequence[Title], name: str) -> Stars:
    return np.asarray([np.nan if getattr(title, name) is None else getattr(title, name) for title in titles], np.float64)
