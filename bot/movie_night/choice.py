"""Which of the picks wins, and why, in words that give nobody's ballot away. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.evening import Pick
from bot.movie_night.session import Member, Voted
from bot.words import cut, listed, named, plain

RULE = "Most approvals win; a tie goes to the better fit for all of you, then to the better fit for the least pleased of you."
_MEAN, _LEAST = 0.7, 0.3  # NIGHT.md, section 6: what a group's score is made of
_DIGITS = 6  # a difference beyond them is one of arithmetic, not of taste
_NAME = 80


@dataclass(frozen=True, slots=True)
class Choice:
    """The title id of the pick that won, and two to five sentences that show why."""

    winner: str
    audit: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a pick stands: what orders it, best first."""

    pick: Pick
    approvals: int
    score: float
    least: float


def choose(voted: Voted, present: Mapping[str, Member]) -> Choice:
    """The pick that most of those present approve of, ties by what suits the group.

    Where nobody approves of any, or most leave it to us, the group's score alone decides.
    """
    by_approvals = counts(voted, present)
    left_to_us = len(voted.surprise.intersection(present)) * 2 > len(present)
    if left_to_us or not any(by_approvals.values()):
        by_approvals = dict.fromkeys(by_approvals, 0)
    standings = [_standing(pick, by_approvals[pick.film.ref.id], present) for pick in voted.picks]
    best = max(standings, key=lambda each: (each.approvals, each.score, each.least))  # the first of equals: the pick's order
    if left_to_us:
        opening = f"The choice was left to me, and {_name(best)} fits best."
    else:
        opening = _approvals(best, standings, len(present))
    return Choice(best.pick.film.ref.id, (opening, *_tie(best, standings, len(present)), "Nobody struck it."))


def counts(voted: Voted, present: Mapping[str, Member]) -> dict[str, int]:
    """How many of those present approve of each pick, by title id."""
    ids = [pick.film.ref.id for pick in voted.picks]
    return {title: sum(title in voted.approvals.get(person, ()) for person in present) for title in ids}


def _standing(pick: Pick, approvals: int, present: Mapping[str, Member]) -> _Standing:
    """The score of somebody who came after the picks were made is not known: the others' counts."""
    known = [(pick.pleased[member.alias], member.weight) for member in present.values() if member.alias in pick.pleased]
    weights = sum(weight for _, weight in known)
    if weights <= 0:
        return _Standing(pick, approvals, pick.score, pick.score)
    mean = sum(pleased * weight for pleased, weight in known) / weights
    least = min(pleased for pleased, _ in known)
    return _Standing(pick, approvals, round(_MEAN * mean + _LEAST * least, _DIGITS), least)


def _approvals(best: _Standing, standings: list[_Standing], people: int) -> str:
    """With two people a count would tell each how the other voted, so only what both said is named."""
    if not best.approvals:
        return f"Nobody approved of any film, so the fit decided, and {_name(best)} fits best."
    if people == 1:
        return f"You would watch {_name(best)}."
    if people == 2:
        both = f"Both of you would watch {_name(best)}."
        alone = f"No film has the approval of both of you; approvals and fit together put {_name(best)} first."
        return both if best.approvals == people else alone
    following = max((each for each in standings if each is not best), key=lambda each: each.approvals, default=None)
    first = f"{_name(best)} has {best.approvals} of {people} approvals"
    if following is None or following.approvals == best.approvals:
        return f"{first}."
    return f"{first}; {_name(following)} has {following.approvals or 'none'}."


def _tie(best: _Standing, standings: list[_Standing], people: int) -> tuple[str, ...]:
    """What decided between films with as many approvals; nothing where two people's votes would show."""
    tied = [each for each in standings if each is not best and each.approvals == best.approvals]
    if not best.approvals or not tied or (people == 2 and best.approvals < people):
        return ()
    first = f"It tied with {listed([_name(each) for each in tied])}"
    even = [each for each in tied if each.score == best.score]
    if not even:
        return (f"{first}, and fits all of you together best.",)
    if all(each.least < best.least for each in even):
        return (f"{first}.", "Its fit for the least pleased of you is the best of those that tied.")
    return (f"{first}, and stood first on the list.",)


def _name(standing: _Standing) -> str:
    return plain(cut(named(standing.pick.film.ref), _NAME))
