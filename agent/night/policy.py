"""The next step without a model. Pure: the same outlook gives the same step.

A quality prior decides most and the pool is what people choose by (NIGHT.md); what they have said moves films within it.
"""

from collections.abc import Callable, Mapping, Sequence

from agent.catalogue.title import Title
from agent.evening import PICKS, StepKind
from agent.night import score
from agent.night.actions import Action, AskCategoricalQuestion, AskDuelQuestion, SubmitCandidates, SubmitRecommendations
from agent.night.outlook import Outlook
from agent.night.question import ask
from agent.night.variety import varied

LISTED = 12  # films of the strike list
RULE = "Ordered by ratings and by your answers: what you like on average counts most, then what the least pleased would say."


class NoStep(LookupError):
    """The films of the catalogue that fit this evening do not suffice for any step that is allowed."""


def choose(outlook: Outlook, allowed: Sequence[StepKind]) -> Action:
    """The first kind of step that is allowed and possible. Raises NoStep."""
    for kind in allowed:
        if kind != "duel":
            return _CHOICES[kind](outlook)
        if (pair := duel(outlook)) is not None:
            return pair
    raise NoStep("no two films are left for a duel")


def contenders(outlook: Outlook, count: int = score.CONTENDERS, *, unused: bool = False) -> list[Title]:
    """The best of the pool; `unused` leaves out what was in a duel."""
    return outlook.ranked(outlook.evening.duelled if unused else ())[:count]


def question(outlook: Outlook) -> AskCategoricalQuestion:
    """Options that divide the pool."""
    return ask(outlook.evening, list(outlook.pool.titles), outlook.liked)


def duel(outlook: Outlook) -> AskDuelQuestion | None:
    """The best contender that was in no duel against the one half a list below; None where there are no two."""
    pair = score.duel(outlook.order, outlook.evening.duelled)
    return AskDuelQuestion(*pair) if pair is not None else None


def candidates(outlook: Outlook) -> SubmitCandidates:
    """The best, not three of one kind. Raises NoStep where nothing fits the evening."""
    return SubmitCandidates(_some(varied(outlook.ranked(), LISTED)))


def picks(outlook: Outlook) -> SubmitRecommendations:
    """The best five of what is left of the list; of a list that left fewer than three, others of the pool beside them. Raises
    NoStep where nothing is left."""
    least, most = PICKS
    left = {film.id for film in outlook.left}
    ordered = outlook.ranked()
    chosen = [film for film in ordered if film.id in left][:most]
    chosen += [film for film in ordered if film.id not in left][: max(0, least - len(chosen))]
    return SubmitRecommendations(_some(chosen))


def _some(films: Sequence[Title]) -> tuple[str, ...]:
    if not films:
        raise NoStep("no film of the catalogue fits this evening")
    return tuple(film.id for film in films)


_CHOICES: Mapping[StepKind, Callable[[Outlook], Action]] = {"question": question, "candidates": candidates, "picks": picks}
