"""An evening's messages, one a round. Pure: the session says all, and nothing is said by colour or emoji alone.

Ballots are private: what stands open shows only how many have answered, what is closed only counts, and those only where
three or more have answered, since two people's counts would tell each what the other said.
"""

from collections.abc import Mapping
from typing import Any

from bot.movie_night import closed_views, open_views
from bot.movie_night.session import Asked, Fought, Listed, Session, Voted
from bot.types import ChatLimits
from bot.views import View

MINUTES = open_views.MINUTES


def board(session: Session, limits: ChatLimits, progress: Mapping[str, Any]) -> View:
    """The message of the current round: what stands open, what is searched for, or the result.

    `progress` is what the search has told so far, under the keys "search", "count", "looking_at"; of the films that it looks at
    the one numbered "at" is shown, counted around, so that their posters can follow one another.
    """
    if session.phase == "over":
        return closed_views.result(session)
    if session.waiting is not None:
        return open_views.searching(session, progress)
    return _open(session, limits)


def closed(session: Session, number: int) -> View:
    """The message of the earlier round `number`: what came of it, and nothing to click on."""
    rounds: tuple[Asked | Fought | Listed | Voted | None, ...] = (
        None,
        *session.asked,
        *session.duels,
        *session.lists,
        *((session.voted,) if session.voted else ()),
    )
    if number >= len(rounds):  # the round of a search that has found nothing: its message turned into the result
        return closed_views.result(session) if session.phase == "over" else View("Nothing stands open here any more.")
    match rounds[number]:
        case Asked() as asked:
            return closed_views.question(asked)
        case Fought() as duel:
            return closed_views.duel(duel, session.duels.index(duel) + 1)
        case Listed() as last:
            return closed_views.strike_list(session, last)
        case Voted() as voted:
            return closed_views.vote(voted)
        case None:
            return closed_views.lobby(session)


def _open(session: Session, limits: ChatLimits) -> View:
    match session.phase:
        case "question":
            return open_views.question(session, session.asked[-1])
        case "duels":
            return open_views.duel(session, limits, session.duels[-1])
        case "candidates":
            return open_views.strike_list(session, session.lists[-1])
        case "vote":
            return open_views.vote(session, limits)
        case _:
            return open_views.lobby(session)
