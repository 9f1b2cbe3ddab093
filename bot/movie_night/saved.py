"""An evening as one JSON text, as the store keeps it. Pure."""

import json
from dataclasses import asdict
from typing import Any

from agent import evening
from agent.contract import TitleCard, TitleRef
from agent.evening import Pick, Question
from bot.movie_night.session import Asked, Fought, Listed, Member, Result, Session, Settings, Voted, Waiting
from bot.types import Place

VERSION = 1


class UnknownVersionError(ValueError):
    """A session that another version of the program saved: let the evening end there, or start a new one."""


def dumps(session: Session) -> str:
    """The session as JSON. Members and ballots keep their order, sets are sorted: the same session is the same text."""
    return json.dumps({"version": VERSION, **asdict(session)}, ensure_ascii=False, default=_set)


def loads(text: str) -> Session:
    """The session of `dumps`. Raises UnknownVersionError for what is not one of this version."""
    try:
        raw = json.loads(text)
        if raw.pop("version") != VERSION:
            raise UnknownVersionError("this evening was saved by another version of the program: start a new one")
        return _session(raw)
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise UnknownVersionError(f"this is no saved evening: {error}") from error


def _session(raw: dict[str, Any]) -> Session:
    voted, result, waiting = raw["voted"], raw["result"], raw["waiting"]
    return Session(
        **{
            **raw,
            "place": Place(**raw["place"]),
            "settings": Settings(**raw["settings"]),
            "members": {person: _member(member) for person, member in raw["members"].items()},
            "starters": frozenset(raw["starters"]),
            "ready": frozenset(raw["ready"]),
            "waiting": Waiting(**{**waiting, "allowed": tuple(waiting["allowed"])}) if waiting else None,
            "asked": tuple(_asked(asked) for asked in raw["asked"]),
            "duels": tuple(_fought(duel) for duel in raw["duels"]),
            "lists": tuple(_listed(listed) for listed in raw["lists"]),
            "voted": _voted(voted) if voted else None,
            "result": Result(**{**result, "audit": tuple(result["audit"])}) if result else None,
        }
    )


def _member(raw: dict[str, Any]) -> Member:
    loved = tuple(TitleRef.from_raw(ref) for ref in raw["loved"])
    return Member(**{**raw, "loved": loved, "liked": tuple(raw["liked"]), "seen": tuple(raw["seen"])})


def _asked(raw: dict[str, Any]) -> Asked:
    question = evening.from_raw({"kind": "question", **raw["question"]})
    assert isinstance(question, Question)  # noqa: S101  the kind says so
    return Asked(question, _ballots(raw["ballots"]))


def _fought(raw: dict[str, Any]) -> Fought:
    return Fought(TitleCard.from_raw(raw["left"]), TitleCard.from_raw(raw["right"]), raw["ballots"])


def _listed(raw: dict[str, Any]) -> Listed:
    films = tuple(TitleCard.from_raw(film) for film in raw["films"])
    return Listed(films, _ballots(raw["strikes"]), frozenset(raw["said"]))


def _voted(raw: dict[str, Any]) -> Voted:
    picks = tuple(Pick(**{**pick, "film": TitleCard.from_raw(pick["film"])}) for pick in raw["picks"])
    return Voted(picks, raw["rule"], _ballots(raw["approvals"]), frozenset(raw["surprise"]))


def _ballots(raw: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {person: tuple(said) for person, said in raw.items()}


def _set(value: object) -> list[Any]:
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(type(value).__name__)
