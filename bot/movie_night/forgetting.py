"""Taking a person out of an evening, as they may ask at any time. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from bot.movie_night.session import Listed, Member, Session, Voted

_V = TypeVar("_V")
SOMEBODY = "somebody"


def forget(session: Session, person: str) -> Session:
    """The evening without what it knows of the person. Their alias stays taken, so that nobody is given it anew.

    Whoever is in leaves first, by the evening's own rules.
    """
    if person not in session.members:
        return session
    nobody = f"-{session.members[person].alias}"
    members = {
        nobody if each == person else each: Member(SOMEBODY, member.alias, is_in=False) if each == person else member
        for each, member in session.members.items()
    }
    return replace(
        session,
        host=nobody if session.host == person else session.host,
        members=members,
        starters=session.starters - {person},
        ready=session.ready - {person},
        asked=tuple(replace(asked, ballots=_without(asked.ballots, person)) for asked in session.asked),
        duels=tuple(replace(duel, ballots=_without(duel.ballots, person)) for duel in session.duels),
        lists=tuple(_listed(listed, person) for listed in session.lists),
        voted=_voted(session.voted, person),
    )


def _listed(listed: Listed, person: str) -> Listed:
    return replace(listed, strikes=_without(listed.strikes, person), said=listed.said - {person})


def _voted(voted: Voted | None, person: str) -> Voted | None:
    return voted and replace(voted, approvals=_without(voted.approvals, person), surprise=voted.surprise - {person})


def _without(ballots: Mapping[str, _V], person: str) -> dict[str, _V]:
    return {each: ballot for each, ballot in ballots.items() if each != person}
